import { describe, expect, test } from 'vitest';
import type { ClauseId } from '../../../models/clauses.ts';
import { type RequestGuard, requestGuards } from '../../../models/decisions/server.ts';
import type { RequestDetails } from '../../../models/facts/request.ts';
import { type Breach, nothingSpecial, weighBreach } from '../../../models/verdict/breach.ts';
import { weightRules } from '../../../models/verdict/server-weight.ts';

const accepted = (guard: RequestGuard, clause: ClauseId, came: Partial<RequestDetails> = {}): Breach => ({
  ...{ kind: 'accepted', guard, clause, answer: 101 },
  ...nothingSpecial,
  ...came,
});
const refused = (clause: ClauseId): Breach => ({
  ...{ kind: 'refused', clause, guard: null, answer: 400 },
  ...nothingSpecial,
});
const unanswered = (
  guard: RequestGuard,
  answer: 'junk' | 'nothing' | 'silence',
  came: Partial<RequestDetails> = {},
): Breach => ({
  ...{ kind: 'unanswered', clause: 'rfc6455/4.2.1/error-status', guard, answer },
  ...nothingSpecial,
  ...came,
});

/** Everything special that a request can have, one thing at a time. */
const details: readonly Partial<RequestDetails>[] = [
  ...(['oddlySpaced', 'oddTarget', 'oddVersion', 'noHttp'] as const).map((requestLine) => ({ requestLine })),
  ...(['below1', 'above1.1'] as const).map((httpVersion) => ({ httpVersion })),
  ...(['foldOrBareCr', 'hidesUpgrade'] as const).map((fieldLines) => ({ fieldLines })),
  ...([{ target: 'asterisk' }, { host: 'empty' }, { upgrade: 'versioned' }, { version: 'draft' }] as const),
  ...(['hugeLength', 'chunkedTwice'] as const).map((content) => ({ content })),
  { subprotocol: 'emptyElements' },
  ...(['emptyElements', 'fullWindow'] as const).map((extensions) => ({ extensions })),
  { rest: 'outstanding' },
];

describe('what is special in a request', () => {
  test.each(details)('%j is no excuse for a key that is missing', (came) => {
    expect(weighBreach(weightRules, accepted('keyIsAbsent', 'rfc6455/4.2.1/key-present', came))).toBe('MUST');
    expect(weighBreach(weightRules, unanswered('keyIsAbsent', 'junk', came))).toBe('MUST');
    // A server may wait for what is outstanding.
    const ofSilence = came.rest === 'outstanding' ? 'none' : 'MUST';
    expect(weighBreach(weightRules, unanswered('keyIsAbsent', 'silence', came))).toBe(ofSilence);
  });

  const guards = [null, ...(Object.keys(requestGuards) as RequestGuard[])]; // Object.keys forgets the keys

  test.each([{}, ...details])('%j is no excuse for how a reply is written, whatever the fault', (came) => {
    const folded = (guard: RequestGuard | null, answer: Breach['answer']) =>
      weighBreach(weightRules, {
        ...{ kind: 'reply', clause: 'rfc9112/5.2/no-folding-in-reply', guard, answer },
        ...nothingSpecial,
        ...came,
      });
    const answers = [101, 'closed', 200, 400, 403] as const;
    const weights = guards.flatMap((guard) => answers.map((answer) => folded(guard, answer)));
    expect(new Set(weights)).toEqual(new Set(['MUST']));
  });
});

test('what no rule is about weighs as much as its clause', () => {
  expect(weighBreach([], refused('rfc9112/5.1/surrounding-space'))).toBe('MUST');
});

test('nothing weighs more than its clause', () => {
  const rule = { when: {}, says: 'MUST', reason: 'for a test' } as const;
  expect(weighBreach([rule], refused('service/2.1/no-body'))).toBe('SHOULD');
});
