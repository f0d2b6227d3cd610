import { constants, createDeflateRaw } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import {
  type AuthorizeRequest,
  accept,
  bearer,
  firstMessage,
  type ListenOptions,
  refuse,
  type ServerConnection,
  toWebSocket,
} from '../../src/server/index.ts';
import { readFrames, writeFrame } from '../frames/frame.ts';
import { Mailbox } from '../mailbox.ts';
import { exchangeElsewhere, type RawPeer } from '../raw-peer.ts';
import { startAttached } from './attach.ts';
import { acceptance, opening, serve } from './serve.ts';
import { serveTls } from './tls.ts';

const message = (text: string) => writeFrame('client', 0x81, text);
const auth = message('{"type":"auth","token":"secret"}');
const pong = '\x8a\x00';

/** What the application is asked, to be answered when the test says so. */
interface Asked {
  readonly credential: string;
  readonly request: AuthorizeRequest;
  readonly say: (isValid: boolean) => void;
}

/** A server that awaits a first message, whose validation a test decides. */
async function serveAsking(
  options: Partial<ListenOptions> = {},
  limits: Parameters<typeof firstMessage>[1] = {},
) {
  const asked = new Mailbox<Asked>();
  const verify = (credential: string, request: AuthorizeRequest) =>
    new Promise<boolean>((say) => asked.put({ credential, request, say }));
  const served = await serve({ authentication: firstMessage(verify, limits), ...options });
  return { ...served, asked };
}

/** Text messages of a connection as they come. */
function hear(connection: ServerConnection): Mailbox<string> {
  const messages = new Mailbox<string>();
  toWebSocket(connection).on('message', (data) => messages.put(String(data)));
  return messages;
}

const close = writeFrame('client', 0x88, '\x03\xe8');

/** The frames behind the 101, the last of them a Close frame, which is answered. */
async function framesOf(peer: RawPeer) {
  await peer.until('\x88');
  await peer.send(close);
  peer.end();
  const received = await peer.ended;
  return readFrames(received.slice(received.indexOf('\r\n\r\n') + 4));
}

const closeFrame = (code: number) => [expect.objectContaining({ opcode: 8, code })];

describe('until the credential is validated', () => {
  test('the 101 is sent, and nothing reaches the application', async () => {
    const { server, begin, asked, connections, outcomes, clock } = await serveAsking();
    const peer = await begin(opening);
    expect(await peer.until('\r\n\r\n')).toBe(acceptance);
    await clock.runs(1);
    await peer.send(auth);
    const { credential, request } = await asked.take();
    expect([credential, request.credential, request.path]).toEqual(['secret', 'secret', '/chat']);
    await exchangeElsewhere();
    expect([connections.all, outcomes.all]).toEqual([[], []]);
    expect(server.pending).toBe(1);
  });

  test('then it does, and the handshake is over', async () => {
    const { server, begin, asked, connections, outcomes, clock } = await serveAsking();
    const peer = await begin(opening + auth);
    const { say, request } = await asked.take();
    clock.advance(500);
    say(true);
    const connection = await connections.take();
    expect([server.pending, clock.waiting]).toEqual([0, 0]);
    expect(request.signal.aborted).toBe(false);
    expect(outcomes.all).toMatchObject([
      {
        ...{ type: 'accepted', clause: 'service/5.3/first-message', guard: 'otherwise', status: 101 },
        ...{ closeCode: null, error: null, durationMs: 500 },
      },
    ]);
    const webSocket = toWebSocket(connection);
    webSocket.send('welcome');
    expect(await peer.until('welcome')).toBe(acceptance + writeFrame('server', 0x81, 'welcome'));
  });

  test('a ping is answered, and a pong is not', async () => {
    const { begin, asked } = await serveAsking();
    const peer = await begin(opening + writeFrame('client', 0x8a, '') + writeFrame('client', 0x89, ''));
    expect(await peer.until(pong)).toBe(acceptance + pong);
    await peer.send(auth);
    await asked.take();
    await peer.send(writeFrame('client', 0x89, 'a'));
    expect(await peer.until('\x8a\x01a')).toBe(`${acceptance}${pong}\x8a\x01a`);
  });

  test('a Close is answered, and the outcome is `closed`', async () => {
    const { begin, outcomes, clock, server, connections } = await serveAsking();
    const peer = await begin(opening + close);
    expect(await framesOf(peer)).toEqual(closeFrame(1000));
    expect(await outcomes.take()).toMatchObject({ type: 'closed', guard: null, closeCode: null });
    expect([clock.waiting, server.pending, connections.all.length]).toEqual([0, 0, 0]);
  });
});

