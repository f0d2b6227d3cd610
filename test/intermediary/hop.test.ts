import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BehaviourName, behaviours } from '../../src/intermediary/behaviour.ts';
import { type Hop, type HopOptions, type HopRecord, startHop } from '../../src/intermediary/hop.ts';
import { type HandshakeServer, listen } from '../../src/server/index.ts';
import { decodeLatin1 } from '../../src/wire/index.ts';
import { HandClock } from '../clock.ts';
import { RawPeer } from '../raw-peer.ts';
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
    expect(await peer.ended).toMatch(/^HTTP\/1\.1 426 Upgrade Required\r\nUpgrade: websocket\r\n/);
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
    expect(clock.running).toBe(0);
  });
});
