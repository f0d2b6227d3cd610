import { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type BehaviourName, behaviours } from '../../src/intermediary/behaviour.ts';
import { type Hop, type HopOptions, type HopRecord, startHop } from '../../src/intermediary/hop.ts';
import { type HandshakeServer, listen } from '../../src/server/index.ts';
import { HandClock } from '../../src/verify/peer/hand-clock.ts';
import { decodeLatin1 } from '../../src/wire/index.ts';
import { script } from '../client/scripted-server.ts';
import { exchangeElsewhere, RawPeer } from '../raw-peer.ts';
import { startSpy } from './spy.ts';

const opening = [
  ...['GET /chat HTTP/1.1', 'Host: public.example', 'Upgrade: websocket', 'Connection: keep-alive, Upgrade'],
  ...['Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Version: 13', '', ''],
].join('\r\n');
const acceptance = [
  ...['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'],
  ...['Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=', '', ''],
].join('\r\n');

let server: HandshakeServer;
const closings: (() => Promise<void>)[] = [];

beforeEach(async () => {
  server = await listen({
    clock: new HandClock(),
    onConnection: ({ socket, head }) => {
      socket.on('error', () => {}).write(head);
      socket.pipe(socket);
    },
  });
  closings.push(server.close);
});
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

async function hopTo(backendPort: number, options: Partial<HopOptions> = {}): Promise<Hop> {
  const hop = await startHop({ backendPort, ...options });
  closings.push(hop.close);
  return hop;
}

function textOf({ request, reply }: HopRecord) {
  return { request: request && decodeLatin1(request), reply: reply && decodeLatin1(reply) };
}

/** A client, a hop that behaves as named, an onlooker that keeps what comes by, and the reference server. */
async function pass(behaviour: BehaviourName) {
  const spy = await startSpy(server.port);
  closings.push(spy.close);
  const hop = await hopTo(spy.port, { behaviour: behaviours[behaviour] });
  const peer = await RawPeer.connect(hop.port);
  await peer.send(opening);
  return { spy, hop, peer };
}

describe('what arrives at the backend, and what returns', () => {
  test('passes: every octet, as it is', async () => {
    const { spy, hop, peer } = await pass('passes');
    expect(await peer.until('\r\n\r\n')).toBe(acceptance);
    await peer.send('\x81\x00frames');
    expect(await peer.until('frames')).toBe(`${acceptance}\x81\x00frames`);
    expect(spy.sent()).toBe(`${opening}\x81\x00frames`);
    expect(hop.records.map(textOf)).toEqual([{ request: opening, reply: acceptance }]);
  });

  test('dropsConnection: nothing arrives, nothing returns', async () => {
    const { spy, hop, peer } = await pass('dropsConnection');
    expect(await peer.ended).toBe('');
    expect(spy.sent()).toBe('');
    expect(hop.records.map(textOf)).toEqual([{ request: opening, reply: null }]);
  });

  test('dropsReply: the request arrives, nothing returns', async () => {
    const { spy, hop, peer } = await pass('dropsReply');
    expect(await peer.ended).toBe('');
    expect(spy.sent()).toBe(opening);
    expect(hop.records.map(textOf)).toEqual([{ request: opening, reply: acceptance }]);
  });

  test.each([
    ['downgradesToHttp10', opening.replace('HTTP/1.1', 'HTTP/1.0')],
    ['stripsUpgrade', opening.replace('Upgrade: websocket\r\n', '')],
    ['stripsConnection', opening.replace('Connection: keep-alive, Upgrade\r\n', '')],
    [
      'stripsHopByHop',
      opening.replace('Upgrade: websocket\r\n', '').replace('Connection: keep-alive, Upgrade\r\n', ''),
    ],
  ] as const)('%s: the server asks for the upgrade that it has not seen', async (behaviour, arrived) => {
    const { spy, peer } = await pass(behaviour);
    expect(await peer.ended).toMatch(
      /^HTTP\/1\.1 426 Upgrade Required\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\nUpgrade: websocket\r\n/,
    );
    expect(spy.sent()).toBe(arrived);
  });

  test('rewritesHost: the server sees another host, the reply returns as it is', async () => {
    const { spy, peer } = await pass('rewritesHost');
    expect(await peer.until('\r\n\r\n')).toBe(acceptance);
    expect(spy.sent()).toBe(opening.replace('public.example', 'backend.internal'));
  });

  test('mutilatesReply: the request arrives as it is, the reply returns without its accept value', async () => {
    const { spy, peer } = await pass('mutilatesReply');
    expect(await peer.until('\r\n\r\n')).toBe(
      acceptance.replace('Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n', ''),
    );
    expect(spy.sent()).toBe(opening);
  });
});

