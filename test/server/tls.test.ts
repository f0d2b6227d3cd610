import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createConnection } from 'node:net';
import { TLSSocket } from 'node:tls';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { firstMessage, listen, type ServerConnection, toWebSocket } from '../../src/server/index.ts';
import { certificates } from '../certificate.ts';
import { writeFrame } from '../frames/frame.ts';
import { exchangeElsewhere, type RawPeer } from '../raw-peer.ts';
import { recordedText, recordUntilFinished } from '../recording-hop.ts';
import { acceptance, badRequest, opening, serve } from './serve.ts';
import { captureHello, dialTls, failTls, recordTypes, serveTls } from './tls.ts';

const closedBy = (problem: string) => ({
  type: 'closed',
  clause: 'rfc6455/4.2.2/tls-failure',
  source: 'RFC 6455 §4.2.2',
  guard: null,
  status: null,
  problem,
  remoteAddress: '127.0.0.1',
});

function echo(connection: ServerConnection): void {
  const webSocket = toWebSocket(connection);
  webSocket.on('message', (data) => webSocket.send(String(data)));
}

describe('a secured port', () => {
  test('opens over TLS, and says so in its url', async () => {
    const { server, secured, connections, outcomes } = await serveTls();
    expect(server.url).toBe(`wss://127.0.0.1:${server.port}`);
    expect(await secured.open(`${opening}frames`)).toBe(acceptance);
    const { socket, head } = await connections.take();
    expect(socket).toBeInstanceOf(TLSSocket);
    expect(head.toString()).toBe('frames');
    expect(outcomes.all).toMatchObject([{ type: 'accepted', remoteAddress: '127.0.0.1', problem: null }]);
  });

  test('echoes frames of a raw client', async () => {
    const { secured } = await serveTls({ onConnection: echo });
    const peer = await secured.begin(opening + writeFrame('client', 0x81, 'early'));
    expect(await peer.until('early')).toBe(acceptance + writeFrame('server', 0x81, 'early'));
    await peer.send(writeFrame('client', 0x88, '\x03\xe8'));
    expect((await peer.ended).slice(-4)).toBe('\x88\x02\x03\xe8');
  });

  test('echoes frames of the client of ws', async () => {
    const { server } = await serveTls({ onConnection: echo });
    const { authority } = certificates;
    const webSocket = new WebSocket(`${server.url}/chat`, { ca: authority });
    await once(webSocket, 'open');
    webSocket.send('message');
    expect(String((await once(webSocket, 'message'))[0])).toBe('message');
    webSocket.close(1000);
    expect((await once(webSocket, 'close'))[0]).toBe(1000);
  });

  test('the session runs as an actor, too', async () => {
    const { secured } = await serveTls({ interpreter: 'actor' });
    expect(await secured.open(opening)).toBe(acceptance);
  });

  test('a head may come octet by octet', async () => {
    const { dialTls } = await serveTls();
    const peer = await dialTls();
    for (const octet of opening) await peer.send(octet);
    expect(await peer.until('\r\n\r\n')).toBe(acceptance);
  });

  test('a client that ends its side behind the opening still gets its answer, and what follows', async () => {
    const { dialTls, connections } = await serveTls();
    const peer = await dialTls({ allowHalfOpen: true });
    peer.socket.end(opening);
    const { socket } = await connections.take();
    await once(socket.resume(), 'end');
    await exchangeElsewhere();
    socket.end('frames');
    expect(await peer.ended).toBe(`${acceptance}frames`);
  });

  test('a credential in the first message is awaited there, too', async () => {
    const { secured, connections } = await serveTls({ authentication: firstMessage('secret') });
    const peer = await secured.begin(
      opening + writeFrame('client', 0x81, '{"type":"auth","token":"secret"}'),
    );
    const webSocket = toWebSocket(await connections.take());
    webSocket.send('welcome');
    expect(await peer.until('welcome')).toBe(acceptance + writeFrame('server', 0x81, 'welcome'));
  });
});

