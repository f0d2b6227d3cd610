import { describe, expect, test } from 'vitest';
import { type ClauseId, isClauseId } from '../../../models/clauses.ts';
import { replyGuards } from '../../../models/decisions/client.ts';
import { hopRows } from '../../../models/decisions/hop.ts';
import { requestGuards } from '../../../models/decisions/server.ts';
import { hopObligations } from '../../../models/obligations/hop.ts';
import {
  type Breach,
  nothingSpecial,
  type TagRule,
  tagBreach,
  type WeightRule,
  weighBreach,
} from '../../../models/verdict/breach.ts';
import {
  type ClientBreach,
  clientTagRules,
  clientWeightRules,
} from '../../../models/verdict/client-weight.ts';
import {
  type HopBreach,
  type HopDetails,
  hopTagRules,
  hopWeightRules,
} from '../../../models/verdict/hop-weight.ts';
import { weightRules } from '../../../models/verdict/server-weight.ts';
import { plainReply } from '../../../src/facts/plain-reply.ts';
import { readRows } from '../../text-row.ts';
import { findIdleRows } from '../expectation.ts';

const plainHop: HopDetails = {
  ...({ request: 'valid', reply: 'valid', target: 'origin', host: 'untold' } as const),
  ...({ arrived: 'asking', status: 'switch', handshake: 'passed' } as const),
  ...({ reads: 'http', frames: 'passed', interim: 'none' } as const),
  ...({ early: 'none', octets: 'few', subprotocol: 'other' } as const),
};

/** What is written out by hand of one role, and what it is compared with. */
interface Role<B extends { readonly clause: ClauseId }> {
  readonly file: string;
  readonly weights: readonly WeightRule<B>[];
  /** The rules of tags; null where the lines have no tags. */
  readonly tags: readonly TagRule<B>[] | null;
  /** What is known of a breach where a line says nothing. */
  readonly plain: Omit<B, 'clause'>;
  /** The values that no rule names. */
  readonly others: readonly string[];
  readonly guards: readonly string[];
}

type Line<B> = readonly [title: string, breach: B, told: readonly string[]];

/** Reads `clause | name value, name value | weight tag tag`. */
function readLines<B extends { readonly clause: ClauseId }>(role: Role<B>): readonly Line<B>[] {
  const named = [...role.weights, ...(role.tags ?? [])].flatMap(({ when }) => Object.values(when).flat());
  const known = new Set<unknown>([...Object.values(role.plain), ...named, ...role.others, ...role.guards]);
  return readRows(new URL(role.file, import.meta.url)).map((row) => {
    const [clause = '', came = '', told = ''] = row;
    const line = row.join(' | ');
    const pairs = came.split(', ').map((pair) => pair.split(' '));
    const values = pairs.map(([fact = '', value = '']) => [
      fact,
      /^\d+$/.test(value) ? Number(value) : value,
    ]);
    const isKnown = values.every(
      ([fact = '', value]) => fact in role.plain && (typeof value === 'number' || known.has(value)),
    );
    if (!isClauseId(clause) || !isKnown) throw new RangeError(line);
    // Every name is that of a breach, and every value is known.
    const breach = { ...role.plain, ...Object.fromEntries(values), clause } as B;
    return [line, breach, told.split(' ')];
  });
}

function testRole<B extends { readonly clause: ClauseId }>(name: string, role: Role<B>): void {
  const { weights, tags: tagRules } = role;
  const lines = readLines(role);
  const tell = (breach: B) => [
    weighBreach(weights, breach),
    ...(tagRules === null ? [] : tagBreach(tagRules, breach)),
  ];

  describe(`how much a breach of a ${name} weighs`, () => {
    test.each(lines)('%s', (_, breach, told) => {
      expect(tell(breach)).toEqual(told);
    });

    test('breaks an expectation without any one of its rules', () => {
      const isMet = (rules: readonly WeightRule<B>[]) =>
        lines.every(([, breach, [weight]]) => weighBreach(rules, breach) === weight);
      expect(findIdleRows(weights, isMet)).toEqual([]);
    });

    if (tagRules !== null) {
      test('breaks an expectation without any one of its rules of tags', () => {
        const isMet = (rules: readonly TagRule<B>[]) =>
          lines.every(([, breach, [, ...tags]]) => tagBreach(rules, breach).join() === tags.join());
        expect(findIdleRows(tagRules, isMet)).toEqual([]);
      });
    }

    test('has a reason for each rule, as a sentence, and a source for whatever a text allows', () => {
      expect(weights.filter(({ reason }) => !/^[A-Z].*\.$/s.test(reason))).toEqual([]);
      expect(weights.filter(({ says, source }) => says === 'none' && !source)).toEqual([]);
    });
  });
}

testRole<Breach>('server', {
  file: 'data/server-weight.txt',
  weights: weightRules,
  tags: null,
  plain: { ...nothingSpecial, kind: 'accepted', guard: null, answer: 101 },
  others: ['accepted', 'unanswered', 'refused', 'reply', 'message', 'gone', 'below1'] satisfies (
    | Breach['kind']
    | Breach['httpVersion']
  )[],
  guards: Object.keys(requestGuards),
});
testRole<ClientBreach>('client', {
  file: 'data/client-weight.txt',
  weights: clientWeightRules,
  tags: clientTagRules,
  plain: { ...plainReply, kind: 'accepted', guard: null },
  others: ['accepted', 'refused', 'sent', 'handedOn', 'gone'] satisfies ClientBreach['kind'][],
  guards: Object.keys(replyGuards),
});
testRole<HopBreach>('hop', {
  file: 'data/hop-weight.txt',
  weights: hopWeightRules,
  tags: hopTagRules,
  plain: { ...plainHop, guard: 'keyIsAltered' },
  others: [],
  guards: [...hopRows, ...hopObligations].map(({ guard }) => guard),
});

test('who reads no HTTP is bound by what octets alone show', () => {
  const bound = [...hopRows, ...hopObligations].filter(
    ({ guard, clause }) =>
      weighBreach(hopWeightRules, { ...plainHop, guard, clause, reads: 'octets' }) !== 'none',
  );
  expect(bound.map(({ guard }) => guard)).toEqual([
    ...['idleTimeIsTooShort', 'octetsForthAreDamaged', 'octetsBackAreDamaged'],
  ]);
});
