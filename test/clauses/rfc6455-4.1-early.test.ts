import { describe, expect, test } from 'vitest';
import { clause } from './clause.ts';
import { request, sampleAccept, shareServer } from './peer.ts';

const server = shareServer();

describe(clause('rfc6455/4.1/early-frames-kept'), () => {
  test('a ping that came in one segment with the opening is answered behind the 101', async () => {
    const peer = await server.dial();
    await peer.send(Buffer.from(`${request()}\x89\x80\x01\x02\x03\x04`, 'latin1'));
    await peer.until(({ text }) => text.endsWith('\x8a\x00'), 'a reply and a pong');
    expect(peer.text).toMatch(/^HTTP\/1\.1 101 /);
    expect(peer.text).toContain(sampleAccept);
  });
});
