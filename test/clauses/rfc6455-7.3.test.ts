import { describe, expect, test } from 'vitest';
import { clause } from './clause.ts';
import { request, shareServer } from './peer.ts';

const server = shareServer();

describe(clause('rfc6455/7.3/not-ended-at-once'), () => {
  test('the connection is still there behind the 101, and behind a pong', async () => {
    const peer = await server.dial(request());
    await peer.until(({ text }) => text.endsWith('\r\n\r\n'), 'a 101');
    await peer.send(Buffer.from('\x89\x80\x01\x02\x03\x04', 'latin1'));
    await peer.until(({ text }) => text.endsWith('\x8a\x00'), 'a pong');
    expect(peer.ending).toBe('open');
  });
});