describe('messages behind the credential arrive once it is validated, in order, each once', () => {
  const texts = ['1', '2', '3', '4', '5'];
  const behind = texts.map(message).join('');

  test.each([
    ['in the packet of the opening', opening + auth + behind, ''],
    ['in the packet of the credential', opening, auth + behind],
    ['in a packet of their own', opening + auth, behind],
    ['cut in the middle of a frame', opening + auth + behind.slice(0, 9), behind.slice(9)],
  ])('%s', async (_, first, second) => {
    const { begin, asked, connections } = await serveAsking();
    const peer = await begin(first);
    await exchangeElsewhere();
    await peer.send(second);
    const { say } = await asked.take();
    await exchangeElsewhere();
    say(true);
    const messages = hear(await connections.take());
    await peer.send(message('last'));
    await vi.waitUntil(() => messages.all.includes('last'));
    expect(messages.all).toEqual([...texts, 'last']);
  });

  test('those that come octet by octet, before and after', async () => {
    const { dial, asked, connections } = await serveAsking();
    const peer = await dial();
    for (const octet of opening + auth + message('first')) await peer.send(octet);
    (await asked.take()).say(true);
    const messages = hear(await connections.take());
    for (const octet of message('second')) await peer.send(octet);
    expect([await messages.take(), await messages.take()]).toEqual(['first', 'second']);
  });

  test('those that the application listens to late', async () => {
    const { begin, asked, connections } = await serveAsking();
    const peer = await begin(opening + auth + message('first'));
    (await asked.take()).say(true);
    const connection = await connections.take();
    await peer.send(message('second'));
    await exchangeElsewhere();
    const messages = hear(connection);
    expect([await messages.take(), await messages.take()]).toEqual(['first', 'second']);
  });

  test('as many as may wait', async () => {
    const { begin, asked, connections } = await serveAsking({}, { maxHeld: 5 });
    await begin(opening + auth + behind);
    const { say } = await asked.take();
    await exchangeElsewhere();
    say(true);
    const messages = hear(await connections.take());
    await messages.take();
    expect(messages.all).toEqual(texts);
  });

  test('a binary one as it is', async () => {
    const { begin, asked, connections } = await serveAsking();
    await begin(opening + auth + writeFrame('client', 0x82, '\x00\xff'));
    (await asked.take()).say(true);
    const binary = new Mailbox<unknown>();
    toWebSocket(await connections.take()).on('message', (data, isBinary) => binary.put([data, isBinary]));
    expect(await binary.take()).toEqual([Buffer.from('00ff', 'hex'), true]);
  });
});

describe('a credential may come', () => {
  test('in fragments, with a ping between them', async () => {
    const { begin, asked } = await serveAsking();
    await begin(
      opening +
        writeFrame('client', 0x01, '{"type":"auth",') +
        writeFrame('client', 0x89, '') +
        writeFrame('client', 0x80, '"token":"secret"}'),
    );
    expect((await asked.take()).credential).toBe('secret');
  });

  test('that is one of a list, in UTF-8', async () => {
    const { begin, connections } = await serve({ authentication: firstMessage(['other', 'sécret']) });
    await begin(opening + message(Buffer.from('{"type":"auth","token":"sécret"}').toString('latin1')));
    expect((await connections.take()).path).toBe('/chat');
  });
});

