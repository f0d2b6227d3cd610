import type { ClauseId } from './clauses.ts';
import type { RequestGuard } from './server-decision.ts';

/** Clauses that a reply can neither keep nor break, because something else is wrong. */
export interface MootRow {
  /** Faults that the server has accepted; `any` stands for all of them. */
  readonly faults?: 'any' | readonly RequestGuard[];
  /** Whether they count where the server was declared not to look at them, too. */
  readonly isExemptToo?: boolean;
  /** Clauses that the same reply breaks. */
  readonly beside?: readonly ClauseId[];
  readonly clauses: readonly ClauseId[];
  readonly reason: string;
}

const ofAccept = ['rfc6455/4.2.2/accept-value', 'rfc6455/11.3.3/accept-sent-once'] as const;

export const mootRows: readonly MootRow[] = [
  {
    faults: 'any',
    clauses: ['rfc6455/4.2.1/error-status', 'rfc9110/7.8/switch-only-as-asked'],
    reason: 'A server that accepts a fault is charged with the clause of that fault already.',
  },
  {
    faults: 'any',
    clauses: ['service/1/frames-after-101', 'service/1/no-body-in-101'],
    reason: 'Octets after the 101 may be due to content that was announced and never came.',
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
    reason: 'A server that has to refuse the key owes no value for it.',
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
    ],
    reason: 'What was offered cannot be read.',
  },
  {
    beside: ['rfc6455/11.3.5/refused-version-unlisted'],
    clauses: ['service/9/version-13-only'],
    reason: 'The one version too many is the version that was refused.',
  },
  {
    beside: [
      'rfc6455/4.2.2/subprotocol-from-offer',
      'rfc6455/4.2.2/subprotocol-empty-not-sent',
      'rfc6455/11.3.4/subprotocol-sent-once',
      'rfc6455/4.3/subprotocol-sent-grammar',
    ],
    clauses: ['rfc6455/4.2.2/subprotocol-null'],
    reason: 'One field is one breach: what is wrong with its value says more than that it stands there.',
  },
];

/** The clauses that a reply cannot show, by the faults that were accepted or exempt and by what the reply breaks. */
export function listMoot(
  rows: readonly MootRow[],
  accepted: readonly string[],
  exempt: readonly string[],
  broken: readonly ClauseId[],
): ReadonlySet<ClauseId> {
  const isMoot = ({ faults = [], isExemptToo = false, beside = [] }: MootRow) => {
    const holding = isExemptToo ? [...accepted, ...exempt] : accepted;
    const listed: readonly string[] | 'any' = faults;
    const isOfFault = listed === 'any' ? accepted.length > 0 : holding.some((each) => listed.includes(each));
    return isOfFault || beside.some((each) => broken.includes(each));
  };
  return new Set(rows.filter(isMoot).flatMap(({ clauses }) => clauses));
}
