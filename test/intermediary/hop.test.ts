import { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type BehaviourName, behaviours } from '../../src/intermediary/behaviour.ts';
import { type HopOptions, startHop } from '../../src/intermediary/hop.ts';
import { type HandshakeServer, listen } from '../../src/server/index.ts';
import { HandClock } from '../../src/verify/peer/hand-clock.ts';
import { script } from '../client/scripted-server.ts';
import { Mailbox } from '../mailbox.ts';
import { acceptance } from '../opening.ts';
import { exchangeElsewhere, RawPeer } from '../raw-peer.ts';
import { recordedText, recordUntilFinished } from '../recording-hop.ts';

const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
const opening = [
  ...['GET /chat HTTP/1.1', 'Host: public.example', 'Upgrade: websocket', 'Connection: keep-alive, Upgrade'],
  ...[key, 'Sec-WebSocket-Version: 13', '', ''],
].join('\r\n');
/** What a hop that keeps the rules makes of it. */
const forwarded = opening.replace('keep-alive, ', '');

/** What the hop says itself. */
function answer(status: string): string {
  const date = 'Date: Thu, 01 Jan 1970 00:00:00 GMT';
  return [`HTTP/1.1 ${status}`, date, 'Connection: close', 'Content-Length: 0', '', ''].join('\r\n');
}
const badRequest = answer('400 Bad Request');
const badGateway = answer('502 Bad Gateway');

let server: HandshakeServer;

beforeEach(async () => {
  server = await listen({
    clock: new HandClock(),
    onConnection: ({ socket, head }) => {
      socket.on('error', () => {}).write(head);
      socket.pipe(socket);
    },
  });
});
afterEach(() => server.close());

async function hopTo(backendPort: number, options: Partial<HopOptions> = {}): Promise<number> {
  const hop = await startHop({ backendPort, clock: new HandClock(), ...options });
  onTestFinished(() => hop.close());
  return hop.port;
}

/** A client that has sent octets to a port. */
async function begin(port: number, octets = opening, { allowHalfOpen = false } = {}): Promise<RawPeer> {
  const peer = await RawPeer.connect(port, { allowHalfOpen });
  await peer.send(octets);
  return peer;
}

/** A client, a hop that behaves as named, an onlooker that keeps what comes by, and the reference server. */
async function pass(behaviour: BehaviourName, sent = opening) {
  const seen = await recordUntilFinished({ to: server.port });
  const peer = await begin(await hopTo(seen.port, { behaviour: behaviours[behaviour] }), sent);
  return { peer, arrived: () => recordedText(seen, 'sent') };
}

/** A client and a backend of octets, the request on its way. */
async function passScripted(sent = opening, options: Partial<HopOptions> = {}) {
  const backend = await script();
  const peer = await begin(await hopTo(backend.port, options), sent, { allowHalfOpen: true });
  const arrived = await backend.peers.take();
  await arrived.request();
  return { peer, arrived };
}

/** Resolves as soon as a connection that was made to a port is no longer read. */
function whenHeld(port: number): Promise<string> {
  const { pause } = Socket.prototype;
  const spy = vi.spyOn(Socket.prototype, 'pause');
  onTestFinished(() => spy.mockRestore());
  return new Promise((resolve) => {
    spy.mockImplementation(function (this: Socket) {
      if (this.localPort === port) resolve('held');
      return pause.call(this);
    });
  });
}

