import type { ClauseId } from '../../../../models/clauses.ts';
import type { Connector } from '../../connector/connector.ts';
import type { ClientPlace } from '../../connector/place.ts';
import type { Charged } from '../charge.ts';
import type { ExchangeOctets } from '../exhibit.ts';
import type { Signs } from '../reply/exchange.ts';
import type { ClientTarget } from '../reply/reply-case.ts';

/** What trials are played with. */
export interface TrialOptions {
  readonly connector: Connector;
  readonly place: ClientPlace;
  readonly target: ClientTarget;
  readonly signs: Signs;
  /** Milliseconds in which the client has to make up its mind on a reply; it has several times as long to connect. */
  readonly timeout: number;
}

/** What a client was seen to do where the texts leave it a choice. */
export interface TrialPolicy {
  /** What it did with redirects, by what they were. */
  readonly redirects: Readonly<Record<string, 'followed' | 'not followed'>>;
  /** Connections that it made in a loop of redirects; left out where it follows none. */
  readonly redirectLoop?: number | string;
  /** What it did with challenges, by their scheme. */
  readonly challenges: Readonly<Record<string, 'answered' | 'not answered'>>;
  /** What it did with credentials in the URL that it is told. */
  readonly credentialsInUrl?: 'sent at once' | 'sent when challenged' | 'not sent' | 'URL refused';
  readonly fragmentInUrl?: 'URL refused' | 'left out' | 'sent as %23' | 'sent';
  /** Whether Host names a port that is the default. */
  readonly defaultPort?: 'left out' | 'written';
}

/** What a trial has shown, with the octets that it rests on. */
export interface Tried extends Charged, ExchangeOctets {
  /** Of clauses that another of its connections has shown broken: the octets of that one. */
  readonly octetsOf?: ReadonlyMap<ClauseId, ExchangeOctets>;
  /** Whether the client made no connection. */
  readonly isUntried?: true;
  /** What it has shown of choices. */
  readonly learnt?: Partial<TrialPolicy>;
}

const none = new Uint8Array();

/** What shows nothing: the client made no connection. */
export const untried: Tried = {
  requested: none,
  reply: none,
  behind: none,
  shown: [],
  charges: [],
  isUntried: true,
};
