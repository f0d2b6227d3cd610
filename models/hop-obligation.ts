import type { Guards } from './decision.ts';
import type { HopRow } from './intermediary.ts';
import type { ObligationRow, ObligationTable } from './obligation.ts';
import type { FieldFate } from './vocabulary.ts';

/** What became of several fields: `reordered` where lines of one name stand in another order. */
export type FieldsFate = 'unseen' | 'kept' | 'reordered' | 'altered';

/** What became of octets: `lost` where some of them never came, and the others are right. */
export type OctetFate = 'unseen' | 'kept' | 'lost' | 'changed';

/** What an intermediary was seen to do with all that the table of intermediaries does not look at. */
export interface PassageFacts {
  /** Fields of the request that are neither the handshake's nor those of one connection, and have no fact of their own. */
  readonly fields: FieldsFate;
  readonly authorization: FieldFate;
  /** WWW-Authenticate of a refusal. */
  readonly challenge: FieldFate;
  /** The other fields of the reply. */
  readonly replyFields: FieldsFate;
  /** The content of a refusal; `lost` where less came than the reply announces. */
  readonly content: OctetFate;
  /** Content-Length and Transfer-Encoding of a 101 that is relayed; `added` where the backend did not send the field. */
  readonly switchLength: 'unseen' | 'none' | 'added';
  readonly switchCoding: 'unseen' | 'none' | 'added';
  /** Octets behind the 101, to the backend and to the client. */
  readonly forth: OctetFate;
  readonly back: OctetFate;
  /** Octets that the client sent right behind its request, where the backend answered by 101. */
  readonly early: OctetFate;
  /** Octets for another protocol, where no 101 has answered the request; `arrived` at the backend. */
  readonly beyond: 'unseen' | 'none' | 'arrived';
  /** How the content of the request that arrived is delimited: `ambiguous` where it can be read in two ways. */
  readonly framing: 'unseen' | 'plain' | 'ambiguous';
}

const isSeen = (fate: string) => fate !== 'unseen' && fate !== 'absent';
const isLost = (fate: FieldFate) =>
  fate === 'changed' || fate === 'dropped' || fate === 'doubled' || fate === 'added';
const isDamaged = (fate: OctetFate) => fate === 'lost' || fate === 'changed';

export const passageGuards = {
  fieldsAreSeen: ({ fields }) => isSeen(fields),
  fieldsAreAltered: ({ fields }) => fields === 'altered',
  linesAreReordered: ({ fields }) => fields === 'reordered',
  authorizationIsSeen: ({ authorization }) => isSeen(authorization),
  authorizationIsAltered: ({ authorization }) => isLost(authorization),
  challengeIsSeen: ({ challenge }) => isSeen(challenge),
  challengeIsAltered: ({ challenge }) => isLost(challenge),
  replyFieldsAreSeen: ({ replyFields }) => isSeen(replyFields),
  replyFieldsAreAltered: ({ replyFields }) => replyFields === 'altered',
  replyLinesAreReordered: ({ replyFields }) => replyFields === 'reordered',
  contentIsSeen: ({ content }) => isSeen(content),
  contentIsCut: ({ content }) => content === 'lost',
  switchLengthIsSeen: ({ switchLength }) => isSeen(switchLength),
  switchLengthIsAdded: ({ switchLength }) => switchLength === 'added',
  switchCodingIsSeen: ({ switchCoding }) => isSeen(switchCoding),
  switchCodingIsAdded: ({ switchCoding }) => switchCoding === 'added',
  octetsForthAreSeen: ({ forth }) => isSeen(forth),
  octetsForthAreDamaged: ({ forth }) => isDamaged(forth),
  octetsBackAreSeen: ({ back }) => isSeen(back),
  octetsBackAreDamaged: ({ back }) => isDamaged(back),
  earlyOctetsAreSeen: ({ early }) => isSeen(early),
  earlyOctetsAreDamaged: ({ early }) => isDamaged(early),
  octetsBeyondAreSeen: ({ beyond }) => isSeen(beyond),
  octetsBeyondHaveArrived: ({ beyond }) => beyond === 'arrived',
  framingIsSeen: ({ framing }) => isSeen(framing),
  framingIsAmbiguous: ({ framing }) => framing === 'ambiguous',
} as const satisfies Guards<PassageFacts>;

