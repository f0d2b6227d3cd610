import { createServer } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import {
  type Authorization,
  type AuthorizeRequest,
  accept,
  bearer,
  type ListenOptions,
  refuse,
} from '../../src/server/index.ts';
import { Mailbox } from '../mailbox.ts';
import { exchangeElsewhere } from '../raw-peer.ts';
import { acceptance, opening, serve } from './serve.ts';

/** An opening that meets every demand of `demanding`. */
const meeting = opening.replace(
  /\r\n$/,
  'Origin: https://a.example\r\nSec-WebSocket-Protocol: chat\r\nAuthorization: Bearer right\r\n\r\n',
);

const demanding = {
  paths: ['/chat'],
  origins: ['https://a.example'],
  originRequired: true,
  subprotocols: ['chat'],
  subprotocolRequired: true,
} as const;

/** A server that demands all that can be demanded, and what its application was asked. */
async function demand(options: Partial<ListenOptions> = {}) {
  const verify = vi.fn((credential: string) => credential === 'right');
  const authorize = vi.fn((_: AuthorizeRequest): Authorization => accept());
  const served = await serve({ ...demanding, authentication: bearer(verify), authorize, ...options });
  return { ...served, verify, authorize };
}

/** Whoever asks an application that answers when a test lets it. */
async function askSlowly(options: Partial<ListenOptions> = {}) {
  const asked = new Mailbox<AuthorizeRequest>();
  const answers = new Mailbox<(answer: Authorization | Promise<never>) => void>();
  const served = await serve({
    authorize(request) {
      asked.put(request);
      return new Promise((resolve) => answers.put(resolve));
    },
    ...options,
  });
  return { ...served, asked, answers };
}

