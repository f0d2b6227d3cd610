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
import { acceptance, opening, type Served, serve } from './serve.ts';

const withField = (line: string) => opening.replace('Upgrade:', `${line}\r\nUpgrade:`);
const withQuery = (query: string) => opening.replace('/chat', `/chat?${query}`);

const unauthorized = (challenge: string) =>
  [
    'HTTP/1.1 401 Unauthorized',
    'Date: Thu, 01 Jan 1970 00:00:00 GMT',
    'Connection: close',
    `WWW-Authenticate: ${challenge}`,
    'Content-Type: text/plain; charset=utf-8',
    'Content-Length: 17',
    '',
    '401 Unauthorized\n',
  ].join('\r\n');

/** The head of whatever is answered. */
async function headOf({ dial }: Served, octets: string): Promise<string> {
  const peer = await dial();
  await peer.send(octets);
  return (await peer.until('\r\n\r\n')).split('\r\n\r\n', 1)[0] ?? '';
}

interface Method {
  readonly name: string;
  readonly method: (verify: Verify) => Authentication;
  /** What `verify` is given of the right opening. */
  readonly secret: string;
  /** The right opening, and those that have the secret somewhere else or not at all. */
  readonly right: string;
  readonly missing: Readonly<Record<string, string>>;
  readonly wrong: Readonly<Record<string, string>>;
  readonly challenge: string;
  readonly challengeOfWrong: string;
}

const anyBearer = {
  challenge: 'Bearer realm="ws101"',
  challengeOfWrong: 'Bearer realm="ws101", error="invalid_token"',
};

const methods: readonly Method[] = [
  {
    ...{ name: 'a token in the query', secret: 'S3cret-token', ...anyBearer },
    method: (verify) => queryToken(verify),
    right: withQuery('a=b&token=S3cret-token'),
    missing: {
      'no query': opening,
      'another parameter': withQuery('tokens=S3cret-token'),
      'the name in other letter case': withQuery('Token=S3cret-token'),
      'in Authorization': withField('Authorization: Bearer S3cret-token'),
      'in a cookie': withField('Cookie: token=S3cret-token'),
    },
    wrong: {
      'another token': withQuery('token=other'),
      'an empty one': withQuery('token='),
      'no value': withQuery('token'),
      'its beginning': withQuery('token=S3cret-toke'),
      'with more behind it': withQuery('token=S3cret-token1'),
      'in other letter case': withQuery('token=s3cret-token'),
      'twice, once wrong': withQuery('token=S3cret-token&token=other'),
      'twice, both right': withQuery('token=S3cret-token&token=S3cret-token'),
    },
  },
  {
    ...{ name: 'a cookie', secret: 'S3cret-token', ...anyBearer },
    method: (verify) => cookie('session', verify),
    right: withField('Cookie: a=b; session=S3cret-token; c=d'),
    missing: {
      'no Cookie': opening,
      'another cookie': withField('Cookie: xsession=S3cret-token'),
      'the name in other letter case': withField('Cookie: Session=S3cret-token'),
      'in the query': withQuery('session=S3cret-token'),
      'in Set-Cookie': withField('Set-Cookie: session=S3cret-token'),
    },
    wrong: {
      'another value': withField('Cookie: session=other'),
      'an empty one': withField('Cookie: session='),
      'its beginning': withField('Cookie: session=S3cret-toke'),
      'with more behind it': withField('Cookie: session=S3cret-token1'),
      'in other letter case': withField('Cookie: session=s3cret-token'),
      'in quotes': withField('Cookie: session="S3cret-token"'),
      'twice, once wrong': withField('Cookie: session=S3cret-token; session=other'),
      'on two lines': withField('Cookie: session=other\r\nCookie: session=S3cret-token'),
    },
  },
  {
    ...{ name: 'a bearer token', secret: 'S3cret-token', ...anyBearer },
    method: (verify) => bearer(verify),
    right: withField('Authorization: Bearer S3cret-token'),
    missing: {
      'no Authorization': opening,
      'another scheme': withField('Authorization: Basic S3cret-token'),
      'in the query': withQuery('token=S3cret-token'),
      'in Proxy-Authorization': withField('Proxy-Authorization: Bearer S3cret-token'),
    },
    wrong: {
      'another token': withField('Authorization: Bearer other'),
      'an empty one': withField('Authorization: Bearer'),
      'its beginning': withField('Authorization: Bearer S3cret-toke'),
      'with more behind it': withField('Authorization: Bearer S3cret-token1'),
      'in other letter case': withField('Authorization: Bearer s3cret-token'),
      'two words': withField('Authorization: Bearer S3cret-token x'),
      'two lines': withField('Authorization: Bearer S3cret-token\r\nAuthorization: Bearer S3cret-token'),
    },
  },
  {
    name: 'a user and a password',
    method: (verify) => basic(verify),
    secret: 'Aladdin:open sesame',
    right: withField('Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=='),
    missing: {
      'no Authorization': opening,
      'another scheme': withField('Authorization: Bearer QWxhZGRpbjpvcGVuIHNlc2FtZQ=='),
    },
    wrong: {
      'another password': withField('Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtYQ=='),
      'an empty one': withField('Authorization: Basic'),
      'an empty user and password': withField('Authorization: Basic Og=='),
      'no base64': withField('Authorization: Basic Aladdin:open'),
      'no colon': withField('Authorization: Basic QWxhZGRpbg=='),
      'in plain text': withField('Authorization: Basic Aladdin:open sesame'),
      'no UTF-8': withField('Authorization: Basic QWxhZGRpbjrk'),
    },
    challenge: 'Basic realm="ws101", charset="UTF-8"',
    challengeOfWrong: 'Basic realm="ws101", charset="UTF-8"',
  },
  {
    ...{ name: 'a key in a field', secret: 'S3cret-token', ...anyBearer },
    method: (verify) => apiKey(verify),
    right: withField('x-api-key: S3cret-token'),
    missing: {
      'no such field': opening,
      'another field': withField('X-API-Keys: S3cret-token'),
      'in the query': withQuery('X-API-Key=S3cret-token'),
    },
    wrong: {
      'another key': withField('X-API-Key: other'),
      'an empty one': withField('X-API-Key:'),
      'its beginning': withField('X-API-Key: S3cret-toke'),
      'with more behind it': withField('X-API-Key: S3cret-token x'),
      'in other letter case': withField('X-API-Key: s3cret-token'),
      twice: withField('X-API-Key: S3cret-token\r\nX-API-Key: S3cret-token'),
    },
  },
  {
    ...{ name: 'a token among the subprotocols', secret: 'S3cret-token', ...anyBearer },
    method: (verify) => subprotocolToken(verify),
    right: withField('Sec-WebSocket-Protocol: mqtt, bearer.S3cret-token'),
    missing: {
      'no subprotocols': opening,
      'no prefix': withField('Sec-WebSocket-Protocol: S3cret-token'),
      'the prefix in other letter case': withField('Sec-WebSocket-Protocol: Bearer.S3cret-token'),
      'the prefix further behind': withField('Sec-WebSocket-Protocol: xbearer.S3cret-token'),
    },
    wrong: {
      'another token': withField('Sec-WebSocket-Protocol: bearer.other'),
      'an empty one': withField('Sec-WebSocket-Protocol: bearer.'),
      'its beginning': withField('Sec-WebSocket-Protocol: bearer.S3cret-toke'),
      'with more behind it': withField('Sec-WebSocket-Protocol: bearer.S3cret-token1'),
      'in other letter case': withField('Sec-WebSocket-Protocol: bearer.s3cret-token'),
      'two tokens': withField('Sec-WebSocket-Protocol: bearer.S3cret-token, bearer.other'),
    },
  },
];

