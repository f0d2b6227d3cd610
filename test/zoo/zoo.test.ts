import { once } from 'node:events';
import { connect as connectTls } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { WebSocket as Undici } from 'undici';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import WebSocket from 'ws';
import { HandClock } from '../../src/verify/peer/hand-clock.ts';
import type { ZooCase } from '../../src/zoo/case.ts';
import { zooCases } from '../../src/zoo/case-list.ts';
import { openZoo, type Zoo, type ZooOptions } from '../../src/zoo/zoo.ts';
import { certificates } from '../certificate.ts';
import { opening } from '../opening.ts';
import { runs } from '../property.ts';
import { exchangeElsewhere, RawPeer } from '../raw-peer.ts';
import { differences, opensWith, playCases } from './outcome.ts';
import { quickClock } from './quick-clock.ts';

let zoo: Zoo;
let ws = '';

beforeAll(async () => {
  zoo = await openZoo({ clock: quickClock, limits: { requestsPerMinute: 1_000_000 } });
  ws = zoo.url.replace('http', 'ws');
});
afterAll(() => zoo.close());

const isAboutExtensions = ({ edits, isDeflating }: ZooCase) =>
  isDeflating || /extensions/i.test(JSON.stringify(edits));

describe('our own client does with every case what is expected of a right one', () => {
  test.each([
    ['rfc6455', false],
    ['rfc6455', true],
    ['whatwg', true],
  ] as const)('by the rules of %s, permessage-deflate offered: %s', async (rules, permessageDeflate) => {
    // Without an offer the replies that have nothing to do with it are judged as they are with one.
    const cases = permessageDeflate ? zooCases : zooCases.filter(isAboutExtensions);
    const outcomes = await playCases(cases, ({ path, subprotocols }) =>
      opensWith(`${ws}${path}`, {
        ...{ rules, subprotocols },
        ...(rules === 'whatwg' ? {} : { permessageDeflate }),
      }),
    );
    expect(outcomes.size).toBe(cases.length);
    expect(cases.length).toBeGreaterThan(5);
    expect(differences(cases, rules, outcomes)).toEqual([]);
  });
});

/** A third of the cases; our own client goes through all of them. */
const some = zooCases.filter(({ id }, at) => id === 'plain' || at % runs(3, 1) === 0);

describe('other clients get to the end of it, whatever they do', () => {
  test('ws', async () => {
    const outcomes = await playCases(some, async ({ path, subprotocols }) => {
      const webSocket = new WebSocket(`${ws}${path}`, [...subprotocols]);
      const opened = await new Promise<boolean>((resolve) => {
        webSocket.on('open', () => resolve(true)).on('error', () => resolve(false));
      });
      webSocket.terminate();
      return opened;
    });
    expect(outcomes.size).toBe(some.length);
    expect(outcomes.get('plain')).toBe('open');
  });

  test('undici', async () => {
    const outcomes = await playCases(some, async ({ path, subprotocols }) => {
      const webSocket = new Undici(`${ws}${path}`, [...subprotocols]);
      const opened = await new Promise<boolean>((resolve) => {
        webSocket.onopen = () => resolve(true);
        webSocket.onclose = () => resolve(false);
      });
      webSocket.close();
      return opened;
    });
    expect(outcomes.size).toBe(some.length);
    expect(outcomes.get('plain')).toBe('open');
  });
});

describe('behind a 101 that a right client takes', () => {
  test.each(['plain', 'message-with-101', 'deflate-agreed'])(
    '%s: its name is sent, and the connection is closed with 1000',
    async (id) => {
      const heard: string[] = [];
      const webSocket = new WebSocket(`${ws}/case/${id}`).on('message', (data) => heard.push(String(data)));
      const [code] = await once(webSocket, 'close');
      expect([code, ...heard]).toEqual([1000, id]);
    },
  );

  test('that is so as well where a client may do either', async () => {
    const peer = await RawPeer.connect(zoo.port);
    const id = 'field-lines-are-malformed-X-Odd';
    await peer.send(openingAt(`/case/${id}`));
    expect(await peer.ended).toContain(`\r\n\r\n\x81\x1f${id}\x88\x02\x03\xe8`);
  });

  test.each(['plain', 'deflate-agreed'])(
    '%s: pings are answered, and Close; messages are not',
    async (id) => {
      const { zoo: still, clock } = await open();
      const webSocket = new WebSocket(`${still.url.replace('http', 'ws')}/case/${id}`);
      const heard: string[] = [];
      webSocket.on('message', (data) => heard.push(String(data)));
      await once(webSocket, 'open');
      clock.advance(50);
      // Of such a size it is compressed, where that was agreed.
      webSocket.send('x'.repeat(2_000));
      webSocket.ping('hello');
      const [data] = await once(webSocket, 'pong');
      expect(String(data)).toBe('hello');
      webSocket.close(4_000, 'bye');
      expect(await once(webSocket, 'close')).toEqual([4_000, Buffer.from('bye')]);
      expect(heard).toEqual([id]);
    },
  );

  test('when the zoo closes, so do they, with 1001', async () => {
    const { zoo: still } = await open();
    const webSocket = new WebSocket(`${still.url.replace('http', 'ws')}/case/plain`);
    await once(webSocket, 'open');
    const [[code]] = await Promise.all([once(webSocket, 'close'), still.close()]);
    expect(code).toBe(1001);
  });
});

