import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientTable, replyGuards } from '../../models/client-decision.ts';
import { judge } from '../../models/decide.ts';
import {
  agreementDeviations,
  askedDeflate,
  deviatedMessage,
  replyDeviations,
  replyMessage,
  setField,
  writeReplyMessage,
} from '../../src/arbitraries/index.ts';
import { ReplyReader, replyDefaults } from '../../src/client/reply-reader.ts';
import { readReplyHead } from '../../src/facts/reply-facts.ts';
import { HeadReader, parseExtensionList } from '../../src/wire/index.ts';
import { runs } from '../property.ts';

const offer = { accept: 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=', subprotocols: ['chat', 'superchat'], extensions: [] };
const limits = { headOctets: 65_536, fields: 200 };
const often = { seed: 20_261_121, numRuns: runs(100, 300) };

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
    often,
  );
});

describe('a deviation makes its guard decide', () => {
  test.each(Object.entries(replyDeviations(offer, limits)))('%s', (guard, deviations) => {
    const deviated = deviatedMessage(replyMessage(offer), [deviations], { min: 1, max: 1 });
    fc.assert(
      fc.property(deviated, ({ message }) => {
        expect(decide(writeReplyMessage(message))).toBe(guard);
      }),
      often,
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
    { ...often, numRuns: runs(400, 2_000) },
  );
});

describe('with an offer of permessage-deflate', () => {
  const asked = parseExtensionList(askedDeflate);
  const extensions = asked.ok ? asked.value : [];
  const target = { ...offer, extensions, deflate: true };
  const all = { ...replyDeviations(target, limits), ...agreementDeviations() };

  function judgeReply(octets: Uint8Array): readonly string[] {
    const progress = new HeadReader('reply', limits.headOctets).push(octets);
    if (progress.state === 'incomplete') return [];
    const { facts } = readReplyHead(progress, target, { ...replyDefaults, interims: 0 });
    return judge(clientTable, facts, { rules: 'whatwg' }).map(({ guard }) => guard);
  }
  // A browser's rules demand that one is chosen.
  const replies = replyMessage(target).map((message) => setField(message, 'Sec-WebSocket-Protocol', 'chat'));

  test('a reply without deviation establishes the connection', () => {
    fc.assert(
      fc.property(replies, (message) => {
        expect(judgeReply(writeReplyMessage(message))).toEqual(['otherwise']);
      }),
      often,
    );
  });

  test.each(Object.entries({ ...agreementDeviations(), extensionIsUnoffered: all.extensionIsUnoffered }))(
    '%s',
    (guard, deviations) => {
      const deviated = deviatedMessage(replies, [deviations], { min: 1, max: 1 });
      fc.assert(
        fc.property(deviated, ({ message }) => {
          expect(judgeReply(writeReplyMessage(message))).toEqual([guard]);
        }),
        often,
      );
    },
  );
});

test('every guard has deviations', () => {
  const written = [replyDeviations(offer, limits), agreementDeviations()];
  expect([...written.flatMap(Object.keys), 'otherwise'].sort()).toEqual(Object.keys(replyGuards).sort());
});
