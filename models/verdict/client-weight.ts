import type { ClauseId } from '../clauses.ts';
import type { ReplyGuard } from '../decisions/client.ts';
import type { ReplyDetails } from '../facts/reply.ts';
import type { Severity, TagRule, WeightRule } from './breach.ts';

/**
 * A client opened on a reply with a fault, failed on a lawful one, sent what it must not, maybe as it was asked to, or
 * died; with what came.
 */
export interface ClientBreach extends ReplyDetails {
  readonly kind: 'accepted' | 'refused' | 'sent' | 'handedOn' | 'gone';
  readonly clause: ClauseId;
  /** The guard of the row that finds a fault in the reply; null where none does. */
  readonly guard: ReplyGuard | null;
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

/** How much a client's breach weighs, where no allowance excuses it: the first rule that is about it says so. */
export const clientWeightRules: readonly WeightRule<ClientBreach, Severity>[] = [
  {
    when: {
      kind: 'accepted',
      guard: 'upgradeIsNotWebsocket',
      upgrade: 'websocketAmong',
    },
    says: 'note',
    reason: 'Upgrade is a list by RFC 9110, and one value by RFC 6455.',
    source: 'RFC 9110 §7.8',
  },
  {
    when: {
      kind: 'accepted',
      guard: 'extensionsAreMalformed',
      extensions: 'emptyElements',
    },
    says: 'note',
    reason: 'A list of nothing but empty elements may be read as an empty one.',
    source: 'RFC 9110 §5.6.1.2',
  },
  {
    when: {
      kind: 'accepted',
      guard: 'statusLineIsMalformed',
    },
    says: 'SHOULD',
    reason: 'A recipient may mend a head of which the parts can be told apart.',
    source: 'RFC 9112 §2.2',
  },
  {
    when: {
      kind: 'accepted',
      guard: ofSender,
    },
    says: 'SHOULD',
    reason: 'The text binds the sender, and does not tell the client to look.',
    source: 'RFC 6455 §4.1',
  },
  {
    when: {
      kind: 'accepted',
      guard: 'extensionServerBitsAreMissing',
      serverBits: 'full',
    },
    says: 'SHOULD',
    reason: 'A window of 15 bits is what is meant without the parameter.',
    source: 'RFC 7692 §7.1.2.1',
  },
  {
    when: {
      kind: 'refused',
      clause: 'rfc9112/6.3/reply-without-body',
    },
    says: 'note',
    reason: 'No server may send this in a 101: whoever fails because of it loses nobody.',
    source: 'RFC 9110 §8.6',
  },
  {
    when: {
      kind: 'refused',
      clause: 'rfc9110/5.5/reply-octets-above-ascii',
    },
    says: 'note',
    reason:
      'Fields should have no octets above ASCII, so that a client which fails because of them loses few.',
    source: 'RFC 9110 §5.5',
  },
  {
    when: {
      kind: 'refused',
    },
    says: 'SHOULD',
    reason: 'A client should not fail a connection without need, and no text says MUST.',
    source: 'RFC 6455 §7.1.7',
  },
  {
    when: {
      kind: 'sent',
      clause: 'rfc6455/4.1/one-connecting',
    },
    says: 'SHOULD',
    reason: 'One process was seen to do it, at a program or a page that asked for both at once.',
    source: 'RFC 6455 §4.1',
  },
  {
    when: {
      kind: 'sent',
      clause: 'rfc6455/7.1.7/no-close-frame',
    },
    says: 'SHOULD',
    reason:
      'The text has a Close frame for an open connection alone, and forbids it before in no word of its own.',
    source: 'RFC 6455 §7.1.7',
  },
  {
    when: {
      kind: 'handedOn',
    },
    says: 'SHOULD',
    reason: 'It was asked to: the program that asks is a part of the client.',
    source: 'RFC 6455 §4.1',
  },
  {
    when: {
      kind: 'sent',
      document: 'service',
    },
    says: 'SHOULD',
    reason: 'The service specification binds nobody who has not declared it.',
    source: 'service §4',
  },
];

/** What a client's finding is about besides its clause: all rules count that are about it. */
export const clientTagRules: readonly TagRule<ClientBreach>[] = [
  {
    when: { kind: 'accepted', guard: [...ofSender, 'statusLineIsMalformed'] },
    says: 'leniency',
    reason: 'To accept these is lenient, and opens no hole.',
  },
  {
    when: {
      kind: 'accepted',
      guard: 'extensionServerBitsAreMissing',
      serverBits: 'full',
    },
    says: 'leniency',
    reason: 'A window of 15 bits is what is meant without the parameter.',
  },
  {
    when: { guard: 'statusLineIsMalformed' },
    says: 'http-layer',
    reason: 'HTTP stacks read the status line before any WebSocket code sees the reply.',
  },
  {
    when: { kind: ['refused', 'handedOn'] },
    says: 'interop',
    reason: 'Two peers cannot connect, and neither of them need be wrong.',
  },
  {
    when: { clause: 'rfc6455/4.1/one-connecting' },
    says: 'interop',
    reason: 'A server that is asked twice at once is asked more than it should be, and not wrongly.',
  },
  {
    when: { document: 'service' },
    says: 'service',
    reason: 'Only the service specification asks for these.',
  },
];
