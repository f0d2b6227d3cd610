import { once } from 'node:events';
import { createSecureServer, type Http2SecureServer, type ServerHttp2Stream } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bind } from '../../src/bind.ts';
import { type Http2Options, probeHttp2 } from '../../src/doctor/http2.ts';
import { pongFrame } from '../../src/verify/peer/frame/frame.ts';
import { certificates } from '../certificate.ts';

const tls = certificates.trusted;
const pong = pongFrame(Buffer.from('ws101'));

/** Has a server listen; says how many connections are open, and were made. */
async function start(server: Server) {
  const open = new Set<Socket>();
  let made = 0;
  server.on('connection', (socket: Socket) => {
    made += 1;
    open.add(socket);
    socket.on('error', () => {}); // the probe ends connections as it likes
    socket.once('close', () => open.delete(socket));
  });
  const { port } = await bind(server);
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return { port, made: () => made, open };
}

type OnStream = (stream: ServerHttp2Stream, headers: Record<string, unknown>) => void;

function onStream(server: Http2SecureServer, answer: OnStream): Server {
  server.on('sessionError', () => {});
  server.on('stream', (stream: ServerHttp2Stream, headers: Record<string, unknown>) => {
    stream.on('error', () => {});
    answer(stream, headers);
  });
  return server;
}

const http2Server = (
  answer: OnStream = () => {},
  { enableConnectProtocol = true, allowHTTP1 = false } = {},
) => onStream(createSecureServer({ ...tls, allowHTTP1, settings: { enableConnectProtocol } }), answer);

const probe = (port: number, options: Partial<Http2Options> = {}) =>
  probeHttp2({
    ...{ host: 'localhost', address: '127.0.0.1', port, authority: 'shop.example' },
    ...{ path: '/chat?a=b', tls: { ca: certificates.authority }, open: true, fields: [], timeout: 5000 },
    ...options,
  });

/** Answers an extended CONNECT with 200, and each chunk of data with a greeting and the pong, in pieces. */
const echo: OnStream = (stream) => {
  stream.respond({ ':status': 200 });
  stream.once('data', () => {
    stream.write(Buffer.concat([Buffer.from([0x81, 2, 0x68, 0x69]), pong.subarray(0, 3)]));
    stream.write(pong.subarray(3));
  });
};

describe('over TLS', () => {
  test('an extended CONNECT opens, and a ping is answered', async () => {
    const seen: Record<string, unknown>[] = [];
    const frames: Buffer[] = [];
    const server = await start(
      http2Server((stream, headers) => {
        seen.push(headers);
        stream.on('data', (data: Buffer) => frames.push(data));
        echo(stream, headers);
      }),
    );
    const result = await probe(server.port, {
      fields: [
        ['Host', 'shop.example'],
        ['Connection', 'Upgrade'],
        ['Upgrade', 'websocket'],
        ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
        ['Origin', 'https://app.example'],
        ['Sec-WebSocket-Protocol', 'chat'],
        ['Cookie', 'a=1'],
        ['X-Own', '1'],
        ['x-own', '2'],
      ],
    });
    expect(result).toMatchObject({
      ...{ isSpoken: true, isConnectAnnounced: true, status: 200, alpn: 'h2' },
      ...{ problem: null, opened: true, pong: true, connections: 1 },
    });
    expect(result.settings).toMatchObject({ enableConnectProtocol: true, maxFrameSize: 16384 });
    expect(seen).toEqual([
      expect.objectContaining({
        ...{ ':method': 'CONNECT', ':protocol': 'websocket', ':scheme': 'https', ':path': '/chat?a=b' },
        ...{ ':authority': 'shop.example', 'sec-websocket-version': '13', origin: 'https://app.example' },
        ...{ 'sec-websocket-protocol': 'chat', cookie: 'a=1', 'x-own': '1, 2' },
      }),
    ]);
    const [headers = {}] = seen;
    for (const name of ['host', 'connection', 'upgrade', 'sec-websocket-key'])
      expect(headers).not.toHaveProperty(name);
    expect(frames[0]?.subarray(0, 2)).toEqual(Buffer.from([0x89, 0x85]));
    await expect.poll(() => Buffer.concat(frames.slice(1)).subarray(0, 2)).toEqual(Buffer.from([0x88, 0x82]));
    expect(server.made()).toBe(1);
  });

  test.each([
    ['refuses', (stream: ServerHttp2Stream) => stream.respond({ ':status': 403 }, { endStream: true }), 403],
    ['redirects', (stream: ServerHttp2Stream) => stream.respond({ ':status': 307 }), 307],
  ])('a server that %s does not open', async (_what, answer, status) => {
    const { port } = await start(http2Server(answer, { allowHTTP1: true }));
    expect(await probe(port)).toMatchObject({
      ...{ isSpoken: true, isConnectAnnounced: true, status, problem: null },
      ...{ opened: false, pong: false },
    });
  });

  test('nothing is sent where extended CONNECT is not announced', async () => {
    let streams = 0;
    const { port } = await start(
      http2Server(
        () => {
          streams += 1;
        },
        { enableConnectProtocol: false },
      ),
    );
    expect(await probe(port)).toMatchObject({
      ...{ isSpoken: true, isConnectAnnounced: false, status: null, problem: null, opened: false },
      settings: { enableConnectProtocol: false },
    });
    expect(streams).toBe(0);
  });

  test('nothing is sent where it is not asked for', async () => {
    let streams = 0;
    const { port } = await start(
      http2Server(() => {
        streams += 1;
      }),
    );
    expect(await probe(port, { open: false })).toMatchObject({
      isConnectAnnounced: true,
      status: null,
      problem: null,
    });
    expect(streams).toBe(0);
  });

  test.each([
    ['resets the stream', (stream: ServerHttp2Stream) => stream.close(7), null, /REFUSED_STREAM/],
    ['closes the connection', (stream: ServerHttp2Stream) => stream.session?.destroy(), null, /closed/],
    [
      'says GOAWAY',
      (stream: ServerHttp2Stream) => stream.session?.destroy(new Error('no'), 11),
      null,
      /ENHANCE_YOUR_CALM|code 11|closed/,
    ],
    [
      'ends the stream in place of a pong',
      (stream: ServerHttp2Stream) => {
        stream.respond({ ':status': 200 });
        stream.end();
      },
      200,
      /ended the stream/,
    ],
    [
      'sends the pong of another ping',
      (stream: ServerHttp2Stream) => {
        stream.respond({ ':status': 200 });
        stream.end(pongFrame(Buffer.from('other')));
      },
      200,
      /ended the stream/,
    ],
  ])('a server that %s', async (_what, answer, status, problem) => {
    const { port } = await start(http2Server(answer));
    const result = await probe(port);
    expect(result).toMatchObject({ isSpoken: true, status, opened: status !== null, pong: false });
    expect(result.problem).toMatch(problem);
  });

  test('a field that HTTP/2 cannot carry is a problem', async () => {
    const { port } = await start(http2Server(echo));
    const fields = [
      ['Authorization', 'Bearer a'],
      ['Authorization', 'Bearer b'],
    ] as const;
    const result = await probe(port, { fields });
    expect(result).toMatchObject({ isConnectAnnounced: true, status: null });
    expect(result.problem).toMatch(/authorization/);
  });

  test('a server of http/1.1 alone is asked once', async () => {
    const server = await start(createHttpsServer(tls));
    const seen = { isSpoken: false, alpn: 'http/1.1', settings: null, problem: null, connections: 1 };
    expect(await probe(server.port)).toMatchObject(seen);
    expect(server.made()).toBe(1);
  });

  test('a server that knows nothing of ALPN chooses nothing', async () => {
    const { port } = await start(createTlsServer(tls, (socket) => socket.on('error', () => {})));
    expect(await probe(port)).toMatchObject({ isSpoken: false, alpn: null, problem: null, connections: 1 });
  });

  test('a certificate that is not trusted is a problem, unless that does not matter', async () => {
    const { port } = await start(http2Server(echo));
    const strict = await probe(port, { tls: {} });
    expect(strict).toMatchObject({ isSpoken: false, alpn: null, connections: 1 });
    expect(strict.problem).toMatch(/certificate/);
    expect(await probe(port, { tls: { rejectUnauthorized: false } })).toMatchObject({ pong: true });
  });

  test('the name that is asked for is the host without its last dot, and no address', async () => {
    const names: string[] = [];
    const server = createTlsServer({
      ...{ ...tls, ALPNProtocols: ['http/1.1'] },
      SNICallback(name, done) {
        names.push(name);
        done(null);
      },
    });
    const { port } = await start(server);
    await probe(port, { host: 'localhost.' });
    await probe(port, { host: '127.0.0.1' });
    expect(names).toEqual(['localhost']);
  });
});

