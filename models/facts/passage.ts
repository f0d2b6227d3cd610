import type { FieldDisposition } from './hop.ts';

/** What became of several fields: `reordered` where lines of one name stand in another order. */
export type FieldsDisposition = 'unseen' | 'kept' | 'reordered' | 'altered';

/** What became of octets: `lost` where some of them never came, and the others are right. */
export type OctetDisposition = 'unseen' | 'kept' | 'lost' | 'changed';

/** What an intermediary was seen to do with all that the table of intermediaries does not look at. */
export interface PassageFacts {
  /** Fields of the request that are neither the handshake's nor those of one connection, and have no fact of their own. */
  readonly fields: FieldsDisposition;
  readonly authorization: FieldDisposition;
  /** WWW-Authenticate of a refusal. */
  readonly challenge: FieldDisposition;
  /** The other fields of the reply. */
  readonly replyFields: FieldsDisposition;
  /** The content of a refusal; `lost` where less came than the reply announces. */
  readonly content: OctetDisposition;
  /** Content-Length and Transfer-Encoding of a 101 that is relayed; `added` where the backend did not send the field. */
  readonly switchLength: 'unseen' | 'none' | 'added';
  readonly switchCoding: 'unseen' | 'none' | 'added';
  /** Octets behind the 101, to the backend and to the client. */
  readonly forth: OctetDisposition;
  readonly back: OctetDisposition;
  /** Octets that the client sent right behind its request, where the backend answered by 101. */
  readonly early: OctetDisposition;
  /** Octets for another protocol, where no 101 has answered the request; `arrived` at the backend. */
  readonly beyond: 'unseen' | 'none' | 'arrived';
  /** How the content of the request that arrived is delimited: `ambiguous` where it can be read in two ways. */
  readonly framing: 'unseen' | 'plain' | 'ambiguous';
}
