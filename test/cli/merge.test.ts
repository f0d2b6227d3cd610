import { join } from 'node:path';
import { expect, test } from 'vitest';
import { playPart, readComparable } from './merged-report.ts';
import { file, folder, run } from './run.ts';
import { startWs } from './ws-target.ts';

/** Clauses of which a server of ws keeps some, and breaks others. */
const some = [
  '--only',
  [
    ...['rfc6455/4.2.1/key-present', 'rfc6455/4.2.1/method-get', 'rfc6455/4.3/version-grammar'],
    ...['rfc9110/7.8/upgrade-list', 'rfc9112/3.2/host-present', 'rfc9112/3.2/host-once'],
  ].join(),
];

test('the shards of a run are joined to what one run gives, and its exit code', async () => {
  const url = await startWs();
  const whole = await playPart(url, 'whole.json', ...some);
  const shards = [
    await playPart(url, '1.json', '--shard', '1/3', ...some),
    await playPart(url, '2.json', '--shard', '2/3', ...some),
    await playPart(url, '3.json', '--shard', '3/3', ...some),
  ];
  const merged = join(folder, 'merged.json');
  const { code, out, err } = await run('merge', ...shards, '--json', merged);
  expect({ code, err }).toEqual({ code: 1, err: '' });
  expect(out).toMatch(/^MUST RFC 9112 §3\.2 {2}rfc9112\/3\.2\/host-present$/m);
  expect(readComparable(merged)).toEqual(readComparable(whole));
});

test('a shard that is missing is 2', async () => {
  const url = await startWs();
  const path = await playPart(url, 'first.json', '--shard', '1/2', ...some);
  expect(await run('merge', path)).toEqual({ code: 2, out: '', err: 'ws101: missing: shard 2/2\n' });
});

test('what is no report is 2, and the file is named', async () => {
  const path = file('none.json', '{}');
  const { code, err } = await run('merge', path);
  expect(code).toBe(2);
  expect(err).toContain(`ws101: ${path} is not a report of ws101 verify:\n`);
});
