import { describe, expect, test } from 'vitest';
import {
  accept,
  apiKey,
  basic,
  bearer,
  cookie,
  firstMessage,
  queryToken,
  subprotocolToken,
  toWebSocket,
} from '../../src/server/index.ts';
import type { RawConnection } from '../../src/verify/peer/connection/raw-connection.ts';
import { HandClock } from '../../src/verify/peer/hand-clock.ts';
import { writeFrame } from '../frames/frame.ts';
import { Mailbox } from '../mailbox.ts';
import { clause } from './clause.ts';
import { accepted, connectTo, ping, refused, request, shareServer } from './peer.ts';

const origins = ['https://a.example', 'http://a.example:8080', 'https://*.b.example', 'null'];

const server = shareServer();
const listing = shareServer({ origins });
const requiring = shareServer({ origins, originRequired: true });
const byQuery = shareServer({ authentication: queryToken(['right', 'second']) });
const byCookie = shareServer({ authentication: cookie('session', 'right'), origins });
const byBearer = shareServer({ authentication: bearer('right') });
const byBasic = shareServer({ authentication: basic('user:right') });
const byKey = shareServer({ authentication: apiKey('right') });
const bySubprotocol = shareServer({ authentication: subprotocolToken('right') });

const missing = refused(401, 'service/5.2/credential-missing', 'credentialIsAbsent');
const invalid = refused(401, 'service/5.2/credential-invalid', 'credentialIsInvalid');
const withQuery = (query: string) => request({}, `GET /chat?${query} HTTP/1.1`);

describe(clause('service/5.1/accept-is-no-credential'), () => {
  test.each(['dGhlIHNhbXBsZSBub25jZQ==', 'AAAAAAAAAAAAAAAAAAAAAA==', 's3pPLMBiTxaQ9kYGzzhZRQ=='])(
    'refused: a correct key and nothing else: %s',
    async (key) => {
      expect(await byBearer.ask(request({ 'Sec-WebSocket-Key': key }))).toMatchObject(missing);
    },
  );

  test('refused: the accept value in place of the credential', async () => {
    const authorization = 'Bearer s3pPLMBiTxaQ9kYGzzhZRbK+xOo=';
    expect(await byBearer.ask(request({ Authorization: authorization }))).toMatchObject(invalid);
  });

  test('accepted: a credential', async () => {
    expect(await byBearer.ask(request({ Authorization: 'Bearer right' }))).toMatchObject(accepted);
  });
});

describe(clause('service/5.2/credential-missing'), () => {
  test('accepted: one that is there; refused: none', async () => {
    expect(await byKey.ask(request({ 'X-API-Key': 'right' }))).toMatchObject(accepted);
    expect(await byKey.ask(request())).toMatchObject(missing);
  });

  test.each([
    ['in the query', withQuery('token=right')],
    ['in a cookie', request({ Cookie: 'token=right' })],
    ['in another field', request({ 'X-Api-Token': 'right' })],
    ['among the subprotocols', request({ 'Sec-WebSocket-Protocol': 'bearer.right' })],
  ])('refused: one that is somewhere else: %s', async (_, octets) => {
    expect(await byKey.ask(octets)).toMatchObject(missing);
  });
});

describe(clause('service/5.2/credential-invalid'), () => {
  const known = new Set(['fresh', 'stale']);
  const expiring = shareServer({ authentication: bearer((token) => known.has(token)) });

  test.each(['wrong', 'righ', 'rightt', 'Right', 'right right', ''])('refused: %j', async (key) => {
    expect(await byKey.ask(request({ 'X-API-Key': key }))).toMatchObject(invalid);
  });

  test('refused: one that has expired meanwhile', async () => {
    expect(await expiring.ask(request({ Authorization: 'Bearer stale' }))).toMatchObject(accepted);
    known.delete('stale');
    expect(await expiring.ask(request({ Authorization: 'Bearer stale' }))).toMatchObject(invalid);
    expect(await expiring.ask(request({ Authorization: 'Bearer fresh' }))).toMatchObject(accepted);
  });
});

