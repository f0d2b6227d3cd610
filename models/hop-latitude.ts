import { capSeverity, type Severity, type Source, type Tag, type Weight } from './breach.ts';
import { type ClauseId, clauses } from './clauses.ts';
import type { PassageFault } from './hop-obligation.ts';
import type { HopGuard } from './intermediary.ts';
import { holds } from './match.ts';

/** What a weight looks at besides the row that is not kept. */
export interface HopDetails {
  /** Whether the request, or the reply, breaks a rule itself, so that a hop may refuse it, mend it or give it up. */
  readonly request: 'valid' | 'odd';
  readonly reply: 'valid' | 'odd';
  /** Whether the target that was sent is a whole URI. */
  readonly target: 'origin' | 'absolute';
  /** Whether the Host that was sent arrives in another field, such as Forwarded. */
  readonly host: 'told' | 'untold';
  /** Whether a request that arrives asks for WebSocket itself: then no 101 is the fault of the backend. */
  readonly arrived: 'asking' | 'other';
  readonly status: 'switch' | 'refusal';
  /** Whether the hop passes handshakes on, or is a server to the client and a client to the backend. */
  readonly handshake: 'passed' | 'own';
  /** Whether the hop passes the octets behind a 101 on as they are, or reads frames, and writes them itself. */
  readonly frames: 'passed' | 'read';
  /** Whether the backend sent an interim reply before the other. */
  readonly interim: 'sent' | 'none';
  /** Whether octets of the client came right behind its opening, before the reply. */
  readonly early: 'sent' | 'none';
  /** Whether more octets crossed than anybody's buffer has room for. */
  readonly octets: 'few' | 'many';
}

/** What a hop did wrong. */
export interface HopBreach {
  readonly guard: HopGuard | PassageFault;
  readonly clause: ClauseId;
  readonly came: HopDetails;
}

/** Which breaches a row is about: all of its conditions have to fit, and of each list one entry. */
export interface HopBreachPattern {
  readonly guards?: readonly HopBreach['guard'][];
  readonly came?: Partial<HopDetails>;
}

export interface HopLatitudeRow extends HopBreachPattern {
  readonly weight: Weight;
  readonly reason: string;
  readonly source: Source;
}

interface HopTagRow extends HopBreachPattern {
  readonly tag: Tag;
}

/** What lets two readers see two things in the same octets. */
const ofSmuggling = ['octetsBeyondHaveArrived', 'framingIsAmbiguous'] as const;