describe('refused by a Close frame', () => {
  const held = message('a').repeat(17);

  test.each([
    ['a wrong token', message('{"type":"auth","token":"wrong"}'), 'credentialIsInvalid'],
    ['no JSON', message('auth secret'), 'credentialIsAbsent'],
    [
      'a binary message',
      writeFrame('client', 0x82, '{"type":"auth","token":"secret"}'),
      'credentialIsAbsent',
    ],
    ['another message before it', message('hello') + auth, 'credentialIsAbsent'],
    ['a message of 4,097 octets', message('a'.repeat(4_097)), 'messageIsTooLarge'],
    [
      'fragments of 4,097 octets',
      writeFrame('client', 0x01, 'a'.repeat(4_096)) + writeFrame('client', 0x80, 'a'),
      'messageIsTooLarge',
    ],
  ])('%s', async (_, octets, guard) => {
    const { begin, outcomes, connections, clock, server } = await serve({
      authentication: firstMessage('secret'),
    });
    const peer = await begin(opening + octets);
    expect(await framesOf(peer)).toEqual(closeFrame(1008));
    expect(outcomes.all).toMatchObject([
      { type: 'refused', guard, status: 101, closeCode: 1008, error: null },
    ]);
    expect(connections.all).toEqual([]);
    expect([clock.waiting, server.pending]).toEqual([0, 0]);
  });

  test('a message of 4,096 octets is none of them', async () => {
    const { begin, asked } = await serveAsking();
    await begin(opening + message(`{"type":"auth","token":"${'a'.repeat(4_096 - 27)}"}`));
    expect((await asked.take()).credential).toHaveLength(4_069);
  });

  test('more messages behind it than may wait', async () => {
    const { begin, asked, outcomes, connections } = await serveAsking();
    const peer = await begin(opening + auth + held);
    const { request, say } = await asked.take();
    expect(await framesOf(peer)).toEqual(closeFrame(1008));
    expect(request.signal.aborted).toBe(true);
    say(true);
    await exchangeElsewhere();
    expect(outcomes.all).toMatchObject([
      { guard: 'heldMessagesAreTooMany', clause: 'service/5.3/first-message-bounded', closeCode: 1008 },
    ]);
    expect(connections.all).toEqual([]);
  });

  test('a message behind it that is too large', async () => {
    const { begin, asked, outcomes } = await serveAsking({}, { maxOctets: 100 });
    const peer = await begin(opening + auth + message('a'.repeat(101)));
    expect(await framesOf(peer)).toEqual(closeFrame(1008));
    expect((await asked.take()).request.signal.aborted).toBe(true);
    expect(outcomes.all).toMatchObject([{ guard: 'messageIsTooLarge', closeCode: 1008 }]);
  });

  test.each([
    ['no message within the deadline', ''],
    ['half of one', auth.slice(0, 20)],
    ['one fragment', writeFrame('client', 0x01, '{"type":"auth"')],
    ['pings alone', writeFrame('client', 0x89, '').repeat(5)],
  ])('%s', async (_, octets) => {
    const { begin, outcomes, clock, connections } = await serveAsking({}, { deadline: 1_000 });
    const peer = await begin(opening + octets);
    await peer.until('\r\n\r\n');
    await exchangeElsewhere();
    clock.advance(999);
    expect(outcomes.all).toEqual([]);
    clock.advance(1);
    expect((await framesOf(peer)).at(-1)).toMatchObject({ opcode: 8, code: 1008 });
    expect(outcomes.all).toMatchObject([
      {
        ...{ type: 'refused', guard: 'messageIsLate', clause: 'service/5.3/first-message-awaited' },
        ...{ closeCode: 1008, durationMs: 1_000 },
      },
    ]);
    expect([connections.all.length, clock.waiting]).toEqual([0, 0]);
  });

  test('with 1011, where the validation is late', async () => {
    const { begin, outcomes, clock, asked, connections } = await serveAsking({}, { deadline: 1_000 });
    const peer = await begin(opening + auth);
    const { say, request } = await asked.take();
    clock.advance(1_000);
    expect(await framesOf(peer)).toEqual(closeFrame(1011));
    expect(request.signal.aborted).toBe(true);
    say(true);
    await exchangeElsewhere();
    expect(outcomes.all).toMatchObject([
      {
        type: 'refused',
        guard: 'validationIsLate',
        clause: 'rfc6455/7.4.1/unexpected-condition',
        closeCode: 1011,
      },
    ]);
    expect([connections.all.length, clock.waiting]).toEqual([0, 0]);
  });

  test.each([
    ['rejects', () => Promise.reject(new Error('the store is down'))],
    [
      'throws',
      () => {
        throw new Error('the store is down');
      },
    ],
  ])('with 1011, where the validation %s', async (_, verify) => {
    const { begin, outcomes, clock } = await serve({ authentication: firstMessage(verify) });
    const peer = await begin(opening + auth);
    expect(await framesOf(peer)).toEqual(closeFrame(1011));
    expect(outcomes.all).toMatchObject([
      {
        ...{ type: 'refused', guard: 'validationThrew', clause: 'rfc6455/7.4.1/unexpected-condition' },
        ...{ status: 101, closeCode: 1011, error: new Error('the store is down') },
      },
    ]);
    expect(clock.waiting).toBe(0);
  });

  test('whatever the validation answers but `true` is no yes', async () => {
    const verify = () => 'yes' as unknown as boolean; // an application without types
    const { begin, outcomes } = await serve({ authentication: firstMessage(verify) });
    await begin(opening + auth);
    await outcomes.take();
    expect(outcomes.all).toMatchObject([{ guard: 'credentialIsInvalid', closeCode: 1008 }]);
  });

  test('and close() of the server does not wait for it to be answered', async () => {
    const { server, begin, outcomes } = await serve({ authentication: firstMessage('secret') });
    const peer = await begin(opening + message('wrong'), { allowHalfOpen: true });
    await outcomes.take();
    await server.close();
    expect((await peer.until('\x88')).slice(-25)).toBe('\x88\x17\x03\xf0authentication failed');
  });
});

