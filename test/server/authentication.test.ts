import { describe, expect, test, vi } from 'vitest';
import {
  type Authentication,
  type AuthorizeRequest,
  apiKey,
  basic,
  bearer,
  cookie,
  firstMessage,
  queryToken,
  subprotocolToken,
  type Verify,
} from '../../src/server/index.ts';
import { acceptance, opening, refusal, serve } from './serve.ts';

const withField = (line: string) => opening.replace('Upgrade:', `${line}\r\nUpgrade:`);
const withQuery = (query: string) => opening.replace('/chat', `/chat?${query}`);

const unauthorized = (challenge: string) =>
  refusal('401 Unauthorized', 'Connection: close', `WWW-Authenticate: ${challenge}`);

interface Method {
  readonly name: string;
  readonly method: (verify: Verify) => Authentication;
  /** What `verify` is given of the right opening. */
  readonly secret: string;
  /** The right opening, and those that have the secret somewhere else, or another one. */
  readonly right: string;
  readonly missing: string;
  readonly wrong: string;
  readonly challenge: string;
  readonly challengeOfWrong: string;
}

const anyBearer = {
  challenge: 'Bearer realm="ws101"',
  challengeOfWrong: 'Bearer realm="ws101", error="invalid_token"',
};

/** What counts as missing or malformed in each place is read by src/auth. */
const methods: readonly Method[] = [
  {
    ...{ name: 'a token in the query', secret: 'S3cret-token', ...anyBearer },
    method: (verify) => queryToken(verify),
    right: withQuery('a=b&token=S3cret-token'),
    missing: withField('Authorization: Bearer S3cret-token'),
    wrong: withQuery('token=S3cret-token&token=S3cret-token'),
  },
  {
    ...{ name: 'a cookie', secret: 'S3cret-token', ...anyBearer },
    method: (verify) => cookie('session', verify),
    right: withField('Cookie: a=b; session=S3cret-token; c=d'),
    missing: withQuery('session=S3cret-token'),
    wrong: withField('Cookie: session=other\r\nCookie: session=S3cret-token'),
  },
  {
    ...{ name: 'a bearer token', secret: 'S3cret-token', ...anyBearer },
    method: (verify) => bearer(verify),
    right: withField('Authorization: Bearer S3cret-token'),
    missing: withQuery('token=S3cret-token'),
    wrong: withField('Authorization: Bearer other'),
  },
  {
    ...{ name: 'a user and a password', secret: 'Aladdin:open sesame' },
    method: (verify) => basic(verify),
    right: withField('Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=='),
    missing: withField('Authorization: Bearer QWxhZGRpbjpvcGVuIHNlc2FtZQ=='),
    wrong: withField('Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtYQ=='),
    challenge: 'Basic realm="ws101", charset="UTF-8"',
    challengeOfWrong: 'Basic realm="ws101", charset="UTF-8"',
  },
  {
    ...{ name: 'a key in a field', secret: 'S3cret-token', ...anyBearer },
    method: (verify) => apiKey(verify),
    right: withField('x-api-key: S3cret-token'),
    missing: withQuery('X-API-Key=S3cret-token'),
    wrong: withField('X-API-Key:'),
  },
  {
    ...{ name: 'a token among the subprotocols', secret: 'S3cret-token', ...anyBearer },
    method: (verify) => subprotocolToken(verify),
    right: withField('Sec-WebSocket-Protocol: mqtt, bearer.S3cret-token'),
    missing: withField('Sec-WebSocket-Protocol: S3cret-token'),
    wrong: withField('Sec-WebSocket-Protocol: bearer.S3cret-token, bearer.other'),
  },
];

const origins = ['https://a.example'];

describe('the right credential opens', () => {
  test.each(methods)('$name', async ({ method, secret, right }) => {
    const served = await serve({ authentication: method(secret), origins });
    expect(await served.open(right)).toBe(acceptance);
    expect(await served.outcomes.take()).toMatchObject({
      type: 'accepted',
      facts: { authorization: 'granted' },
    });
  });
});

test.each(methods)('$name: without it, 401 with a challenge that blames nobody', async (given) => {
  const { ask, outcomes, connections } = await serve({ authentication: given.method(given.secret), origins });
  for (const octets of [opening, given.missing])
    expect(await ask(octets)).toBe(unauthorized(given.challenge));
  const told = {
    ...{
      type: 'refused',
      clause: 'service/5.2/credential-missing',
      guard: 'credentialIsAbsent',
      status: 401,
    },
  };
  expect(outcomes.all).toMatchObject([told, told]);
  expect(connections.all).toEqual([]);
});

