import type { Socket } from 'node:net';
import type { ClauseId } from '../../models/clauses.ts';
import type { Clock } from '../clock.ts';
import { checkSubprotocols } from '../negotiation/subprotocol.ts';
import { checkWholeNumbers } from '../whole-number.ts';
import {
  buildRequest,
  type Extension,
  type NewField,
  parseWebSocketUri,
  type ReplyHead,
  type UriProblem,
  type WebSocketUri,
} from '../wire/index.ts';
import { HandshakeError } from './handshake-error.ts';
import type { Timeline } from './timeline.ts';

/** An open connection: after the 101 its octets are WebSocket frames. */
export interface ClientConnection {
  readonly role: 'client';
  /** The socket, with nothing listening but an empty error listener. */
  readonly socket: Socket;
  /** Octets that came with the reply: the first of the frames. */
  readonly head: Buffer;
  readonly reply: ReplyHead;
  readonly subprotocol: string | null;
  readonly extensions: readonly Extension[];
  /** Values of Set-Cookie in the reply, in their order. */
  readonly cookies: readonly string[];
  readonly timeline: Timeline;
}

export interface HandshakeOptions {
  /** Names to offer, the most wanted first. */
  readonly subprotocols?: readonly string[];
  /** Fields to send besides those of the handshake itself. */
  readonly headers?: readonly NewField[];
  /** Value of Origin; none is sent by default. */
  readonly origin?: string;
  /** Milliseconds within which the connection must be open. Default 10,000. */
  readonly deadline?: number;
  readonly signal?: AbortSignal;
  /** Octets of a reply's head. Default 65,536. */
  readonly headLimit?: number;
  /** Field lines of a reply's head. Default 200. */
  readonly fieldLimit?: number;
  /** IP addresses of a host, tried in their order. Default: those that the system gives. A text each. */
  readonly lookup?: (host: string) => Promise<readonly string[]>;
  /** `actor` runs the connection as an XState actor, for inspection. Default `compiled`. */
  readonly interpreter?: 'compiled' | 'actor';
  /** Told of everything that an actor does, as XState's inspection events. */
  readonly inspect?: (event: unknown) => void;
  readonly clock?: Clock;
}

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

/** What is needed of the input to send a handshake. */
export interface Prepared {
  readonly uri: WebSocketUri;
  readonly octets: Uint8Array;
}

/**
 * Checks the input and writes the request.
 *
 * @param key value of Sec-WebSocket-Key
 * @throws HandshakeError of phase `input` that names the clause which the input would break
 */
export function prepare(url: string, options: HandshakeOptions, key: string): Prepared {
  const { subprotocols = [], headers = [], origin } = options;
  const uri = parseWebSocketUri(url);
  if (!uri.ok)
    throw badInput(clauseOfUri[uri.kind], `${JSON.stringify(url)} is no WebSocket URI: ${uri.problem}`);
  if (uri.value.secure) {
    throw badInput(
      'rfc6455/10.6/client-tls-supported',
      'wss is not supported: a URI with the scheme ws was expected',
    );
  }
  const wrong = checkSubprotocols(subprotocols);
  if (wrong) throw badInput(wrong.clause, wrong.problem);
  const { deadline, headLimit, fieldLimit } = options;
  const odd = checkWholeNumbers({ deadline, headLimit, fieldLimit });
  if (odd) throw badInput('rfc6455/10.7/reply-limits', odd);
  const names = headers.map(([name]) => name.toLowerCase());
  if (names.filter((name) => name === 'origin').length + (origin === undefined ? 0 : 1) > 1) {
    throw badInput('rfc6454/7.3/one-origin', 'Origin is given more than once');
  }
  for (const [name] of headers) {
    const clause = clauseOfField.get(name.toLowerCase());
    if (clause) throw badInput(clause, `the field ${name} belongs to the handshake and cannot be added`);
  }
  const built = buildRequest({
    method: 'GET',
    target: uri.value.resourceName,
    fields: [
      ['Host', uri.value.authority],
      ['Upgrade', 'websocket'],
      ['Connection', 'Upgrade'],
      ['Sec-WebSocket-Key', key],
      ['Sec-WebSocket-Version', '13'],
      ...(origin === undefined ? [] : [['Origin', origin] as const]),
      ...(subprotocols.length === 0 ? [] : [['Sec-WebSocket-Protocol', subprotocols.join(', ')] as const]),
      ...headers,
    ],
  });
  if (!built.ok)
    throw badInput('rfc9110/5.5/no-injection', `the ${built.field} cannot be sent: ${built.problem}`);
  return { uri: uri.value, octets: built.octets };
}

function badInput(clause: ClauseId, message: string): HandshakeError {
  return new HandshakeError({ clause, phase: 'input', message });
}
