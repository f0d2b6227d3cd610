import { expect, test } from 'vitest';
import type { ClauseId } from '../../../models/clauses.ts';
import { type RequestGuard, requestGuards } from '../../../models/decisions/server.ts';
import { type BreachKind, nothingSpecial, tagBreach } from '../../../models/verdict/breach.ts';
import { tagRules } from '../../../models/verdict/server-weight.ts';

const clause: ClauseId = 'rfc6455/4.2.2/accept-value';

function tagsOf(guard: RequestGuard | null, kind: BreachKind, about: ClauseId = clause) {
  return tagBreach(tagRules, { ...nothingSpecial, kind, clause: about, guard, answer: 101 });
}

const guards = Object.keys(requestGuards) as RequestGuard[]; // Object.keys forgets the keys

const ofHttp = [
  ...['requestLineIsMalformed', 'httpMajorIsNot1', 'fieldLinesAreMalformed', 'httpVersionIs10'],
  ...['hostIsAbsent', 'hostIsRepeated', 'hostIsMalformed', 'targetIsTooLong', 'targetIsMalformed'],
  ...['targetNamesNoResource', 'targetIsUnsecured', 'contentLengthIsMalformed'],
  ...['transferCodingIsMalformed', 'contentIsFramedTwice'],
].sort();
const ofLeniency = [
  ...['keyIsMalformed', 'keyIsNot16Octets', 'extensionsAreMalformed', 'subprotocolsAreMalformed'],
  ...['keyIsRepeated', 'versionIsRepeated'],
].sort();

test.each([
  ['accepted', ofLeniency],
  ['unanswered', []],
] as const)('a fault that is %s', (kind, lenient) => {
  const tagged = (tag: 'http-layer' | 'leniency') =>
    guards.filter((guard) => tagsOf(guard, kind).includes(tag)).sort();
  expect(tagged('http-layer')).toEqual(ofHttp);
  expect(tagged('leniency')).toEqual(lenient);
});

test.each([
  ['nothing', ['literal']],
  ['silence', []],
] as const)('a server that answers an opening by %s', (answer, tags) => {
  const breach = {
    kind: 'unanswered',
    clause: 'rfc6455/4.2.1/error-status',
    guard: 'keyIsMalformed',
  } as const;
  expect(tagBreach(tagRules, { ...nothingSpecial, ...breach, answer })).toEqual(tags);
});

test('a target that is gone is told by more than the letter', () => {
  const breach = { kind: 'gone', clause: 'rfc6455/10.7/input-validated', guard: 'keyIsAbsent' } as const;
  expect(tagBreach(tagRules, { ...nothingSpecial, ...breach, answer: 'nothing' })).toEqual([]);
});

test('what a reply owes is no matter of the fault of its request', () => {
  expect(guards.filter((guard) => tagsOf(guard, 'reply').length > 0)).toEqual([]);
});

test.each([
  ['rfc6455/4.2.2/accept-value', []],
  ['rfc9112/4/status-line-sent', ['http-layer']],
  ['service/1/valid-request-accepted', ['service']],
  ['service/2.1/no-body', ['service']],
  ['service/4/query-accepted', ['service']],
  ['service/5.2/credential-401', ['service']],
  ['service/5.4/origin-absent', ['service']],
  ['service/7/malformed-400', ['service']],
  ['service/7/no-upgrade-after-refusal', ['service']],
  ['service/9/drafts-refused', ['service']],
  ['service/9/version-13-only', ['service']],
  ['service/9/version-426', ['service']],
  ['service/7/extension-unsupported-omitted', ['service', 'interop']],
  ['rfc6455/4.2.2/subprotocol-supported', ['declared']],
  ['service/5.2/credential-once', ['declared']],
  ['service/5.2/credential-invalid', ['declared']],
  ['service/5.2/credential-missing', ['declared']],
  ['service/5.3/first-message-held', ['declared']],
  ['service/5.4/origin-allowlist', ['declared']],
  ['service/5.4/origin-required', ['declared']],
  ['service/7/subprotocol-required', ['declared']],
  ['rfc6455/4.1/early-frames-kept', ['interop']],
  ['rfc7692/5/declined-by-omission', ['interop']],
  ['rfc9110/7.8/upgrade-list', ['interop']],
  ['rfc9110/5.3/split-lines', ['interop']],
  ['rfc2616/2.1/null-elements', ['interop']],
  ['rfc9110/5.6.1/empty-elements', ['interop']],
  ['rfc2616/2.1/implied-space', ['interop']],
] as const)('a breach of %s is tagged %j', (about, tags) => {
  expect(tagsOf(null, 'reply', about)).toEqual(tags);
});