describe(clause('service/5.2/credential-once'), () => {
  test('accepted: one; refused: the same with another beside it', async () => {
    expect(await byQuery.ask(withQuery('token=right'))).toMatchObject(accepted);
    for (const query of ['token=right&token=rightx', 'token=rightx&token=right'])
      expect(await byQuery.ask(withQuery(query))).toMatchObject(invalid);
  });
});

describe(clause('service/5.2/credential-401'), () => {
  test.each([
    ['absent', request()],
    ['wrong', request({ Authorization: 'Bearer wrong' })],
    ['malformed', request({ Authorization: 'Bearer' })],
  ])('%s: 401', async (_, octets) => {
    expect(await byBearer.ask(octets)).toMatchObject({
      status: 401,
      ended: true,
      body: '401 Unauthorized\n',
    });
  });

  test.each([
    ['a foreign origin is known before', { Origin: 'https://c.example', Cookie: 'session=right' }, 403],
    ['a fault is known before', { 'Sec-WebSocket-Key': null }, 400],
  ])('no 401: %s', async (_, fields, status) => {
    expect((await byCookie.ask(request(fields))).status).toBe(status);
  });
});

describe(clause('service/5.3/query-token'), () => {
  test.each(['token=right', 'token=second', 'a=b&token=right&c=d', 'token=%72ight', '&token=right'])(
    'accepted: ?%s',
    async (query) => {
      expect(await byQuery.ask(withQuery(query))).toMatchObject(accepted);
    },
  );

  test.each(['token=wrong', 'token=', 'token', 'token=right&token=right', 'token=right&token=wrong'])(
    'refused, as invalid: ?%s',
    async (query) => {
      expect(await byQuery.ask(withQuery(query))).toMatchObject(invalid);
    },
  );

  test.each(['', 'Token=right', 'tokens=right', 'right', 'a=token=right'])(
    'refused, as missing: ?%s',
    async (query) => {
      expect(await byQuery.ask(withQuery(query))).toMatchObject(missing);
    },
  );
});

describe(clause('service/5.3/query-token-short-lived'), () => {
  const tickets = new Set(['ticket']);
  const once = shareServer({ authentication: queryToken((ticket) => tickets.delete(ticket)) });

  test('accepted: the first opening with a token; refused: the next with the same', async () => {
    expect(await once.ask(withQuery('token=ticket'))).toMatchObject(accepted);
    expect(await once.ask(withQuery('token=ticket'))).toMatchObject(invalid);
  });
});

describe(clause('service/5.3/query-token-rotated'), () => {
  const tokens = new Set(['first']);
  const rotating = shareServer({
    authentication: queryToken((token) => tokens.delete(token)),
    authorize() {
      tokens.add('next');
      return accept({ headers: [['X-Next-Token', 'next']] });
    },
  });

  test('the reply brings another token, with which the next connection opens', async () => {
    const { fields } = await rotating.ask(withQuery('token=first'));
    expect(fields['x-next-token']).toEqual(['next']);
    expect(await rotating.ask(withQuery('token=first'))).toMatchObject(invalid);
    expect(await rotating.ask(withQuery('token=next'))).toMatchObject(accepted);
  });
});

describe(clause('service/5.3/cookie'), () => {
  const origin = { Origin: 'https://a.example' };

  test.each(['session=right', 'a=b; session=right', 'session=right; a=b', 'a=b;session=right'])(
    'accepted: Cookie: %s',
    async (value) => {
      expect(await byCookie.ask(request({ ...origin, Cookie: value }))).toMatchObject(accepted);
    },
  );

  test.each(['session=wrong', 'session=', 'session=right; session=right', 'session="right"'])(
    'refused, as invalid: Cookie: %s',
    async (value) => {
      expect(await byCookie.ask(request({ ...origin, Cookie: value }))).toMatchObject(invalid);
    },
  );

  test.each([null, '', 'Session=right', 'a=session=right', 'right', 'session'])(
    'refused, as missing: Cookie: %s',
    async (value) => {
      expect(await byCookie.ask(request({ ...origin, Cookie: value }))).toMatchObject(missing);
    },
  );
});