/** A zoo whose clock stands still. */
async function open(options: ZooOptions = {}) {
  const clock = new HandClock();
  const opened = await openZoo({ clock, ...options });
  onTestFinished(() => opened.close());
  return { zoo: opened, clock };
}

const openingAt = (target: string, ...more: readonly string[]) =>
  [opening.replace('/chat', target).trimEnd(), ...more, '\r\n'].join('\r\n');

describe('octets', () => {
  async function say(octets: string, { port }: Pick<Zoo, 'port'> = zoo): Promise<RawPeer> {
    const peer = await RawPeer.connect(port);
    onTestFinished(() => peer.reset());
    await peer.send(octets);
    return peer;
  }
  const headOf = async (octets: string) => (await (await say(octets)).until('\r\n\r\n')).split('\r\n\r\n')[0];

  test('a reply is made for the key, and nothing of it depends on the query', async () => {
    expect(await headOf(openingAt('/case/plain?x=<script>'))).toBe(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        'Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=',
    );
  });

  test('the first of the subprotocols is chosen, where the case says nothing of them', async () => {
    const head = await headOf(openingAt('/case/plain', 'Sec-WebSocket-Protocol: graphql-ws, chat'));
    expect(head).toContain('\r\nSec-WebSocket-Protocol: graphql-ws');
  });

  test.each([
    ['Sec-WebSocket-Protocol: <script>'],
    ['Sec-WebSocket-Protocol: a b'],
    ['Sec-WebSocket-Protocol: \xe4, evil'],
    ['Sec-WebSocket-Protocol: chat, evil;x=1'],
    ['Sec-WebSocket-Extensions: evil; evil=1'],
    ['Cookie: evil=1'],
    ['X-Forwarded-Host: evil'],
  ])('nothing comes back of %s', async (field) => {
    const head = await headOf(openingAt('/case/plain', field));
    expect(head).toMatch(/^HTTP\/1\.1 101 /);
    expect(head).not.toMatch(/evil|script|Sec-WebSocket-(?:Protocol|Extensions)/);
  });

  test('a key that is none has an accept value, too', async () => {
    const head = await headOf(openingAt('/case/plain').replace(/Key: .*/, 'Key: <evil>'));
    expect(head).toMatch(/\r\nSec-WebSocket-Accept: [A-Za-z0-9+/]{27}=$/);
  });

  test('behind a 101 that is wrong the connection ends after a moment', async () => {
    const { zoo: still, clock } = await open();
    const peer = await say(openingAt('/case/upgrade-is-absent'), still);
    await peer.until('\r\n\r\n');
    await clock.runs(2);
    clock.advance(499);
    await peer.send('more');
    await exchangeElsewhere();
    expect(peer.connection.ending).toBe('open');
    clock.advance(1);
    expect(await peer.ended).toMatch(/^HTTP\/1\.1 101 [\s\S]*\r\n\r\n$/);
  });

  test('nothing follows what is no 101, and the connection ends', async () => {
    const received = await (await say(openingAt('/case/redirect-302'))).ended;
    expect(received).toMatch(/^HTTP\/1\.1 302 [\s\S]*\r\nLocation: \/case\/plain\r\n[\s\S]*\r\n\r\n$/);
  });

  test('permessage-deflate is agreed to as it was asked for', async () => {
    const field = 'Sec-WebSocket-Extensions: evil; a=1, permessage-deflate; server_max_window_bits=10';
    expect(await headOf(openingAt('/case/deflate-agreed', field))).toMatch(
      /\r\nSec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=10$/,
    );
  });

  test('two halves come one after the other, and a late one late', async () => {
    const { zoo: still, clock } = await open();
    const halves = await say(openingAt('/case/halves'), still);
    await halves.until('HTTP/1.1 101');
    expect(halves.received).not.toContain('\r\n\r\n');
    clock.advance(500);
    await halves.until('\r\n\r\n');
    const late = await say(openingAt('/case/late'), still);
    await clock.runs(4);
    expect(late.received).toBe('');
    clock.advance(1_000);
    await late.until('\r\n\r\n');
  });

  test('without a reply, or within its head, the connection ends', async () => {
    expect(await (await say(openingAt('/case/no-reply'))).ended).toBe('');
    const cut = await (await say(openingAt('/case/head-cut'))).ended;
    expect(cut).toMatch(/^HTTP\/1\.1 101 /);
    expect(cut).not.toContain('\r\n\r\n');
  });

  test.each([
    [
      'a case without an opening',
      'GET /case/plain HTTP/1.1\r\nHost: a\r\n\r\n',
      /^HTTP\/1\.1 426 [\s\S]*\r\nUpgrade: websocket\r\n/,
    ],
    [
      'a case asked for h2c',
      openingAt('/case/plain').replace('Upgrade: websocket', 'Upgrade: h2c'),
      /^HTTP\/1\.1 426 /,
    ],
    [
      'the list asked for h2c',
      openingAt('/cases.json').replace('Upgrade: websocket', 'Upgrade: h2c'),
      /^HTTP\/1\.1 200 /,
    ],
    ['an opening elsewhere', openingAt('/elsewhere'), /^HTTP\/1\.1 404 [\s\S]*\r\nConnection: close\r\n/],
    [
      'another method',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n',
      /^HTTP\/1\.1 405 [\s\S]*\r\nAllow: GET, HEAD\r\n/,
    ],
    [
      'another method that asks for an upgrade, before its content is there',
      openingAt('/', 'Content-Length: 9').replace('GET', 'POST'),
      /^HTTP\/1\.1 405 [\s\S]*\r\nAllow: GET, HEAD\r\n/,
    ],
    ['no HTTP', 'evil\r\n\r\n', /^HTTP\/1\.1 400 /],
    ['a head that is too large', openingAt('/', `X: ${'evil'.repeat(3_000)}`), /^HTTP\/1\.1 431 /],
    ['a path that is none', 'GET /evil<script> HTTP/1.1\r\nHost: evil\r\n\r\n', /^HTTP\/1\.1 404 /],
  ])('%s', async (_, octets, reply) => {
    const peer = await say(octets);
    const received = await peer.until('\r\n\r\n');
    expect(received).toMatch(reply);
    expect(received).not.toMatch(/evil|script>/);
  });

  test('one request too many is answered with 503, an opening as well', async () => {
    const { zoo: still } = await open({ limits: { requestsPerMinute: 2, loopback: true } });
    const ask = async (octets: string) => (await (await say(octets, still)).until('\r\n\r\n')).slice(0, 12);
    expect(await ask(openingAt('/case/plain'))).toBe('HTTP/1.1 101');
    expect(await ask('GET /cases.json HTTP/1.1\r\nHost: a\r\n\r\n')).toBe('HTTP/1.1 200');
    expect(await ask(openingAt('/case/plain'))).toBe('HTTP/1.1 503');
    expect(await ask('GET /cases.json HTTP/1.1\r\nHost: a\r\n\r\n')).toBe('HTTP/1.1 503');
  });

  const page = 'GET / HTTP/1.1\r\nHost: zoo.example\r\n\r\n';
  test.each([
    [
      'an opening elsewhere',
      openingAt('/elsewhere'),
      /^HTTP\/1\.1 200 [\s\S]*HTTP\/1\.1 404 [\s\S]*no such case/,
    ],
    [
      'an upgrade to h2c',
      openingAt('/case/plain').replace('Upgrade: websocket', 'Upgrade: h2c'),
      /^HTTP\/1\.1 200 [\s\S]*HTTP\/1\.1 426 /,
    ],
    ['an opening at a case', openingAt('/case/plain'), /^HTTP\/1\.1 200 [\s\S]*<\/html>\s*HTTP\/1\.1 101 /],
  ])('%s behind a request that is not answered yet waits for its turn', async (_, octets, replies) => {
    expect(await (await say(page + octets)).ended).toMatch(replies);
    expect(await headOf(openingAt('/case/plain'))).toMatch(/^HTTP\/1\.1 101 /);
  });

  test('a connection is over after a minute, whatever is done on it', async () => {
    const { zoo: still, clock } = await open();
    const peer = await say('GET / HTTP/1.1\r\n', still);
    await clock.runs(1);
    clock.advance(60_000);
    expect(await peer.ended).toBe('');
  });

  test.each(['upgrade-is-absent', 'plain', 'late'])(
    'one connection too many gets a 503, until the peer of %s has gone: nothing else frees its place',
    async (id) => {
      const told: string[] = [];
      const limits = { connectionsPerAddress: 1, loopback: true };
      const { zoo: still, clock } = await open({ limits, onExcess: (line) => told.push(line) });
      const first = await say(openingAt(`/case/${id}`), still);
      await clock.runs(2);
      const refused = await (await say(openingAt('/case/plain'), still)).ended;
      expect(refused).toMatch(
        /^HTTP\/1\.1 503 [\s\S]*\r\nRetry-After: 1\r\n[\s\S]*more than 1 connections of this/,
      );
      expect(await (await say('GET / HTTP/1.1\r\nHost: a\r\n\r\n', still)).ended).toMatch(/^HTTP\/1\.1 503 /);
      expect(told).toEqual(['127.0.0.1 has 1 connections, and more are refused']);
      first.end();
      await first.closed;
      await exchangeElsewhere();
      const next = await say(openingAt('/case/plain'), still);
      expect(await next.until('\r\n\r\n')).toMatch(/^HTTP\/1\.1 101 /);
    },
  );

  test.each([
    ['Content-Length: 5', '\x81\x03abc'],
    ['Transfer-Encoding: chunked', '5\r\n\x81\x03abc\r\n0\r\n\r\n'],
  ])('an opening with content gets a 400: %s', async (field, content) => {
    const reply = await (await say(openingAt('/case/plain', field) + content)).ended;
    expect(reply).toMatch(/^HTTP\/1\.1 400 [\s\S]*an opening handshake has no content\n$/);
    const posted = openingAt('/case/plain', field).replace('GET', 'POST') + content;
    expect(await (await say(posted)).ended).toMatch(/^HTTP\/1\.1 405 /);
  });
});

