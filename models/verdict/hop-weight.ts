import type { ClauseId } from '../clauses.ts';
import { type HopGuard, hopRows } from '../decisions/hop.ts';
import { hopObligations, type PassageFault } from '../obligations/hop.ts';
import type { TagRule, WeightRule } from './breach.ts';

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
  /** Whether the hop reads HTTP, or passes octets on whatever they are, which RFC 9110 §3.7 calls a tunnel. */
  readonly reads: 'http' | 'octets';
  /** Whether the hop passes handshakes on, or is a server to the client and a client to the backend. */
  readonly handshake: 'passed' | 'own';
  /** Whether the hop passes the octets behind a 101 on as they are, or reads frames, and writes them itself. */
  readonly frames: 'passed' | 'read';
  /** Whether the backend sent an interim reply before the other, and one that is owed to the client did not come out. */
  readonly interim: 'none' | 'sent' | 'dropped';
  /** Whether the subprotocol that the backend chose is not the one that comes out. */
  readonly subprotocol: 'altered' | 'other';
  /** Whether octets of the client came right behind its opening, before the reply. */
  readonly early: 'sent' | 'none';
  /** Whether more octets crossed than anybody's buffer has room for. */
  readonly octets: 'few' | 'many';
}

/** What a hop did wrong, with what came. */
export interface HopBreach extends HopDetails {
  readonly guard: HopGuard | PassageFault;
  readonly clause: ClauseId;
}

/** What lets two readers see two things in the same octets. */
const ofSmuggling = ['octetsBeyondHaveArrived', 'framingIsAmbiguous'] as const;

/** What binds whoever passes octets on, whether they are HTTP or not. */
const ofOctets: ReadonlySet<HopBreach['guard']> = new Set([
  'idleTimeIsTooShort',
  'octetsForthAreDamaged',
  'octetsBackAreDamaged',
]);

