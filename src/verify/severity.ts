import { type ClauseId, clauses } from '../../models/clauses.ts';
import { decodeLatin1 } from '../wire/index.ts';

export type Severity = 'MUST' | 'SHOULD' | 'note';

/** What HTTP stacks decide before any WebSocket code sees the request. */
const httpLayer = /^(requestLine|fieldLines|httpMajor|httpVersion|host|contentLength|transferCoding|target)/;

/** What is lenient, and no hole. */
const leniency = /^(key(IsMalformed|IsNot16Octets)|extensionsAreMalformed|subprotocolsAreMalformed)$/;

/** Clauses whose breach means that two peers do not get along, and not that one of them is wrong. */
const interop: ReadonlySet<ClauseId> = new Set([
  'rfc9110/7.8/upgrade-list',
  'rfc2616/2.1/null-elements',
  'rfc9110/5.6.1/empty-elements',
  'rfc2616/2.1/implied-space',
  'service/7/extension-unsupported-omitted',
]);

/** Where the texts allow so much that nothing but a note is due. */
const notes: ReadonlySet<ClauseId> = new Set([
  'rfc9110/6.2/minor-version',
  'rfc9110/7.8/continue-before-switching',
  'rfc4648/3.5/pad-bits-accepted',
  'rfc9110/5.5/octets-above-ascii',
  'rfc6455/4.2.2/origin-refused',
  // Who declines an offer declines no connection; who refuses it gets along with fewer clients.
  'rfc7692/7/parameter-invalid',
  'rfc7692/7/parameter-repeated',
  'rfc7692/7/parameter-undefined',
  'rfc7692/5/offer-order',
  // A server may also replace what is odd there by a space, or take it as it is.
  'rfc9112/5.2/folding',
  'rfc9110/5.5/control-octets',
  'rfc9112/2.2/lone-line-feed',
  'rfc9112/2.2/space-before-fields',
  'rfc9112/2.2/leading-empty-line',
]);

/** How much a breach weighs, by its clause and by what was sent. */
export function weigh(clause: ClauseId, guard: string | null, octets: Uint8Array): Severity {
  if (notes.has(clause)) return 'note';
  const { level } = clauses[clause];
  const usual: Severity = interop.has(clause) ? 'SHOULD' : level === 'MAY' ? 'note' : level;
  const special = guard === null ? undefined : byRequest[guard]?.(decodeLatin1(octets));
  return usual === 'MUST' && special ? special : usual;
}

/** Faults that weigh less in some of the requests that have them, each for what a text allows there. */
const byRequest: Readonly<Record<string, (text: string) => Severity | undefined>> = {
  // Drafts that some servers speak; RFC 6455 §4.4 lets them.
  versionIsNot13: (text) =>
    /^sec-websocket-version:[ \t]*[78][ \t]*\r$/im.test(text) ? 'SHOULD' : undefined,
  // RFC 9112 §3.3 leaves a request with an empty Host to a configured default.
  hostIsMalformed: (text) => (/^host:[ \t]*\r$/im.test(text) ? 'note' : undefined),
  // RFC 9112 §2.2 and §5.2 let a server put a space where a bare CR or a fold was.
  fieldLinesAreMalformed: (text) => (/\r(?!\n)|\n[ \t]/.test(text) ? 'note' : undefined),
  // RFC 9112 §6.1 and §6.3 let a server take Transfer-Encoding where both are there.
  transferCodingIsMalformed: (text) =>
    /^content-length:/im.test(text) && /^transfer-encoding:[ \t]*chunked[ \t]*\r$/im.test(text)
      ? 'note'
      : undefined,
  // RFC 6455 §4.2.1 asks for HTTP/1.1 or higher; only below it is it plain.
  httpMajorIsNot1: (text) => (/ HTTP\/0/.test(text) ? undefined : 'SHOULD'),
  // RFC 9110 §7.4 excepts trusted gateways, and nobody can tell from outside who is one.
  targetIsUnsecured: () => 'SHOULD',
};

/** What a finding is about besides its clause, so that it can be waived together with its like. */
export function tagsOf(clause: ClauseId, guard: string | null): readonly string[] {
  return [
    ...((guard && httpLayer.test(guard)) || clause.startsWith('rfc9112/') ? ['http-layer'] : []),
    ...(guard && leniency.test(guard) ? ['leniency'] : []),
    ...(interop.has(clause) ? ['interop'] : []),
  ];
}
