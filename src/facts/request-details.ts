import { nothingSpecial } from '../../models/breach.ts';
import type { RequestDetails } from '../../models/vocabulary.ts';
import {
  equalsIgnoringCase,
  type Field,
  fieldValues,
  joinLines,
  parseFieldLines,
  parseRequestLine,
  parseVersion,
  type RequestHead,
  splitHead,
  splitList,
} from '../wire/index.ts';

/**
 * Reads what a weight looks at besides facts: details of the faults of a request. Never throws.
 *
 * @param request the same request, where it could be read as a whole
 */
export function readRequestDetails(octets: Uint8Array, request: RequestHead | null): RequestDetails {
  const { startLine, text, fieldsFrom } = splitHead(octets);
  const line = request ?? orNull(parseRequestLine(startLine));
  const fields = request?.fields ?? orNull(parseFieldLines(text, fieldsFrom));
  return {
    ...(fields ? fieldDetails(fields) : nothingSpecial),
    requestLine: requestLineDetail(text),
    httpVersion: line && line.version.major < 1 ? 'below1' : 'other',
    fieldLines: /\r(?!\n)|\n[ \t]/.test(headOf(text)) ? 'foldOrBareCr' : 'other',
    target: line?.target === '*' ? 'asterisk' : 'other',
  };
}

function orNull<T>(parsed: { readonly ok: true; readonly value: T } | { readonly ok: false }): T | null {
  return parsed.ok ? parsed.value : null;
}

/** As far as its empty line, or all of it where it has none. */
function headOf(text: string): string {
  const end = text.indexOf('\r\n\r\n');
  return end < 0 ? text : text.slice(0, end + 2);
}

/** A version of HTTP in which a server may open. */
const version = 'HTTP/1\\.[1-9]$';
// whitespace-delimited = 1*( SP / HTAB / VT / FF / CR )
const oddlySpaced = new RegExp(`^GET[ \\t\\v\\f\\r]+/[!-~]*[ \\t\\v\\f\\r]+${version}`);
const oddTarget = new RegExp(`^GET /[^\\r\\n]* ${version}`);

/** @see RFC 9112 §3, §3.2 */
function requestLineDetail(text: string): RequestDetails['requestLine'] {
  const [line = ''] = text.split('\r\n', 1);
  if (oddlySpaced.test(line)) return 'oddlySpaced';
  return oddTarget.test(line) ? 'oddTarget' : 'other';
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
    extensions: hasNoElement(values('sec-websocket-extensions')) ? 'emptyElements' : 'other',
  };
}

/** @see RFC 9110 §7.8 */
function isVersioned(protocol: string): boolean {
  const slash = protocol.indexOf('/');
  return slash > 0 && equalsIgnoringCase(protocol.slice(0, slash), 'websocket');
}

function contentDetail(lengths: readonly string[], codings: readonly string[]): RequestDetails['content'] {
  const [length = ''] = lengths;
  const [coding = ''] = codings;
  if (lengths.length > 0 && codings.length === 1 && equalsIgnoringCase(coding, 'chunked')) {
    return 'chunkedWithLength';
  }
  const isHuge = lengths.length === 1 && /^[0-9]+$/.test(length) && !Number.isSafeInteger(Number(length));
  return isHuge ? 'hugeLength' : 'other';
}

/** Whether a list has nothing but empty elements, and one at least. */
export function hasNoElement(values: readonly string[]): boolean {
  return values.length > 0 && splitList(joinLines(values)).length === 0;
}
