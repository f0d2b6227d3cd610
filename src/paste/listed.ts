import { equalsIgnoringCase, fieldValues, parseUrl } from '../wire/index.ts';
import { newer } from './octet-paste.ts';

/** A message as tools list it: without a start-line, and with fields of HTTP/2 among the others. */
export interface Listed {
  readonly fields: readonly { readonly name: string; readonly value: string }[];
}

export interface ListedRequest extends Listed {
  /** Null where it is not known. */
  readonly method: string | null;
  /** What was asked for, with its scheme; null where it is not known. */
  readonly url: string | null;
  /** As it is listed; null where it is not known. */
  readonly version: string | null;
}

export interface ListedReply extends Listed {
  /** The status, with its reason behind it where there is one; null where it is not known. */
  readonly status: string | null;
  readonly version: string | null;
}

/** The text of a message, null where it cannot be written, and what was assumed for it. */
export interface Written {
  readonly text: string | null;
  readonly notes: readonly string[];
}

/** Said of an opening that the tables know nothing of. */
export const extendedConnect =
  'this is an opening over HTTP/2 (RFC 8441): what is judged here is the opening handshake of HTTP/1.1';

/** @see RFC 8441 §4 */
export function isExtendedConnect({ fields }: Listed): boolean {
  return fieldValues(fields, ':protocol').length > 0;
}

/** Writes a request as it stands on the wire of HTTP/1.1. */
export function writeRequest({ method, url, version, fields }: ListedRequest): Written {
  const [path = targetOf(url)] = fieldValues(fields, ':path');
  const [asked = method ?? 'GET'] = fieldValues(fields, ':method');
  const [authority] = fieldValues(fields, ':authority');
  const hasHost = fieldValues(fields, 'host').length > 0;
  const host = authority === undefined || hasHost ? [] : [{ name: 'Host', value: authority }];
  const startLine = `${asked} ${path ?? '/'} ${nameVersion(version)}`;
  return {
    text: writeHead(startLine, [...host, ...fields]),
    notes: [
      ...(path === null ? ['The request line is missing: GET / HTTP/1.1 is assumed.'] : []),
      ...(isNewer(version, fields) ? [newer] : []),
    ],
  };
}

/** Writes the head of a reply as it stands on the wire of HTTP/1.1. */
export function writeReply({ status, version, fields }: ListedReply): Written {
  const [code = status] = fieldValues(fields, ':status');
  const switches = ['sec-websocket-accept', 'upgrade'].some((name) => fieldValues(fields, name).length > 0);
  if (code === null && !switches) {
    return { text: null, notes: ['The reply has no status: without its status line it cannot be judged.'] };
  }
  const startLine = `${nameVersion(version)} ${code ?? '101 Switching Protocols'}`;
  return {
    text: writeHead(/ \d+$/.test(startLine) ? `${startLine} ` : startLine, fields),
    notes: [
      ...(code === null ? ['The status line is missing: 101 is assumed.'] : []),
      ...(isNewer(version, fields) ? [newer] : []),
    ],
  };
}

/** Whether a URL is one of TLS; nothing where it has no scheme that says it. */
export function tellSecure(url: string | null): { readonly isSecure?: boolean } {
  const [, secure] = /^(?:ws|http)(s?):/i.exec(url ?? '') ?? [];
  return secure === undefined ? {} : { isSecure: secure !== '' };
}

function targetOf(url: string | null): string | null {
  const parsed = url === null ? null : parseUrl(url);
  return parsed === null ? null : `${parsed.pathname}${parsed.search}`;
}

function nameVersion(version: string | null): string {
  return version !== null && equalsIgnoringCase(version, 'HTTP/1.0') ? 'HTTP/1.0' : 'HTTP/1.1';
}

function isNewer(version: string | null, fields: Listed['fields']): boolean {
  return /^(?:h|http\/)[23]/i.test(version ?? '') || fields.some(({ name }) => name.startsWith(':'));
}

/** Several values that a tool lists as one have line ends between them. */
function writeHead(startLine: string, fields: Listed['fields']): string {
  const lines = fields
    .filter(({ name }) => !name.startsWith(':'))
    .flatMap(({ name, value }) => value.split(/\r?\n/).map((each) => `${name}: ${each}`));
  return [startLine, ...lines, '', ''].join('\r\n');
}
