import type { TunnelFacts } from '../../models/facts/tunnel.ts';
import { type HeadFacts, type HeadLimits, type HeadReading, readHead } from './head-facts.ts';
import type { KnownHead } from './request-facts.ts';

/** A proxy's reply to CONNECT as far as it could be read, with the facts that the client's table compares. */
export interface TunnelReading extends Omit<HeadReading, 'facts'> {
  readonly facts: TunnelFacts;
}

/**
 * Reads what came of the head of a proxy's reply. Never throws.
 *
 * @see RFC 9110 §9.3.6
 */
export function readTunnelHead(progress: KnownHead, limits: HeadLimits): TunnelReading {
  const reading = readHead(progress, limits);
  const { facts, reply } = reading;
  return {
    ...reading,
    facts: {
      ...facts,
      httpVersion: versionFact(facts.httpVersion),
      status: statusFact(facts.status, reply?.status ?? 0),
    },
  };
}

/** Many proxies answer as HTTP/1.0, which is no fault here. */
function versionFact(version: HeadFacts['httpVersion']): TunnelFacts['httpVersion'] {
  return version === '1.0' || version === '1.1' ? '1.x' : version;
}

/** A 101 forms no tunnel, since nobody has asked for another protocol. */
function statusFact(kind: HeadFacts['status'], status: number): TunnelFacts['status'] {
  if (kind === 'unread' || kind === 'interim') return kind;
  if (status === 407) return 'proxyAuthentication';
  return status >= 200 && status < 300 ? 'successful' : 'other';
}
