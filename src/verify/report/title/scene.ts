import type { ReplyMessage } from '../../../arbitraries/index.ts';

/** What a fault was seen in, where a title tells more of it than the octets of its exhibit do. */
export type Scene =
  /** A request to a server, beside an opening to the same server with nothing odd in it. Credentials are hidden. */
  | { readonly of: 'request'; readonly canonical: Uint8Array }
  /** A reply to a client, beside one to the same opening with nothing odd in it. */
  | {
      readonly of: 'reply';
      readonly message: ReplyMessage;
      readonly canonical: ReplyMessage;
      /** The accept value of the key that was sent. */
      readonly accept: string;
    }
  /** Something else that was tried with a client. */
  | { readonly of: 'trial'; readonly title: string }
  /** The keys of all connections of a client. */
  | { readonly of: 'keys' }
  /** A pair to a hop; null where it is the known-good one. */
  | { readonly of: 'pair'; readonly title: string | null }
  /** A case that octets do not tell. */
  | { readonly of: 'case'; readonly title: string };