describe('a peer that leaves', () => {
  test.each([
    ['before its message', '', (peer: RawPeer) => peer.reset()],
    ['in the middle of it', auth.slice(0, 9), (peer: RawPeer) => peer.reset()],
    ['without a Close', '', (peer: RawPeer) => peer.end()],
    ['by what is no frame', '\xff\xff\xff\xff', () => {}],
    ['by frames without a mask', '\x81\x01a', () => {}],
  ])('%s: the outcome is `closed`, and nothing is left', async (_, octets, leave) => {
    const { server, begin, clock, outcomes, connections } = await serveAsking();
    const peer = await begin(opening + octets);
    await peer.until('\r\n\r\n');
    leave(peer);
    expect(await outcomes.take()).toMatchObject({
      ...{
        type: 'closed',
        clause: 'rfc9112/9.5/closed-at-any-time',
        guard: null,
        status: 101,
        closeCode: null,
      },
    });
    expect([server.pending, clock.waiting, connections.all.length]).toEqual([0, 0, 0]);
    await server.close();
  });

  test('while it is validated: the validation is told, and its answer means nothing', async () => {
    const { server, begin, clock, outcomes, asked, connections } = await serveAsking();
    const peer = await begin(opening + auth + message('held'));
    const { request, say } = await asked.take();
    const aborted = new Promise((resolve) => request.signal.addEventListener('abort', resolve));
    peer.reset();
    await aborted;
    expect(await outcomes.take()).toMatchObject({ type: 'closed', closeCode: null });
    say(true);
    await exchangeElsewhere();
    expect([server.pending, clock.waiting]).toEqual([0, 0]);
    expect([connections.all.length, outcomes.all.length]).toEqual([0, 1]);
  });

  test('as its credential is found valid: it is told of, and closes', async () => {
    const { begin, asked, connections } = await serveAsking();
    const peer = await begin(opening + auth + message('held'));
    const { say } = await asked.take();
    say(true);
    peer.reset();
    const webSocket = toWebSocket(await connections.take());
    const closed = new Mailbox<number>();
    webSocket.on('error', () => {}).on('close', closed.put);
    expect(await closed.take()).toBe(1006);
  });
});

describe('compressed', () => {
  const offer = opening.replace('\r\n\r\n', '\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n');

  /** Messages of a client, each compressed with those before it in the window. */
  async function compress(...texts: readonly string[]): Promise<readonly string[]> {
    const deflate = createDeflateRaw();
    const frames: string[] = [];
    for (const text of texts) {
      deflate.write(text);
      await new Promise<void>((resolve) => deflate.flush(constants.Z_SYNC_FLUSH, resolve));
      const chunks: Buffer[] = [];
      for (let chunk = deflate.read(); chunk !== null; chunk = deflate.read()) chunks.push(chunk);
      frames.push(writeFrame('client', 0xc1, Buffer.concat(chunks).subarray(0, -4)));
    }
    deflate.destroy();
    return frames;
  }

  test('the credential and what follows, in one window', async () => {
    const { begin, asked, connections } = await serveAsking({ permessageDeflate: true });
    const text = `{"type":"auth","token":"${'secret'.repeat(20)}"}`;
    const [first = '', second = '', third = ''] = await compress(text, text, text);
    expect(second.length).toBeLessThan(first.length);
    const peer = await begin(offer + first + second);
    const { credential, say } = await asked.take();
    expect(credential).toBe('secret'.repeat(20));
    expect(peer.received).toContain('Sec-WebSocket-Extensions: permessage-deflate\r\n');
    await exchangeElsewhere();
    say(true);
    const messages = hear(await connections.take());
    await peer.send(third);
    expect([await messages.take(), await messages.take()]).toEqual([text, text]);
  });

  test('a message whose content is larger than the limit is refused', async () => {
    const { begin, outcomes } = await serveAsking({ permessageDeflate: true });
    const [bomb = ''] = await compress('a'.repeat(1_000_000));
    expect(bomb.length).toBeLessThan(4_096);
    await begin(offer + bomb);
    await outcomes.take();
    expect(outcomes.all).toMatchObject([{ guard: 'messageIsTooLarge', closeCode: 1008 }]);
  });
});