/** How much a hop's breach weighs: the first row that is about it says so. */
export const hopLatitudeRows: readonly HopLatitudeRow[] = [
  {
    guards: ofSmuggling,
    weight: 'MUST',
    reason: 'However odd a request is, two readers may not see two things in it.',
    source: 'RFC 9112 §11.2',
  },
  {
    guards: ['switchIsUnasked'],
    came: { arrived: 'asking' },
    weight: 'MUST',
    reason: 'The hop asks for what the client did not, and relays the answer.',
    source: 'RFC 9110 §7.8',
  },
  {
    guards: ['switchIsUnasked'],
    weight: 'SHOULD',
    reason: 'The backend has broken the rule first.',
    source: 'RFC 9110 §7.8',
  },
  {
    came: { request: 'odd' },
    weight: 'none',
    reason: 'A request that breaks a rule may be refused, mended, or given up.',
    source: 'RFC 9112 §2.2',
  },
  {
    came: { reply: 'odd' },
    weight: 'none',
    reason: 'In the place of a reply that breaks a rule a hop may send its own, or none.',
    source: 'RFC 9110 §15.6.3',
  },
  {
    guards: ['requestIsDropped', 'replyIsDropped', 'hopAnswersInstead', 'statusIsChanged'],
    came: { early: 'sent' },
    weight: 'none',
    reason: 'A client of WebSocket has to wait for the reply; a hop may give up one that does not.',
    source: 'RFC 6455 §4.1',
  },
  {
    guards: ['requestIsDropped', 'replyIsDropped', 'statusIsChanged'],
    came: { target: 'absolute' },
    weight: 'SHOULD',
    reason: 'A server has to take an absolute target; who asks a gateway seldom sends one.',
    source: 'RFC 9112 §3.2.2',
  },
  {
    guards: ['octetsForthAreDamaged', 'octetsBackAreDamaged'],
    came: { frames: 'read', octets: 'many' },
    weight: 'none',
    reason: 'Who reads frames limits their size, and that of messages.',
    source: 'RFC 6455 §10.4',
  },
  {
    guards: ['earlyOctetsAreDamaged', 'octetsForthAreDamaged', 'octetsBackAreDamaged'],
    came: { early: 'sent' },
    weight: 'SHOULD',
    reason: 'A client of WebSocket has to wait for the reply.',
    source: 'RFC 6455 §4.1',
  },
  {
    guards: ['keyIsAltered', 'acceptIsAltered', 'offeredExtensionsAreAltered', 'agreedExtensionsAreAltered'],
    came: { handshake: 'own' },
    weight: 'none',
    reason:
      'A gateway that is a server to the client and a client to the backend has a key and extensions of its own.',
    source: 'RFC 9110 §3.7',
  },
  {
    guards: ['interimIsDropped'],
    came: { handshake: 'own' },
    weight: 'none',
    reason: 'A client of the backend may ignore an interim reply that it does not expect.',
    source: 'RFC 9110 §15.2',
  },
  {
    guards: ['replyIsDropped', 'replyIsGarbled', 'hopAnswersInstead', 'statusIsChanged'],
    came: { interim: 'sent' },
    weight: 'SHOULD',
    reason: 'Who takes an interim reply for the final one breaks a MUST that few ever meet.',
    source: 'RFC 9110 §15.2',
  },
  {
    guards: ['offeredSubprotocolsAreAltered', 'chosenSubprotocolIsAltered', 'statusIsChanged'],
    came: { handshake: 'own' },
    weight: 'SHOULD',
    reason: 'Such a gateway may decide by itself; what the backend decides does not reach the client.',
    source: 'RFC 9110 §3.7',
  },
  {
    guards: ['backendIsSilent', 'hopAnswersInstead'],
    weight: 'none',
    reason: 'Where the backend gives no reply, the hop may give one.',
    source: 'RFC 9110 §15.6.3',
  },
  {
    guards: ['hostIsRewritten'],
    came: { host: 'told' },
    weight: 'none',
    reason: 'The Host of the client arrives, in another field.',
    source: 'RFC 9110 §7.2',
  },
  {
    guards: ['hostIsRewritten'],
    weight: 'SHOULD',
    reason: 'The service specification binds nobody who has not declared it.',
    source: 'service §7',
  },
  {
    guards: ['targetIsRewritten'],
    weight: 'SHOULD',
    reason: 'The text binds a proxy; the owner of a reverse proxy may have it map targets.',
    source: 'RFC 9110 §7.7',
  },
  {
    guards: [
      ...(['fieldsAreAltered', 'linesAreReordered', 'authorizationIsAltered'] as const),
      ...(['replyFieldsAreAltered', 'replyLinesAreReordered', 'interimIsDropped'] as const),
    ],
    weight: 'SHOULD',
    reason: 'The text binds a proxy; a reverse proxy may be told to do otherwise by its owner.',
    source: 'RFC 9110 §3.7',
  },
  {
    guards: ['acceptIsAltered', 'chosenSubprotocolIsAltered', 'agreedExtensionsAreAltered'],
    came: { status: 'refusal' },
    weight: 'note',
    reason: 'In a refusal nobody looks at these fields.',
    source: 'RFC 6455 §4.1',
  },
];

/** What a hop's finding is about besides its clause: all rows count that are about it. */
export const hopTagRows: readonly HopTagRow[] = [
  { guards: ofSmuggling, tag: 'smuggling' },
  { guards: ['hostIsRewritten'], tag: 'service' },
  {
    guards: [
      ...(['requestIsDropped', 'replyIsDropped', 'backendHttpIs10', 'upgradeIsStripped'] as const),
      ...(['connectionIsNotSet', 'statusIsChanged', 'acceptIsAltered'] as const),
      ...(['chosenSubprotocolIsAltered', 'agreedExtensionsAreAltered', 'keyIsAltered'] as const),
      ...(['versionIsAltered', 'offeredSubprotocolsAreAltered', 'offeredExtensionsAreAltered'] as const),
      ...(['octetsForthAreDamaged', 'octetsBackAreDamaged'] as const),
    ],
    tag: 'declared',
  },
  {
    guards: [
      ...(['earlyOctetsAreDamaged', 'interimIsDropped', 'targetIsRewritten', 'fieldsAreAltered'] as const),
      ...(['replyFieldsAreAltered', 'authorizationIsAltered'] as const),
    ],
    tag: 'interop',
  },
];

/** How much a breach weighs, at most as much as the register says of its clause. */
export function weighHopBreach(breach: HopBreach, rows = hopLatitudeRows): Weight {
  const row = rows.find((each) => fits(each, breach));
  const own: Severity = clauses[breach.clause].level === 'MAY' ? 'note' : 'MUST';
  const weight = row?.weight ?? own;
  return weight === 'none' ? weight : capSeverity(breach.clause, weight);
}

export function tagHopBreach(breach: HopBreach, rows = hopTagRows): readonly Tag[] {
  return [...new Set(rows.filter((row) => fits(row, breach)).map(({ tag }) => tag))];
}

function fits(pattern: HopBreachPattern, { guard, came }: HopBreach): boolean {
  return (pattern.guards?.includes(guard) ?? true) && holds(pattern.came ?? {}, came);
}
