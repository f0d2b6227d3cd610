import { describe, expect, test } from 'vitest';
import { toWebSocket } from '../../src/client/index.ts';
import { acceptance } from '../opening.ts';
import { clause } from './clause.ts';
import {
  accepted,
  connectTo,
  hear,
  opened,
  refused,
  reply,
  request,
  shareServer,
  startAnswering,
} from './peer.ts';

const server = shareServer();

describe(clause('service/1/valid-request-accepted'), () => {
  test('accepted: the canonical opening', async () => {
    expect(await server.ask(request())).toMatchObject({ ...accepted, octets: acceptance });
  });

  test('accepted: one with every optional field', async () => {
    const offer = {
      Origin: 'http://example.com',
      'Sec-WebSocket-Protocol': 'chat, superchat',
      'Sec-WebSocket-Extensions': 'permessage-deflate; client_max_window_bits',
      Cookie: 'a=b',
    };
    expect(await server.ask(request(offer))).toMatchObject(accepted);
  });

  test.each([
    ['octet by octet', [...request()]],
    ['in two pieces, cut within a line end', [request().slice(0, 19), request().slice(19)]],
    ['in two pieces, cut before the last octet', [request().slice(0, -1), '\n']],
  ])('accepted: %s', async (_, pieces) => {
    expect(await server.ask(...pieces)).toMatchObject({ ...accepted, octets: acceptance });
  });

  test('refused: one that breaks a rule', async () => {
    expect(await server.ask(request({ 'Sec-WebSocket-Version': '8' }))).toMatchObject(
      refused(426, 'rfc6455/4.2.2/version-unsupported', 'versionIsNot13'),
    );
  });
});

describe(clause('service/1/no-body-in-101'), () => {
  test('the octets of the 101 end with its empty line, and what answers a ping is a frame', async () => {
    expect(await server.ask(request())).toMatchObject({ octets: acceptance, body: '', pong: '8a00' });
  });
});

describe(clause('service/1/frames-after-101'), () => {
  test('a second opening behind the 101 is no HTTP any more: it is answered by a Close frame', async () => {
    const peer = await server.dial(request() + request());
    await peer.ended();
    expect(peer.octets.subarray(0, acceptance.length).toString()).toBe(acceptance);
    // 1002 is the status for a protocol error.
    expect(peer.octets.subarray(acceptance.length).toString('hex')).toBe('880203ea');
  });
});

describe(clause('service/1/client-frames-after-101'), () => {
  test('octets in one segment with the 101 are the first frames, whatever they look like', async () => {
    const told = await hear(`${reply()}HTTP/1.1 200 OK\r\n\r\n`);
    expect(told).toMatchObject({ ...opened, behind: '' });
    expect(told.connection?.head.toString()).toBe('HTTP/1.1 200 OK\r\n\r\n');
  });

  test('a frame in one segment with the 101 is delivered', async () => {
    const scripted = await startAnswering(`${reply()}\x81\x05first`);
    const { connection } = await connectTo(scripted.port);
    const message = await new Promise((resolve) => {
      if (connection) toWebSocket(connection).on('message', (data) => resolve(String(data)));
    });
    expect(message).toBe('first');
  });

  test('nothing follows the opening by itself', async () => {
    expect(await hear(reply())).toMatchObject({ ...opened, behind: '' });
  });
});
