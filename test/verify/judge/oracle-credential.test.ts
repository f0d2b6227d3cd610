import { describe, expect, test } from 'vitest';
import { findFaults } from '../../../src/verify/judge/oracle.ts';
import { readTarget, type TargetOptions } from '../../../src/verify/judge/target.ts';

/** The guards that find a fault in an opening with some lines, where the path has a query maybe. */
function faultsOf(options: TargetOptions, lines: readonly string[], path = '/'): readonly string[] {
  const target = readTarget('ws://a.test/', options);
  if (!target.ok) throw new Error(target.problem);
  const head = [
    `GET ${path} HTTP/1.1`,
    ...['Host: a.test', 'Upgrade: websocket', 'Connection: Upgrade'],
    ...['Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Version: 13', ...lines],
  ];
  return findFaults(Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), target.value).map(
    ({ guard }) => guard,
  );
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
