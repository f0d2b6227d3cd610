import { expect, test } from 'vitest';
import type { Behaviour } from '../mutants/server.ts';
import { expectPartial, lenient, method, reportFiles, serve } from './partial-report.ts';
import { run } from './run.ts';

test.each([
  ['with nothing found is 3', {}, 3, []],
  ['with what was found is 1', { checks: lenient }, 1, [method]],
])('a target that goes away among several requests %s', async (_, behaviour: Behaviour, code, clauses) => {
  const { args, read } = reportFiles(`gone-${code}`);
  const bothFaults = /^GET \/chat\?\S* HTTP\/1\.1(?![\s\S]*Sec-WebSocket-Key:)/i;
  const url = await serve({ ...behaviour, dies: [bothFaults, 0, 2] });
  const ended = await run(
    'verify',
    'server',
    url,
    '--seed',
    '1',
    '--runs',
    '8',
    '--timeout',
    '5000',
    ...args,
  );
  const { findings } = expectPartial(read, ended.out, /the target went away during the run/);
  expect(findings.map(({ clause }: { clause: string }) => clause)).toEqual(clauses);
  expect(ended.code).toBe(code);
});
