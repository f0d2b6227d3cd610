import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CredentialPlace,
  readBasic,
  readCredential,
  withoutTokens,
  writeChallenge,
} from '../../src/auth/credential.ts';
import { runs } from '../property.ts';

const absent = { state: 'absent' };
const malformed = { state: 'malformed' };
const given = (value: string) => ({ state: 'given', value });

/** Reads field lines as they stand in a head. */
function read(place: CredentialPlace, ...lines: readonly string[]) {
  const fields = lines
    .map((line) => line.split(/: (.*)/s))
    .map(([name = '', value = '']) => ({ name, value }));
  return readCredential(place, fields, null);
}

describe('a token in the query', () => {
  test.each([
    [null, absent],
    ['', absent],
    ['a=b', absent],
    ['tokens=a', absent],
    ['Token=a', absent],
    ['a=token', absent],
    ['?token=a', absent],
    ['token=a', given('a')],
    ['a=b&token=c&d', given('c')],
    ['token=a=b', given('a=b')],
    ['token=a;b', given('a;b')],
    ['token=a%2Bb+c%26', given('a+b c&')],
    ['%74oken=a', given('a')],
    ['token=%C3%A9', given('\u00e9')],
    ['token=%zz', given('%zz')],
    ['token', malformed],
    ['token=', malformed],
    ['token=a&token=a', malformed],
    ['token=a&token=', malformed],
    ['token=a&%74oken=b', malformed],
  ])('%j', (query, credential) => {
    expect(readCredential({ in: 'query', name: 'token' }, [], query)).toEqual(credential);
  });
});

describe('a cookie', () => {
  test.each([
    [[], absent],
    [['Cookie: '], absent],
    [['Cookie: a=b'], absent],
    [['Cookie: Session=a'], absent],
    [['Cookie: xsession=a; session2=b'], absent],
    [['Cookie: session'], absent],
    [['Cookie: session =a'], absent],
    [['Cookie: \xa0session=a'], absent],
    [['Set-Cookie: session=a'], absent],
    [['Cookie: session=a'], given('a')],
    [['cookie: a=b; session=c; d=e'], given('c')],
    [['Cookie: a=b;session=c;'], given('c')],
    [['Cookie: a=b; \tsession=c \t; d'], given('c')],
    [['Cookie: session=a=b=='], given('a=b==')],
    [['Cookie: session="a"'], given('"a"')],
    [['Cookie: session=a%20b'], given('a%20b')],
    [['Cookie: a=b', 'COOKIE: session=c'], given('c')],
    [['Cookie: session='], malformed],
    [['Cookie: session=; a=b'], malformed],
    [['Cookie: session=a; session=a'], malformed],
    [['Cookie: session=a', 'Cookie: session=b'], malformed],
  ])('%j', (lines, credential) => {
    expect(read({ in: 'cookie', name: 'session' }, ...lines)).toEqual(credential);
  });
});

describe('Authorization: Bearer token68', () => {
  test.each([
    [[], absent],
    [['Authorization: Basic YTpi'], absent],
    [['Authorization: Bearers a'], absent],
    [['Authorization: Digest username="a"'], absent],
    [['Proxy-Authorization: Bearer a'], absent],
    [['Authorization: Bearer a'], given('a')],
    [['AUTHORIZATION: bearer aZ09-._~+/=='], given('aZ09-._~+/==')],
    [['Authorization: BEARER   a'], given('a')],
    [['Authorization: '], malformed],
    [['Authorization: Bearer'], malformed],
    [['Authorization: Bearer a b'], malformed],
    [['Authorization: Bearer a, b'], malformed],
    [['Authorization: Bearer =a'], malformed],
    [['Authorization: Bearer a=b'], malformed],
    [['Authorization: Bearer\ta'], malformed],
    [['Authorization: Bearer \xe9'], malformed],
    [['Authorization: "Bearer" a'], malformed],
    [['Authorization: Bearer a', 'Authorization: Bearer a'], malformed],
    [['Authorization: Basic a', 'Authorization: Bearer a'], malformed],
  ])('%j', (lines, credential) => {
    expect(read({ in: 'authorization', scheme: 'Bearer' }, ...lines)).toEqual(credential);
  });
});