export type PassageGuard = keyof typeof passageGuards;

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

/** What an intermediary owes besides a handshake that opens. */
export const hopObligations = [
  { ...fields, owed: 'fieldsAreSeen', broken: 'fieldsAreAltered', way: 'forth' },
  { ...order, owed: 'fieldsAreSeen', broken: 'linesAreReordered', way: 'forth' },
  {
    clause: 'rfc9110/11.6.2/authorization-kept',
    owed: 'authorizationIsSeen',
    broken: 'authorizationIsAltered',
    way: 'forth',
    about: 'authorization',
    expected: 'Authorization as it was sent',
  },
  {
    clause: 'rfc9110/11.6.1/challenge-kept',
    owed: 'challengeIsSeen',
    broken: 'challengeIsAltered',
    way: 'back',
    about: 'www-authenticate',
    expected: 'WWW-Authenticate as it was sent',
  },
  { ...fields, owed: 'replyFieldsAreSeen', broken: 'replyFieldsAreAltered', way: 'back' },
  { ...order, owed: 'replyFieldsAreSeen', broken: 'replyLinesAreReordered', way: 'back' },
  {
    clause: 'rfc9110/2.2/well-formed-forwarded',
    owed: 'contentIsSeen',
    broken: 'contentIsCut',
    way: 'back',
    about: 'content',
    expected: 'all of the content that the reply announces',
  },
  {
    clause: 'rfc9110/8.6/no-length-in-relayed-switch',
    owed: 'switchLengthIsSeen',
    broken: 'switchLengthIsAdded',
    way: 'back',
    about: 'content-length',
    expected: 'a 101 without Content-Length',
  },
  {
    clause: 'rfc9112/6.1/no-coding-in-relayed-switch',
    owed: 'switchCodingIsSeen',
    broken: 'switchCodingIsAdded',
    way: 'back',
    about: 'transfer-encoding',
    expected: 'a 101 without Transfer-Encoding',
  },
  {
    ...relay,
    owed: 'octetsForthAreSeen',
    broken: 'octetsForthAreDamaged',
    way: 'forth',
    expected: 'the octets that the client sent',
  },
  {
    ...relay,
    owed: 'octetsBackAreSeen',
    broken: 'octetsBackAreDamaged',
    way: 'back',
    expected: 'the octets that the backend sent',
  },
  {
    ...relay,
    owed: 'earlyOctetsAreSeen',
    broken: 'earlyOctetsAreDamaged',
    way: 'forth',
    expected: 'the octets that stood right behind the request',
  },
  {
    clause: 'rfc9110/7.8/tunnel-on-101',
    owed: 'octetsBeyondAreSeen',
    broken: 'octetsBeyondHaveArrived',
    way: 'forth',
    about: 'behind',
    expected: 'nothing at the backend but requests that the hop has read itself',
  },
  {
    clause: 'rfc9112/6.3/framing-mended',
    owed: 'framingIsSeen',
    broken: 'framingIsAmbiguous',
    way: 'forth',
    about: 'framing',
    expected: 'a request whose length can be read in one way, or none',
  },
] as const satisfies readonly (ObligationRow<PassageGuard> & Pick<HopRow, 'way'>)[];

/** What an intermediary breaks, by the guard. */
export type PassageFault = (typeof hopObligations)[number]['broken'];

export const hopObligationTable: ObligationTable<PassageFacts, PassageGuard> = {
  id: 'hopObligations',
  guards: passageGuards,
  rows: hopObligations,
};
