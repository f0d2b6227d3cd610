import type { HopDetails } from '../../../models/verdict/hop-weight.ts';
import type { Target } from '../judge/target.ts';
import type { Securing } from '../peer/connection/open-connection.ts';

/** A hop that is verified. */
export interface HopTarget {
  /** Its front, with what is sent in every opening. */
  readonly front: Target;
  readonly address: string;
  readonly tls: Securing | undefined;
  /** How a path at the front begins, and the same path at the backend, where the hop maps one to the other. */
  readonly mapped: { readonly front: string; readonly back: string } | null;
  /** Whether it reads HTTP, or passes octets on whatever they are. */
  readonly reads: HopDetails['reads'];
  /** Whether it passes handshakes on, or makes one of its own at either side. */
  readonly handshake: HopDetails['handshake'];
  /** Whether it passes octets behind a 101 on as they are, or reads frames. */
  readonly frames: HopDetails['frames'];
}
