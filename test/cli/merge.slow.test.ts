import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { playPart, readComparable } from './merged-report.ts';
import { folder, run } from './run.ts';
import { startWs } from './ws-target.ts';

test('the shards of a whole run are joined to what one run gives', async () => {
  const url = await startWs();
  const whole = await playPart(url, 'whole.json');
  const shards = [
    await playPart(url, '1.json', '--shard', '1/3'),
    await playPart(url, '2.json', '--shard', '2/3'),
    await playPart(url, '3.json', '--shard', '3/3'),
  ];
  const merged = join(folder, 'merged.json');
  const { code, err } = await run('merge', ...shards, '--json', merged);
  expect({ code, err }).toEqual({ code: 1, err: '' });
  expect(readComparable(merged)).toEqual(readComparable(whole));
  expect(JSON.parse(readFileSync(merged, 'utf8')).summary.cases).toBeGreaterThan(500);
});
