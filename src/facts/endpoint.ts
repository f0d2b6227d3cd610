import type { ServerChoices } from '../../models/facts/request.ts';
import type { CredentialPlace } from '../auth/credential.ts';
import type { OriginTest } from '../auth/origin.ts';
import type { DeflateTerms } from '../negotiation/permessage-deflate.ts';

/** What of an endpoint's configuration the facts of a request depend on. */
export interface Endpoint {
  readonly choices: ServerChoices;
  /** Names that are supported; null where the application chooses. */
  readonly subprotocols: readonly string[] | null;
  /** Whose order of preference counts. */
  readonly preference: 'client' | 'server';
  /** Null where every origin is welcome. */
  readonly origin: OriginTest | null;
  /** Where a credential may stand; the first place that has one counts. */
  readonly credentials: readonly CredentialPlace[];
  /** Beginnings of tokens that are echoed as the subprotocol where nothing else is offered. */
  readonly echoedPrefixes: readonly string[];
  /** Whether the application is asked. */
  readonly asks: boolean;
  /** Whether the first message may bring the credential that the opening lacks. */
  readonly awaits: boolean;
  /** Null where permessage-deflate is not wanted. */
  readonly deflate: DeflateTerms | null;
}

/** What of a server's configuration the facts of a request depend on. */
export interface ServerPolicy<E extends Endpoint = Endpoint> {
  /** The endpoint at a path, null where there is none. */
  readonly endpointAt: (path: string) => E | null;
  /** What stands in for an endpoint where none is found. */
  readonly fallback: E;
  /** Whether the connections are secured by TLS. */
  readonly secured: boolean;
  /** Octets that a request-target may have. */
  readonly targetLimit: number;
  /** Field lines that a head may have. */
  readonly fieldLimit: number;
}

/** An endpoint that takes every opening, and no subprotocol. */
export const openEndpoint: Endpoint = {
  choices: {
    plainHttp: 'upgradeRequired',
    subprotocolMismatch: 'omit',
    subprotocolAbsent: 'omit',
    originAbsent: 'accept',
  },
  subprotocols: [],
  preference: 'client',
  origin: null,
  credentials: [],
  echoedPrefixes: [],
  asks: false,
  awaits: false,
  deflate: null,
};