describe('the order is TCP, TLS, opening, frames, and nothing of it is in the clear', () => {
  const auth = '{"type":"auth","token":"secret"}';

  async function exchange(maxVersion: 'TLSv1.2' | 'TLSv1.3') {
    const { server } = await serveTls({ onConnection: echo, authentication: firstMessage('secret') });
    const hop = await recordUntilFinished({ to: server.port });
    const peer = await dialTls(hop.port, { maxVersion });
    expect(recordedText(hop, 'received')).not.toContain('HTTP');
    await peer.send(opening + writeFrame('client', 0x81, auth) + writeFrame('client', 0x81, 'frames'));
    expect(await peer.until('frames')).toBe(acceptance + writeFrame('server', 0x81, 'frames'));
    return hop;
  }

  test.each(['TLSv1.2', 'TLSv1.3'] as const)('%s: no word of it is seen on the way', async (maxVersion) => {
    const hop = await exchange(maxVersion);
    const octets = recordedText(hop, 'sent') + recordedText(hop, 'received');
    expect(octets.length).toBeGreaterThan(opening.length + acceptance.length);
    for (const word of ['HTTP', 'GET', '/chat', 'websocket', 'Accept', 'secret', 'frames']) {
      expect(octets).not.toContain(word);
    }
  });

  test('TLSv1.2: the handshake of TLS is complete before anything else is sent', async () => {
    const hop = await exchange('TLSv1.2');
    const sent = recordTypes(recordedText(hop, 'sent')).join(' ');
    const received = recordTypes(recordedText(hop, 'received')).join(' ');
    expect(sent).toMatch(/^22 22 20 22( 23)+$/);
    expect(received).toMatch(/^(22 )+20 22( 23)+$/);
  });
});

describe('the protocol is agreed by ALPN', () => {
  test('a client that offers h2 alone is refused by an alert', async () => {
    const { server, outcomes } = await serveTls();
    expect(await failTls(server.port, { ALPNProtocols: ['h2'] })).toMatchObject({
      code: 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL',
    });
    expect(await outcomes.take()).toMatchObject(
      closedBy('the client speaks none but other protocols than http/1.1 (ALPN)'),
    );
    expect(server.pending).toBe(0);
  });
});

