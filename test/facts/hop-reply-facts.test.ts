import { describe, expect, test } from 'vitest';
import { compareReplies, switchedFact } from '../../src/facts/hop-reply-facts.ts';
import { encodeLatin1, parseReply, parseRequest } from '../../src/wire/index.ts';

function reply(status: number, ...fields: readonly string[]) {
  const parsed = parseReply(encodeLatin1([`HTTP/1.1 ${status} `, ...fields, '', ''].join('\r\n')));
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.value;
}

function request(...fields: readonly string[]) {
  const parsed = parseRequest(encodeLatin1(['GET / HTTP/1.1', ...fields, '', ''].join('\r\n')));
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.value;
}

test.each([
  [403, 502, 'replaced'],
  [300, 502, 'replaced'],
  [502, 300, 'replaced'],
  [299, 300, 'changed'],
  [300, 299, 'changed'],
  [101, 502, 'changed'],
  [403, 403, 'kept'],
])('the status %i as %i is %s', (before, behind, status) => {
  expect(compareReplies(reply(before), reply(behind)).status).toBe(status);
});

describe('the protocols of a 101 are those that the client has named', () => {
  test.each([
    ['websocket', 'websocket', 'asked'],
    ['websocket', 'WebSocket', 'asked'],
    ['h2c, websocket', 'websocket', 'asked'],
    ['h2c, websocket', 'websocket, h2c', 'asked'],
    ['websocket', 'websocket, h2c', 'unasked'],
    ['websocket', 'h2c', 'unasked'],
    // Letters beyond ASCII are themselves alone.
    ['SS', '\xdf', 'unasked'],
  ])('%j answered by %j: %s', (asked, chosen, switched) => {
    const facts = switchedFact(request(`Upgrade: ${asked}`), reply(101, `Upgrade: ${chosen}`));
    expect(facts).toBe(switched);
  });

  test('none where the client has named none', () => {
    expect(switchedFact(request(), reply(101, 'Upgrade: websocket'))).toBe('unasked');
    expect(switchedFact(request(), reply(101))).toBe('unasked');
    expect(switchedFact(request(), reply(403, 'Upgrade: websocket'))).toBe('none');
  });
});
