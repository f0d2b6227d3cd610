import type { ClauseId } from '../clauses.ts';
import type { RequestGuard } from '../decisions/server.ts';
import { everyRule, type Reasoned, type Rule } from '../match.ts';

/** A fault of a request that was accepted. */
interface AcceptedFault {
  readonly guard: RequestGuard;
  /** Whether the server owes a refusal, or was declared not to look at such faults. */
  readonly standing: 'owed' | 'exempt';
}

const ofAccept = ['rfc6455/4.2.2/accept-value', 'rfc6455/11.3.3/accept-sent-once'] as const;

/** What a reply can neither keep nor break, for something else that is wrong. */
export const notApplicableRules: readonly (Rule<AcceptedFault, readonly ClauseId[]> & Reasoned)[] = [
  {
    when: { standing: 'owed' },
    says: ['rfc6455/4.2.1/error-status'],
    reason:
      'A server that accepts what is to be refused has not stopped, and owes no error for having stopped.',
  },
  {
    when: {
      guard: ['contentLengthIsMalformed', 'transferCodingIsMalformed', 'contentIsFramedTwice'],
      standing: 'owed',
    },
    says: [
      'rfc9110/7.8/continue-before-switching',
      'service/1/frames-after-101',
      'service/1/no-body-in-101',
      'rfc6455/5.5.2/pong',
      'rfc6455/7.3/not-ended-at-once',
    ],
    reason: 'Where the content ends, and the frames begin, nobody can tell.',
  },
  {
    when: { guard: ['httpVersionIs10', 'httpMajorIsNot1', 'requestLineIsMalformed'], standing: 'owed' },
    says: [
      'rfc9110/15.2/no-1xx-to-http10',
      'rfc9112/6.3/content-read-as-content',
      'rfc9112/9.6/no-close-in-101',
      'rfc6455/4.2.2/status-101',
      'rfc6455/4.2.2/reply-connection',
      'rfc6455/5.5.2/pong',
      'rfc6455/7.3/not-ended-at-once',
    ],
    reason: 'A server that opens in another version of HTTP may open in that, or not get any further.',
  },
  {
    when: { guard: 'connectionLacksUpgrade', standing: 'owed' },
    says: ['rfc6455/7.3/not-ended-at-once'],
    reason: 'In the place of the option upgrade the one for the end of the connection may have come.',
  },
  {
    when: {
      guard: ['versionIsAbsent', 'versionIsRepeated', 'versionIsMalformed', 'versionIsNot13'],
      standing: 'owed',
    },
    says: [
      ...ofAccept,
      'rfc6455/5.5.2/pong',
      'rfc6455/7.3/not-ended-at-once',
      'rfc9112/6.3/content-read-as-content',
      'service/1/no-body-in-101',
    ],
    reason: 'A server that opens for another version may speak that, and owes nothing of version 13.',
  },
  {
    when: { guard: ['keyIsAbsent', 'keyIsRepeated'] },
    says: ofAccept,
    reason: 'No text says which value belongs to no key, or to several.',
  },
  {
    when: { guard: ['keyIsMalformed', 'keyIsNot16Octets'], standing: 'owed' },
    says: ofAccept,
    reason: 'A server that was to refuse the key owes no value for it.',
  },
  {
    when: {
      guard: ['subprotocolsAreMalformed', 'subprotocolIsAbsent', 'subprotocolIsMismatched'],
      standing: 'owed',
    },
    says: ['rfc6455/4.2.2/subprotocol-from-offer', 'rfc6455/4.3/subprotocol-sent-grammar'],
    reason: 'What was offered cannot be read, or is not to be chosen from.',
  },
  {
    when: { guard: 'extensionsAreMalformed', standing: 'owed' },
    says: [
      'rfc6455/4.2.2/extension-from-offer',
      'rfc6455/9/parameters-by-specification',
      'rfc7692/5/answered-once',
      'rfc7692/7/parameter-undefined',
      'rfc7692/7/parameter-repeated',
      'rfc7692/7/parameter-invalid',
      'rfc7692/7.1.1.1/server-takeover-echoed',
      'rfc7692/7.1.2.1/server-bits-echoed',
      'rfc7692/7.1.2.1/server-bits-not-larger',
      'rfc7692/7.1.2.2/client-bits-unoffered',
      'rfc7692/7.1/answer-parameters-defined',
      'rfc7692/7.1/answer-parameters-once',
      'rfc7692/7.1.2.2/client-bits-value',
    ],
    reason: 'What was offered cannot be read.',
  },
];

/** What a reply cannot show, for the faults that were accepted. */
export function listNotApplicable(
  faults: readonly AcceptedFault[],
  rules = notApplicableRules,
): ReadonlySet<ClauseId> {
  return new Set(faults.flatMap((fault) => everyRule(rules, fault)).flatMap(({ says }) => says));
}
