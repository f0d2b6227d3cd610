import { describe, expect, test } from 'vitest';
import { findFaults } from '../../../src/verify/judge/oracle.ts';
import type { TargetDeclaration } from '../../../src/verify/judge/target.ts';
import { targetOf } from '../target.ts';

/** The guards that find a fault in an opening with some lines, where the path has a query maybe. */
function faultsOf(options: TargetDeclaration, lines: readonly string[], path = '/'): readonly string[] {
  const head = [
    `GET ${path} HTTP/1.1`,
    ...['Host: a.test', 'Upgrade: websocket', 'Connection: Upgrade'],
    ...['Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Version: 13', ...lines],
  ];
  const octets = Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1');
  return findFaults(octets, targetOf('ws://a.test/', options)).map(({ guard }) => guard);
}

describe('a token that is a subprotocol by itself', () => {
  const auth = { in: 'subprotocol', prefix: '', value: 'tok123' } as const;
  const protocol = (names: string) => [`Sec-WebSocket-Protocol: ${names}`];

  test.each([
    ['alone', protocol('tok123')],
    ['among others', protocol('chat, tok123, other')],
    ['on a line of its own', [...protocol('chat'), ...protocol('tok123')]],
  ])('is right %s', (_where, lines) => {
    expect(faultsOf({ auth, subprotocols: ['chat'] }, lines)).toEqual([]);
  });

  test.each([
    ['none is offered', [], ['credentialIsAbsent']],
    ['only what is supported is', protocol('chat'), ['credentialIsAbsent']],
    ['it is cut', protocol('chat, tok12'), ['credentialIsInvalid']],
    ['it goes on', protocol('tok1234'), ['credentialIsInvalid']],
    ['its letters have another case', protocol('TOK123'), ['credentialIsInvalid']],
    ['the names are no list', protocol('tok 123'), ['subprotocolsAreMalformed', 'credentialIsInvalid']],
  ])('is missing or wrong where %s', (_what, lines, guards) => {
    expect(faultsOf({ auth, subprotocols: ['chat'] }, lines)).toEqual(guards);
  });

  test('is no subprotocol where one is required', () => {
    const options = { auth, subprotocols: ['chat'], subprotocolRequired: true };
    expect(faultsOf(options, protocol('tok123'))).toEqual(['subprotocolIsAbsent']);
    expect(faultsOf(options, protocol('tok123, chat'))).toEqual([]);
  });

  test('is not looked for in a head that cannot be read', () => {
    expect(faultsOf({ auth }, ['A : b'])).toEqual(['fieldLinesAreMalformed']);
  });
});

describe('a token behind a prefix', () => {
  const auth = { in: 'subprotocol', prefix: 'token.', value: 'secret' } as const;

  test.each([
    ['is right', ['Sec-WebSocket-Protocol: chat, token.secret'], []],
    ['is wrong', ['Sec-WebSocket-Protocol: chat, token.other'], ['credentialIsInvalid']],
    ['is missing', ['Sec-WebSocket-Protocol: chat'], ['credentialIsAbsent']],
    ['has no prefix', ['Sec-WebSocket-Protocol: secret'], ['credentialIsAbsent']],
  ] as const)('%s', (_what, lines, guards) => {
    expect(faultsOf({ auth }, lines)).toEqual(guards);
  });
});

describe('a credential in a field', () => {
  const bearer = { in: 'authorization', scheme: 'Bearer', value: 'abc' } as const;
  const cookie = { in: 'cookie', name: 'a%41', value: 'b%2B+' } as const;
  const field = { in: 'field', name: 'X-Key%41', value: 'b%2B+' } as const;

  test.each([
    ['Authorization, right', bearer, ['Authorization: Bearer abc'], []],
    ['Authorization, wrong', bearer, ['Authorization: Bearer abd'], ['credentialIsInvalid']],
    ['Authorization, of another scheme', bearer, ['Authorization: Basic abc'], ['credentialIsAbsent']],
    ['Authorization, missing', bearer, [], ['credentialIsAbsent']],
    ['a cookie, right', cookie, ['Cookie: x=1; a%41=b%2B+'], []],
    ['a cookie, as if it were decoded', cookie, ['Cookie: aA=b%2B+'], ['credentialIsAbsent']],
    ['a cookie, with a decoded value', cookie, ['Cookie: a%41=b++'], ['credentialIsInvalid']],
    ['another field, right', field, ['X-Key%41: b%2B+'], []],
    ['another field, as if it were decoded', field, ['X-KeyA: b%2B+'], ['credentialIsAbsent']],
    ['another field, with a decoded value', field, ['X-Key%41: b++'], ['credentialIsInvalid']],
  ] as const)('%s', (_what, auth, lines, guards) => {
    expect(faultsOf({ auth }, lines)).toEqual(guards);
  });
});

test('a credential that comes in the first message is not looked for in the opening', () => {
  expect(faultsOf({ auth: { in: 'firstMessage', value: 'secret' } }, [])).toEqual([]);
});

describe('a credential in the query is compared decoded', () => {
  const auth = { in: 'query', name: 'a%20k', value: 'a%2Bb' } as const;

  test.each(['/?a%20k=a%2Bb', '/?a+k=a%2bb', '/?x=1&a%20k=%61%2Bb'])('%s is right', (path) => {
    expect(faultsOf({ auth }, [], path)).toEqual([]);
  });

  test.each([
    ['/?a%20k=a+b', ['credentialIsInvalid']],
    ['/?a%20k=a%252Bb', ['credentialIsInvalid']],
    ['/?k=a%2Bb', ['credentialIsAbsent']],
  ])('%s is not', (path, guards) => {
    expect(faultsOf({ auth }, [], path)).toEqual(guards);
  });
});
