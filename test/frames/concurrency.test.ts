import zlib from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { toWebSocket } from '../../src/frames/to-web-socket.ts';
import { plainDeflate } from '../negotiation/element.ts';
import { openRaw } from './opened.ts';

// The first connection with compression sets the limit for the process: this file has no other, and by this line it has
// modules of its own, so that no other file has set it before (test/tier.ts).
vi.resetModules();

test('no more messages are compressed at once than concurrencyLimit says', async () => {
  const create = vi.spyOn(zlib, 'createDeflateRaw');
  const first = toWebSocket((await openRaw('server', plainDeflate)).connection, {
    deflate: { concurrencyLimit: 1 },
  });
  const second = toWebSocket((await openRaw('server', plainDeflate)).connection, {
    deflate: { concurrencyLimit: 2 },
  });
  first.send('a'.repeat(2_000));
  const sent = new Promise((resolve) => second.send('a'.repeat(2_000), resolve));
  expect(create).toHaveBeenCalledTimes(1);
  await sent;
  expect(create).toHaveBeenCalledTimes(2);
});