test.each(methods)('$name: with a wrong one, 401 with a challenge that says so', async (given) => {
  const { ask, outcomes, connections } = await serve({ authentication: given.method(given.secret), origins });
  expect(await ask(given.wrong)).toBe(unauthorized(given.challengeOfWrong));
  expect(outcomes.all).toMatchObject([
    { type: 'refused', clause: 'service/5.2/credential-invalid', guard: 'credentialIsInvalid', status: 401 },
  ]);
  expect(connections.all).toEqual([]);
});

describe('credentials are told to nobody but to who verifies them', () => {
  test.each(methods)('$name', async ({ method, secret, right }) => {
    const served = await serve({ authentication: method((given) => given === `${secret}?`), origins });
    const refused = await served.ask(right);
    expect(refused).toContain('401 Unauthorized');
    expect(refused + JSON.stringify(served.outcomes.all)).not.toMatch(/S3cret|QWxhZGRpb|sesame/);
    expect(served.outcomes.all).toHaveLength(1);

    const open = await serve({ authentication: method(secret), origins });
    expect(await open.open(right)).not.toMatch(/S3cret/);
    expect(JSON.stringify(await open.outcomes.take())).not.toMatch(/S3cret|QWxhZGRpb|sesame/);
  });

  test.each([
    [
      'under a name of its own',
      { authentication: queryToken('S3cret', { name: 'k' }) },
      '/chat?k=S3cret&a=b',
      '/chat?k=***&a=***',
    ],
    [
      'twice',
      { authentication: queryToken('S3cret') },
      '/chat?token=S3cret&token=S3cret',
      '/chat?token=***&token=***',
    ],
    [
      'at an unknown path',
      { authentication: queryToken('S3cret', { name: 'k' }) },
      '/other?k=S3cret',
      '/other?k=***',
    ],
  ])('in the target, %s', async (_, options, target, told) => {
    const served = await serve({ ...options, paths: ['/chat'] });
    await served.open(opening.replace('/chat', target));
    const { target: seen } = await served.outcomes.take();
    expect(seen).toBe(told);
  });
});

describe('who verifies', () => {
  const right = withField('Authorization: Bearer right');
  const accepting: readonly (readonly [string, Verify])[] = [
    ['a text', 'right'],
    ['a list', ['other', 'right']],
    ['a function', (given) => given === 'right'],
    ['an async function', async (given) => given === 'right'],
  ];

  test.each(accepting)('%s: the right one opens, another is refused', async (_, verify) => {
    const served = await serve({ authentication: bearer(verify) });
    expect(await served.open(right)).toContain(' 101 ');
    for (const other of ['wrong', 'righ', 'right1', 'Right'])
      expect(await served.ask(withField(`Authorization: Bearer ${other}`))).toContain(' 401 ');
  });

  test.each([
    ['a text', () => 'true'],
    ['a number', () => 1],
    ['an object', () => ({})],
    ['nothing', () => undefined],
    ['the promise of a text', async () => 'true'],
  ])('an answer other than true is none: %s', async (_, answer) => {
    const verify = answer as unknown as Verify; // what JavaScript may answer
    const { ask } = await serve({ authentication: bearer(verify) });
    expect(await ask(right)).toContain(' 401 ');
  });

  const thrown = new Error('no database');
  const throwing: readonly (readonly [string, Verify])[] = [
    [
      'at once',
      () => {
        throw thrown;
      },
    ],
    ['later', () => Promise.reject(thrown)],
  ];

  test.each(throwing)('what is thrown %s is a 500, and told', async (_, verify) => {
    const { ask, outcomes } = await serve({ authentication: bearer(verify) });
    expect(await ask(right)).toContain(' 500 ');
    expect(outcomes.all).toMatchObject([
      { guard: 'authorizationThrew', clause: 'rfc9110/15.6.1/internal-error', status: 500, error: thrown },
    ]);
  });

  test('is given the credential and the opening', async () => {
    const given: AuthorizeRequest[] = [];
    const served = await serve({
      subprotocols: ['chat'],
      authentication: basic((credential, request) => {
        given.push({ ...request, credential });
        return true;
      }),
    });
    await served.open(
      withField('Authorization: Basic dTpw\r\nSec-WebSocket-Protocol: chat, mqtt').replace('/chat', '/a?b=c'),
    );
    expect(given).toMatchObject([
      {
        credential: 'u:p',
        path: '/a',
        query: 'b=c',
        subprotocols: ['chat', 'mqtt'],
        request: { target: '/a?b=c' },
      },
    ]);
  });

  test.each([
    ['colons in the password', 'dXNlcjphOmI6', 'user:a:b:'],
    ['UTF-8', 'w6RzZXI6cMOkc3PimIM=', 'äser:päss☃'],
    ['an empty password', 'dXNlcjo=', 'user:'],
    ['an empty user', 'OnBhc3M=', ':pass'],
    ['no padding', 'dXNlcjo', 'user:'],
  ])('is told a user and a password, with %s', async (_, sent, told) => {
    const served = await serve({ authentication: basic(told) });
    expect(await served.open(withField(`Authorization: Basic ${sent}`))).toContain(' 101 ');
  });

  test('is told a parameter of the query decoded', async () => {
    const served = await serve({ authentication: queryToken('a b/ä') });
    expect(await served.open(withQuery('token=a+b%2F%C3%A4'))).toContain(' 101 ');
    expect(await served.open(withQuery('t%6fken=a%20b/%C3%A4'))).toContain(' 101 ');
  });
});

