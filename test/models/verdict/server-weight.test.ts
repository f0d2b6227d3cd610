import { describe, expect, test } from 'vitest';
import type { ClauseId } from '../../../models/clauses.ts';
import { type RequestGuard, requestGuards } from '../../../models/decisions/server.ts';
import type { RequestDetails } from '../../../models/facts/request.ts';
import { type Breach, nothingSpecial, type WeightRule, weighBreach } from '../../../models/verdict/breach.ts';
import { weightRules } from '../../../models/verdict/server-weight.ts';
import { findIdleRows } from '../expectation.ts';

type Case = readonly [breach: Breach, weight: string];

const accepted = (guard: RequestGuard, clause: ClauseId, came: Partial<RequestDetails> = {}): Breach => ({
  ...{ kind: 'accepted', guard, clause, answer: 101 },
  ...nothingSpecial,
  ...came,
});
const refused = (clause: ClauseId): Breach => ({
  ...{ kind: 'refused', clause, guard: null, answer: 400 },
  ...nothingSpecial,
});
const replied = (clause: ClauseId, answer: number, guard: RequestGuard | null = null): Breach => ({
  ...{ kind: 'reply', clause, guard, answer },
  ...nothingSpecial,
});
const read: ClauseId = 'rfc9112/6.3/content-read-as-content';
const unanswered = (
  guard: RequestGuard,
  answer: 'junk' | 'nothing' | 'silence',
  came: Partial<RequestDetails> = {},
): Breach => ({
  ...{ kind: 'unanswered', clause: 'rfc6455/4.2.1/error-status', guard, answer },
  ...nothingSpecial,
  ...came,
});

const goneBehind = (guard: RequestGuard): Breach => ({
  kind: 'gone',
  clause: 'rfc6455/10.7/input-validated',
  guard,
  ...nothingSpecial,
  answer: 'nothing',
});

const line: ClauseId = 'rfc9112/3/request-line';

const ofOpening = new Set<RequestGuard>([
  ...([
    'methodIsNotGet',
    'targetNamesNoResource',
    'subprotocolsAreMalformed',
    'extensionsAreMalformed',
  ] as const),
  ...(['versionIsAbsent', 'versionIsRepeated', 'versionIsMalformed', 'versionIsNot13'] as const),
  ...(['keyIsAbsent', 'keyIsRepeated', 'keyIsMalformed', 'keyIsNot16Octets'] as const),
  ...(['hostIsAbsent', 'hostIsRepeated', 'hostIsMalformed'] as const),
]);

