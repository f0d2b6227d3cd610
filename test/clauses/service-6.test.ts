import { describe, expect, test } from 'vitest';
import { startHandshake } from '../../src/client/index.ts';
import { clause } from './clause.ts';
import {
  closed,
  failed,
  fill,
  hear,
  opened,
  reply,
  request,
  sampleAccept,
  shareServer,
  startAnswering,
} from './peer.ts';

const server = shareServer();

describe(clause('service/6/open-event'), () => {
  test('fired: once, when the last octet of the reply has come', async () => {
    const events: string[] = [];
    let atLast: readonly string[] = ['never'];
    const scripted = await startAnswering((peer) => {
      peer.socket.write(fill(reply(), peer).slice(0, -1), () => {
        atLast = [...events];
        peer.socket.write('\n');
      });
    });
    const handshake = startHandshake(scripted.url);
    await new Promise<void>((resolve) => {
      handshake.on('open', ({ socket }) => {
        events.push('open');
        socket.destroy();
        resolve();
      });
    });
    expect({ atLast, events }).toEqual({ atLast: [], events: ['open'] });
  });

  test('not fired: a reply that lacks its last octet when the connection ends', async () => {
    const told = await hear((peer) => peer.socket.end(fill(reply(), peer).slice(0, -1)));
    expect(told).toMatchObject(failed('service/7/closed-without-response', null, null));
  });

  test('not fired: a reply that is not valid', async () => {
    const told = await hear(reply({ 'Sec-WebSocket-Accept': sampleAccept }));
    expect(told).toMatchObject(closed('rfc6455/4.1/accept-value', 'acceptIsWrong'));
  });
});

describe(clause('service/6/error-then-close'), () => {
  test('a handshake that fails: error, then close', async () => {
    const told = await hear('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n');
    expect(told.events).toEqual(['error', 'close']);
  });

  test('a handshake that is closed: error, then close', async () => {
    expect((await hear(reply({ 'Sec-WebSocket-Accept': null }))).events).toEqual(['error', 'close']);
  });

  test('a handshake that succeeds: neither', async () => {
    expect(await hear(reply())).toMatchObject(opened);
  });
});

describe(clause('service/6/no-server-events'), () => {
  test('what listen() gives emits nothing: it has no member to subscribe by', () => {
    expect(Object.keys(server.server).sort()).toEqual(['close', 'host', 'pending', 'port', 'url']);
  });

  test('the wire carries the reply and nothing else', async () => {
    const { octets } = await server.ask(request());
    expect(octets).toMatch(/^HTTP\/1\.1 101 [\s\S]*\r\n\r\n$/);
    expect(octets.match(/HTTP\//g)).toHaveLength(1);
  });
});