describe('the version of TLS is 1.2 at least', () => {
  const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;

  test.each([
    ['by itself', {}],
    ['whatever the options say', { minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const],
  ])('a client of 1.1 is refused %s', async (_, more) => {
    const { trusted } = certificates;
    const { server, outcomes } = await serveTls({ tls: { ...trusted, ...more } });
    expect(await failTls(server.port, old)).toMatchObject({ code: 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION' });
    expect(await outcomes.take()).toMatchObject(
      closedBy('the client speaks no version of TLS that is supported'),
    );
  });

  test('1.3 can be asked for', async () => {
    const { trusted } = certificates;
    const { server, dialTls } = await serveTls({ tls: { ...trusted, minVersion: 'TLSv1.3' } });
    expect(await failTls(server.port, { maxVersion: 'TLSv1.2' })).toMatchObject({
      code: 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
    });
    expect((await dialTls()).socket.getProtocol()).toBe('TLSv1.3');
  });
});

describe('what is no TLS on a secured port is closed without a word of HTTP', () => {
  test.each([
    ['an opening', opening, 'plain HTTP on a port that speaks TLS'],
    ['a POST', 'POST / HTTP/1.1\r\nHost: a\r\n\r\n', 'plain HTTP on a port that speaks TLS'],
    ['a CONNECT', 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', 'a CONNECT on a port that speaks TLS'],
    ['another protocol', 'EHLO example.com\r\n', 'octets that are no TLS on a port that speaks TLS'],
  ])('%s', async (_, octets, problem) => {
    const { ask, outcomes, server, clock } = await serveTls();
    expect(await ask(octets)).not.toContain('HTTP');
    expect(outcomes.all).toMatchObject([closedBy(problem)]);
    expect([server.pending, clock.waiting]).toEqual([0, 0]);
  });

  test('TLS on a port that speaks none is answered with 400', async () => {
    const { ask } = await serve();
    expect(await ask(await captureHello())).toBe(badRequest);
  });
});

describe('a TLS handshake that is never complete', () => {
  test.each([
    ['begun', 20],
    ['not begun', 0],
  ])('ends at the deadline: %s', async (_, octets) => {
    const { server, begin, clock, outcomes } = await serveTls({ deadline: 1_000 });
    const hello = await captureHello();
    const peer = await begin(hello.slice(0, octets), { allowHalfOpen: true });
    await clock.runs(1);
    expect(server.pending).toBe(1);
    clock.advance(999);
    expect(outcomes.all).toEqual([]);
    clock.advance(1);
    expect(outcomes.all).toMatchObject([
      { ...closedBy('the TLS handshake was not complete in time'), durationMs: 1_000 },
    ]);
    expect(await peer.ended).toBe('');
    expect([server.pending, clock.waiting]).toEqual([0, 0]);
    await server.close();
  });

  test('ends at the deadline, whatever trickles in', async () => {
    const { dial, clock, outcomes } = await serveTls({ deadline: 20_000 });
    const hello = await captureHello();
    const peer = await dial();
    await clock.runs(1);
    for (const octet of hello.slice(0, 20)) {
      await peer.send(octet);
      await exchangeElsewhere();
      expect(outcomes.all).toEqual([]);
      clock.advance(1_000);
    }
    expect(await peer.ended).toBe('');
    expect(outcomes.all).toMatchObject([closedBy('the TLS handshake was not complete in time')]);
  });

  test('holds close() up no longer than that', async () => {
    const { server, dial, clock } = await serveTls();
    await dial();
    await clock.runs(1);
    const closed = vi.fn();
    const closing = server.close().then(closed);
    await exchangeElsewhere();
    expect(closed).not.toHaveBeenCalled();
    clock.advance(10_000);
    await closing;
  });

  test.each([
    ['resets', (peer: RawPeer) => peer.reset()],
    ['ends its side', (peer: RawPeer) => peer.end()],
  ])('is over when the peer %s', async (_, leave) => {
    const { server, begin, clock, outcomes } = await serveTls();
    const peer = await begin((await captureHello()).slice(0, 20), { allowHalfOpen: true });
    await clock.runs(1);
    leave(peer);
    expect(await outcomes.take()).toMatchObject(
      closedBy('the connection ended before the TLS handshake was complete'),
    );
    expect([server.pending, clock.waiting]).toEqual([0, 0]);
    expect(outcomes.all).toHaveLength(1);
  });

  test('is over when the client does not trust the certificate', async () => {
    const { trusted, selfSigned } = certificates;
    const { server, clock, outcomes, connections } = await serveTls({ tls: selfSigned });
    expect(await failTls(server.port, { ca: trusted.cert })).toMatchObject({
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    });
    await outcomes.take();
    expect([server.pending, clock.waiting, connections.all.length]).toEqual([0, 0, 0]);
  });
});

test('one deadline is for TLS and the head', async () => {
  const { server, clock, outcomes } = await serveTls();
  const socket = createConnection({ host: '127.0.0.1', port: server.port });
  await clock.runs(1);
  clock.advance(6_000);
  const peer = await dialTls(server.port, { socket });
  await peer.send('GET /chat');
  await exchangeElsewhere();
  clock.advance(3_999);
  expect(outcomes.all).toEqual([]);
  clock.advance(1);
  expect((await peer.ended).slice(0, 12)).toBe('HTTP/1.1 408');
  expect(outcomes.all).toMatchObject([{ type: 'refused', guard: 'headIsLate', durationMs: 10_000 }]);
});

describe('the limit on pending handshakes counts those in TLS', () => {
  test('the next one gets its 503 once it is secured', async () => {
    const { server, dial, dialTls, secured, clock, outcomes } = await serveTls({ limits: { pending: 1 } });
    const first = await dial();
    await clock.runs(1);
    const second = await dialTls();
    expect((await second.ended).slice(0, 12)).toBe('HTTP/1.1 503');
    expect(outcomes.all).toMatchObject([{ guard: 'pendingLimitIsReached', status: 503 }]);
    expect(server.pending).toBe(1);
    first.reset();
    await outcomes.take();
    await outcomes.take();
    expect(await secured.open(opening)).toBe(acceptance);
    expect(server.pending).toBe(0);
  });

  test('one that was let in is not put out by those that came later', async () => {
    const { server, dial, clock } = await serveTls({ limits: { pending: 1 } });
    const hop = await recordUntilFinished({ to: server.port });
    const first = await dialTls(hop.port);
    await clock.runs(1);
    const second = await dial();
    await clock.runs(2);
    await first.send(opening);
    expect(await first.until('\r\n\r\n')).toBe(acceptance);
    expect(server.pending).toBe(0);
    second.reset();
  });

  test('no more than twice as many are taken at all', async () => {
    const { server, dial, clock, outcomes } = await serveTls({ limits: { pending: 2 } });
    const peers: RawPeer[] = [];
    for (let count = 0; count < 8; count += 1) {
      peers.push(await dial({ allowHalfOpen: true }));
      await exchangeElsewhere();
    }
    expect(outcomes.all).toMatchObject(Array(4).fill(closedBy('too many connections are under way')));
    expect([server.pending, clock.waiting]).toEqual([2, 4]);
    for (const peer of peers.slice(4)) expect(await peer.ended).toBe('');
    clock.advance(10_000);
    expect(outcomes.all).toHaveLength(8);
    await server.close();
  });
});

test('the target of an opening may be an absolute URI with https', async () => {
  const { secured } = await serveTls({ paths: ['/chat'] });
  expect(await secured.open(opening.replace('/chat', 'https://server.example.com/chat'))).toBe(acceptance);
});

describe('plain HTTP over TLS is the application’s, with every octet', () => {
  const post = 'POST /form HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n';

  test.each(['node:http', 'node:https'] as const)('a server of %s', async (kind) => {
    const { trusted } = certificates;
    const application = kind === 'node:https' ? createHttpsServer(trusted) : createServer();
    application.on('request', (request, response) => {
      let body = '';
      request.setEncoding('latin1').on('data', (text) => {
        body += text;
      });
      request.on('end', () => {
        const { encrypted } = request.socket as TLSSocket; // it came through one
        response.end(`<${request.url} ${encrypted} ${body}>`);
      });
    });
    const { secured, outcomes } = await serveTls({ application });
    const peer = await secured.begin(post + post.replace('/form', '/next'));
    expect((await peer.until('</next true body>')).match(/<.*>/g)).toEqual([
      '</form true body>',
      '</next true body>',
    ]);
    for (const octet of post.replace('/form', '/last')) await peer.send(octet);
    await peer.until('</last true body>');
    expect(outcomes.all).toMatchObject([{ type: 'passed' }]);
  });
});

describe('certificates', () => {
  test('a client’s is asked for, and found at the connection', async () => {
    const { trusted, authority } = certificates;
    const { dialTls, connections } = await serveTls({
      tls: { ...trusted, ca: authority, requestCert: true },
    });
    const peer = await dialTls(trusted);
    await peer.send(opening);
    const { socket } = await connections.take();
    expect(socket).toBeInstanceOf(TLSSocket);
    expect((socket as TLSSocket).getPeerCertificate().subject).toMatchObject({ CN: 'ws101' }); // as was just seen
  });

  test('a client without one is refused', async () => {
    const { trusted, authority } = certificates;
    const { server, outcomes, connections } = await serveTls({
      tls: { ...trusted, ca: authority, requestCert: true },
    });
    const peer = await dialTls(server.port);
    expect(await peer.ended).toBe('');
    await outcomes.take();
    expect(outcomes.all).toMatchObject([{ type: 'closed', clause: 'rfc6455/4.2.2/tls-failure' }]);
    expect(connections.all).toEqual([]);
  });

  test.each([
    ['a key that is none', { key: 'a', cert: 'b' }],
    ['a protocol that is none', { maxVersion: 'TLSv9' as 'TLSv1.3' }],
    ['an agreement of its own on the protocol', { ALPNCallback: () => undefined }],
  ])('%s rejects', async (_, more) => {
    const { trusted } = certificates;
    await expect(listen({ onConnection: () => {}, tls: { ...trusted, ...more } })).rejects.toThrow();
  });
});

test('many at once are told apart', async () => {
  const { server, outcomes } = await serveTls({ onConnection: echo });
  const peers = await Promise.all(Array.from({ length: 30 }, () => dialTls(server.port)));
  await Promise.all(
    peers.map(async (peer, at) => {
      await peer.send(opening + writeFrame('client', 0x81, `message ${at}.`));
      expect(await peer.until(`message ${at}.`)).toBe(
        acceptance + writeFrame('server', 0x81, `message ${at}.`),
      );
    }),
  );
  expect(outcomes.all.map(({ remotePort }) => remotePort).sort()).toEqual(
    peers.map(({ socket }) => socket.localPort).sort(),
  );
  onTestFinished(() => expect(server.pending).toBe(0));
});
