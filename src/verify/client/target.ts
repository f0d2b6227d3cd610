import type { ClientChoices } from '../../../models/vocabulary.ts';
import type { Offer } from '../../arbitraries/index.ts';
import type { Signs } from './exchange.ts';

/** A client as it was found by its first connections. */
export interface ClientTarget {
  readonly choices: ClientChoices;
  /** The subprotocols that it was asked to offer, where it offers what it is asked for; none where it does not. */
  readonly subprotocols: readonly string[];
  /** What it offers, with the stand-in for the accept value. */
  readonly offer: Offer;
  readonly signs: Signs;
  /** The origin that a browser's requests name; null for any other client. */
  readonly origin: string | null;
  /** Whether it fails where the server chooses none of its subprotocols: it may. */
  readonly needsChoice: boolean;
}
