import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { file, folder, run } from './run.ts';
import { startWs } from './ws-target.ts';

/** Plays a part of a run, and gives where its report is. */
async function play(url: string, name: string, ...args: readonly string[]): Promise<string> {
  const path = join(folder, name);
  await run('verify', 'server', url, '--seed', '5', '--runs', '2', ...args, '--json', path);
  return path;
}

/** A report without its times, and without what answers have of time and chance. */
function readComparable(path: string) {
  const report = JSON.parse(readFileSync(path, 'utf8'));
  // A shard may lack the cases that would have to agree with a cause.
  const findings = report.findings.map((finding: object) => ({
    ...finding,
    ...{ response: '', replay: '', hint: '' },
  }));
  const clauses = report.clauses.map((result: object) => ({ ...result, cases: 0 }));
  const policy = { ...report.policy, statuses: {} };
  return { ...report, findings, clauses, policy, startedAt: '', durationMs: 0 };
}

test('the shards of a run are joined to what one run gives, and its exit code', async () => {
  const url = await startWs();
  const whole = await play(url, 'whole.json');
  const shards = [
    await play(url, '1.json', '--shard', '1/3'),
    await play(url, '2.json', '--shard', '2/3'),
    await play(url, '3.json', '--shard', '3/3'),
  ];
  const merged = join(folder, 'merged.json');
  const { code, out, err } = await run('merge', ...shards, '--json', merged);
  expect({ code, err }).toEqual({ code: 1, err: '' });
  expect(out).toMatch(/^MUST RFC 9112 §3\.2 {2}rfc9112\/3\.2\/host-present$/m);
  expect(readComparable(merged)).toEqual(readComparable(whole));
});

test('a shard that is missing is 2', async () => {
  const url = await startWs();
  const path = await play(url, 'first.json', '--shard', '1/2', '--only', 'rfc6455/4.2.1/key-present');
  expect(await run('merge', path)).toEqual({ code: 2, out: '', err: 'ws101: missing: shard 2/2\n' });
});

test('what is no report is 2, and the file is named', async () => {
  const path = file('none.json', '{}');
  const { code, err } = await run('merge', path);
  expect(code).toBe(2);
  expect(err).toContain(`ws101: ${path} is not a report of ws101 verify:\n`);
});
