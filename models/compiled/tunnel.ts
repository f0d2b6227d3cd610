// Compiled from ../decisions/tunnel.ts by `npm run compile`.
import { type TunnelGuard, type TunnelRow, tunnelRows } from '../decisions/tunnel.ts';
import type { TunnelFacts } from '../facts/tunnel.ts';

/** The client's decision on a proxy's reply to CONNECT: the first of `tunnelRows` that holds. */
export function decideTunnel(facts: TunnelFacts): TunnelRow<TunnelGuard> {
  // headIsTooLarge: rfc6455/10.7/reply-limits
  if (facts.head === 'tooLarge') return tunnelRows[0];
  // fieldsAreTooMany: rfc6455/10.7/reply-limits
  if (facts.head === 'tooManyFields') return tunnelRows[1];
  // statusLineIsMalformed: rfc9112/4/status-line
  if (facts.statusLine === 'malformed') return tunnelRows[2];
  // httpMajorIsNot1: rfc9112/2.3/reply-version
  if (facts.httpVersion === 'otherMajor') return tunnelRows[3];
  // fieldLinesAreMalformed: rfc9112/5/reply-field-lines
  if (facts.fieldLines === 'malformed') return tunnelRows[4];
  // interimsAreTooMany: rfc6455/10.7/reply-limits
  if (facts.interims === 'tooMany') return tunnelRows[5];
  // statusIsInterim: rfc9110/15.2/interim-replies
  if (facts.status === 'interim') return tunnelRows[6];
  // statusIs407: rfc9110/15.5.8/proxy-authentication
  if (facts.status === 'proxyAuthentication') return tunnelRows[7];
  // statusIsNot2xx: rfc9110/9.3.6/tunnel-refused
  if (facts.status === 'other') return tunnelRows[8];
  // otherwise: rfc9110/9.3.6/tunnel-formed
  return tunnelRows[9];
}
