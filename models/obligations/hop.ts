import { type HopRow, listAltered } from '../decisions/hop.ts';
import type { PassageFacts } from '../facts/passage.ts';
import type { Guards } from '../match.ts';
import type { ObligationRow, ObligationTable } from './obligation.ts';

const seenFields = ['kept', 'reordered', 'altered'] as const;
const seenOctets = ['kept', 'lost', 'changed'] as const;
const seenField = ['kept', 'merged', 'split', 'changed', 'dropped', 'doubled', 'added'] as const;
const damaged = ['lost', 'changed'] as const;

const relay = { clause: 'rfc9110/3.7/blind-relay', about: 'behind' } as const;
const fields = {
  clause: 'rfc9110/5.1/fields-forwarded',
  about: 'fields',
  expected: 'the fields as they were sent',
} as const;
const order = {
  clause: 'rfc9110/5.3/line-order',
  about: 'fields',
  expected: 'lines of one name in their order',
} as const;

/** Where something is owed: what it is about was seen. */
export const passageGuards = {
  fieldsAreSeen: { fields: seenFields },
  authorizationIsSeen: { authorization: seenField },
  challengeIsSeen: { challenge: seenField },
  replyFieldsAreSeen: { replyFields: seenFields },
  contentIsSeen: { content: seenOctets },
  switchLengthIsSeen: { switchLength: ['none', 'added'] },
  switchCodingIsSeen: { switchCoding: ['none', 'added'] },
  octetsForthAreSeen: { forth: seenOctets },
  octetsBackAreSeen: { back: seenOctets },
  earlyOctetsAreSeen: { early: seenOctets },
  octetsBeyondAreSeen: { beyond: ['none', 'arrived'] },
  framingIsSeen: { framing: ['plain', 'ambiguous'] },
} as const satisfies Guards<PassageFacts>;

export type PassageGuard = keyof typeof passageGuards;

/** One row on what an intermediary owes: it also names what was done where it is broken, and which way that went. */
export interface HopObligationRow<Guard extends string = string>
  extends ObligationRow<PassageFacts, PassageGuard>,
    Pick<HopRow, 'way'> {
  readonly guard: Guard;
}

/** What an intermediary owes besides a handshake that opens. */
export const hopObligations = [
  {
    ...fields,
    owed: 'fieldsAreSeen',
    guard: 'fieldsAreAltered',
    broken: { fields: 'altered' },
    way: 'forth',
  },
  {
    ...order,
    owed: 'fieldsAreSeen',
    guard: 'linesAreReordered',
    broken: { fields: 'reordered' },
    way: 'forth',
  },
  {
    clause: 'rfc9110/11.6.2/authorization-kept',
    owed: 'authorizationIsSeen',
    guard: 'authorizationIsAltered',
    broken: { authorization: listAltered },
    way: 'forth',
    about: 'authorization',
    expected: 'Authorization as it was sent',
  },
  {
    clause: 'rfc9110/11.6.1/challenge-kept',
    owed: 'challengeIsSeen',
    guard: 'challengeIsAltered',
    broken: { challenge: listAltered },
    way: 'back',
    about: 'www-authenticate',
    expected: 'WWW-Authenticate as it was sent',
  },
  {
    ...fields,
    owed: 'replyFieldsAreSeen',
    guard: 'replyFieldsAreAltered',
    broken: { replyFields: 'altered' },
    way: 'back',
  },
  {
    ...order,
    owed: 'replyFieldsAreSeen',
    guard: 'replyLinesAreReordered',
    broken: { replyFields: 'reordered' },
    way: 'back',
  },
  {
    clause: 'rfc9110/2.2/well-formed-forwarded',
    owed: 'contentIsSeen',
    guard: 'contentIsCut',
    broken: { content: 'lost' },
    way: 'back',
    about: 'content',
    expected: 'all of the content that the reply announces',
  },
  {
    clause: 'rfc9110/8.6/no-length-in-relayed-switch',
    owed: 'switchLengthIsSeen',
    guard: 'switchLengthIsAdded',
    broken: { switchLength: 'added' },
    way: 'back',
    about: 'content-length',
    expected: 'a 101 without Content-Length',
  },
  {
    clause: 'rfc9112/6.1/no-coding-in-relayed-switch',
    owed: 'switchCodingIsSeen',
    guard: 'switchCodingIsAdded',
    broken: { switchCoding: 'added' },
    way: 'back',
    about: 'transfer-encoding',
    expected: 'a 101 without Transfer-Encoding',
  },
  {
    ...relay,
    owed: 'octetsForthAreSeen',
    guard: 'octetsForthAreDamaged',
    broken: { forth: damaged },
    way: 'forth',
    expected: 'the octets that the client sent',
  },
  {
    ...relay,
    owed: 'octetsBackAreSeen',
    guard: 'octetsBackAreDamaged',
    broken: { back: damaged },
    way: 'back',
    expected: 'the octets that the backend sent',
  },
  {
    ...relay,
    owed: 'earlyOctetsAreSeen',
    guard: 'earlyOctetsAreDamaged',
    broken: { early: damaged },
    way: 'forth',
    expected: 'the octets that stood right behind the request',
  },
  {
    clause: 'rfc9110/7.8/tunnel-on-101',
    owed: 'octetsBeyondAreSeen',
    guard: 'octetsBeyondHaveArrived',
    broken: { beyond: 'arrived' },
    way: 'forth',
    about: 'behind',
    expected: 'nothing at the backend but requests that the hop has read itself',
  },
  {
    clause: 'rfc9112/6.3/framing-mended',
    owed: 'framingIsSeen',
    guard: 'framingIsAmbiguous',
    broken: { framing: 'ambiguous' },
    way: 'forth',
    about: 'framing',
    expected: 'a request whose length can be read in one way, or none',
  },
] as const satisfies readonly HopObligationRow[];

/** What an intermediary breaks, by the guard. */
export type PassageFault = (typeof hopObligations)[number]['guard'];

export const hopObligationTable: ObligationTable<
  PassageFacts,
  PassageGuard,
  HopObligationRow<PassageFault>
> = {
  id: 'hopObligations',
  guards: passageGuards,
  rows: hopObligations,
};
