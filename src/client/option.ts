import type { Socket } from 'node:net';
import type { ClientChoices } from '../../models/facts/reply.ts';
import type { Clock } from '../clock.ts';
import type { DeflateOffer, DeflateParameters } from '../negotiation/permessage-deflate.ts';
import type { HeaderInput } from '../option/input.ts';
import type { Extension, ReplyHead } from '../wire/index.ts';
import type { HandshakeError } from './handshake-error.ts';
import type { ClientTlsOptions } from './secure.ts';
import type { Timeline } from './timeline.ts';

/** An open connection: after the 101 its octets are WebSocket frames. */
export interface ClientConnection {
  readonly role: 'client';
  /** The socket, a `TLSSocket` for wss, with nothing listening but an empty error listener. */
  readonly socket: Socket;
  /** Octets that came with the reply: the first of the frames. */
  readonly head: Buffer;
  /** Without its fields under the rules of browsers. */
  readonly reply: ReplyHead;
  readonly subprotocol: string | null;
  readonly extensions: readonly Extension[];
  /** What is to be kept to in permessage-deflate; null where it was not agreed. */
  readonly deflate: DeflateParameters | null;
  /** Values of Set-Cookie in the reply, in their order; none under the rules of browsers. */
  readonly cookies: readonly string[];
  readonly timeline: Timeline;
}

export interface HandshakeOptions {
  /** One name to offer, or several, the most wanted first. */
  readonly subprotocols?: string | readonly string[];
  /** Fields to send besides those of the handshake itself: a record, a `Headers`, a `Map` or a list of pairs. */
  readonly headers?: HeaderInput;
  /** Value of Origin; by default none is sent, or `null` under the rules of browsers. */
  readonly origin?: string;
  /**
   * What to offer of permessage-deflate, the most wanted first; `true` is one offer with `client_max_window_bits`.
   * Default `false`.
   */
  readonly permessageDeflate?: boolean | readonly DeflateOffer[];
  /**
   * `whatwg` does as browsers do: the URL, which may be an http or https one, and the subprotocols are all that a
   * script has a say in; compression is always offered; why a handshake failed is not told, but to `onFailure`.
   * Default `rfc6455`.
   */
  readonly rules?: ClientChoices['rules'];
  /** For wss: as `node:tls` takes them, certificates as strings or Buffers; TLS 1.2 at least by default. */
  readonly tls?: ClientTlsOptions;
  /** URL of an HTTP proxy that is asked for a tunnel, http or https, maybe with user and password. */
  readonly proxy?: string | URL;
  /** For a proxy that is spoken to over TLS. */
  readonly proxyTls?: ClientTlsOptions;
  /**
   * Whether HTTP_PROXY for ws, HTTPS_PROXY for wss, ALL_PROXY and NO_PROXY count where no `proxy` is given.
   * Default `false`.
   */
  readonly proxyFromEnvironment?: boolean;
  /** Milliseconds within which the connection must be open. Default 10,000. */
  readonly deadline?: number;
  readonly signal?: AbortSignal;
  /** Octets of a reply's head. Default 65,536. */
  readonly headLimit?: number;
  /** Field lines of a reply's head. Default 200. */
  readonly fieldLimit?: number;
  /** IP addresses of a host, tried in their order; of the proxy where there is one. Default: those of the system. */
  readonly lookup?: (host: string) => Promise<readonly string[]>;
  /** Told of a failure before `error` is emitted, and of all of it, whatever the rules. */
  readonly onFailure?: (error: HandshakeError) => void;
  /** `actor` runs the connection as an XState actor, for inspection. Default `compiled`. */
  readonly interpreter?: 'compiled' | 'actor';
  /** Told of everything that an actor does, as XState's inspection events. */
  readonly inspect?: (event: unknown) => void;
  readonly clock?: Clock;
}