describe('what needs no application comes first: nobody is asked about', () => {
  test.each([
    ['a malformed request line', 'GET /chat', 'GET  /chat', 400, 'requestLineIsMalformed'],
    ['another major version of HTTP', 'HTTP/1.1', 'HTTP/2.0', 505, 'httpMajorIsNot1'],
    ['a malformed field line', 'Host:', 'Host :', 400, 'fieldLinesAreMalformed'],
    ['an absent Host', 'Host: server.example.com\r\n', '', 400, 'hostIsAbsent'],
    ['HTTP/1.0', 'HTTP/1.1', 'HTTP/1.0', 426, 'httpVersionIs10'],
    ['an absent Upgrade', 'Upgrade: websocket\r\n', '', 426, 'upgradeIsAbsent'],
    ['another Upgrade', 'websocket', 'h2c', 426, 'upgradeIsNotWebsocket'],
    ['another Connection', 'Connection: Upgrade', 'Connection: close', 426, 'connectionLacksUpgrade'],
    ['a malformed target', '/chat', '/chat#a', 400, 'targetIsMalformed'],
    ['https on a plain port', '/chat', 'https://a/chat', 421, 'targetIsUnsecured'],
    ['another method', 'GET', 'POST', 405, 'methodIsNotGet'],
    ['a body', 'Upgrade:', 'Content-Length: 1\r\nUpgrade:', 400, 'contentIsAnnounced'],
    ['an absent version', 'Sec-WebSocket-Version: 13\r\n', '', 400, 'versionIsAbsent'],
    ['another version', 'Version: 13', 'Version: 8', 426, 'versionIsNot13'],
    ['an absent key', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n', '', 400, 'keyIsAbsent'],
    ['a key of 15 octets', 'dGhlIHNhbXBsZSBub25jZQ==', 'dGhlIHNhbXBsZSBub25j', 400, 'keyIsNot16Octets'],
    ['malformed subprotocols', 'Protocol: chat', 'Protocol: chat, a b', 400, 'subprotocolsAreMalformed'],
    [
      'malformed extensions',
      'Upgrade:',
      'Sec-WebSocket-Extensions: ;\r\nUpgrade:',
      400,
      'extensionsAreMalformed',
    ],
    ['an unknown path', '/chat', '/other', 404, 'pathIsUnknown'],
    ['an absent origin', 'Origin: https://a.example\r\n', '', 403, 'originIsAbsent'],
    ['a foreign origin', 'a.example', 'b.example', 403, 'originIsForeign'],
    ['a malformed origin', 'https://a.example', 'a.example', 403, 'originIsMalformed'],
    ['two origins', 'Upgrade:', 'Origin: https://a.example\r\nUpgrade:', 403, 'originIsRepeated'],
    ['an absent subprotocol', 'Sec-WebSocket-Protocol: chat\r\n', '', 400, 'subprotocolIsAbsent'],
    ['another subprotocol', 'Protocol: chat', 'Protocol: mqtt', 400, 'subprotocolIsMismatched'],
    ['an absent credential', 'Authorization: Bearer right\r\n', '', 401, 'credentialIsAbsent'],
    ['a malformed credential', 'Bearer right', 'Bearer', 401, 'credentialIsInvalid'],
  ])('%s', async (_, part, instead, status, guard) => {
    const { ask, outcomes, verify, authorize } = await demand();
    expect(meeting).toContain(part);
    expect((await ask(meeting.replace(part, instead))).slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
    expect(outcomes.all).toMatchObject([{ type: 'refused', status, guard }]);
    expect([verify.mock.calls, authorize.mock.calls]).toEqual([[], []]);
  });

  test('a path, of which the test is asked before', async () => {
    const { ask, verify, authorize } = await demand({ paths: () => false });
    expect((await ask(meeting)).slice(0, 12)).toBe('HTTP/1.1 404');
    expect([verify.mock.calls, authorize.mock.calls]).toEqual([[], []]);
  });

  test('a request that the application of plain HTTP gets', async () => {
    const application = createServer((_, reply) => reply.end('plain'));
    const { begin, verify, authorize } = await demand({ application });
    const peer = await begin(meeting.replace('websocket', 'h2c'));
    await peer.until('plain');
    expect([verify.mock.calls, authorize.mock.calls]).toEqual([[], []]);
  });

  test('but of an opening that meets them all both are asked, once', async () => {
    const { verify, authorize, open } = await demand();
    expect((await open(meeting)).slice(0, 12)).toBe('HTTP/1.1 101');
    expect([verify, authorize].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });

  test('authorize is not asked about a credential that is not valid', async () => {
    const { ask, verify, authorize } = await demand();
    expect((await ask(meeting.replace('Bearer right', 'Bearer wrong'))).slice(0, 12)).toBe('HTTP/1.1 401');
    expect([verify, authorize].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
  });
});

describe('of several faults the first in this order decides: path, origin, subprotocol, credential, application', () => {
  const faulty = meeting
    .replace('/chat', '/other')
    .replace('a.example', 'b.example')
    .replace('Protocol: chat', 'Protocol: mqtt')
    .replace('Authorization: Bearer right\r\n', '');
  const authorize = () => refuse(404);

  test.each([
    ['the path', faulty, 404, 'pathIsUnknown'],
    ['the origin', faulty.replace('/other', '/chat'), 403, 'originIsForeign'],
    [
      'the subprotocol',
      faulty.replace('/other', '/chat').replace('b.example', 'a.example'),
      400,
      'subprotocolIsMismatched',
    ],
    ['the credential', meeting.replace('Authorization: Bearer right\r\n', ''), 401, 'credentialIsAbsent'],
    ['its validity', meeting.replace('Bearer right', 'Bearer wrong'), 401, 'credentialIsInvalid'],
    ['the application', meeting, 404, 'authorizationIsRefused'],
  ])('%s', async (_, octets, status, guard) => {
    const { ask, outcomes } = await demand({ authorize });
    expect((await ask(octets)).slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
    expect(outcomes.all).toMatchObject([{ guard }]);
  });
});

const serviceUnavailable = [
  'HTTP/1.1 503 Service Unavailable',
  'Date: Thu, 01 Jan 1970 00:00:10 GMT',
  'Connection: close',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Length: 24',
  '',
  '503 Service Unavailable\n',
].join('\r\n');

describe.each(['compiled', 'actor'] as const)('while the application is asked, %s', (interpreter) => {
  test('the handshake is under way, and one timer runs', async () => {
    const { begin, asked, answers, server, clock, connections, outcomes } = await askSlowly({ interpreter });
    const peer = await begin(opening);
    const { signal } = await asked.take();
    expect([server.pending, clock.waiting, signal.aborted]).toEqual([1, 1, false]);
    expect([peer.received, outcomes.all]).toEqual(['', []]);
    (await answers.take())(accept());
    expect(await peer.until('\r\n\r\n')).toBe(acceptance);
    const { socket } = await connections.take();
    expect([server.pending, clock.waiting]).toEqual([0, 0]);
    expect([socket.listenerCount('readable'), socket.listenerCount('close')]).toEqual([0, 0]);
    expect(socket.listenerCount('error')).toBe(1);
  });

  test('others are served', async () => {
    const { dial, answers, asked } = await askSlowly({ interpreter });
    const [first, second] = [await dial(), await dial()];
    await first.send(opening);
    await asked.take();
    await second.send(opening);
    await asked.take();
    const answerFirst = await answers.take();
    (await answers.take())(accept());
    expect(await second.until('\r\n\r\n')).toBe(acceptance);
    expect(first.received).toBe('');
    answerFirst(refuse(403));
    expect((await first.ended).slice(0, 12)).toBe('HTTP/1.1 403');
  });

  test('no answer within the deadline: 503, the signal is aborted, a later answer is ignored', async () => {
    const { begin, asked, answers, clock, connections, outcomes } = await askSlowly({ interpreter });
    const peer = await begin(opening, { allowHalfOpen: true });
    const { signal, socket } = await asked.take();
    clock.advance(9_999);
    expect([signal.aborted, outcomes.all]).toEqual([false, []]);
    clock.advance(1);
    expect(signal.aborted).toBe(true);
    expect(await peer.ended).toBe(serviceUnavailable);
    (await answers.take())(accept());
    await exchangeElsewhere();
    expect(peer.received).toBe(serviceUnavailable);
    expect(connections.all).toEqual([]);
    expect(outcomes.all).toMatchObject([
      { type: 'refused', guard: 'authorizationIsLate', clause: 'rfc9110/15.6.4/answer-late', status: 503 },
    ]);
    clock.advance(2_000);
    expect([socket.destroyed, clock.waiting]).toEqual([true, 0]);
  });

  test.each([
    ['a refusal', () => refuse(403)],
    ['an error', () => Promise.reject(new Error('too late'))],
  ])('a later answer is ignored: %s', async (_, answer) => {
    const { begin, asked, answers, clock, outcomes } = await askSlowly({ interpreter });
    const peer = await begin(opening);
    await asked.take();
    clock.advance(10_000);
    (await answers.take())(answer());
    expect(await peer.ended).toBe(serviceUnavailable);
    expect(outcomes.all).toMatchObject([{ guard: 'authorizationIsLate', error: null }]);
  });

  test.each([
    ['ends its side', (peer: { end(): void }) => peer.end()],
    ['resets the connection', (peer: { reset(): void }) => peer.reset()],
  ])(
    'the client %s: the signal is aborted, nothing is written, a later answer is ignored',
    async (_, leave) => {
      const { begin, asked, answers, clock, server, connections, outcomes } = await askSlowly({
        interpreter,
      });
      const peer = await begin(opening, { allowHalfOpen: true });
      const { signal, socket } = await asked.take();
      leave(peer);
      expect(await outcomes.take()).toMatchObject({
        ...{
          type: 'closed',
          clause: 'rfc9112/9.5/closed-at-any-time',
          guard: null,
          status: null,
          method: 'GET',
        },
        facts: { authorization: 'unasked' },
      });
      expect([signal.aborted, socket.destroyed, server.pending, clock.waiting]).toEqual([true, true, 0, 0]);
      (await answers.take())(accept());
      expect(await peer.ended).toBe('');
      await server.close();
      expect([connections.all, outcomes.all.length]).toEqual([[], 1]);
      expect(['readable', 'data'].map((name) => socket.listenerCount(name))).toEqual([0, 0]);
    },
  );

  test('octets that come meanwhile are kept, in their order', async () => {
    const { begin, asked, answers, connections } = await askSlowly({ interpreter });
    const peer = await begin(`${opening}one`);
    await asked.take();
    await peer.send(' two');
    await exchangeElsewhere();
    await peer.send(' three');
    await exchangeElsewhere();
    (await answers.take())(accept());
    expect(await peer.until('\r\n\r\n')).toBe(acceptance);
    const { head } = await connections.take();
    expect(head.toString('latin1')).toBe('one two three');
  });

  test('no more octets are kept than a head may have; the others wait, and come behind them', async () => {
    const { begin, asked, answers, connections } = await askSlowly({
      interpreter,
      limits: { headOctets: 200 },
    });
    const peer = await begin(opening);
    await asked.take();
    const sent = Array.from({ length: 500_000 }, (_, at) => String.fromCharCode(at % 251)).join('');
    void peer.send(sent);
    for (let turn = 0; turn < 5; turn += 1) await exchangeElsewhere();
    (await answers.take())(accept());
    const { head, socket } = await connections.take();
    expect(head.length).toBeGreaterThanOrEqual(200);
    expect(head.length).toBeLessThanOrEqual(200 + 65_536);
    const received = await new Promise<string>((resolve) => {
      let text = head.toString('latin1');
      socket.setEncoding('latin1').on('data', (more) => {
        text += String(more);
        if (text.length >= 500_000) resolve(text);
      });
    });
    expect(received === sent).toBe(true);
  });

  test('a refused client that has sent octets meanwhile reads its reply', async () => {
    const { begin, asked, answers } = await askSlowly({ interpreter });
    const peer = await begin(`${opening}one`);
    await asked.take();
    await peer.send('two'.repeat(100_000));
    await exchangeElsewhere();
    (await answers.take())(refuse(403));
    expect(await peer.ended).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n[\s\S]*\r\n\r\n403 Forbidden\n$/);
  });
});

test('verification is under the same deadline, and authorize is not asked after it', async () => {
  const verifying = new Mailbox<(isValid: boolean) => void>();
  const authorize = vi.fn(() => accept());
  const { begin, clock } = await serve({
    answerDeadline: 500,
    authentication: bearer(() => new Promise((resolve) => verifying.put(resolve))),
    authorize,
  });
  const peer = await begin(opening.replace('Host', 'Authorization: Bearer a\r\nHost'));
  const verified = await verifying.take();
  clock.advance(500);
  expect((await peer.ended).slice(0, 12)).toBe('HTTP/1.1 503');
  verified(true);
  await exchangeElsewhere();
  expect(authorize).not.toHaveBeenCalled();
});

test('selectSubprotocol is not asked when authorize was too late', async () => {
  const selectSubprotocol = vi.fn(() => 'chat');
  const { begin, asked, answers, clock } = await askSlowly({ selectSubprotocol });
  const peer = await begin(opening.replace('Host', 'Sec-WebSocket-Protocol: chat\r\nHost'));
  await asked.take();
  clock.advance(10_000);
  (await answers.take())(accept());
  expect((await peer.ended).slice(0, 12)).toBe('HTTP/1.1 503');
  await exchangeElsewhere();
  expect(selectSubprotocol).not.toHaveBeenCalled();
});

test('an answer in time aborts nothing', async () => {
  const { dial, asked, answers, connections } = await askSlowly();
  await (await dial()).send(opening);
  const { signal } = await asked.take();
  (await answers.take())(accept());
  await connections.take();
  expect(signal.aborted).toBe(false);
});

test('whoever expects a 100 gets it once it is accepted', async () => {
  const { begin, asked, answers } = await askSlowly();
  const peer = await begin(opening.replace('Host', 'Expect: 100-continue\r\nHost'));
  await asked.take();
  await exchangeElsewhere();
  expect(peer.received).toBe('');
  (await answers.take())(accept());
  expect(await peer.until('xOo=\r\n\r\n')).toBe(`HTTP/1.1 100 Continue\r\n\r\n${acceptance}`);
});