describe(clause('service/5.3/field'), () => {
  test.each([
    ['Bearer', byBearer, { Authorization: 'Bearer right' }],
    ['Bearer in other letter case', byBearer, { authorization: 'BEARER right' }],
    ['Basic', byBasic, { Authorization: 'Basic dXNlcjpyaWdodA==' }],
    ['a field of its own', byKey, { 'x-api-key': 'right' }],
  ])('accepted: %s', async (_, { ask }, fields) => {
    expect(await ask(request(fields))).toMatchObject(accepted);
  });

  test.each([
    ['Bearer', byBearer, { Authorization: 'Bearer wrong' }],
    ['Bearer twice', byBearer, { Authorization: ['Bearer right', 'Bearer right'] }],
    ['Basic', byBasic, { Authorization: 'Basic dXNlcjp3cm9uZw==' }],
    ['Basic that is no base64', byBasic, { Authorization: 'Basic user:right' }],
    ['a field of its own', byKey, { 'X-API-Key': 'wrong' }],
  ])('refused, as invalid: %s', async (_, { ask }, fields) => {
    expect(await ask(request(fields))).toMatchObject(invalid);
  });

  test.each([
    ['Basic for Bearer', byBearer, { Authorization: 'Basic right' }],
    ['Bearer for Basic', byBasic, { Authorization: 'Bearer dXNlcjpyaWdodA==' }],
    ['another field', byKey, { 'X-API-Keys': 'right' }],
  ])('refused, as missing: %s', async (_, { ask }, fields) => {
    expect(await ask(request(fields))).toMatchObject(missing);
  });
});

describe(clause('service/5.3/subprotocol-token'), () => {
  test.each([
    ['alone', 'bearer.right', null],
    ['before a name', 'bearer.right, chat', 'chat'],
    ['behind a name', 'chat, bearer.right', 'chat'],
    ['beside a name that is not supported', 'mqtt, bearer.right', null],
  ])('accepted, and never sent back: %s', async (_, offer, subprotocol) => {
    const answer = await bySubprotocol.ask(request({ 'Sec-WebSocket-Protocol': offer }));
    expect(answer).toMatchObject({ ...accepted, connection: { subprotocol } });
    expect(answer.octets).not.toContain('bearer.');
  });

  test.each([
    ['another token', 'bearer.wrong, chat'],
    ['an empty one', 'bearer.'],
    ['two', 'bearer.right, bearer.right'],
  ])('refused, as invalid: %s', async (_, offer) => {
    expect(await bySubprotocol.ask(request({ 'Sec-WebSocket-Protocol': offer }))).toMatchObject(invalid);
  });

  test.each(['chat', 'right', 'Bearer.right'])('refused, as missing: %s', async (offer) => {
    expect(await bySubprotocol.ask(request({ 'Sec-WebSocket-Protocol': offer }))).toMatchObject(missing);
  });
});

const text = (words: string) => writeFrame('client', 0x81, words);
const auth = (token: string) => text(JSON.stringify({ type: 'auth', token }));
const opening = request();

/** The frames behind a 101, once the words are among them. */
async function framesUntil(peer: RawConnection, words: string): Promise<string> {
  await peer.until(({ text }) => text.includes(words), `frames with ${words}`);
  const [, ...frames] = peer.octets.toString('latin1').split('\r\n\r\n');
  return frames.join('\r\n\r\n');
}
/** The code 1008 in a Close frame. */
const violation = '\x03\xf0';

const clock = new HandClock();
const byMessage = shareServer({ authentication: firstMessage('right') });
const byBoth = shareServer({ authentication: [bearer('right'), firstMessage('right')] });
const timed = shareServer({ authentication: firstMessage('right', { deadline: 5_000 }), clock });
const validating = new Mailbox<(isValid: boolean) => void>();
const slow = shareServer({
  authentication: firstMessage(() => new Promise((resolve) => validating.put(resolve)), {
    maxOctets: 100,
    maxHeld: 2,
  }),
});

