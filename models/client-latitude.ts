import { capSeverity, type Severity, type Source, type Tag } from './breach.ts';
import type { ClauseId } from './clauses.ts';
import type { ReplyGuard } from './client-decision.ts';
import { holds } from './match.ts';
import type { ReplyDetails } from './vocabulary.ts';

/**
 * A client opened on a reply with a fault, failed on a lawful one, sent what it must not, maybe as it was asked to, or died.
 */
export interface ClientBreach {
  readonly kind: 'accepted' | 'refused' | 'sent' | 'handedOn' | 'gone';
  readonly clause: ClauseId;
  /** The guard of the row that finds a fault in the reply; null where none does. */
  readonly guard: ReplyGuard | null;
  readonly came: ReplyDetails;
}

/** Which breaches a row is about: all of its conditions have to fit, and of each list one entry. */
export interface ClientBreachPattern {
  readonly kinds?: readonly ClientBreach['kind'][];
  readonly guards?: readonly ReplyGuard[];
  readonly clauses?: readonly ClauseId[];
  /** First parts of clause ids. */
  readonly documents?: readonly string[];
  readonly came?: Partial<ReplyDetails>;
}

export interface ClientLatitudeRow extends ClientBreachPattern {
  readonly weight: Severity;
  readonly reason: string;
  readonly source: Source;
}

interface ClientTagRow extends ClientBreachPattern {
  readonly tag: Tag;
}

/** What binds the sender of a reply alone: a client that reads over it breaks no rule of its own. */
const ofSender = [
  'httpMajorIsNot1',
  'httpVersionIs10',
  'acceptIsRepeated',
  'subprotocolIsRepeated',
  'subprotocolIsEmpty',
  'subprotocolIsMalformed',
] as const;

/** How much a client's breach weighs, where `allowanceRows` do not excuse it: the first row that is about it says so. */
export const clientLatitudeRows: readonly ClientLatitudeRow[] = [
  {
    kinds: ['accepted'],
    guards: ['upgradeIsNotWebsocket'],
    came: { upgrade: 'websocketAmong' },
    weight: 'note',
    reason: 'Upgrade is a list by RFC 9110, and one value by RFC 6455.',
    source: 'RFC 9110 §7.8',
  },
  {
    kinds: ['accepted'],
    guards: ['extensionsAreMalformed'],
    came: { extensions: 'emptyElements' },
    weight: 'note',
    reason: 'A list of nothing but empty elements may be read as an empty one.',
    source: 'RFC 9110 §5.6.1.2',
  },
  {
    kinds: ['accepted'],
    guards: ['statusLineIsMalformed'],
    weight: 'SHOULD',
    reason: 'A recipient may mend a head of which the parts can be told apart.',
    source: 'RFC 9112 §2.2',
  },
  {
    kinds: ['accepted'],
    guards: ofSender,
    weight: 'SHOULD',
    reason: 'The text binds the sender, and does not tell the client to look.',
    source: 'RFC 6455 §4.1',
  },
  {
    kinds: ['accepted'],
    guards: ['extensionServerBitsAreMissing'],
    came: { serverBits: 'full' },
    weight: 'SHOULD',
    reason: 'A window of 15 bits is what is meant without the parameter.',
    source: 'RFC 7692 §7.1.2.1',
  },
  {
    kinds: ['refused'],
    clauses: ['rfc9112/6.3/reply-without-body'],
    weight: 'note',
    reason: 'No server may send this in a 101: whoever fails because of it loses nobody.',
    source: 'RFC 9110 §8.6',
  },
  {
    kinds: ['refused'],
    clauses: ['rfc9110/5.5/reply-octets-above-ascii'],
    weight: 'note',
    reason:
      'Fields should have no octets above ASCII, so that a client which fails because of them loses few.',
    source: 'RFC 9110 §5.5',
  },
  {
    kinds: ['refused'],
    weight: 'SHOULD',
    reason: 'A client should not fail a connection without need, and no text says MUST.',
    source: 'RFC 6455 §7.1.7',
  },
  {
    kinds: ['sent'],
    clauses: ['rfc6455/4.1/one-connecting'],
    weight: 'SHOULD',
    reason: 'One process was seen to do it, at a program or a page that asked for both at once.',
    source: 'RFC 6455 §4.1',
  },
  {
    kinds: ['sent'],
    clauses: ['rfc6455/7.1.7/no-close-frame'],
    weight: 'SHOULD',
    reason:
      'The text has a Close frame for an open connection alone, and forbids it before in no word of its own.',
    source: 'RFC 6455 §7.1.7',
  },
  {
    kinds: ['handedOn'],
    weight: 'SHOULD',
    reason: 'It was asked to: the program that asks is a part of the client.',
    source: 'RFC 6455 §4.1',
  },
  {
    kinds: ['sent'],
    documents: ['service'],
    weight: 'SHOULD',
    reason: 'The service specification binds nobody who has not declared it.',
    source: 'service §4',
  },
];

/** What a client's finding is about besides its clause: all rows count that are about it. */
export const clientTagRows: readonly ClientTagRow[] = [
  { kinds: ['accepted'], guards: [...ofSender, 'statusLineIsMalformed'], tag: 'leniency' },
  {
    kinds: ['accepted'],
    guards: ['extensionServerBitsAreMissing'],
    came: { serverBits: 'full' },
    tag: 'leniency',
  },
  { guards: ['statusLineIsMalformed'], tag: 'http-layer' },
  { kinds: ['refused', 'handedOn'], tag: 'interop' },
  { clauses: ['rfc6455/4.1/one-connecting'], tag: 'interop' },
  { documents: ['service'], tag: 'service' },
];

/** How much a breach weighs, at most as much as the register says of its clause. */
export function weighClientBreach(breach: ClientBreach, rows = clientLatitudeRows): Severity {
  const row = rows.find((each) => fits(each, breach));
  return capSeverity(breach.clause, row?.weight ?? 'MUST');
}

export function tagClientBreach(breach: ClientBreach, rows = clientTagRows): readonly Tag[] {
  return [...new Set(rows.filter((row) => fits(row, breach)).map(({ tag }) => tag))];
}

function fits(pattern: ClientBreachPattern, { kind, guard, clause, came }: ClientBreach): boolean {
  return (
    (pattern.kinds?.includes(kind) ?? true) &&
    (pattern.guards === undefined || (guard !== null && pattern.guards.includes(guard))) &&
    (pattern.clauses?.includes(clause) ?? true) &&
    (pattern.documents?.includes(clause.slice(0, clause.indexOf('/'))) ?? true) &&
    holds(pattern.came ?? {}, came)
  );
}