/** What each breach weighs; `none` where nobody is blamed. */
const expectations: readonly Case[] = [
  [replied('service/5.2/credential-401', 403), 'none'],
  [replied('service/5.2/credential-401', 404), 'SHOULD'],
  [replied('rfc6455/10.2/origin-403', 400, 'originIsRepeated'), 'none'],
  [replied('rfc6455/10.2/origin-403', 400, 'originIsMalformed'), 'none'],
  [replied('rfc6455/10.2/origin-403', 400, 'originIsForeign'), 'SHOULD'],
  [replied('service/7/malformed-400', 404), 'none'],
  [replied(read, 101, 'contentIsAnnounced'), 'MUST'],
  [{ ...replied(read, 101, 'contentIsAnnounced'), answer: 'closed' }, 'SHOULD'],
  [replied('rfc9110/7.8/switch-only-as-asked', 101, 'upgradeIsNotWebsocket'), 'MUST'],
  [
    {
      ...replied('rfc9110/7.8/switch-only-as-asked', 101, 'upgradeIsNotWebsocket'),
      upgrade: 'versioned',
    },
    'note',
  ],
  [replied('rfc6455/4.2.2/version-advertised', 400, 'versionIsMalformed'), 'SHOULD'],
  [replied('rfc6455/4.2.2/version-advertised', 400, 'versionIsNot13'), 'MUST'],
  [replied('rfc9110/7.8/continue-before-switching', 101), 'MUST'],
  [refused('rfc9110/7.8/continue-before-switching'), 'note'],
  [unanswered('requestLineIsMalformed', 'junk', { requestLine: 'noHttp' }), 'none'],
  [unanswered('requestLineIsMalformed', 'junk'), 'SHOULD'],
  [unanswered('requestLineIsMalformed', 'silence'), 'SHOULD'],
  [unanswered('fieldLinesAreMalformed', 'junk'), 'SHOULD'],
  [unanswered('fieldLinesAreMalformed', 'silence'), 'SHOULD'],
  [unanswered('targetIsMalformed', 'junk'), 'SHOULD'],
  [unanswered('targetIsMalformed', 'silence'), 'SHOULD'],
  [unanswered('versionIsMalformed', 'silence'), 'MUST'],
  [unanswered('requestLineIsMalformed', 'silence', { requestLine: 'noHttp' }), 'SHOULD'],
  [unanswered('httpMajorIsNot1', 'silence'), 'SHOULD'],
  [unanswered('httpMajorIsNot1', 'silence', { httpVersion: 'below1' }), 'MUST'],
  // What may be accepted with less blame may go without an answer with as little.
  [unanswered('versionIsNot13', 'silence', { version: 'draft' }), 'SHOULD'],
  [unanswered('targetNamesNoResource', 'silence', { target: 'asterisk' }), 'SHOULD'],
  [unanswered('targetNamesNoResource', 'silence'), 'note'],
  [unanswered('targetIsUnsecured', 'silence'), 'SHOULD'],
  [unanswered('upgradeIsNotWebsocket', 'silence', { upgrade: 'versioned' }), 'note'],
  [unanswered('subprotocolsAreMalformed', 'silence', { subprotocol: 'emptyElements' }), 'note'],
  [unanswered('extensionsAreMalformed', 'silence', { extensions: 'emptyElements' }), 'note'],
  [unanswered('hostIsMalformed', 'silence', { host: 'empty' }), 'note'],
  [unanswered('hostIsAbsent', 'silence', { httpVersion: 'above1.1' }), 'note'],
  [unanswered('contentLengthIsMalformed', 'silence', { content: 'hugeLength' }), 'note'],
  [unanswered('transferCodingIsMalformed', 'silence', { content: 'chunkedTwice' }), 'note'],
  [unanswered('httpMajorIsNot1', 'junk'), 'none'],
  [unanswered('keyIsAbsent', 'junk'), 'MUST'],
  // Who drops a readable opening is told of it; who drops what is no HTTP, or no opening, never is.
  ...(Object.keys(requestGuards) as RequestGuard[]).map(
    // Object.keys forgets the keys
    (guard): Case => [unanswered(guard, 'nothing'), ofOpening.has(guard) ? 'MUST' : 'none'],
  ),
  [unanswered('keyIsAbsent', 'silence', { rest: 'outstanding' }), 'none'],
  [unanswered('fieldLinesAreMalformed', 'silence', { rest: 'outstanding' }), 'none'],
  [unanswered('contentIsAnnounced', 'silence'), 'MUST'],
  [unanswered('transferCodingIsMalformed', 'junk'), 'MUST'],
  [refused('rfc9110/6.2/minor-version'), 'note'],
  [refused('rfc4648/3.5/pad-bits-accepted'), 'note'],
  [refused('rfc9110/5.5/octets-above-ascii'), 'note'],
  [accepted('originIsRepeated', 'rfc6455/4.2.2/origin-refused'), 'note'],
  [refused('rfc6455/4.2.2/origin-lowercase'), 'note'],
  [accepted('fieldLinesAreMalformed', 'rfc9112/5.2/folding'), 'note'],
  [accepted('fieldLinesAreMalformed', 'rfc9110/5.5/control-octets'), 'note'],
  [accepted('fieldLinesAreMalformed', 'rfc9112/2.2/lone-line-feed'), 'note'],
  [accepted('fieldLinesAreMalformed', 'rfc9112/2.2/space-before-fields'), 'note'],
  [refused('rfc9112/2.2/leading-empty-line'), 'note'],
  [refused('rfc7692/7/parameter-invalid'), 'note'],
  [refused('rfc7692/7/parameter-repeated'), 'note'],
  [refused('rfc7692/7/parameter-undefined'), 'note'],
  [refused('rfc7692/5/offer-order'), 'note'],
  [replied('rfc7692/7/parameter-invalid', 101), 'MUST'],
  [replied('service/7/no-upgrade-after-refusal', 400), 'note'],
  [{ ...refused('service/2.1/no-body'), kind: 'gone' }, 'SHOULD'],
  [{ ...refused('rfc6455/10.7/input-validated'), kind: 'gone' }, 'MUST'],
  [goneBehind('keyIsAbsent'), 'MUST'],
  [refused('rfc7692/5/declined-by-omission'), 'SHOULD'],
  [refused('service/4/query-accepted'), 'SHOULD'],
  [refused('rfc9110/7.8/upgrade-list'), 'SHOULD'],
  [refused('rfc9110/5.3/split-lines'), 'SHOULD'],
  [refused('rfc2616/2.1/null-elements'), 'SHOULD'],
  [refused('rfc9110/5.6.1/empty-elements'), 'SHOULD'],
  [refused('rfc2616/2.1/implied-space'), 'SHOULD'],
  [refused('service/7/extension-unsupported-omitted'), 'SHOULD'],
  [replied('rfc9110/7.8/connection-option-with-upgrade', 426), 'SHOULD'],
  [refused('service/5.3/query-token'), 'note'],
  [refused('service/1/valid-request-accepted'), 'SHOULD'],
  [accepted('requestLineIsMalformed', 'service/2.1/no-body', { requestLine: 'oddlySpaced' }), 'SHOULD'],
  [accepted('versionIsNot13', 'rfc6455/4.2.2/version-unsupported', { version: 'draft' }), 'SHOULD'],
  [accepted('versionIsNot13', 'rfc6455/4.2.2/version-unsupported'), 'MUST'],
  [accepted('requestLineIsMalformed', line, { requestLine: 'oddlySpaced' }), 'note'],
  [accepted('requestLineIsMalformed', line, { requestLine: 'oddTarget' }), 'SHOULD'],
  [accepted('requestLineIsMalformed', line, { requestLine: 'oddVersion' }), 'SHOULD'],
  [accepted('requestLineIsMalformed', line), 'MUST'],
  [accepted('targetNamesNoResource', 'rfc6455/4.2.1/resource-name', { target: 'asterisk' }), 'SHOULD'],
  [accepted('targetNamesNoResource', 'rfc6455/4.2.1/resource-name'), 'note'],
  [accepted('upgradeIsNotWebsocket', 'rfc6455/4.2.1/upgrade-websocket', { upgrade: 'versioned' }), 'note'],
  [accepted('upgradeIsNotWebsocket', 'rfc6455/4.2.1/upgrade-websocket'), 'MUST'],
  [
    accepted('subprotocolsAreMalformed', 'rfc6455/4.3/subprotocol-offer-grammar', {
      subprotocol: 'emptyElements',
    }),
    'note',
  ],
  [accepted('subprotocolsAreMalformed', 'rfc6455/4.3/subprotocol-offer-grammar'), 'MUST'],
  [
    accepted('extensionsAreMalformed', 'rfc6455/9.1/extension-grammar', { extensions: 'emptyElements' }),
    'note',
  ],
  [accepted('extensionsAreMalformed', 'rfc6455/9.1/extension-grammar'), 'MUST'],
  [accepted('hostIsMalformed', 'rfc9112/3.2/host-valid', { host: 'empty' }), 'note'],
  [accepted('hostIsMalformed', 'rfc9112/3.2/host-valid'), 'MUST'],
  [accepted('hostIsAbsent', 'rfc9112/3.2/host-present', { httpVersion: 'above1.1' }), 'note'],
  [accepted('hostIsAbsent', 'rfc9112/3.2/host-present'), 'MUST'],
  [accepted('fieldLinesAreMalformed', 'rfc9112/5/field-lines', { fieldLines: 'foldOrBareCr' }), 'note'],
  [accepted('fieldLinesAreMalformed', 'rfc9112/5/field-lines'), 'SHOULD'],
  [accepted('fieldLinesAreMalformed', 'rfc9112/5.1/space-before-colon'), 'MUST'],
  [
    accepted('contentLengthIsMalformed', 'rfc9112/6.3/content-length-valid', { content: 'hugeLength' }),
    'note',
  ],
  [accepted('contentLengthIsMalformed', 'rfc9112/6.3/content-length-valid'), 'MUST'],
  [accepted('contentIsFramedTwice', 'rfc9112/6.1/closed-after-both'), 'MUST'],
  [
    accepted('transferCodingIsMalformed', 'rfc9112/6.3/transfer-encoding-chunked', {
      content: 'chunkedTwice',
    }),
    'note',
  ],
  [accepted('transferCodingIsMalformed', 'rfc9112/6.3/transfer-encoding-chunked'), 'MUST'],
  [accepted('httpMajorIsNot1', 'rfc9110/15.6.6/http-version-not-supported'), 'SHOULD'],
  [
    accepted('httpMajorIsNot1', 'rfc9110/15.6.6/http-version-not-supported', { httpVersion: 'below1' }),
    'MUST',
  ],
  [accepted('targetIsUnsecured', 'rfc9110/7.4/https-on-plain'), 'SHOULD'],
  [accepted('keyIsAbsent', 'rfc6455/4.2.1/key-present'), 'MUST'],
  [{ ...accepted('keyIsAbsent', 'rfc6455/4.2.1/key-present'), answer: 200 }, 'SHOULD'],
  [{ ...accepted('versionIsAbsent', 'rfc6455/4.2.1/version-present'), answer: 200 }, 'SHOULD'],
  [{ ...accepted('versionIsAbsent', 'rfc6455/4.2.1/version-present'), answer: 204 }, 'SHOULD'],
  [{ ...accepted('keyIsMalformed', 'rfc6455/4.3/key-grammar'), answer: 200 }, 'SHOULD'],
  [{ ...accepted('versionIsMalformed', 'rfc6455/4.3/version-grammar'), answer: 200 }, 'SHOULD'],
  [{ ...accepted('keyIsMalformed', 'rfc6455/4.3/key-grammar'), answer: 101 }, 'MUST'],
  [{ ...accepted('keyIsRepeated', 'rfc6455/11.3.1/key-once'), answer: 200 }, 'SHOULD'],
  [{ ...accepted('keyIsNot16Octets', 'rfc6455/4.2.1/key-16-octets'), answer: 200 }, 'SHOULD'],
  [{ ...accepted('versionIsRepeated', 'rfc6455/11.3.5/version-once'), answer: 200 }, 'SHOULD'],
  [{ ...accepted('versionIsNot13', 'rfc6455/4.2.2/version-unsupported'), answer: 200 }, 'SHOULD'],
  [{ ...accepted('hostIsMalformed', 'rfc9112/3.2/host-valid'), answer: 200 }, 'MUST'],
  // Who refuses a request with nothing wrong in it is not excused by what excuses one who accepts a fault.
  [refused('rfc9112/5/field-lines'), 'MUST'],
  [replied('rfc7692/7.1.2.1/server-bits-echoed', 101), 'MUST'],
  [
    {
      ...replied('rfc7692/7.1.2.1/server-bits-echoed', 101),
      extensions: 'fullWindow',
    },
    'SHOULD',
  ],
  [{ ...replied('rfc6455/4.1/early-frames-kept', 101), kind: 'message' }, 'SHOULD'],
  [replied('service/1/frames-after-101', 101), 'MUST'],
];