describe('several methods', () => {
  const verify = vi.fn((_: string) => true);
  const other = vi.fn((_: string) => true);
  const authentication = [bearer(verify), queryToken(other, { name: 'key' })];

  test.each([
    ['the first', withField('Authorization: Bearer one'), [['one']], []],
    ['the second', withQuery('key=two'), [], [['two']]],
    [
      'both: the first counts',
      withField('Authorization: Bearer one').replace('/chat', '/chat?key=two'),
      [['one']],
      [],
    ],
  ])('whoever brings %s', async (_, octets, first, second) => {
    verify.mockClear();
    other.mockClear();
    const served = await serve({ authentication });
    expect(await served.open(octets)).toContain(' 101 ');
    expect(verify.mock.calls.map(([credential]) => [credential])).toEqual(first);
    expect(other.mock.calls.map(([credential]) => [credential])).toEqual(second);
  });

  test('a wrong one of the first is not made good by the second', async () => {
    const served = await serve({ authentication: [bearer('right'), queryToken('right')] });
    const both = withField('Authorization: Bearer wrong').replace('/chat', '/chat?token=right');
    expect(await served.open(both)).toContain(' 401 ');
  });

  test('a 401 has one challenge for each kind', async () => {
    const { ask } = await serve({
      authentication: [
        queryToken('a'),
        bearer('b'),
        basic('c:d', { realm: 'x' }),
        apiKey('e', { realm: 'y' }),
      ],
    });
    const challenges = (await ask(opening)).match(/^WWW-Authenticate: .*$/gm);
    expect(challenges?.map((line) => line.trim())).toEqual([
      'WWW-Authenticate: Bearer realm="ws101"',
      'WWW-Authenticate: Basic realm="x", charset="UTF-8"',
      'WWW-Authenticate: Bearer realm="y"',
    ]);
  });

  test('one of them the first message: it is waited for where the opening has no credential', async () => {
    const served = await serve({ authentication: [bearer('right'), firstMessage('right')] });
    expect(await served.open(opening)).toContain(' 101 ');
    await served.clock.runs(1);
    expect([served.connections.all, served.server.pending]).toEqual([[], 1]);
    expect(await served.open(withField('Authorization: Bearer right'))).toContain(' 101 ');
    expect(await served.connections.take()).toMatchObject({ path: '/chat' });
    expect(await served.open(withField('Authorization: Bearer wrong'))).toContain(' 401 ');
  });
});

describe('the names of where credentials stand', () => {
  test.each([
    ['a parameter', queryToken('a', { name: 'the key' }), withQuery('the+key=a')],
    ['a field', apiKey('a', { name: 'X-Key' }), withField('x-KEY: a')],
    ['a prefix', subprotocolToken('a', { prefix: 'key-' }), withField('Sec-WebSocket-Protocol: key-a')],
  ])('%s of its own', async (_, authentication, octets) => {
    const served = await serve({ authentication });
    expect(await served.open(octets)).toContain(' 101 ');
    expect(await served.open(opening)).toContain(' 401 ');
  });

  test('a realm with quotes stays one quoted text', async () => {
    const { ask } = await serve({ authentication: bearer('a', { realm: 'the "inner" \\ one' }) });
    expect(await ask(opening)).toContain('WWW-Authenticate: Bearer realm="the \\"inner\\" \\\\ one"\r\n');
  });
});