describe(clause('service/5.3/first-message'), () => {
  test('accepted before any message, and handed over with the right one', async () => {
    const peer = await byMessage.dial(opening);
    expect(await framesUntil(peer, '\r\n\r\n')).toBe('');
    expect(byMessage.connections.has(peer.localPort)).toBe(false);
    await peer.send(auth('right'), text('hello'));
    expect(await framesUntil(peer, 'hello')).toBe('\x81\x05hello');
    expect(await byMessage.told(peer)).toMatchObject({
      ...{
        type: 'accepted',
        clause: 'service/5.3/first-message',
        guard: 'otherwise',
        status: 101,
        closeCode: null,
      },
      facts: { authorization: 'awaited' },
    });
  });

  test('refused after the 101: a wrong one', async () => {
    const peer = await byMessage.dial(opening, auth('wrong'), text('hello'));
    const frames = await framesUntil(peer, violation);
    expect([frames.slice(0, 1), frames.slice(2, 4)]).toEqual(['\x88', violation]);
    expect(await byMessage.told(peer)).toMatchObject({
      type: 'refused',
      guard: 'credentialIsInvalid',
      closeCode: 1008,
    });
  });

  test('not waited for where the opening has a credential', async () => {
    expect(await byBoth.ask(request({ Authorization: 'Bearer right' }))).toMatchObject(accepted);
    expect(await byBoth.ask(request({ Authorization: 'Bearer wrong' }))).toMatchObject(invalid);
    const peer = await byBoth.dial(opening, auth('right'), text('hello'));
    expect(await framesUntil(peer, 'hello')).toBe('\x81\x05hello');
  });
});

/** What a client sends that has a token and says hello, as the server echoes it. */
async function echoToken(): Promise<readonly string[]> {
  const { connection } = await connectTo(server.port);
  if (!connection) throw new Error('the client is not connected');
  const webSocket = toWebSocket(connection, { authToken: 'right' });
  const echoes = new Mailbox<string>();
  webSocket.on('message', (data) => echoes.put(String(data)));
  webSocket.send('hello');
  return [await echoes.take(), await echoes.take()];
}

describe(clause('service/5.3/first-message-sent'), () => {
  test('sent: the token, and behind it what else there is', async () => {
    expect(await echoToken()).toEqual([expect.stringContaining('right'), 'hello']);
  });
});

describe(clause('service/5.3/first-message-shape'), () => {
  test('sent: a JSON object', async () => {
    expect((await echoToken())[0]).toBe('{"type":"auth","token":"right"}');
  });
});

describe(clause('service/5.3/first-message-held'), () => {
  test('no other message is processed until the token is validated, then all are', async () => {
    const peer = await slow.dial(opening, auth('right'), text('early'));
    const validated = await validating.take();
    await framesUntil(peer, '\r\n\r\n');
    expect(await ping(peer)).toBe('8a00');
    expect([slow.connections.has(peer.localPort), peer.octets.includes('early')]).toEqual([false, false]);
    validated(true);
    await framesUntil(peer, 'early');
    expect(slow.connections.has(peer.localPort)).toBe(true);
  });

  test('refused: any other message in its place', async () => {
    const peer = await byMessage.dial(opening, text('hello'));
    await framesUntil(peer, violation);
    expect(await byMessage.told(peer)).toMatchObject({
      ...{ type: 'refused', clause: 'service/5.3/first-message-held', guard: 'credentialIsAbsent' },
      closeCode: 1008,
    });
  });
});