test('a head that comes in pieces is carried once it is complete, with what came behind it', async () => {
  const hop = await hopTo(server.port);
  const peer = await RawPeer.connect(hop.port);
  await peer.send(opening.slice(0, 50));
  await peer.send(`${opening.slice(50)}behind`);
  expect(await peer.until('behind')).toBe(`${acceptance}behind`);
});

test('what is no request is carried as it is', async () => {
  const hop = await hopTo(server.port);
  const peer = await RawPeer.connect(hop.port);
  await peer.send('no request\n');
  expect(await peer.ended).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
});

test('stripsHopByHop: every line of both fields in any letter case, nothing else, and the reply not', async () => {
  const backend = await script();
  const hop = await hopTo(backend.port, { behaviour: behaviours.stripsHopByHop });
  const peer = await RawPeer.connect(hop.port);
  const lines = ['UPGRADE: h2c', 'X-Upgrade: a', 'connection: close', 'Keep-Alive: b', 'upgrade: c'];
  await peer.send(['GET /a HTTP/1.1', 'Host: d', ...lines, 'Connection: e', '', 'behind'].join('\r\n'));
  const arrived = await backend.peers.take();
  expect(await arrived.until('behind')).toBe(
    'GET /a HTTP/1.1\r\nHost: d\r\nX-Upgrade: a\r\nKeep-Alive: b\r\n\r\nbehind',
  );
  await arrived.send(`${acceptance}frames`);
  expect(await peer.until('frames')).toBe(`${acceptance}frames`);
});

describe('what is no head goes on as it came', () => {
  test.each([
    ['what is no request', ['no request\nbehind', 'later']],
    ['in pieces', ['no re', 'quest\nbehind', 'later']],
    ['a bare LF in a field line', ['GET / HTTP/1.1\r\nA: b', '\nC: d\r\n\r\n', 'later']],
    ['a malformed field line in a whole head', ['GET / HTTP/1.1\r\nA b\r\n\r\nbehind', 'later']],
    [
      'a head beyond its limit',
      [`GET / HTTP/1.1\r\nA: ${'a'.repeat(40_000)}`, `${'b'.repeat(40_000)}\r\n`, 'later'],
    ],
  ])('to the backend: %s', async (_, pieces) => {
    const backend = await script();
    const hop = await hopTo(backend.port, { behaviour: behaviours.stripsHopByHop });
    const peer = await RawPeer.connect(hop.port);
    for (const piece of pieces) {
      await peer.send(piece);
      await exchangeElsewhere();
    }
    expect(await (await backend.peers.take()).until('later')).toBe(pieces.join(''));
  });

  test.each([
    ['what is no reply', ['SMTP ready\r\n', 'later']],
    ['in pieces', ['HT', 'TP', '/2 what\nbehind', 'later']],
    ['a head beyond its limit', [`HTTP/1.1 101 \r\nA: ${'a'.repeat(70_000)}`, 'later']],
  ])('to the client: %s', async (_, pieces) => {
    const backend = await script();
    const hop = await hopTo(backend.port, { behaviour: behaviours.mutilatesReply });
    const peer = await RawPeer.connect(hop.port);
    await peer.send(opening);
    const arrived = await backend.peers.take();
    for (const piece of pieces) {
      await arrived.send(piece);
      await exchangeElsewhere();
    }
    expect(await peer.until('later')).toBe(pieces.join(''));
  });
});

describe('a head that the end of its side cuts short goes on as far as it came', () => {
  test.each(['', 'GET', 'GET / HTTP/1.1\r\nHost: a\r\n\r'])('to the backend: %j', async (text) => {
    const backend = await script();
    const hop = await hopTo(backend.port);
    const peer = await RawPeer.connect(hop.port, { allowHalfOpen: true });
    const arrived = await backend.peers.take();
    await peer.send(text);
    await exchangeElsewhere();
    expect(arrived.received).toBe('');
    peer.end();
    expect(await arrived.ended).toBe(text);
    await arrived.send('SMTP\n');
    expect(await peer.until('\n')).toBe('SMTP\n');
    expect(hop.records).toMatchObject([{ request: null }]);
  });

  test.each(['', 'HTTP/1.1 10', 'HTTP/1.1 101 \r\nA: b\r\n\r'])('to the client: %j', async (text) => {
    const backend = await script();
    const hop = await hopTo(backend.port);
    const peer = await RawPeer.connect(hop.port, { allowHalfOpen: true });
    await peer.send(opening);
    const arrived = await backend.peers.take();
    await arrived.request();
    await arrived.send(text);
    await exchangeElsewhere();
    expect(peer.received).toBe('');
    arrived.end();
    expect(await peer.ended).toBe(text);
    expect(hop.records.map(textOf)).toEqual([{ request: opening, reply: null }]);
  });
});