describe('for programs and people', () => {
  test('the list can be read by pages of any origin', async () => {
    const reply = await fetch(`${zoo.url}/cases.json`);
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
    const list: unknown = await reply.json();
    expect(list).toHaveLength(zooCases.length);
    expect(list).toContainEqual({
      ...{ id: 'upgrade-is-absent', path: '/case/upgrade-is-absent', title: '101 without Upgrade' },
      ...{ subprotocols: [], clause: 'rfc6455/4.1/reply-upgrade-present', group: 'Upgrade' },
      ...{
        expect: { rfc6455: 'fail', whatwg: 'fail' },
        latitude: null,
        source: 'RFC 6455 §4.1',
        replies: true,
      },
      url: 'https://www.rfc-editor.org/rfc/rfc6455#section-4.1',
    });
  });

  test('the page lets in no script but its own, and needs nothing else', async () => {
    const reply = await fetch(`${zoo.url}/`);
    const policy = reply.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-\S+'; script-src 'sha256-\S+'; connect-src 'self';/,
    );
    const text = await reply.text();
    expect(text.match(/<script/g)).toHaveLength(1);
    const ids = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(text).not.toMatch(/\s(?:src|on\w+|style)=|<link[^>]*http/);
  });

  test('what a browser has already is not sent again', async () => {
    const first = await fetch(`${zoo.url}/`);
    const headers = { 'If-None-Match': first.headers.get('etag') ?? '' };
    expect((await fetch(`${zoo.url}/`, { headers })).status).toBe(304);
    const { headers: told } = await fetch(`${zoo.url}/`, { method: 'HEAD' });
    expect(told.get('content-encoding')).toBe('gzip');
    expect(told.get('content-length')).toBe(String(gzipSync(await first.text()).length));
  });
});

test('over TLS it is https and wss', async () => {
  const { cert, key } = certificates.trusted;
  const { zoo: secured } = await open({ tls: { cert, key }, clock: quickClock });
  expect(secured.url).toMatch(/^https:/);
  const url = `${secured.url.replace('https', 'wss')}/case`;
  const tls = { ca: certificates.authority };
  expect(await opensWith(`${url}/message-with-101`, { tls })).toBe(true);
  expect(await opensWith(`${url}/accept-is-absent`, { tls })).toBe(false);
  const silent = connectTls({ port: secured.port, rejectUnauthorized: false });
  await once(silent, 'secureConnect');
});
