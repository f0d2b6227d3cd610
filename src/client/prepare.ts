import type { ClauseId } from '../../models/clauses.ts';
import { redactTarget } from '../auth/redaction.ts';
import { checkOffer, type DeflateOffer, writeOffer } from '../negotiation/permessage-deflate.ts';
import { checkSubprotocols } from '../negotiation/subprotocol.ts';
import { checkOptions } from '../option/check-options.ts';
import { listHeaders, listTexts, readUrl } from '../option/input.ts';
import { checkWholeNumbers } from '../whole-number.ts';
import {
  buildExtensionList,
  buildRequest,
  type Extension,
  type NewField,
  parseWebSocketUri,
  type UriProblem,
  type WebSocketUri,
} from '../wire/index.ts';
import { checkScript, toWebSocketUrl } from './browser.ts';
import { HandshakeError } from './handshake-error.ts';
import type { HandshakeOptions } from './option.ts';
import { handshakeOptions } from './option-shape.ts';
import { chooseProxy, type HttpProxy, nameTarget, readProxy } from './proxy.ts';
import { type ClientTlsOptions, readTlsOptions, type TlsSettings } from './secure.ts';

const clauseOfUri: Record<UriProblem, ClauseId> = {
  syntax: 'rfc6455/3/valid-components',
  scheme: 'rfc6455/3/scheme',
  fragment: 'rfc6455/3/no-fragment',
  userInformation: 'rfc6455/3/no-user-information',
  host: 'rfc6455/3/valid-components',
  port: 'rfc6455/3/valid-components',
};

/** Fields that the handshake itself sends, or must not have. */
const clauseOfField: ReadonlyMap<string, ClauseId> = new Map([
  ['host', 'rfc6455/4.1/host-sent'],
  ['upgrade', 'rfc6455/4.1/upgrade-sent'],
  ['connection', 'rfc6455/4.1/connection-sent'],
  ['sec-websocket-key', 'rfc6455/11.3.1/key-sent-once'],
  ['sec-websocket-version', 'rfc6455/11.3.5/version-sent-once'],
  ['sec-websocket-protocol', 'rfc6455/4.1/subprotocols-offered'],
  ['sec-websocket-extensions', 'rfc6455/9/extensions-requested'],
  ['sec-websocket-accept', 'rfc6455/4.1/valid-http-request'],
  ['expect', 'rfc9110/10.1.1/no-expectation-without-content'],
  ['content-length', 'service/4/request-without-body'],
  ['transfer-encoding', 'service/4/request-without-body'],
]);

/** What is needed of the input to make a handshake. */
export interface Prepared {
  readonly uri: WebSocketUri;
  /** What it offers. */
  readonly subprotocols: readonly string[];
  /** The opening, one character for each octet. */
  readonly text: string;
  /** What it offers of permessage-deflate, and how that is written. */
  readonly deflateOffers: readonly DeflateOffer[];
  readonly extensions: readonly Extension[];
  /** Null where the server is spoken to in the clear. */
  readonly tls: TlsSettings | null;
  readonly proxy: PreparedProxy | null;
}

export interface PreparedProxy {
  readonly host: string;
  readonly port: number;
  /** CONNECT, one character for each octet. */
  readonly text: string;
  /** Null where the proxy is spoken to in the clear. */
  readonly tls: TlsSettings | null;
}

/**
 * Checks the input and writes the requests.
 *
 * @param key value of Sec-WebSocket-Key
 * @param caller the function that was given them
 * @throws HandshakeError of phase `input` that names the clause which the input would break, TypeError for an option
 *   that is unknown or of another kind
 */
export function prepare(
  given: string | URL,
  options: HandshakeOptions,
  key: string,
  caller = 'connect',
): Prepared {
  const url = readUrl(caller, given);
  checkOptions(caller, options, handshakeOptions);
  const headers = listHeaders(caller, options.headers);
  const subprotocols = listTexts(options.subprotocols);
  const isBrowser = options.rules === 'whatwg';
  const scripted = isBrowser ? checkScript(headers, options) : null;
  if (scripted) throw badInput(scripted.clause, scripted.problem);
  const uri = readUri(isBrowser ? toWebSocketUrl(url) : url);
  const { deadline, headLimit, fieldLimit, tls = {} } = options;
  const odd = checkWholeNumbers({ deadline, headLimit, fieldLimit });
  if (odd) throw badInput('rfc6455/10.7/reply-limits', odd);
  const deflateOffers = readOffers(isBrowser ? true : options.permessageDeflate);
  const extensions = deflateOffers.map(writeOffer);
  const origin = isBrowser ? (options.origin ?? 'null') : options.origin;
  return {
    uri,
    subprotocols,
    text: writeOpening(uri, { subprotocols, headers, origin, extensions, key }),
    deflateOffers,
    extensions,
    tls: uri.secure ? settle(tls) : null,
    proxy: prepareProxy(uri, options),
  };
}