test('behind a whole head its end goes on, and the other side stays open', async () => {
  const backend = await script();
  const hop = await hopTo(backend.port);
  const peer = await RawPeer.connect(hop.port, { allowHalfOpen: true });
  await peer.send(opening);
  peer.end();
  const arrived = await backend.peers.take();
  expect(await arrived.ended).toBe(opening);
  await arrived.send(`${acceptance}frames`);
  expect(await peer.until('frames')).toBe(`${acceptance}frames`);
});

test('a side that takes nothing keeps the other from being read, until it takes it all', async () => {
  const size = 64 * 2 ** 20;
  const backend = await script();
  const hop = await hopTo(backend.port);
  const peer = await RawPeer.connect(hop.port);
  const arrived = await backend.peers.take();
  await peer.send(opening);
  await arrived.request();
  arrived.socket.removeAllListeners('data').pause();
  const { pause } = Socket.prototype;
  const spy = vi.spyOn(Socket.prototype, 'pause');
  onTestFinished(() => spy.mockRestore());
  const held = new Promise((resolve) => {
    spy.mockImplementation(function (this: Socket) {
      if (this.localPort === hop.port) resolve('held');
      return pause.call(this);
    });
  });
  const sent = new Promise((resolve) => peer.socket.write(Buffer.alloc(size, 'a'), () => resolve('sent')));
  expect(await Promise.race([held, sent])).toBe('held');
  let count = 0;
  const all = new Promise<void>((resolve) => {
    arrived.socket.on('data', (text: unknown) => {
      count += String(text).length;
      if (count >= size) resolve();
    });
  });
  arrived.socket.resume();
  await all;
  expect(await sent).toBe('sent');
  expect(count).toBe(size);
});

test('a backend that cannot be reached closes the connection', async () => {
  const other = await startSpy(server.port);
  await other.close();
  const hop = await hopTo(other.port);
  const peer = await RawPeer.connect(hop.port);
  expect(await peer.ended).toBe('');
});

test('one record is kept for each connection, in the order of their arrival', async () => {
  const hop = await hopTo(server.port);
  for (const path of ['/one', '/two']) {
    const peer = await RawPeer.connect(hop.port);
    await peer.send(opening.replace('/chat', path));
    await peer.until('\r\n\r\n');
  }
  expect(hop.records.map((record) => textOf(record).request?.slice(0, 8))).toEqual(['GET /one', 'GET /two']);
});

test('close() ends the connections that it carries', async () => {
  const hop = await startHop({ backendPort: server.port });
  const peer = await RawPeer.connect(hop.port);
  await peer.send(opening);
  await peer.until('\r\n\r\n');
  await hop.close();
  expect(await peer.ended).toBe(acceptance);
});

describe('an idle connection is ended, on both sides', () => {
  async function open(options: Partial<HopOptions> = {}) {
    const clock = new HandClock();
    const hop = await hopTo(server.port, { clock, ...options });
    const peer = await RawPeer.connect(hop.port);
    await peer.send(opening);
    await peer.until('\r\n\r\n');
    return { clock, peer };
  }

  test('60,000 ms after the last octet', async () => {
    const { clock, peer } = await open();
    clock.advance(59_999);
    await peer.send('still here');
    await peer.until('still here');
    clock.advance(59_999);
    await peer.send('and here');
    await peer.until('and here');
    clock.advance(60_000);
    expect(await peer.ended).toBe(`${acceptance}still hereand here`);
  });

  test('or as long as is asked for', async () => {
    const { clock, peer } = await open({ idleTimeout: 1_000 });
    clock.advance(1_000);
    expect(await peer.ended).toBe(acceptance);
  });

  test('and a connection that is over has left no timer', async () => {
    const { clock, peer } = await open();
    peer.reset();
    await clock.runs(0);
    expect(clock.waiting).toBe(0);
  });
});