describe('Authorization: Basic base64', () => {
  test.each([
    ['Bearer a', absent],
    ['Basic YTpi', given('YTpi')],
    ['basic  YTpi', given('YTpi')],
    ['Basic', malformed],
    ['Basic YQ==', malformed],
    ['Basic a:b', malformed],
    ['Basic YTpi YTpi', malformed],
  ])('%j', (value, credential) => {
    expect(read({ in: 'authorization', scheme: 'Basic' }, `Authorization: ${value}`)).toEqual(credential);
  });
});

describe('user-pass = user-id ":" password', () => {
  test.each([
    ['QWxhZGRpbjpvcGVuIHNlc2FtZQ==', 'Aladdin', 'open sesame'],
    ['YTpiOmM=', 'a', 'b:c'],
    ['YTpiOmM', 'a', 'b:c'],
    ['Og==', '', ''],
    ['YTo=', 'a', ''],
    ['OmI=', '', 'b'],
    ['dGVzdDoxMjPCow==', 'test', '123\u00a3'],
    ['77u/YTpi', '\ufeffa', 'b'],
    ['X19wcm90b19fOmNvbnN0cnVjdG9y', '__proto__', 'constructor'],
  ])('%s', (value, user, password) => {
    expect(readBasic(value)).toEqual({ user, password });
  });

  test.each([
    ['', 'nothing'],
    ['YQ==', 'no colon'],
    ['YTpi=', 'too much padding'],
    ['YTpiY', 'a character too many'],
    [' YTpi', 'white space before it'],
    ['YT pi', 'white space in it'],
    ['YTp-', 'the alphabet of base64url'],
    ['YTo\xe9', 'no base64'],
    ['YTr/', 'no UTF-8'],
    ['YTpiAA==', 'a NUL in the password'],
    ['YQo6Yg==', 'a line end in the user'],
    ['YTp/', 'a DEL in the password'],
  ])('%j: %s', (value) => {
    expect(readBasic(value)).toBeNull();
  });
});

describe('a key in a field of its own', () => {
  test.each([
    [[], absent],
    [['X-API-Keys: a'], absent],
    [['X-API-Key: a'], given('a')],
    [['x-api-key: a b, c'], given('a b, c')],
    [['X-API-Key: '], malformed],
    [['X-API-Key: a', 'X-Api-Key: a'], malformed],
  ])('%j', (lines, credential) => {
    expect(read({ in: 'field', name: 'X-API-Key' }, ...lines)).toEqual(credential);
  });
});

describe('a token among the subprotocols', () => {
  test.each([
    [[], absent],
    [['Sec-WebSocket-Protocol: chat'], absent],
    [['Sec-WebSocket-Protocol: Bearer.a, xbearer.a, bearer'], absent],
    [['Sec-WebSocket-Protocol: bearer.a'], given('a')],
    [['sec-websocket-protocol: chat ,, bearer.a.b , superchat'], given('a.b')],
    [['Sec-WebSocket-Protocol: chat', 'Sec-WebSocket-Protocol: bearer.a'], given('a')],
    [['Sec-WebSocket-Protocol: bearer.'], malformed],
    [['Sec-WebSocket-Protocol: bearer.a, bearer.a'], malformed],
    [['Sec-WebSocket-Protocol: bearer.a, bearer.'], malformed],
    [['Sec-WebSocket-Protocol: bearer.a', 'Sec-WebSocket-Protocol: bearer.b'], malformed],
    [['Sec-WebSocket-Protocol: bearer.a b'], malformed],
    [['Sec-WebSocket-Protocol: bearer.a, c d'], malformed],
  ])('%j', (lines, credential) => {
    expect(read({ in: 'subprotocol', prefix: 'bearer.' }, ...lines)).toEqual(credential);
  });

  test.each([
    [
      ['chat', 'bearer.a', 'superchat'],
      ['chat', 'superchat'],
    ],
    [['bearer.a', 'bearer.'], []],
    [
      ['Bearer.a', 'bearer'],
      ['Bearer.a', 'bearer'],
    ],
    [[], []],
  ])('of %j are left %j', (names, left) => {
    expect(withoutTokens(names, 'bearer.')).toEqual(left);
  });
});

