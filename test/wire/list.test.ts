import { describe, expect, test } from 'vitest';
import { parseProtocolList, parseTokenList } from '../../src/wire/list.ts';

describe('#token', () => {
  test.each([
    ['foo,bar', ['foo', 'bar']],
    ['foo ,bar,', ['foo', 'bar']],
    ['foo\t, ,bar,charlie', ['foo', 'bar', 'charlie']],
    ['keep-alive, Upgrade', ['keep-alive', 'Upgrade']],
    ['', []],
    [',   ,', []],
  ])('%j', (value, tokens) => {
    expect(parseTokenList(value)).toEqual(tokens);
  });

  test.each(['foo bar', 'foo, "bar"', 'a/b', 'a;b', 'foo,\n', 'é'])('%j is refused', (value) => {
    expect(parseTokenList(value)).toBeNull();
  });
});

describe('protocol = protocol-name [ "/" protocol-version ]', () => {
  test.each([
    ['websocket', ['websocket']],
    ['a', ['a']],
    ['a/b', ['a/b']],
    ['HTTP/2.0, WebSocket , irc/6.9', ['HTTP/2.0', 'WebSocket', 'irc/6.9']],
    [',', []],
  ])('%j', (value, protocols) => {
    expect(parseProtocolList(value)).toEqual(protocols);
  });

  test.each(['a/b/c', 'a/', '/b', 'a /b', 'a/ b', '/', 'websocket;x'])('%j is refused', (value) => {
    expect(parseProtocolList(value)).toBeNull();
  });
});