function readUri(url: string): WebSocketUri {
  const uri = parseWebSocketUri(url);
  if (uri.ok) return uri.value;
  const shown = JSON.stringify(redactTarget(url));
  throw badInput(clauseOfUri[uri.kind], `${shown} is not a WebSocket URI: ${uri.problem}`);
}

function readOffers(wanted: boolean | readonly DeflateOffer[] = false): readonly DeflateOffer[] {
  if (typeof wanted === 'boolean') return wanted ? [{ clientMaxWindowBits: true }] : [];
  for (const offer of wanted) {
    const wrong = checkOffer(offer);
    if (wrong) throw badInput(wrong.clause, `permessageDeflate: ${wrong.problem}`);
  }
  return wanted;
}

interface OpeningParts {
  readonly subprotocols: readonly string[];
  readonly headers: readonly NewField[];
  readonly origin: string | undefined;
  readonly extensions: readonly Extension[];
  readonly key: string;
}

function writeOpening(
  uri: WebSocketUri,
  { subprotocols, headers, origin, extensions, key }: OpeningParts,
): string {
  const wrong = checkSubprotocols(subprotocols);
  if (wrong) throw badInput(wrong.clause, wrong.problem);
  const names = headers.map(([name]) => name.toLowerCase());
  if (names.filter((name) => name === 'origin').length + (origin === undefined ? 0 : 1) > 1) {
    throw badInput('rfc6454/7.3/one-origin', 'Origin is given more than once');
  }
  for (const [name] of headers) {
    const clause = clauseOfField.get(name.toLowerCase());
    if (clause) throw badInput(clause, `the field ${name} belongs to the handshake and cannot be added`);
  }
  return write('GET', uri.resourceName, [
    ['Host', uri.authority],
    ['Upgrade', 'websocket'],
    ['Connection', 'Upgrade'],
    ['Sec-WebSocket-Key', key],
    ['Sec-WebSocket-Version', '13'],
    ...(origin === undefined ? [] : [['Origin', origin] as const]),
    ...(subprotocols.length === 0 ? [] : [['Sec-WebSocket-Protocol', subprotocols.join(', ')] as const]),
    ...(extensions.length === 0
      ? []
      : [['Sec-WebSocket-Extensions', buildExtensionList(extensions)] as const]),
    ...headers,
  ]);
}

function prepareProxy(uri: WebSocketUri, options: HandshakeOptions): PreparedProxy | null {
  const url = chooseProxy(uri, options);
  if (url === null) return null;
  const read = readProxy(url);
  if (!read.ok)
    throw badInput('rfc6455/4.1/proxy-tunnel', `the URL of the proxy cannot be used: ${read.problem}`);
  const { host, port, secure, authorization } = read.value;
  const text = writeConnect(uri, authorization);
  return { host, port, text, tls: secure ? settle(options.proxyTls ?? {}) : null };
}

function writeConnect(uri: WebSocketUri, authorization: HttpProxy['authorization']): string {
  const target = nameTarget(uri);
  const credentials = authorization === null ? [] : [['Proxy-Authorization', authorization] as const];
  return write('CONNECT', target, [['Host', target], ...credentials]);
}

function write(method: string, target: string, fields: readonly NewField[]): string {
  const built = buildRequest({ method, target, fields });
  if (built.ok) return built.text;
  throw badInput('rfc9110/5.5/no-injection', `the ${built.field} cannot be sent: ${built.problem}`);
}

function settle(options: ClientTlsOptions): TlsSettings {
  try {
    return readTlsOptions(options);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw badInput('rfc6455/10.6/client-tls-supported', `the TLS options cannot be used: ${why}`, cause);
  }
}

function badInput(clause: ClauseId, message: string, cause?: unknown): HandshakeError {
  return new HandshakeError({ clause, phase: 'input', message, cause });
}