const places: readonly CredentialPlace[] = ['__proto__', 'constructor', 'toString'].flatMap((name) => [
  { in: 'query', name },
  { in: 'cookie', name },
  { in: 'field', name },
  { in: 'subprotocol', prefix: name },
]);

describe('a name that every object has is a name like any other', () => {
  test.each(places)('$in $name$prefix is absent', (place) => {
    expect(readCredential(place, [{ name: 'Host', value: 'a' }], 'a=b')).toEqual(absent);
  });

  test.each([
    [{ in: 'query', name: '__proto__' }, '', '', '__proto__=a'],
    [{ in: 'cookie', name: '__proto__' }, 'Cookie', '__proto__=a', null],
    [{ in: 'field', name: '__proto__' }, '__proto__', 'a', null],
    [{ in: 'subprotocol', prefix: '__proto__' }, 'Sec-WebSocket-Protocol', '__proto__a', null],
  ] as const)('%j is given', (place, name, value, query) => {
    expect(readCredential(place, [{ name, value }], query)).toEqual(given('a'));
  });
});

describe('no text makes the reading throw', () => {
  const unit = fc.constantFrom(...'aA0=;, \t:.%+&?"\\/-_\r\n\0\x80\u20ac\ud800');
  test.each<CredentialPlace>([
    { in: 'query', name: 'a' },
    { in: 'cookie', name: 'a' },
    { in: 'authorization', scheme: 'Bearer' },
    { in: 'authorization', scheme: 'Basic' },
    { in: 'field', name: 'a' },
    { in: 'subprotocol', prefix: 'a' },
  ])('%j', (place) => {
    const name = fc.constantFrom('Cookie', 'Authorization', 'Sec-WebSocket-Protocol', 'A');
    const value = fc
      .tuple(fc.constantFrom('', 'Basic ', 'Bearer ', 'a='), fc.string({ unit }))
      .map((two) => two.join(''));
    const property = fc.property(
      fc.array(fc.record({ name, value })),
      fc.string({ unit }),
      (fields, query) => {
        expect(readCredential(place, fields, query).state).toMatch(/^(absent|malformed|given)$/);
      },
    );
    fc.assert(property, { seed: 20_261_121, numRuns: runs(200, 1_000) });
  });

  test('nor the reading of a Basic credential', () => {
    const property = fc.property(fc.oneof(fc.string({ unit }), fc.base64String()), (value) => {
      expect([null, expect.anything()]).toContainEqual(readBasic(value));
    });
    fc.assert(property, { seed: 20_261_121, numRuns: runs(400, 2_000) });
  });
});

describe('a challenge has a scheme and a realm', () => {
  const basic = { in: 'authorization', scheme: 'Basic' } as const;
  const bearer = { in: 'authorization', scheme: 'Bearer' } as const;
  test.each([
    [bearer, false, 'Bearer realm="chat"'],
    [bearer, true, 'Bearer realm="chat", error="invalid_token"'],
    [basic, false, 'Basic realm="chat", charset="UTF-8"'],
    [basic, true, 'Basic realm="chat", charset="UTF-8"'],
    [{ in: 'query', name: 'token' }, false, 'Bearer realm="chat"'],
    [{ in: 'query', name: 'token' }, true, 'Bearer realm="chat", error="invalid_token"'],
    [{ in: 'cookie', name: 'a' }, true, 'Bearer realm="chat", error="invalid_token"'],
    [{ in: 'field', name: 'a' }, false, 'Bearer realm="chat"'],
    [{ in: 'subprotocol', prefix: 'a.' }, false, 'Bearer realm="chat"'],
  ] as const)('%j, invalid: %j', (place, invalid, challenge) => {
    expect(writeChallenge(place, 'chat', invalid)).toBe(challenge);
  });

  test.each([
    ['', '""'],
    ['a b\t\xe9', '"a b\t\xe9"'],
    ['say "hi"', '"say \\"hi\\""'],
    ['a\\b', '"a\\\\b"'],
    ['", error="', '"\\", error=\\""'],
    ['a\r\nX: y\0\x7f\u20ac\u{1f600}', '"aX: y"'],
  ])('the realm %j is quoted', (realm, quoted) => {
    expect(writeChallenge(bearer, realm, false)).toBe(`Bearer realm=${quoted}`);
  });
});