/** How much a hop's breach weighs: the first rule that is about it says so. */
export const hopWeightRules: readonly WeightRule<HopBreach>[] = [
  {
    when: {
      guard: [...hopRows, ...hopObligations]
        .map(({ guard }) => guard)
        .filter((guard) => !ofOctets.has(guard)),
      reads: 'octets',
    },
    says: 'none',
    reason: 'Nothing that is about HTTP binds a relay that reads none.',
    source: 'RFC 9110 §3.7',
  },
  {
    when: { guard: ['statusIsChanged', 'replyIsDropped', 'hopAnswersInstead'], interim: 'dropped' },
    says: 'none',
    reason: 'Where a hop fails on what goes before the reply, its own reply is no other defect.',
    source: 'RFC 9110 §15.2',
  },
  {
    when: {
      guard: ['octetsForthAreDamaged', 'octetsBackAreDamaged'],
      handshake: 'own',
      subprotocol: 'altered',
    },
    says: 'none',
    reason:
      'A hop that chooses a subprotocol by itself fails the connection where the backend chooses another, or none.',
    source: 'RFC 6455 §4.1',
  },
  {
    when: {
      guard: ofSmuggling,
    },
    says: 'MUST',
    reason: 'However odd a request is, two readers may not see two things in it.',
    source: 'RFC 9112 §11.2',
  },
  {
    when: {
      guard: 'switchIsUnasked',
      arrived: 'asking',
    },
    says: 'MUST',
    reason: 'The hop asks for what the client did not, and relays the answer.',
    source: 'RFC 9110 §7.8',
  },
  {
    when: {
      guard: 'switchIsUnasked',
    },
    says: 'SHOULD',
    reason: 'The backend has broken the rule first.',
    source: 'RFC 9110 §7.8',
  },
  {
    when: {
      request: 'odd',
    },
    says: 'none',
    reason: 'A request that breaks a rule may be refused, mended, or given up.',
    source: 'RFC 9112 §2.2',
  },
  {
    when: {
      reply: 'odd',
    },
    says: 'none',
    reason: 'In the place of a reply that breaks a rule a hop may send its own, or none.',
    source: 'RFC 9110 §15.6.3',
  },
  {
    when: {
      guard: ['requestIsDropped', 'replyIsDropped', 'hopAnswersInstead', 'statusIsChanged'],
      early: 'sent',
    },
    says: 'none',
    reason: 'A client of WebSocket has to wait for the reply; a hop may give up one that does not.',
    source: 'RFC 6455 §4.1',
  },
  {
    when: {
      guard: ['requestIsDropped', 'replyIsDropped', 'statusIsChanged'],
      target: 'absolute',
    },
    says: 'SHOULD',
    reason: 'A server has to take an absolute target; who asks a gateway seldom sends one.',
    source: 'RFC 9112 §3.2.2',
  },
  {
    when: {
      guard: ['octetsForthAreDamaged', 'octetsBackAreDamaged'],
      frames: 'read',
      octets: 'many',
    },
    says: 'none',
    reason: 'Who reads frames limits their size, and that of messages.',
    source: 'RFC 6455 §10.4',
  },
  {
    when: {
      guard: ['earlyOctetsAreDamaged', 'octetsForthAreDamaged', 'octetsBackAreDamaged'],
      early: 'sent',
    },
    says: 'SHOULD',
    reason: 'A client of WebSocket has to wait for the reply.',
    source: 'RFC 6455 §4.1',
  },
  {
    when: {
      guard: ['keyIsAltered', 'acceptIsAltered', 'offeredExtensionsAreAltered', 'agreedExtensionsAreAltered'],
      handshake: 'own',
    },
    says: 'none',
    reason:
      'A gateway that is a server to the client and a client to the backend has a key and extensions of its own.',
    source: 'RFC 9110 §3.7',
  },
  {
    when: {
      guard: 'interimIsDropped',
      handshake: 'own',
    },
    says: 'none',
    reason: 'A client of the backend may ignore an interim reply that it does not expect.',
    source: 'RFC 9110 §15.2',
  },
  {
    when: {
      guard: ['replyIsDropped', 'replyIsGarbled', 'hopAnswersInstead', 'statusIsChanged'],
      interim: ['sent', 'dropped'],
    },
    says: 'SHOULD',
    reason: 'Who takes an interim reply for the final one breaks a MUST that few ever meet.',
    source: 'RFC 9110 §15.2',
  },
  {
    when: {
      guard: ['offeredSubprotocolsAreAltered', 'chosenSubprotocolIsAltered', 'statusIsChanged'],
      handshake: 'own',
    },
    says: 'SHOULD',
    reason: 'Such a gateway may decide by itself; what the backend decides does not reach the client.',
    source: 'RFC 9110 §3.7',
  },
  {
    when: {
      guard: ['backendIsSilent', 'hopAnswersInstead'],
    },
    says: 'none',
    reason: 'Where the backend gives no reply, the hop may give one.',
    source: 'RFC 9110 §15.6.3',
  },
  {
    when: {
      guard: 'hostIsRewritten',
      host: 'told',
    },
    says: 'none',
    reason: 'The Host of the client arrives, in another field.',
    source: 'RFC 9110 §7.2',
  },
  {
    when: {
      guard: 'hostIsRewritten',
    },
    says: 'SHOULD',
    reason: 'The service specification binds nobody who has not declared it.',
    source: 'service §7',
  },
  {
    when: {
      guard: 'targetIsRewritten',
    },
    says: 'SHOULD',
    reason: 'The text binds a proxy; the owner of a reverse proxy may have it map targets.',
    source: 'RFC 9110 §7.7',
  },
  {
    when: {
      guard: [
        'fieldsAreAltered',
        'linesAreReordered',
        'authorizationIsAltered',
        'replyFieldsAreAltered',
        'replyLinesAreReordered',
        'interimIsDropped',
      ],
    },
    says: 'SHOULD',
    reason: 'The text binds a proxy; a reverse proxy may be told to do otherwise by its owner.',
    source: 'RFC 9110 §3.7',
  },
  {
    when: {
      guard: ['acceptIsAltered', 'chosenSubprotocolIsAltered', 'agreedExtensionsAreAltered'],
      status: 'refusal',
    },
    says: 'note',
    reason: 'In a refusal nobody looks at these fields.',
    source: 'RFC 6455 §4.1',
  },
];

/** What a hop's finding is about besides its clause: all rules count that are about it. */
export const hopTagRules: readonly TagRule<HopBreach>[] = [
  {
    when: { guard: ofSmuggling },
    says: 'smuggling',
    reason: 'Two readers see two things in the same octets.',
  },
  {
    when: { guard: 'hostIsRewritten' },
    says: 'service',
    reason: 'Only the service specification asks for it.',
  },
  {
    when: {
      guard: [
        'requestIsDropped',
        'replyIsDropped',
        'backendHttpIs10',
        'upgradeIsStripped',
        'connectionIsNotSet',
        'statusIsChanged',
        'acceptIsAltered',
        'chosenSubprotocolIsAltered',
        'agreedExtensionsAreAltered',
        'keyIsAltered',
        'versionIsAltered',
        'offeredSubprotocolsAreAltered',
        'offeredExtensionsAreAltered',
        'octetsForthAreDamaged',
        'octetsBackAreDamaged',
      ],
    },
    says: 'declared',
    reason: 'They bind a hop that was declared to pass WebSocket on.',
  },
  {
    when: {
      guard: [
        'earlyOctetsAreDamaged',
        'interimIsDropped',
        'targetIsRewritten',
        'fieldsAreAltered',
        'replyFieldsAreAltered',
        'authorizationIsAltered',
      ],
    },
    says: 'interop',
    reason: 'Peers that rest on it cannot connect, or lose what they rest on.',
  },
];
