import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { type Behaviour, startServer } from '../mutants/server.ts';
import { findFaults } from '../verify/report/schema.ts';
import { folder } from './run.ts';

/** Takes every method: some of the cases that come early show it. */
export const lenient = { method: () => true } as const;
export const method = 'rfc6455/4.2.1/method-get';

export async function serve(behaviour: Behaviour): Promise<string> {
  const server = await startServer(behaviour);
  onTestFinished(() => server.close());
  return server.url;
}

export function reportFiles(name: string) {
  const path = (ending: string) => join(folder, `${name}.${ending}`);
  const args = ['json', 'junit', 'markdown', 'html'].flatMap((each) => [`--${each}`, path(each)]);
  return { args, read: (ending: string) => readFileSync(path(ending), 'utf8') };
}

/** What every file of a report says of a run that did not come to its end. */
export function expectPartial(read: (ending: string) => string, out: string, reason: RegExp) {
  const report = JSON.parse(read('json'));
  expect(report).toMatchObject({ partial: true, ended: expect.stringMatching(reason) });
  expect(report.summary.clauses.pass).toBe(0);
  expect(findFaults(report)).toEqual([]);
  const { unplayed = 0 } = report;
  const left = `${unplayed} ${unplayed === 1 ? 'case was' : 'cases were'} not played`;
  if (unplayed > 0) for (const text of [out, read('markdown'), read('html')]) expect(text).toContain(left);
  const told = new RegExp(`Partial: the run ended early:(?:</strong>)? .*${reason.source}`);
  for (const text of [out, read('junit'), read('markdown'), read('html')]) expect(text).toMatch(told);
  return report;
}
