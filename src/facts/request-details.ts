import type { RequestDetails } from '../../models/facts/request.ts';
import { nothingSpecial } from '../../models/verdict/breach.ts';
import { deflateName } from '../negotiation/permessage-deflate.ts';
import {
  encodeLatin1,
  equalsIgnoringCase,
  type Field,
  fieldValues,
  type HttpVersion,
  joinLines,
  parseExtensionList,
  parseFieldLines,
  parseRequestLine,
  parseVersion,
  type RequestHead,
  splitHead,
  splitList,
} from '../wire/index.ts';
import { headOf, readAnyContent } from './request-content.ts';
import { includesWebSocket } from './request-facts.ts';

/**
 * Reads what a weight looks at besides facts: details of the faults of a request. Never throws.
 *
 * @param octets its head, and what was sent behind that
 * @param request the same request, where it could be read as a whole
 */
export function readRequestDetails(octets: Uint8Array, request: RequestHead | null): RequestDetails {
  const { startLine, text, fieldsFrom } = splitHead(octets);
  const line = request ?? orNull(parseRequestLine(startLine));
  const fields = request?.fields ?? orNull(parseFieldLines(text, fieldsFrom));
  return {
    ...(fields ? fieldDetails(fields) : nothingSpecial),
    requestLine: requestLineDetail(text),
    httpVersion: httpVersionDetail(line?.version),
    fieldLines: fieldLinesDetail(headOf(text)),
    target: line?.target === '*' ? 'asterisk' : 'other',
    rest: readAnyContent(octets, request) === 'outstanding' ? 'outstanding' : 'other',
  };
}

function orNull<T>(parsed: { readonly ok: true; readonly value: T } | { readonly ok: false }): T | null {
  return parsed.ok ? parsed.value : null;
}

function httpVersionDetail(version: HttpVersion | undefined): RequestDetails['httpVersion'] {
  if (!version) return 'other';
  if (version.major < 1) return 'below1';
  return version.major === 1 && version.minor > 1 ? 'above1.1' : 'other';
}

/**
 * What a recipient may replace by a space in a field, or skip before the first one.
 *
 * @see RFC 9110 §5.5, RFC 9112 §2.2, §5.2
 */
function fieldLinesDetail(head: string): RequestDetails['fieldLines'] {
  if (!/\r(?!\n)|\n[ \t]|\0/.test(head)) return 'other';
  const read = head.replace(/^([^\n]*\n)(?:[ \t][^\n]*\n)+/, '$1').replace(/\r\n[ \t]+|\r(?!\n)|\0/g, ' ');
  const { text, fieldsFrom } = splitHead(encodeLatin1(`${read}\r\n`));
  const fields = orNull(parseFieldLines(text, fieldsFrom));
  if (fields && !includesWebSocket(fieldValues(fields, 'upgrade'))) return 'hidesUpgrade';
  return /\r(?!\n)|\n[ \t]/.test(head) ? 'foldOrBareCr' : 'other';
}

/** A version of HTTP in which a server may open. */
const version = 'HTTP/1\\.[1-9]';
// whitespace-delimited = 1*( SP / HTAB / VT / FF / CR )
const space = '[ \\t\\v\\f\\r]';
const oddlySpaced = new RegExp(`^${space}*GET${space}+/[!-~]*${space}+${version}${space}*$`);
const oddTarget = new RegExp(`^GET /[^\\r\\n]* ${version}$`);
const oddVersion = /^GET [!-~]+ (?!HTTP\/[0-9]\.[0-9]$)[!-~]+$/;

/** @see RFC 9112 §3, §3.2 */
function requestLineDetail(text: string): RequestDetails['requestLine'] {
  const [line = ''] = text.split('\r\n', 1);
  if (oddlySpaced.test(line)) return 'oddlySpaced';
  if (oddTarget.test(line)) return 'oddTarget';
  if (oddVersion.test(line)) return 'oddVersion';
  return /HTTP\//i.test(line) ? 'other' : 'noHttp';
}

/** Versions of drafts that browsers have sent. */
const drafts: readonly (number | null)[] = [7, 8];

function fieldDetails(fields: readonly Field[]): RequestDetails {
  const values = (name: string) => fieldValues(fields, name);
  const onlyValue = (name: string) => (values(name).length === 1 ? (values(name)[0] ?? null) : null);
  const version = onlyValue('sec-websocket-version');
  return {
    ...nothingSpecial,
    host: onlyValue('host') === '' ? 'empty' : 'other',
    upgrade: splitList(joinLines(values('upgrade'))).some(isVersioned) ? 'versioned' : 'other',
    content: contentDetail(values('content-length'), values('transfer-encoding')),
    version: version !== null && drafts.includes(parseVersion(version)) ? 'draft' : 'other',
    subprotocol: hasNoElement(values('sec-websocket-protocol')) ? 'emptyElements' : 'other',
    extensions: extensionsDetail(values('sec-websocket-extensions')),
  };
}

/** @see RFC 9110 §7.8 */
function isVersioned(protocol: string): boolean {
  const slash = protocol.indexOf('/');
  return slash > 0 && equalsIgnoringCase(protocol.slice(0, slash), 'websocket');
}

function contentDetail(lengths: readonly string[], codings: readonly string[]): RequestDetails['content'] {
  const [length = ''] = lengths;
  const listed = splitList(joinLines(codings)).map((each) => equalsIgnoringCase(each, 'chunked'));
  if (lengths.length === 0 && listed.at(-1) && listed.indexOf(true) < listed.length - 1)
    return 'chunkedTwice';
  const isHuge = lengths.length === 1 && /^[0-9]+$/.test(length) && !Number.isSafeInteger(Number(length));
  return isHuge ? 'hugeLength' : 'other';
}

/** @see RFC 7692 §7.1.2.1 */
function extensionsDetail(values: readonly string[]): RequestDetails['extensions'] {
  if (values.length === 0) return 'other';
  if (hasNoElement(values)) return 'emptyElements';
  const parsed = parseExtensionList(joinLines(values));
  const windows = (parsed.ok ? parsed.value : [])
    .filter(({ name }) => name === deflateName)
    .flatMap(({ parameters }) => parameters)
    .filter(({ name }) => name === 'server_max_window_bits');
  return windows.length > 0 && windows.every(({ value }) => value === '15') ? 'fullWindow' : 'other';
}

/** Whether a list has nothing but empty elements, and one at least. */
export function hasNoElement(values: readonly string[]): boolean {
  return values.length > 0 && splitList(joinLines(values)).length === 0;
}
