import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { messageFacts, parseAuthMessage } from '../../src/facts/first-message-facts.ts';
import { runs } from '../property.ts';

describe('an authentication message', () => {
  test.each([
    ['with both members', '{"type":"auth","token":"abc"}', 'abc'],
    ['in the other order', '{"token":"abc","type":"auth"}', 'abc'],
    ['with white space', ' {\n"type" : "auth",\t"token":"a b" }\r\n', 'a b'],
    ['with other members', '{"type":"auth","token":"abc","version":1}', 'abc'],
    ['with escapes', '{"type":"\\u0061uth","token":"\\u00e4"}', 'ä'],
    ['with an empty token, which nobody has', '{"type":"auth","token":""}', ''],
    ['with a member twice: the last counts', '{"type":"auth","token":"a","token":"b"}', 'b'],
    ['with a member __proto__', '{"type":"auth","token":"abc","__proto__":{"type":"x"}}', 'abc'],
  ])('%s', (_, text, token) => {
    expect(parseAuthMessage(text)).toBe(token);
  });

  test.each([
    ['no JSON', 'abc'],
    ['nothing', ''],
    ['cut short', '{"type":"auth","token":"abc"'],
    ['with octets behind it', '{"type":"auth","token":"abc"}x'],
    ['null', 'null'],
    ['a text', '"auth"'],
    ['a number', '1'],
    ['a list', '[{"type":"auth","token":"abc"}]'],
    ['another type', '{"type":"message","token":"abc"}'],
    ['a type in other letter case', '{"type":"Auth","token":"abc"}'],
    ['names in other letter case', '{"Type":"auth","Token":"abc"}'],
    ['no type', '{"token":"abc"}'],
    ['no token', '{"type":"auth"}'],
    ['a token that is a number', '{"type":"auth","token":1}'],
    ['a token that is null', '{"type":"auth","token":null}'],
    ['a token that is a list', '{"type":"auth","token":["abc"]}'],
    ['a type that is a list', '{"type":["auth"],"token":"abc"}'],
    ['members of a prototype', '{"__proto__":{"type":"auth","token":"abc"}}'],
    ['members one deeper', '{"auth":{"type":"auth","token":"abc"}}'],
    ['a single quote', "{'type':'auth','token':'abc'}"],
    ['a byte order mark', '\ufeff{"type":"auth","token":"abc"}'],
  ])('none: %s', (_, text) => {
    expect(parseAuthMessage(text)).toBe(null);
  });

  test('whatever the text is, nothing throws', () => {
    const property = fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (text) => {
      expect(parseAuthMessage(text)).toBe(null);
    });
    fc.assert(property, { seed: 20260101, numRuns: runs(200, 1_000) });
  });
});

test('each of the facts stands for one thing that can be known of the message', () => {
  const read = { message: 'read', held: 'few', credential: 'absent' };
  expect(messageFacts).toEqual({
    late: { ...read, message: 'late' },
    tooLarge: { ...read, message: 'tooLarge' },
    other: read,
    crowded: { ...read, held: 'tooMany' },
    valid: { ...read, credential: 'valid' },
    invalid: { ...read, credential: 'invalid' },
    threw: { ...read, credential: 'threw' },
    slow: { ...read, credential: 'late' },
  });
});