describe('beside everything else', () => {
  test('authorize is asked before the 101, and its refusal ends it there', async () => {
    const authorize = vi.fn(() => refuse(403));
    const { ask, asked, outcomes } = await serveAsking({ authorize });
    expect((await ask(opening + auth)).slice(0, 12)).toBe('HTTP/1.1 403');
    expect(authorize).toHaveBeenCalledTimes(1);
    expect(asked.all).toEqual([]);
    expect(outcomes.all).toMatchObject([{ guard: 'authorizationIsRefused', status: 403, closeCode: null }]);
  });

  test('what authorize accepts is found at the connection; octets sent meanwhile are the first frames', async () => {
    const authorize = () => accept({ headers: [['X-A', 'b']], context: 'known' });
    const { begin, asked, connections } = await serveAsking({ authorize });
    const peer = await begin(opening + auth + message('first'));
    (await asked.take()).say(true);
    const connection = await connections.take();
    expect(connection.context).toBe('known');
    expect(await hear(connection).take()).toBe('first');
    expect(await peer.until('\r\nX-A: b\r\n')).toContain('HTTP/1.1 101');
  });

  test('with a method of the opening, whoever brings no credential there is awaited', async () => {
    const authentication = [bearer('a'), firstMessage('secret')];
    const { begin, connections } = await serve({ authentication });
    await begin(opening + auth + message('first'));
    expect(await hear(await connections.take()).take()).toBe('first');
  });

  test('with a method of the opening, whoever brings a valid one there is not', async () => {
    const validated = vi.fn(() => true);
    const authentication = [bearer('a'), firstMessage(validated)];
    const { begin, connections } = await serve({ authentication });
    await begin(opening.replace('\r\n\r\n', '\r\nAuthorization: Bearer a\r\n\r\n') + auth);
    expect(await hear(await connections.take()).take()).toBe('{"type":"auth","token":"secret"}');
    expect(validated).not.toHaveBeenCalled();
  });

  test('over TLS', async () => {
    const { secured, connections } = await serveTls({ authentication: firstMessage('secret') });
    await secured.begin(opening + auth + message('first'));
    expect(await hear(await connections.take()).take()).toBe('first');
    const other = await secured.begin(opening + message('wrong'));
    expect((await other.until('failed')).slice(-25)).toBe('\x88\x17\x03\xf0authentication failed');
  });

  test('attached to a server of Node’s', async () => {
    const { begin, connections, attachment, clock } = await startAttached({
      '/chat': { authentication: firstMessage('secret') },
    });
    const peer = await begin(opening);
    await clock.runs(1);
    expect(attachment.pending).toBe(1);
    await peer.send(auth + message('first'));
    expect(await hear(await connections.take()).take()).toBe('first');
    expect(attachment.pending).toBe(0);
  });

  test('the session runs as an actor, too', async () => {
    const { begin, asked, connections, outcomes } = await serveAsking({ interpreter: 'actor' });
    await begin(opening + auth + message('first'));
    (await asked.take()).say(true);
    expect(await hear(await connections.take()).take()).toBe('first');
    const other = await begin(opening + message('wrong'));
    expect((await other.until('failed')).slice(-25)).toBe('\x88\x17\x03\xf0authentication failed');
    expect(outcomes.all.map(({ type, closeCode }) => [type, closeCode])).toEqual([
      ['accepted', null],
      ['refused', 1008],
    ]);
  });

  test('those that wait are pending: the next opening beyond the limit gets a 503', async () => {
    const { begin, ask, clock, asked, connections, open } = await serveAsking({ limits: { pending: 1 } });
    const peer = await begin(opening);
    await peer.until('\r\n\r\n');
    await clock.runs(1);
    expect((await ask('')).slice(0, 12)).toBe('HTTP/1.1 503');
    await peer.send(auth);
    (await asked.take()).say(true);
    await connections.take();
    expect(await open(opening)).toBe(acceptance);
  });

  test('close() waits until it is decided', async () => {
    const { server, begin, asked } = await serveAsking();
    await begin(opening + auth);
    const { say } = await asked.take();
    const closed = vi.fn();
    const closing = server.close().then(closed);
    await exchangeElsewhere();
    expect(closed).not.toHaveBeenCalled();
    say(true);
    await closing;
  });
});
