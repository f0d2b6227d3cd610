import type { ClauseId } from './clauses.ts';
import type { RequestGuard } from './server-decision.ts';

/** What a reply can neither keep nor break, for something else that is wrong. */
export interface MootRow {
  /** Faults of the request, `any` for whatever a server accepts. */
  readonly faults: 'any' | readonly RequestGuard[];
  /** Whether they count where the server was declared not to look at them, too. */
  readonly isExemptToo?: boolean;
  readonly clauses: readonly ClauseId[];
  readonly reason: string;
}

const ofAccept = ['rfc6455/4.2.2/accept-value', 'rfc6455/11.3.3/accept-sent-once'] as const;

export const mootRows: readonly MootRow[] = [
  {
    faults: 'any',
    clauses: ['rfc6455/4.2.1/error-status'],
    reason:
      'A server that accepts what is to be refused has not stopped, and owes no error for having stopped.',
  },
  {
    faults: ['contentLengthIsMalformed', 'transferCodingIsMalformed', 'contentIsFramedTwice'],
    clauses: [
      'rfc9110/7.8/continue-before-switching',
      'service/1/frames-after-101',
      'service/1/no-body-in-101',
      'rfc6455/5.5.2/pong',
      'rfc6455/7.3/not-ended-at-once',
    ],
    reason: 'Where the content ends, and the frames begin, nobody can tell.',
  },
  {
    faults: ['httpVersionIs10', 'httpMajorIsNot1', 'requestLineIsMalformed'],
    clauses: [
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
    faults: ['connectionLacksUpgrade'],
    clauses: ['rfc6455/7.3/not-ended-at-once'],
    reason: 'In the place of the option upgrade the one for the end of the connection may have come.',
  },
  {
    faults: ['versionIsAbsent', 'versionIsRepeated', 'versionIsMalformed', 'versionIsNot13'],
    clauses: [
      ...ofAccept,
      'rfc6455/5.5.2/pong',
      'rfc6455/7.3/not-ended-at-once',
      'rfc9112/6.3/content-read-as-content',
      'service/1/no-body-in-101',
    ],
    reason: 'A server that opens for another version may speak that, and owes nothing of version 13.',
  },
  {
    faults: ['keyIsAbsent', 'keyIsRepeated'],
    isExemptToo: true,
    clauses: ofAccept,
    reason: 'No text says which value belongs to no key, or to several.',
  },
  {
    faults: ['keyIsMalformed', 'keyIsNot16Octets'],
    clauses: ofAccept,
    reason: 'A server that was to refuse the key owes no value for it.',
  },
  {
    faults: ['subprotocolsAreMalformed', 'subprotocolIsAbsent', 'subprotocolIsMismatched'],
    clauses: ['rfc6455/4.2.2/subprotocol-from-offer', 'rfc6455/4.3/subprotocol-sent-grammar'],
    reason: 'What was offered cannot be read, or is not to be chosen from.',
  },
  {
    faults: ['extensionsAreMalformed'],
    clauses: [
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

/** What a reply cannot show, for the faults that were accepted, and those that were exempt. */
export function listMoot(
  rows: readonly MootRow[],
  accepted: readonly string[],
  exempt: readonly string[],
): ReadonlySet<ClauseId> {
  const isMoot = ({ faults, isExemptToo = false }: MootRow) => {
    const holding = isExemptToo ? [...accepted, ...exempt] : accepted;
    const listed: readonly string[] | 'any' = faults;
    return listed === 'any' ? accepted.length > 0 : holding.some((each) => listed.includes(each));
  };
  return new Set(rows.filter(isMoot).flatMap(({ clauses }) => clauses));
}
