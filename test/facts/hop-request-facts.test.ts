import { describe, expect, test } from 'vitest';
import { compareRequests } from '../../src/facts/hop-request-facts.ts';
import { encodeLatin1, parseRequest } from '../../src/wire/index.ts';

function request(target: string, ...fields: readonly string[]) {
  const parsed = parseRequest(encodeLatin1([`GET ${target} HTTP/1.1`, ...fields, '', ''].join('\r\n')));
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.value;
}

describe('the fields that Connection names', () => {
  const named = (sent: readonly string[], arrived: readonly string[]) =>
    compareRequests(request('/', ...sent), request('/', ...arrived));

  test.each([
    ['none', 'Upgrade', [], [], 'none'],
    ['Connection itself', 'Upgrade, Connection', [], [], 'none'],
    ['one that was not sent', 'Upgrade, X-None', [], [], 'none'],
    ['one that is gone', 'Upgrade, X-A', ['X-A: 1'], [], 'removed'],
    ['one that is there', 'Upgrade, X-A', ['X-A: 1'], ['X-A: 1'], 'forwarded'],
    ['two that are gone', 'X-A, X-B', ['X-A: 1', 'X-B: 2'], [], 'removed'],
    ['two, and the first is there', 'X-A, X-B', ['X-A: 1', 'X-B: 2'], ['X-A: 1'], 'forwarded'],
    ['two, and the second is there', 'X-A, X-B', ['X-A: 1', 'X-B: 2'], ['X-B: 2'], 'forwarded'],
  ])('%s', (_, options, sent, arrived, nominated) => {
    const connection = `Connection: ${options}`;
    expect(named([connection, ...sent], [connection, ...arrived]).nominated).toBe(nominated);
  });

  test.each([
    [['Sec-WebSocket-Key: a'], [], 'absent'],
    [['Sec-WebSocket-Key: a'], ['Sec-WebSocket-Key: a'], 'kept'],
    [['Sec-WebSocket-Key: a'], ['Sec-WebSocket-Key: b'], 'changed'],
  ])('a key among them, %j, that arrives as %j: %s', (sent, arrived, key) => {
    expect(named(['Connection: Sec-WebSocket-Key', ...sent], arrived).key).toBe(key);
  });
});

describe('the target', () => {
  test.each([
    ['/a?b', '/a?b', 'kept'],
    ['/a?b', '/a', 'changed'],
    ['/a?b', 'http://c/a?b', 'changed'],
    ['*', '/a', 'changed'],
    ['http://c/a?b', '/a?b', 'reduced'],
    ['http://c/a?b', 'http://d/a?b', 'kept'],
    ['http://c/a?b', '*', 'changed'],
    ['http://c/a?b', 'c:80', 'changed'],
    ['http://c/a?b', '/a#b', 'changed'],
    ['http://c', '/', 'reduced'],
  ])('%s as %s: %s', (sent, arrived, target) => {
    expect(compareRequests(request(sent), request(arrived)).target).toBe(target);
  });

  test.each([
    ['http://c/', 'Host: c', 'kept'],
    ['http://c/', 'Host: a', 'kept'],
    ['http://c/', 'Host: b', 'changed'],
    ['/', 'Host: c', 'changed'],
  ])('with %s the client that says Host: a has %s for it: %s', (target, arrived, host) => {
    expect(compareRequests(request(target, 'Host: a'), request('/', arrived)).host).toBe(host);
  });
});