describe('what arrives at the backend, and what returns', () => {
  test('passes: the request for this connection, the reply, and every octet behind them', async () => {
    const { peer, arrived } = await pass('passes');
    expect(await peer.until('\r\n\r\n')).toBe(acceptance);
    await peer.send('\x81\x00frames');
    expect(await peer.until('frames')).toBe(`${acceptance}\x81\x00frames`);
    expect(arrived()).toBe(`${forwarded}\x81\x00frames`);
  });

  test.each([
    ['dropsConnection', ''],
    ['dropsReply', forwarded],
  ] as const)('%s: nothing returns', async (behaviour, text) => {
    const { peer, arrived } = await pass(behaviour);
    expect(await peer.ended).toBe('');
    expect(arrived()).toBe(text);
  });

  test('refuses: nothing arrives', async () => {
    const { peer, arrived } = await pass('refuses');
    expect(await peer.ended).toBe(answer('403 Forbidden'));
    expect(arrived()).toBe('');
  });

  test.each([
    ['downgradesToHttp10', forwarded.replace('HTTP/1.1', 'HTTP/1.0')],
    ['stripsUpgrade', forwarded.replace('Upgrade: websocket\r\n', '')],
    ['stripsConnection', forwarded.replace('Connection: Upgrade\r\n', '')],
    [
      'stripsHopByHop',
      forwarded.replace('Upgrade: websocket\r\n', '').replace('Connection: Upgrade\r\n', ''),
    ],
  ] as const)('%s: the server asks for the upgrade that it has not seen', async (behaviour, text) => {
    const { peer, arrived } = await pass(behaviour);
    expect(await peer.ended).toMatch(
      /^HTTP\/1\.1 426 Upgrade Required\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\nUpgrade: websocket\r\n/,
    );
    expect(arrived()).toBe(text);
  });

  test.each([
    ['garblesRequest', forwarded.replace('GET /chat HTTP/1.1', 'GET'), 'HTTP/1.1 400'],
    ['inventsVersion', forwarded.replace('HTTP/1.1', 'HTTP/1.2'), acceptance],
    ['rewritesHost', forwarded.replace('public.example', 'backend.internal'), acceptance],
    ['rewritesTarget', forwarded.replace('/chat', '/chat?'), acceptance],
    ['changesKey', forwarded.replace(/Key: \S+/, 'Key: AAAAAAAAAAAAAAAAAAAAAA=='), 'HTTP/1.1 101'],
    ['stripsVersion', forwarded.replace('Sec-WebSocket-Version: 13\r\n', ''), 'HTTP/1.1 400'],
    ['rewritesOrigin', forwarded.replace(/\r\n$/, 'Origin: http://backend.internal\r\n\r\n'), acceptance],
  ] as const)('%s: the server sees another request', async (behaviour, text, returned) => {
    const { peer, arrived } = await pass(behaviour);
    expect(await peer.until('\r\n\r\n')).toContain(returned);
    expect(arrived()).toBe(text);
  });

  test.each([
    ['mutilatesReply', acceptance.replace(/Sec-WebSocket-Accept: .*\r\n/, '')],
    ['stripsReplyUpgrade', acceptance.replace('Upgrade: websocket\r\n', '')],
    ['stripsReplyConnection', acceptance.replace('Connection: Upgrade\r\n', '')],
    ['downgradesReply', acceptance.replace('HTTP/1.1', 'HTTP/1.0')],
    ['garblesReply', acceptance.replace('HTTP/1.1 101 Switching Protocols', 'ICY 101')],
    ['addsExtension', acceptance.replace(/\r\n$/, 'Sec-WebSocket-Extensions: x-hop\r\n\r\n')],
    [
      'changesStatus',
      acceptance.replace('101 Switching Protocols', '200 OK').replace(/\r\n$/, 'Content-Length: 0\r\n\r\n'),
    ],
  ] as const)(
    '%s: the request arrives as it should, the reply returns as another',
    async (behaviour, text) => {
      const { peer, arrived } = await pass(behaviour);
      expect(await peer.until('\r\n\r\n')).toBe(text);
      expect(arrived()).toBe(forwarded);
    },
  );

  test.each([
    ['stripsSubprotocols', 'Sec-WebSocket-Protocol: a, b'],
    ['stripsExtensions', 'Sec-WebSocket-Extensions: a'],
  ] as const)('%s: the offer does not arrive', async (behaviour, line) => {
    const offering = opening.replace(/\r\n$/, `${line}\r\n\r\n`);
    const { peer, arrived } = await pass(behaviour, offering);
    expect(await peer.until('\r\n\r\n')).toBe(acceptance);
    expect(arrived()).toBe(forwarded);
    const kept = await pass('passes', offering);
    await kept.peer.until('\r\n\r\n');
    expect(kept.arrived()).toBe(forwarded.replace(/\r\n$/, `${line}\r\n\r\n`));
  });

  test('stripsSubprotocol: the choice does not return', async () => {
    const { peer, arrived } = await passScripted(opening, { behaviour: behaviours.stripsSubprotocol });
    await arrived.send(acceptance.replace(/\r\n$/, 'Sec-WebSocket-Protocol: a\r\n\r\n'));
    expect(await peer.until('\r\n\r\n')).toBe(acceptance);
  });

  test('switchesUnasked: who asks for nothing is upgraded', async () => {
    const plain = 'GET /chat HTTP/1.1\r\nHost: a\r\n\r\n';
    const { peer, arrived } = await passScripted(plain, { behaviour: behaviours.switchesUnasked });
    expect(arrived.received).toBe(
      'GET /chat HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    );
    await arrived.send(`${acceptance}frames`);
    expect(await peer.until('frames')).toBe(`${acceptance}frames`);
  });

  test('nominates and forwardsNominated: what Connection names goes one hop, or one too many', async () => {
    const naming = await pass('nominates');
    await naming.peer.until('\r\n\r\n');
    const named = forwarded
      .replace('Connection: Upgrade', 'Connection: Upgrade, X-Hop')
      .replace(/\r\n$/, 'X-Hop: 1\r\n\r\n');
    expect(naming.arrived()).toBe(named);
    const passing = await pass('passes', named);
    await passing.peer.until('\r\n\r\n');
    expect(passing.arrived()).toBe(forwarded);
    const forwarding = await pass('forwardsNominated', named);
    await forwarding.peer.until('\r\n\r\n');
    expect(forwarding.arrived()).toBe(forwarded.replace(/\r\n$/, 'X-Hop: 1\r\n\r\n'));
  });
});

describe('the request is written for this connection', () => {
  test.each([
    [
      'the protocols of Upgrade, but websocket, are not carried',
      ['GET /a HTTP/1.1', 'Host: d', 'Upgrade: h2c', 'UPGRADE: b, WebSocket', 'Connection: upgrade'],
      ['GET /a HTTP/1.1', 'Host: d', 'Upgrade: websocket', 'Connection: Upgrade'],
    ],
    [
      'no other Upgrade is carried',
      ['GET /a HTTP/1.1', 'Host: d', 'Upgrade: h2c', 'Connection: Upgrade'],
      ['GET /a HTTP/1.1', 'Host: d', 'Connection: close'],
    ],
    [
      'an Upgrade that Connection does not name counts for nothing',
      ['GET /a HTTP/1.1', 'Host: d', 'Upgrade: websocket'],
      ['GET /a HTTP/1.1', 'Host: d', 'Connection: close'],
    ],
    [
      'nor does one in HTTP/1.0',
      ['GET /a HTTP/1.0', 'Host: d', 'Upgrade: websocket', 'Connection: Upgrade'],
      ['GET /a HTTP/1.1', 'Host: d', 'Connection: close'],
    ],
    [
      'what Connection names in any letter case, and what is known to belong to one connection, is left out',
      [
        'GET /a HTTP/1.1',
        'Connection: A, , b',
        'connection: C',
        'a: 1',
        'B: 2',
        'Host: d',
        'c: 3',
        'd: 4',
        'TE: x',
      ],
      ['GET /a HTTP/1.1', 'Connection: close', 'Host: d', 'd: 4'],
    ],
    [
      'Keep-Alive and Proxy-Connection, too',
      [
        'GET /a HTTP/1.1',
        'Host: d',
        'Keep-Alive: timeout=5',
        'Proxy-Connection: keep-alive',
        'X-Keep-Alive: a',
      ],
      ['GET /a HTTP/1.1', 'Host: d', 'X-Keep-Alive: a', 'Connection: close'],
    ],
    [
      'an absolute target is reduced, and its host takes the place of Host',
      ['GET ws://e:80/a?b HTTP/1.1', 'Host: d'],
      ['GET /a?b HTTP/1.1', 'Host: e:80', 'Connection: close'],
    ],
    [
      'one without a path or query, too',
      ['GET http://e HTTP/1.1', 'Host: d'],
      ['GET / HTTP/1.1', 'Host: e', 'Connection: close'],
    ],
    [
      'a later minor version becomes its own',
      ['GET /a HTTP/1.9', 'Host: d'],
      ['GET /a HTTP/1.1', 'Host: d', 'Connection: close'],
    ],
  ])('%s', async (_, sent, arrived) => {
    const passed = await passScripted(`${sent.join('\r\n')}\r\n\r\n`);
    expect(passed.arrived.received).toBe(`${arrived.join('\r\n')}\r\n\r\n`);
  });

  test.each([
    ['a length', 'Content-Length: 5\r\n', 'hello'],
    ['chunks', 'Transfer-Encoding: chunked\r\n', '5\r\nhello\r\n0\r\n\r\n'],
  ])('its content is carried, by %s, and what lies behind it is not', async (_, line, content) => {
    const sent = opening.replace(/\r\n$/, `${line}\r\n`);
    const { peer, arrived } = await passScripted(`${sent}${content.slice(0, 2)}`);
    await peer.send(`${content.slice(2)}GET /admin HTTP/1.1\r\n\r\n`);
    await arrived.until(content);
    await arrived.send('HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nnoHTTP/1.1 200 OK\r\n\r\n');
    expect(await peer.ended).toBe(
      'HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno',
    );
    expect(arrived.received).toBe(`${forwarded.replace(/\r\n$/, `${line}\r\n`)}${content}`);
  });
});

describe('what is no request, or two in one, is answered 400, and nothing arrives', () => {
  test.each([
    ['what is no request', 'no request\n'],
    ['a bare LF in a field line', 'GET / HTTP/1.1\r\nHost: a\nC: d\r\n\r\n'],
    ['a malformed field line', 'GET / HTTP/1.1\r\nHost: a\r\nA b\r\n\r\n'],
    ['HTTP/2.0', 'GET / HTTP/2.0\r\nHost: a\r\n\r\n'],
    ['no Host', 'GET / HTTP/1.1\r\n\r\n'],
    ['two of them', 'GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n'],
    ['a malformed one', 'GET / HTTP/1.1\r\nHost: a/b\r\n\r\n'],
    ['a CONNECT', 'CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n'],
    ['a Connection that is no list of tokens', 'GET / HTTP/1.1\r\nHost: a\r\nConnection: a b\r\n\r\n'],
    ['a Connection that names Host', 'GET / HTTP/1.1\r\nHost: a\r\nConnection: host\r\n\r\n'],
    [
      'a Connection that names Content-Length',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nConnection: Content-Length\r\n\r\na',
    ],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na'],
  ])('%s', async (_, sent) => {
    const { peer, arrived } = await passNothing(sent);
    expect(await peer.ended).toBe(badRequest);
    expect(arrived()).toBe(0);
  });

  test('a head beyond its limit is answered 431', async () => {
    const { peer, arrived } = await passNothing(`GET / HTTP/1.1\r\nA: ${'a'.repeat(70_000)}`);
    expect(await peer.ended).toBe(answer('431 Request Header Fields Too Large'));
    expect(arrived()).toBe(0);
  });

  test('a head that the end of its side cuts short is answered 400, none at all by the end', async () => {
    const half = await passNothing('GET / HTTP/1.1\r\nHost: a\r\n\r');
    half.peer.end();
    expect(await half.peer.ended).toBe(badRequest);
    const none = await passNothing('');
    none.peer.end();
    expect(await none.peer.ended).toBe('');
  });

  async function passNothing(sent: string) {
    const seen = await recordUntilFinished({ to: server.port });
    const peer = await begin(await hopTo(seen.port), sent, { allowHalfOpen: true });
    return { peer, arrived: () => seen.connections.length };
  }
});

test('a head that comes in pieces is carried once it is complete', async () => {
  const peer = await begin(await hopTo(server.port), opening.slice(0, 50));
  await peer.send(`${opening.slice(50)}behind`);
  expect(await peer.until('behind')).toBe(`${acceptance}behind`);
});

describe('frames that are sent early wait for the 101', () => {
  test('and come behind the request', async () => {
    const { peer, arrived } = await passScripted(`${opening}early`);
    await peer.send('later');
    expect(arrived.received).toBe(forwarded);
    await arrived.send(`${acceptance}first`);
    expect(await arrived.until('earlylater')).toBe(`${forwarded}earlylater`);
    expect(await peer.until('first')).toBe(`${acceptance}first`);
  });

  test('and are not read without end', async () => {
    const backend = await script();
    const port = await hopTo(backend.port);
    const held = whenHeld(port);
    const peer = await begin(port);
    const sent = new Promise((resolve) =>
      peer.socket.write(Buffer.alloc(64 * 2 ** 20), () => resolve('sent')),
    );
    expect(await Promise.race([held, sent])).toBe('held');
  });

  test('and behind a refusal they never come', async () => {
    const { peer, arrived } = await passScripted(`${opening}early`);
    await arrived.send('HTTP/1.1 400 No\r\nContent-Length: 0\r\n\r\n');
    expect(await peer.ended).toBe('HTTP/1.1 400 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    await arrived.ended;
    expect(arrived.received).toBe(forwarded);
  });
});

describe('replies', () => {
  const hint = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n';
  const go = 'HTTP/1.1 100 Continue\r\n\r\n';

  test('interim ones pass one by one, each by way of the behaviour, and then the final one', async () => {
    const statuses: number[] = [];
    const reply = vi.fn(behaviours.passes.reply);
    const { peer, arrived } = await passScripted(opening, {
      behaviour: {
        ...behaviours.passes,
        reply: (due, head) => {
          statuses.push(head.status);
          return reply(due, head);
        },
      },
    });
    await arrived.send(hint);
    expect(await peer.until('\r\n\r\n')).toBe(hint);
    await arrived.send(`${go}${hint}${acceptance}frames`);
    expect(await peer.until('frames')).toBe(`${hint}${go}${hint}${acceptance}frames`);
    expect(statuses).toEqual([103, 100, 103, 101]);
  });

  test('what an interim one says of its connection does not pass', async () => {
    const { peer, arrived } = await passScripted();
    await arrived.send(
      `HTTP/1.1 103 \r\nUpgrade: websocket\r\nConnection: A, Upgrade\r\nA: b\r\nC: d\r\n\r\n${acceptance}`,
    );
    expect(await peer.until('101')).toContain('HTTP/1.1 103 \r\nC: d\r\n\r\nHTTP/1.1 101');
  });

  test('none passes to a client of HTTP/1.0', async () => {
    const { peer, arrived } = await passScripted('GET / HTTP/1.0\r\nHost: a\r\n\r\n');
    await arrived.send(`${hint}HTTP/1.1 204 No Content\r\n\r\n`);
    expect(await peer.ended).toBe('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n');
  });

  test('dropsInterims and hintsEarly: fewer, and more', async () => {
    const dropping = await passScripted(opening, { behaviour: behaviours.dropsInterims });
    await dropping.arrived.send(`${hint}${go}${acceptance}`);
    expect(await dropping.peer.until('\r\n\r\n')).toBe(acceptance);
    const hinting = await passScripted(opening, { behaviour: behaviours.hintsEarly });
    await hinting.arrived.send(acceptance);
    expect(await hinting.peer.until(acceptance)).toBe(
      `HTTP/1.1 103 Early Hints\r\nLink: </hop>; rel=preload\r\n\r\n${acceptance}`,
    );
  });

  test.each([
    ['a length', 'HTTP/1.1 403 No\r\nContent-Length: 5\r\nConnection: close\r\n\r\n', 'hello', ''],
    [
      'a length, on a connection that stays open',
      'HTTP/1.1 403 No\r\nContent-Length: 5\r\nConnection: close\r\n\r\n',
      'hello',
      'HTTP/1.1 200 OK\r\n\r\n',
    ],
    [
      'chunks',
      'HTTP/1.1 403 No\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n',
      '2\r\nno\r\n0\r\n\r\n',
      'x',
    ],
  ])('a refusal is relayed whole, its content by %s', async (_, head, content, more) => {
    const { peer, arrived } = await passScripted();
    await arrived.send(head + content.slice(0, 3));
    await peer.until(content.slice(0, 3));
    await arrived.send(content.slice(3) + more);
    expect(await peer.ended).toBe(head + content);
    await arrived.ended;
  });

  test('a refusal whose content lasts until the end is relayed to the end', async () => {
    const { peer, arrived } = await passScripted();
    await arrived.send('HTTP/1.1 403 No\r\n\r\nmuch');
    await peer.until('much');
    await arrived.send(' more');
    arrived.end();
    expect(await peer.ended).toBe('HTTP/1.1 403 No\r\nConnection: close\r\n\r\nmuch more');
  });

  test('one to HEAD has no content', async () => {
    const { peer, arrived } = await passScripted('HEAD / HTTP/1.1\r\nHost: a\r\n\r\n');
    await arrived.send('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n');
    expect(await peer.ended).toBe('HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\n');
  });

  test('a 426 keeps its Upgrade, with a Connection of the hop', async () => {
    const { peer, arrived } = await passScripted();
    await arrived.send(
      'HTTP/1.1 426 Upgrade Required\r\nUpgrade: websocket\r\nConnection: upgrade, A\r\nA: b\r\nContent-Length: 0\r\n\r\n',
    );
    expect(await peer.ended).toBe(
      'HTTP/1.1 426 Upgrade Required\r\nUpgrade: websocket\r\nConnection: Upgrade, close\r\nContent-Length: 0\r\n\r\n',
    );
  });

  test('the version of a reply becomes its own', async () => {
    const { peer, arrived } = await passScripted();
    await arrived.send('HTTP/1.0 403 No\r\nContent-Length: 0\r\n\r\n');
    expect(await peer.ended).toBe('HTTP/1.1 403 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
  });

  test.each([
    ['what is none', 'SMTP ready\r\n'],
    ['a malformed field line', 'HTTP/1.1 101 Yes\r\nA b\r\n\r\n'],
    ['a head beyond its limit', `HTTP/1.1 101 \r\nA: ${'a'.repeat(70_000)}`],
    ['a 101 without Upgrade', acceptance.replace('Upgrade: websocket\r\n', '')],
    ['a 101 without Connection', acceptance.replace('Connection: Upgrade\r\n', '')],
    [
      'a Connection that names Content-Length',
      'HTTP/1.1 200 OK\r\nConnection: Content-Length\r\nContent-Length: 1\r\n\r\na',
    ],
    ['none behind an interim one', `${go}SMTP\r\n`],
  ])('one that is of no use is answered 502: %s', async (_, text) => {
    const { peer, arrived } = await passScripted();
    await arrived.send(text);
    expect((await peer.ended).replace(go, '')).toBe(badGateway);
    await arrived.ended;
  });

  test('a 101 that nobody has asked for is answered 502, and no tunnel opens', async () => {
    const { peer, arrived } = await passScripted('GET / HTTP/1.1\r\nHost: a\r\n\r\nframes');
    await arrived.send(`${acceptance}frames`);
    expect(await peer.ended).toBe(badGateway);
    await arrived.ended;
    expect(arrived.received).not.toContain('frames');
  });

  test.each([
    ['ends', (arrived: RawPeer) => arrived.end()],
    ['resets the connection', (arrived: RawPeer) => arrived.reset()],
  ])('a backend that %s without one: 502', async (_, end) => {
    const { peer, arrived } = await passScripted();
    end(arrived);
    expect(await peer.ended).toBe(badGateway);
  });

  test('a backend that cannot be reached: 502', async () => {
    const gone = await startHop({ backendPort: server.port });
    await gone.close();
    const peer = await begin(await hopTo(gone.port));
    expect(await peer.ended).toBe(badGateway);
  });

  test('a client that leaves before one takes the backend along', async () => {
    const { peer, arrived } = await passScripted();
    peer.reset();
    await arrived.ended;
    expect(arrived.received).toBe(forwarded);
  });

  test('a backend that resets the connection amid a refusal ends that of the client', async () => {
    const { peer, arrived } = await passScripted();
    await arrived.send('HTTP/1.1 403 No\r\nContent-Length: 5\r\n\r\nhe');
    await peer.until('he');
    arrived.reset();
    expect(await peer.ended).toContain('\r\n\r\nhe');
  });
});

describe('the tunnel', () => {
  test('the end of the client goes on, and the other side stays open', async () => {
    const { peer, arrived } = await passScripted();
    peer.end();
    await exchangeElsewhere(); // by now the hop has read that end
    await arrived.send(acceptance);
    expect(await arrived.ended).toBe(forwarded);
    await arrived.send('frames');
    expect(await peer.until('frames')).toBe(`${acceptance}frames`);
  });

  test('so does the end of the backend', async () => {
    const { peer, arrived } = await passScripted();
    await arrived.send(acceptance);
    await peer.until('\r\n\r\n');
    arrived.end();
    expect(await peer.ended).toBe(acceptance);
  });

  test('and an end behind the 101', async () => {
    const { peer, arrived } = await passScripted();
    await arrived.send(acceptance);
    await peer.until('\r\n\r\n');
    await peer.send('frames');
    peer.end();
    expect(await arrived.ended).toBe(`${forwarded}frames`);
  });

  test('a side that takes nothing keeps the other from being read, until it takes it all', async () => {
    const size = 64 * 2 ** 20;
    const backend = await script();
    const port = await hopTo(backend.port);
    const peer = await begin(port);
    const arrived = await backend.peers.take();
    await arrived.reply(acceptance);
    await peer.until('\r\n\r\n');
    arrived.socket.removeAllListeners('data').pause();
    const held = whenHeld(port);
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

  test('close() ends the connections that it carries', async () => {
    const hop = await startHop({ backendPort: server.port });
    const peer = await begin(hop.port);
    await peer.until('\r\n\r\n');
    await hop.close();
    expect(await peer.ended).toBe(acceptance);
  });
});

describe('time', () => {
  async function open(options: Partial<HopOptions> = {}) {
    const clock = new HandClock();
    const peer = await begin(await hopTo(server.port, { clock, ...options }));
    await peer.until('\r\n\r\n');
    return { clock, peer };
  }

  test('an idle connection is ended 60,000 ms after the last octet, on both sides', async () => {
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

  test('half a request is waited for as long as for anything', async () => {
    const clock = new HandClock();
    const peer = await begin(await hopTo(server.port, { clock }), 'GET');
    await clock.runs(1);
    clock.advance(60_000);
    expect(await peer.ended).toBe('');
  });

  test('a backend that is silent for 30,000 ms is answered for with 504', async () => {
    const clock = new HandClock();
    const { peer, arrived } = await passScripted(opening, { clock });
    clock.advance(29_999);
    expect(peer.received).toBe('');
    clock.advance(1);
    const date = 'Date: Thu, 01 Jan 1970 00:00:30 GMT';
    expect(await peer.ended).toBe(
      ['HTTP/1.1 504 Gateway Timeout', date, 'Connection: close', 'Content-Length: 0', '', ''].join('\r\n'),
    );
    await arrived.ended;
  });

  test('or as long as is asked for, interim replies or not', async () => {
    const clock = new HandClock();
    const { peer, arrived } = await passScripted(opening, { clock, replyTimeout: 1_000 });
    await arrived.send('HTTP/1.1 102 Processing\r\n\r\n');
    await peer.until('\r\n\r\n');
    clock.advance(1_000);
    expect(await peer.ended).toContain('HTTP/1.1 504 ');
  });

  test('holdsReply: the client is told nothing, and waits until the hop has waited for long enough', async () => {
    const clock = new HandClock();
    const held = new Mailbox<number>();
    const { peer, arrived } = await passScripted(opening, {
      clock,
      behaviour: {
        ...behaviours.holdsReply,
        reply(_, { status }) {
          held.put(status);
          return behaviours.holdsReply.reply();
        },
      },
    });
    await arrived.send(`${acceptance}frames`);
    expect(await held.take()).toBe(101);
    clock.advance(59_999);
    expect(clock.waiting).toBe(1);
    clock.advance(1);
    expect(await peer.ended).toBe('');
  });
});