describe('no connection outlives the probe', () => {
  const timeout = 100;

  test.each<[what: string, server: () => Server, isSpoken: boolean]>([
    [
      'to a server that never answers the ClientHello',
      () => createServer((socket) => socket.resume()),
      false,
    ],
    [
      'to a server that never sends SETTINGS',
      () =>
        createTlsServer({ ...tls, ALPNProtocols: ['h2'] }, (socket) => socket.on('error', () => {}).resume()),
      true,
    ],
    ['to a server that never answers CONNECT', () => http2Server(), true],
    [
      'to a server that never answers the ping',
      () => http2Server((stream) => stream.respond({ ':status': 200 })),
      true,
    ],
  ])('%s', async (_what, make, isSpoken) => {
    const server = await start(make());
    const result = await probe(server.port, { timeout });
    expect(result).toMatchObject({ isSpoken, pong: false, problem: 'there was no answer within 100 ms' });
    expect(result.ms).toBeGreaterThanOrEqual(timeout - 5);
    const closing = [...server.open].map((socket) => once(socket, 'close'));
    await Promise.all(closing);
  });

  test('through a proxy that never answers', async () => {
    const result = await probe(1, { timeout, dial: () => new Promise(() => {}) });
    expect(result).toMatchObject({ problem: 'there was no answer within 100 ms', connections: 1 });
  });

  test.each([
    ['closes at once', (socket: Socket) => socket.destroy()],
    ['ends at once', (socket: Socket) => socket.end()],
    ['resets at once', (socket: Socket) => socket.resetAndDestroy()],
    ['says something else', (socket: Socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')],
  ])('to a server that %s', async (_what, answer) => {
    const { port } = await start(createServer(answer));
    const result = await probe(port);
    expect(result).toMatchObject({ isSpoken: false, alpn: null, settings: null });
    expect(result.problem).not.toBeNull();
  });

  test('to a port on which nobody listens', async () => {
    const server = createServer();
    const { port } = await bind(server);
    server.close();
    expect((await probe(port)).problem).toMatch(/ECONNREFUSED/);
  });
});

test('a connection may come through somebody else', async () => {
  const { port } = await start(http2Server(echo));
  let dialled = 0;
  const dial = async () => {
    dialled += 1;
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
  expect(await probe(1, { address: '192.0.2.1', dial })).toMatchObject({ pong: true, connections: 1 });
  expect(dialled).toBe(1);
});