describe(clause('service/5.3/first-message-awaited'), () => {
  test('refused: none within the time; accepted: one just within it', async () => {
    const [late, early] = [await timed.dial(), await timed.dial()];
    await late.send(opening);
    await framesUntil(late, '\r\n\r\n');
    clock.advance(4_999);
    expect(late.octets.includes(violation)).toBe(false);
    clock.advance(1);
    await framesUntil(late, violation);
    expect(await timed.told(late)).toMatchObject({
      ...{
        type: 'refused',
        clause: 'service/5.3/first-message-awaited',
        guard: 'messageIsLate',
        closeCode: 1008,
      },
    });
    await early.send(opening);
    await framesUntil(early, '\r\n\r\n');
    clock.advance(4_999);
    await early.send(auth('right'), text('hello'));
    expect(await framesUntil(early, 'hello')).toBe('\x81\x05hello');
  });
});

describe(clause('service/5.3/first-message-bounded'), () => {
  const bounded = { type: 'refused', clause: 'service/5.3/first-message-bounded', closeCode: 1008 };

  test('refused: a message that is too large', async () => {
    const peer = await slow.dial(opening, text('x'.repeat(101)));
    await framesUntil(peer, violation);
    expect(await slow.told(peer)).toMatchObject({ ...bounded, guard: 'messageIsTooLarge' });
  });

  test('refused: too many messages while the first is validated', async () => {
    const peer = await slow.dial(opening, auth('right'), text('1'), text('2'), text('3'));
    await framesUntil(peer, violation);
    expect(await slow.told(peer)).toMatchObject({ ...bounded, guard: 'heldMessagesAreTooMany' });
    (await validating.take())(true);
  });
});

describe(clause('service/5.3/first-message-none-lost'), () => {
  test('accepted: as many as may be held, in their order', async () => {
    const peer = await slow.dial(opening, auth('right') + text('one') + text('two'));
    (await validating.take())(true);
    expect(await framesUntil(peer, 'two')).toBe('\x81\x03one\x81\x03two');
  });
});

describe(clause('service/5.4/origin-allowlist'), () => {
  test.each([
    'https://a.example',
    'https://a.example:443',
    'http://a.example:8080',
    'https://x.b.example',
    'https://y.x.b.example',
    'null',
  ])('accepted: %s', async (value) => {
    expect(await listing.ask(request({ Origin: value }))).toMatchObject({
      ...accepted,
      facts: { origin: 'allowed' },
    });
  });

  test.each([
    'http://a.example',
    'https://a.example:8080',
    'https://c.example',
    'https://b.example',
    'https://xb.example',
    'https://a.example.c.example',
    'http://x.b.example',
    'https://x.b.example:8443',
    'https://a.exampl',
    'chrome-extension://a',
  ])('refused: %s', async (value) => {
    expect(await listing.ask(request({ Origin: value }))).toMatchObject(
      refused(403, 'service/5.4/origin-allowlist', 'originIsForeign'),
    );
  });

  test('refused, and nobody is asked for a credential: a page of another site with the cookies of its visitor', async () => {
    const hijacking = request({ Origin: 'https://c.example', Cookie: 'session=right' });
    expect(await byCookie.ask(hijacking)).toMatchObject(
      refused(403, 'service/5.4/origin-allowlist', 'originIsForeign'),
    );
  });
});

describe(clause('service/5.4/origin-required'), () => {
  test('refused, by choice: no Origin', async () => {
    expect(await requiring.ask(request())).toMatchObject(
      refused(403, 'service/5.4/origin-required', 'originIsAbsent'),
    );
  });

  test('accepted: one that is listed', async () => {
    expect(await requiring.ask(request({ Origin: 'https://a.example' }))).toMatchObject(accepted);
  });
});

describe(clause('service/5.4/origin-absent'), () => {
  test('accepted: no Origin, with an allowlist and without', async () => {
    expect(await server.ask(request())).toMatchObject({ ...accepted, facts: { origin: 'absent' } });
    expect(await listing.ask(request())).toMatchObject({ ...accepted, facts: { origin: 'absent' } });
  });

  test.each(['http://example.com', 'https://example.com:8443', 'null', '?', ['http://a', 'http://b']])(
    'accepted: Origin %j, without an allowlist',
    async (value) => {
      expect(await server.ask(request({ Origin: value }))).toMatchObject({
        ...accepted,
        facts: { origin: 'allowed' },
      });
    },
  );
});
