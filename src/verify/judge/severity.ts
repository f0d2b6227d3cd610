import { type ClauseId, clauses } from '../../../models/clauses.ts';
import { decodeLatin1 } from '../../wire/index.ts';

/**
 * What went wrong: a request with a fault was not refused, or never answered; a valid one was refused; the reply
 * breaks an obligation of its own; a message was answered that had to wait; the target was gone afterwards.
 */
export type Kind = 'accepted' | 'unanswered' | 'refused' | 'reply' | 'message' | 'gone';

export type Severity = 'MUST' | 'SHOULD' | 'note';

/** To compare severities by. */
export const weights = { note: 0, SHOULD: 1, MUST: 2 } as const satisfies Readonly<Record<Severity, number>>;

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
  // Browsers write origins in lower case: whoever compares them as they are loses nobody.
  'rfc6455/4.2.2/origin-lowercase',
  // A server may also replace what is odd there by a space, or take it as it is.
  'rfc9112/5.2/folding',
  'rfc9110/5.5/control-octets',
  'rfc9112/2.2/lone-line-feed',
  'rfc9112/2.2/space-before-fields',
  'rfc9112/2.2/leading-empty-line',
]);

/** What only intermediaries would notice: none of them is misled by a reply that ends the matter. */
const ofHops: ReadonlySet<ClauseId> = new Set(['rfc9110/7.8/connection-option-with-upgrade']);

/** Clauses of offers that must be declined: who refuses the connection instead gets along with fewer clients. */
const unmet: ReadonlySet<ClauseId> = new Set([
  'rfc7692/7/parameter-invalid',
  'rfc7692/7/parameter-repeated',
  'rfc7692/7/parameter-undefined',
  'rfc7692/5/offer-order',
]);

/**
 * How much a breach weighs, by its clause and by what was sent.
 *
 * @param guard of the row that finds a fault in the request; null where the fault is the reply's alone
 */
export function weigh(clause: ClauseId, kind: Kind, guard: string | null, octets: Uint8Array): Severity {
  if (notes.has(clause) || (kind === 'refused' && unmet.has(clause))) return 'note';
  if (kind === 'gone') return 'MUST';
  const { level } = clauses[clause];
  const usual: Severity =
    interop.has(clause) || ofHops.has(clause) ? 'SHOULD' : level === 'MAY' ? 'note' : level;
  const special = guard === null ? undefined : byRequest[guard]?.(decodeLatin1(octets));
  return usual === 'MUST' && special ? special : usual;
}

/** Faults that weigh less in some of the requests that have them, each for what a text allows there. */
const byRequest: Readonly<Record<string, (text: string) => Severity | undefined>> = {
  // Drafts that some servers speak; RFC 6455 §4.4 lets them.
  versionIsNot13: (text) =>
    /^sec-websocket-version:[ \t]*[78][ \t]*\r$/im.test(text) ? 'SHOULD' : undefined,
  // RFC 9112 §3 lets a recipient part the request line at any white space, and speaks of a SHOULD for an odd target.
  requestLineIsMalformed(text) {
    const line = text.split('\r\n', 1)[0] ?? '';
    if (/^GET[ \t\v\f\r]+\/[!-~]*[ \t\v\f\r]+HTTP\/1\.[1-9]$/.test(line)) return 'note';
    return /^GET \/[^\r\n]* HTTP\/1\.[1-9]$/.test(line) ? 'SHOULD' : undefined;
  },
  // RFC 9112 §3.2 asks for no more than a SHOULD where a target is invalid.
  targetNamesNoResource: (text) => (/^GET \* /.test(text) ? 'SHOULD' : 'note'),
  // RFC 9110 §7.8 lets a version stand behind the name of a protocol.
  upgradeIsNotWebsocket: (text) => (/^upgrade:[ \t]*websocket\//im.test(text) ? 'note' : undefined),
  // A list of nothing but empty elements may be read as an empty one.
  subprotocolsAreMalformed: (text) =>
    /^sec-websocket-protocol:[ \t,]*\r$/im.test(text) ? 'note' : undefined,
  extensionsAreMalformed: (text) =>
    /^sec-websocket-extensions:[ \t,]*\r$/im.test(text) ? 'note' : undefined,
  // RFC 9112 §3.3 leaves a request with an empty Host to a configured default.
  hostIsMalformed: (text) => (/^host:[ \t]*\r$/im.test(text) ? 'note' : undefined),
  // RFC 9112 §2.2 and §5.2 let a server put a space where a bare CR or a fold was.
  fieldLinesAreMalformed: (text) => (/\r(?!\n)|\n[ \t]/.test(text) ? 'note' : undefined),
  // A number that is larger than any content is not malformed.
  contentLengthIsMalformed: (text) =>
    /^content-length:[ \t]*[0-9]+[ \t]*\r$/im.test(text) ? 'note' : undefined,
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
