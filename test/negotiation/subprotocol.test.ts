import { describe, expect, test } from 'vitest';
import { checkSubprotocols, selectSubprotocol } from '../../src/negotiation/subprotocol.ts';

describe('the order of the client counts, unless that of the server is asked for', () => {
  test.each([
    [['chat', 'superchat'], ['superchat', 'chat'], 'chat', 'superchat'],
    [['superchat', 'chat'], ['superchat', 'chat'], 'superchat', 'superchat'],
    [['a', 'b', 'c'], ['c', 'b'], 'b', 'c'],
    [['a', 'chat'], ['chat', 'b'], 'chat', 'chat'],
    [['a'], ['b'], null, null],
    [['chat'], [], null, null],
    [[], ['chat'], null, null],
    [[], [], null, null],
    [['Chat', 'CHAT'], ['chat'], null, null],
    [['constructor', '__proto__'], ['chat'], null, null],
    [['a', 'a', 'b'], ['b', 'a', 'a'], 'a', 'b'],
  ])('offered %j, supported %j: %j by the client, %j by the server', (offered, supported, client, server) => {
    expect(selectSubprotocol(offered, supported)).toBe(client);
    expect(selectSubprotocol(offered, supported, 'client')).toBe(client);
    expect(selectSubprotocol(offered, supported, 'server')).toBe(server);
  });
});

describe('names are checked', () => {
  test.each([[[]], [['chat']], [['chat', 'Chat', 'chat.v2', "!#$%&'*+-.^_`|~09"]]])(
    '%j are right',
    (names) => {
      expect(checkSubprotocols(names)).toBeNull();
    },
  );

  test.each([
    [['chat', ''], 'the subprotocol "" is not a token: visible ASCII without separators was expected'],
    [['a b'], 'the subprotocol "a b" is not a token: visible ASCII without separators was expected'],
    [['a,b'], 'the subprotocol "a,b" is not a token: visible ASCII without separators was expected'],
    [['é'], 'the subprotocol "é" is not a token: visible ASCII without separators was expected'],
    [
      ['a', 'a', 'b\r\n'],
      'the subprotocol "b\\r\\n" is not a token: visible ASCII without separators was expected',
    ],
  ])('%j: one is no token', (names, problem) => {
    expect(checkSubprotocols(names)).toEqual({ problem, clause: 'rfc6455/4.1/subprotocol-token' });
  });

  test('one is named twice', () => {
    expect(checkSubprotocols(['a', 'b', 'c', 'b', 'a'])).toEqual({
      problem: 'the subprotocol "b" is named twice: unique names were expected',
      clause: 'rfc6455/4.1/subprotocol-unique',
    });
  });
});