const missing = methods.flatMap((method) =>
  Object.entries(method.missing).map(([what, octets]) => ({ ...method, what, octets })),
);
const wrong = methods.flatMap((method) =>
  Object.entries(method.wrong).map(([what, octets]) => ({ ...method, what, octets })),
);
const origins = ['https://a.example'];

describe('the right credential opens', () => {
  test.each(methods)('$name', async ({ method, secret, right }) => {
    const served = await serve({ authentication: method(secret), origins });
    const peer = await served.dial();
    await peer.send(right);
    expect(await peer.until('\r\n\r\n')).toBe(acceptance);
    expect(await served.outcomes.take()).toMatchObject({
      type: 'accepted',
      facts: { authorization: 'granted' },
    });
  });
});

describe('without a credential: 401 with a challenge that blames nobody', () => {
  test.each(missing)('$name: $what', async ({ method, secret, octets, challenge }) => {
    const { ask, outcomes, connections } = await serve({ authentication: method(secret), origins });
    expect(await ask(octets)).toBe(unauthorized(challenge));
    expect(outcomes.all).toMatchObject([
      { type: 'refused', clause: 'service/5.2/credential-missing', guard: 'credentialIsAbsent', status: 401 },
    ]);
    expect(connections.all).toEqual([]);
  });
});

describe('with a wrong one: 401 with a challenge that says so', () => {
  test.each(wrong)('$name: $what', async ({ method, secret, octets, challengeOfWrong }) => {
    const { ask, outcomes, connections } = await serve({ authentication: method(secret), origins });
    expect(await ask(octets)).toBe(unauthorized(challengeOfWrong));
    expect(outcomes.all).toMatchObject([
      {
        type: 'refused',
        clause: 'service/5.2/credential-invalid',
        guard: 'credentialIsInvalid',
        status: 401,
      },
    ]);
    expect(connections.all).toEqual([]);
  });
});

