import { describe, expect, test } from 'vitest';
import { clause } from './clause.ts';
import { accepted, hear, refused, reply, request, shareServer } from './peer.ts';

const server = shareServer();

describe(clause('rfc4648/3.3/alphabet'), () => {
  test.each([
    '++++++++++++++++++++++==',
    '//////////////////////==',
    'ABCDEFGHIJKLMNOPQRSTUV==',
    'wxyz0123456789abcdefgQ==',
  ])('accepted: %s', async (key) => {
    expect(await server.ask(request({ 'Sec-WebSocket-Key': key }))).toMatchObject(accepted);
  });

  test.each([
    ['the alphabet for URLs', '-_-_-_-_-_-_-_-_-_-_-w=='],
    ['a minus', 'RnQZ27eOdb6dV72aXk1-Nw=='],
    ['an underscore', 'RnQZ27eOdb6dV72aXk1_Nw=='],
    ['a dot', 'RnQZ27eOdb6dV72aXk1.Nw=='],
    ['an exclamation mark', 'RnQZ27eOdb6dV72aXk1!Nw=='],
    ['a letter with an accent', 'RnQZ27eOdb6dV72aXk1\xe9Nw=='],
    ['the padding character', 'RnQZ27eOdb6dV72aXk1=Nw=='],
  ])('refused: %s', async (_, key) => {
    expect(await server.ask(request({ 'Sec-WebSocket-Key': key }))).toMatchObject(
      refused(400, 'rfc6455/4.3/key-grammar', 'keyIsMalformed'),
    );
  });
});

describe(clause('rfc4648/3.5/pad-bits-zero'), () => {
  test('of 32 keys each ends in one of the four characters whose last bits are zero', async () => {
    const keys = await Promise.all(Array.from({ length: 32 }, async () => (await hear(reply())).key));
    expect(keys.filter((key) => !/[AQgw]==$/.test(key))).toEqual([]);
  });
});

describe(clause('rfc4648/3.5/pad-bits-accepted'), () => {
  test.each([
    ['AQIDBAUGBwgJCgsMDQ4PEC==', 'OfS0wDaT5NoxF2gqm7Zj2YtetzM='],
    ['AQIDBAUGBwgJCgsMDQ4PEP==', 'z5uhIsLlElYBlzdseQtOC96GgUM='],
    ['dGhlIHNhbXBsZSBub25jZZ==', '7JMujqopfV8kXENYNRSi/cQ1In4='],
  ])('accepted: %s', async (key, accept) => {
    expect(await server.ask(request({ 'Sec-WebSocket-Key': key }))).toMatchObject({
      ...accepted,
      fields: { 'sec-websocket-accept': [accept] },
    });
  });
});
