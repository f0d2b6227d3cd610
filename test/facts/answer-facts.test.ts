import { describe, expect, test } from 'vitest';
import { type Answered, fillAnswer, fillLateness } from '../../src/facts/answer-facts.ts';
import { type Endpoint, openEndpoint } from '../../src/facts/endpoint.ts';
import { readRequest } from '../../src/facts/request-facts.ts';
import { encodeLatin1 } from '../../src/wire/index.ts';
import { opening } from '../opening.ts';

const offering = opening.replace('Host', 'Sec-WebSocket-Protocol: a, b\r\nHost');

const answer = { headers: [], status: null, body: null, context: 'context', error: null };
const granted: Answered = { authorization: 'granted', answer };

/** An opening as it was read for an endpoint that asks. */
function read(octets: string, changes: Partial<Endpoint> = {}) {
  const endpoint = { ...openEndpoint, asks: true, ...changes };
  return readRequest(encodeLatin1(octets), {
    endpointAt: () => endpoint,
    fallback: endpoint,
    secured: false,
    targetLimit: 100,
    fieldLimit: 100,
  });
}

describe('authorization', () => {
  test.each(['granted', 'invalid', 'refused', 'threw'] as const)('%s', (authorization) => {
    const before = read(opening);
    const filled = fillAnswer(before, { authorization, answer });
    expect(filled).toEqual({ ...before, answer, facts: { ...before.facts, authorization } });
  });

  test('granted where the first message is waited for: awaited', () => {
    expect(fillAnswer(read(opening, { awaits: true }), granted).facts.authorization).toBe('awaited');
  });

  test.each(['invalid', 'refused', 'threw'] as const)(
    '%s where the first message is waited for',
    (authorization) => {
      const filled = fillAnswer(read(opening, { awaits: true }), { authorization, answer });
      expect(filled.facts.authorization).toBe(authorization);
    },
  );

  test('granted to a credential of the opening: no message is waited for', () => {
    const credentials = [{ in: 'query', name: 'token' }] as const;
    const reading = read(opening.replace('/chat', '/chat?token=a'), { awaits: true, credentials });
    expect(fillAnswer(reading, granted).facts.authorization).toBe('granted');
  });

  test('late: nothing else changes', () => {
    const before = read(offering, { subprotocols: ['b'] });
    expect(fillLateness(before)).toEqual({ ...before, facts: { ...before.facts, authorization: 'late' } });
  });
});

describe('the subprotocol', () => {
  test.each([
    ['chosen by the application', offering, null, 'b', 'b', 'chosen'],
    ['chosen in place of the one of the list', offering, ['a', 'b'], 'b', 'b', 'chosen'],
    ['none, though the list has one', offering, ['a'], null, null, 'mismatched'],
    ['none, as the application says', offering, null, null, null, 'mismatched'],
    ['none, since none was offered', opening, null, null, null, 'absent'],
    ['none said: that of the list', offering, ['b'], undefined, 'b', 'chosen'],
    ['none said, none on the list', offering, ['c'], undefined, null, 'mismatched'],
    ['none said, none offered', opening, ['a'], undefined, null, 'absent'],
  ])('%s', (_, octets, subprotocols, said, subprotocol, fact) => {
    const answered: Answered = said === undefined ? granted : { ...granted, subprotocol: said };
    expect(fillAnswer(read(octets, { subprotocols }), answered)).toMatchObject({
      subprotocol,
      facts: { subprotocol: fact },
    });
  });

  test('of who is refused is not looked at', () => {
    const refused: Answered = { authorization: 'refused', subprotocol: 'b', answer };
    expect(fillAnswer(read(offering, { subprotocols: null }), refused)).toMatchObject({
      subprotocol: null,
      facts: { subprotocol: 'undecided' },
    });
  });
});