const titled = expectations.map(([breach, weight]): [string, Breach, string] => {
  const { kind, clause, guard, answer, ...came } = breach;
  const special = Object.values(came).filter((detail) => detail !== 'other');
  return [`${kind} ${clause} (${[guard, answer, ...special].join(', ')}): ${weight}`, breach, weight];
});

test.each(titled)('%s', (_, breach, weight) => {
  expect(weighBreach(weightRules, breach)).toBe(weight);
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

/** Whether a table meets every expectation. */
function isMet(rows: readonly WeightRule<Breach>[]): boolean {
  return expectations.every(([breach, weight]) => weighBreach(rows, breach) === weight);
}

describe('the table of latitude', () => {
  test('breaks an expectation without any one of its rules', () => {
    expect(findIdleRows(weightRules, isMet)).toEqual([]);
  });

  test('has a reason for each rule, as a sentence, and a source for whatever a text allows', () => {
    expect(weightRules.filter(({ reason }) => !/^[A-Z].*\.$/.test(reason))).toEqual([]);
    expect(weightRules.filter(({ says, source }) => says === 'none' && !source)).toEqual([]);
  });
});

test('what no rule is about weighs as much as its clause', () => {
  expect(weighBreach([], refused('rfc9112/5.1/surrounding-space'))).toBe('MUST');
});

test('nothing weighs more than its clause', () => {
  const rule = { when: {}, says: 'MUST', reason: 'for a test' } as const;
  expect(weighBreach([rule], refused('service/2.1/no-body'))).toBe('SHOULD');
});