describe('credentials are told to nobody but to who verifies them', () => {
  test.each(methods)('$name', async ({ method, secret, right }) => {
    const served = await serve({ authentication: method((given) => given === `${secret}?`), origins });
    const refused = await served.ask(right);
    expect(refused).toContain('401 Unauthorized');
    expect(refused + JSON.stringify(served.outcomes.all)).not.toMatch(/S3cret|QWxhZGRpb|sesame/);
    expect(served.outcomes.all).toHaveLength(1);

    const open = await serve({ authentication: method(secret), origins });
    expect(await headOf(open, right)).not.toMatch(/S3cret/);
    expect(JSON.stringify(await open.outcomes.take())).not.toMatch(/S3cret|QWxhZGRpb|sesame/);
  });

  test.each([
    [
      'under a name of its own',
      { authentication: queryToken('S3cret', { name: 'k' }) },
      '/chat?k=S3cret&a=b',
      '/chat?k=***&a=b',
    ],
    [
      'twice',
      { authentication: queryToken('S3cret') },
      '/chat?token=S3cret&token=S3cret',
      '/chat?token=***&token=***',
    ],
    [
      'in a malformed target',
      { authentication: queryToken('S3cret') },
      '/chat?token=S3cret#S3cret',
      '/chat?token=***',
    ],
    ['at a server that asks for none', {}, '/chat?token=S3cret', '/chat?token=***'],
    ['of a user, in absolute-form', {}, 'http://a:S3cret@a/chat', 'http://***@a/chat'],
    [
      'at an unknown path',
      { authentication: queryToken('S3cret', { name: 'k' }) },
      '/other?k=S3cret',
      '/other?k=***',
    ],
  ])('in the target, %s', async (_, options, target, told) => {
    const served = await serve({ ...options, paths: ['/chat'] });
    await headOf(served, opening.replace('/chat', target));
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
    expect(await headOf(served, right)).toContain(' 101 ');
    expect(await headOf(served, withField('Authorization: Bearer wrong'))).toContain(' 401 ');
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
    await headOf(
      served,
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
    expect(await headOf(served, withField(`Authorization: Basic ${sent}`))).toContain(' 101 ');
  });

  test('is told a parameter of the query decoded', async () => {
    const served = await serve({ authentication: queryToken('a b/ä') });
    expect(await headOf(served, withQuery('token=a+b%2F%C3%A4'))).toContain(' 101 ');
    expect(await headOf(served, withQuery('t%6fken=a%20b/%C3%A4'))).toContain(' 101 ');
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
    expect(await headOf(served, octets)).toContain(' 101 ');
    expect(verify.mock.calls.map(([credential]) => [credential])).toEqual(first);
    expect(other.mock.calls.map(([credential]) => [credential])).toEqual(second);
  });

  test('a wrong one of the first is not made good by the second', async () => {
    const served = await serve({ authentication: [bearer('right'), queryToken('right')] });
    const both = withField('Authorization: Bearer wrong').replace('/chat', '/chat?token=right');
    expect(await headOf(served, both)).toContain(' 401 ');
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
    expect(await headOf(served, opening)).toContain(' 101 ');
    await served.clock.runs(1);
    expect([served.connections.all, served.server.pending]).toEqual([[], 1]);
    expect(await headOf(served, withField('Authorization: Bearer right'))).toContain(' 101 ');
    expect(await served.connections.take()).toMatchObject({ path: '/chat' });
    expect(await headOf(served, withField('Authorization: Bearer wrong'))).toContain(' 401 ');
  });
});

describe('the names of where credentials stand', () => {
  test.each([
    ['a parameter', queryToken('a', { name: 'the key' }), withQuery('the+key=a')],
    ['a field', apiKey('a', { name: 'X-Key' }), withField('x-KEY: a')],
    ['a prefix', subprotocolToken('a', { prefix: 'key-' }), withField('Sec-WebSocket-Protocol: key-a')],
  ])('%s of its own', async (_, authentication, octets) => {
    const served = await serve({ authentication });
    expect(await headOf(served, octets)).toContain(' 101 ');
    expect(await headOf(served, opening)).toContain(' 401 ');
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
    const { dial, connections } = await serve({
      subprotocols: ['chat'],
      authentication: subprotocolToken('right', options),
    });
    const peer = await dial();
    await peer.send(withField(`Sec-WebSocket-Protocol: ${offer}`));
    expect(await peer.until('\r\n\r\n')).toBe(acceptance.replace(/\r\n$/, `${line}\r\n`));
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
    expect(await headOf(served, withField('Sec-WebSocket-Protocol: silent.a'))).not.toContain('silent.a');
    expect(await headOf(served, withField(`Sec-WebSocket-Protocol: ${token}`))).toContain(token);
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