describe('a token among the subprotocols is no subprotocol', () => {
  const token = 'bearer.right';

  test.each([
    ['alone: not echoed', token, {}, null, ''],
    ['alone, and echo: echoed', token, { echo: true }, token, 'Sec-WebSocket-Protocol: bearer.right\r\n'],
    [
      'beside a supported name, and echo: the name',
      `${token}, chat`,
      { echo: true },
      'chat',
      'Sec-WebSocket-Protocol: chat\r\n',
    ],
    ['beside an unsupported name, and echo: none', `mqtt, ${token}`, { echo: true }, null, ''],
  ])('%s', async (_, offer, options, chosen, line) => {
    const { connections, open } = await serve({
      subprotocols: ['chat'],
      authentication: subprotocolToken('right', options),
    });
    expect(await open(withField(`Sec-WebSocket-Protocol: ${offer}`))).toBe(
      acceptance.replace(/\r\n$/, `${line}\r\n`),
    );
    expect(await connections.take()).toMatchObject({ subprotocol: chosen });
  });

  test('where a subprotocol is required it stands for none', async () => {
    const { ask } = await serve({
      subprotocols: ['mqtt'],
      authentication: subprotocolToken('right', { echo: true }),
    });
    expect(await ask(withField(`Sec-WebSocket-Protocol: ${token}`))).toContain(' 400 ');
  });

  test('only the method that echoes has its token echoed', async () => {
    const served = await serve({
      authentication: [
        subprotocolToken('right', { echo: true }),
        subprotocolToken('a', { prefix: 'silent.' }),
      ],
    });
    expect(await served.open(withField('Sec-WebSocket-Protocol: silent.a'))).not.toContain('silent.a');
    expect(await served.open(withField(`Sec-WebSocket-Protocol: ${token}`))).toContain(token);
  });
});

describe('methods that make no sense are refused with a clear text', () => {
  test.each([
    ['an empty text', () => bearer(''), 'no credential to verify with: texts that are not empty'],
    ['an empty list', () => cookie('a', []), 'no credential to verify with'],
    ['an empty text in a list', () => apiKey(['a', '']), 'no credential to verify with'],
    ['nothing', () => queryToken(undefined as unknown as Verify), 'no credential to verify with'], // as JavaScript may
    ['a number', () => basic(1 as unknown as Verify), 'no credential to verify with'], // as JavaScript may
    ['a number in a list', () => firstMessage([1] as unknown as Verify), 'no credential to verify with'], // as JavaScript may
    [
      'a cookie without a name',
      () => cookie('', 'a'),
      '"" is not a token: the name or the prefix of the credential',
    ],
    ['a cookie without a name', () => Reflect.apply(cookie, null, []), 'undefined is not a token'],
    ['a cookie with a space', () => cookie('a b', 'a'), '"a b" is not a token'],
    ['a field with a colon', () => apiKey('a', { name: 'a:' }), '"a:" is not a token'],
    ['a parameter without a name', () => queryToken('a', { name: '' }), '"" is not a token'],
    ['an empty prefix', () => subprotocolToken('a', { prefix: '' }), '"" is not a token'],
    ['a prefix with a comma', () => subprotocolToken('a', { prefix: 'a,' }), '"a," is not a token'],
    ['a realm with a line feed', () => bearer('a', { realm: 'a\nb' }), 'realm cannot be written'],
  ])('%s: TypeError', (_, make, message) => {
    expect(make).toThrow(TypeError);
    expect(make).toThrow(message);
  });

  test.each([
    ['deadline', 0],
    ['deadline', 1.5],
    ['deadline', 2 ** 31],
    ['maxOctets', 0],
    ['maxOctets', Number.NaN],
    ['maxHeld', -1],
    ['maxHeld', Number.POSITIVE_INFINITY],
  ])('%s %d of a first message: RangeError', (name, value) => {
    const make = () => firstMessage('a', { [name]: value });
    expect(make).toThrow(RangeError);
    expect(make).toThrow(`${name} is ${value}: a whole number was expected`);
  });

  test('maxHeld 0 holds none', () => {
    expect(firstMessage('a', { maxHeld: 0 })).toMatchObject({ maxHeld: 0 });
  });
});
