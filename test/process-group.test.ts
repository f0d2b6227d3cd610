import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { bind } from '../src/bind.ts';
import { findFreePort, isListenedOn } from './process-group.ts';

/** The lowest of the ports that a system picks by itself: Linux's; those of others begin at 49,152. */
const lowestPicked = 32_768;

test('a free port is none that the system would give to somebody else', async () => {
  const found = [];
  for (let count = 0; count < 20; count += 1) found.push(await findFreePort());
  expect(found.filter((port) => port >= lowestPicked || port < 1024)).toEqual([]);
  expect(new Set(found).size).toBe(found.length);
  expect(await isListenedOn(found[0] ?? 0)).toBe(false);
});

test('a port on which somebody listens is left out', async () => {
  const taken = (await findFreePort()) + 1;
  const other = createServer();
  onTestFinished(() => void other.close());
  await bind(other, taken);
  expect(await findFreePort()).not.toBe(taken);
});
