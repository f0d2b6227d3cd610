import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { replyGuards } from '../../models/client-decision.ts';
import {
  deviatedMessage,
  replyDeviations,
  replyMessage,
  writeReplyMessage,
} from '../../src/arbitraries/index.ts';
import { ReplyReader } from '../../src/client/reply-reader.ts';

const offer = { accept: 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=', subprotocols: ['chat', 'superchat'], extensions: [] };
const limits = { headOctets: 65_536, fields: 200 };
const runs = { seed: 20_261_121, numRuns: 300 };

function decide(octets: Uint8Array): string | undefined {
  let interims = 0;
  const reader = new ReplyReader(offer, {
    headLimit: limits.headOctets,
    fieldLimit: limits.fields,
    onInterim: () => {
      interims += 1;
    },
  });
  const judged = reader.push(octets) ?? reader.end(true);
  return judged?.row.guard ?? (interims > 0 ? 'statusIsInterim' : undefined);
}

test('a reply without deviation establishes the connection', () => {
  fc.assert(
    fc.property(replyMessage(offer), (message) => {
      expect(decide(writeReplyMessage(message))).toBe('otherwise');
    }),
    runs,
  );
});

describe('a deviation makes its guard decide', () => {
  test.each(Object.entries(replyDeviations(offer, limits)))('%s', (guard, deviations) => {
    const deviated = deviatedMessage(replyMessage(offer), [deviations], { min: 1, max: 1 });
    fc.assert(
      fc.property(deviated, ({ message }) => {
        expect(decide(writeReplyMessage(message))).toBe(guard);
      }),
      runs,
    );
  });
});

test('with several deviations the guard that decides is one of theirs', () => {
  const several = { min: 2, max: 5 };
  const deviated = deviatedMessage(
    replyMessage(offer),
    Object.values(replyDeviations(offer, limits)),
    several,
  );
  fc.assert(
    fc.property(deviated, ({ message, guards }) => {
      expect(guards).toContain(decide(writeReplyMessage(message)));
    }),
    { ...runs, numRuns: 2_000 },
  );
});

test('every guard has deviations', () => {
  expect([...Object.keys(replyDeviations(offer, limits)), 'otherwise'].sort()).toEqual(
    Object.keys(replyGuards).sort(),
  );
});
