import { isHostValue } from './host.ts';

/** A WebSocket URI, taken apart for a handshake. */
export interface WebSocketUri {
  readonly secure: boolean;
  /** Without brackets, in lower case, an IDN in Punycode. */
  readonly host: string;
  readonly port: number;
  /** For `Host`: the default port left out, IPv6 in brackets. */
  readonly authority: string;
  readonly path: string;
  readonly query: string | null;
  /** The path, and the query when it is not empty: the request target. */
  readonly resourceName: string;
}

export type UriProblem = 'syntax' | 'scheme' | 'fragment' | 'userInformation' | 'host' | 'port';

interface BadUri {
  readonly ok: false;
  readonly kind: UriProblem;
  readonly problem: string;
}

// ws-URI = "ws:" "//" host [ ":" port ] path [ "?" query ]
const URI = /^([a-z][a-z0-9+\-.]*):(?:\/\/([^/?]*)(.*))?/is;

// host [ ":" port ], user information and all that is no host still in
const AUTHORITY = /^(\[[^[\]]*\]|[^:[\]]*)(?::(.*))?$/s;

// `URL` would silently strip or rewrite these; lone surrogates too.
const UNWRITABLE = /[ \p{Cc}\p{Cs}\\]/u;

// What neither path nor query may have, non-ASCII characters aside.
const NO_PATH_OR_QUERY = /[^A-Za-z0-9\-._~!$&'()*+,;=:@/?%\u{80}-\u{10ffff}]|%(?![0-9A-Fa-f]{2})/u;

/**
 * Reads a `ws` or `wss` URI.
 *
 * Lenient: a host that is not ASCII is taken as an IDN, and a path or query that is not is percent-encoded.
 * `URL` does that, and normalises besides: dot segments are resolved (also "%2e"), "'" in a query becomes
 * "%27", and a host that is a number in any base becomes an IPv4 address.
 *
 * @returns the parts, or what is wrong with the text.
 * @see RFC 6455 §3
 */
export function parseWebSocketUri(
  text: string,
): { readonly ok: true; readonly value: WebSocketUri } | BadUri {
  if (UNWRITABLE.test(text))
    return refuse('syntax', 'it contains white space, a control character or a backslash');
  const [, scheme, authority, tail = ''] = URI.exec(text) ?? [];
  if (scheme === undefined) return refuse('syntax', 'it has no scheme; ws or wss was expected');
  if (!/^wss?$/i.test(scheme)) return refuse('scheme', 'its scheme is neither ws nor wss');
  if (text.includes('#'))
    return refuse('fragment', 'it has a fragment (# and what follows), which is not allowed');
  if (authority === undefined) return refuse('syntax', 'it has no // after the scheme');
  if (NO_PATH_OR_QUERY.test(tail))
    return refuse('syntax', 'its path or query contains a character that must be percent-encoded');
  return checkAuthority(authority) ?? readUri(text, tail.includes('?'));
}

function checkAuthority(authority: string): BadUri | null {
  if (authority.includes('@'))
    return refuse('userInformation', 'it has user information before the host, which is not allowed');
  const [, host = '', port = ''] = AUTHORITY.exec(authority) ?? [];
  if (host === '') return refuse('host', 'it has no host');
  // port = *DIGIT ; an empty one is the default port
  if (!/^[0-9]*$/.test(port)) return refuse('port', 'its port is not a decimal number');
  if (port !== '' && (Number(port) === 0 || Number(port) > 65535))
    return refuse('port', 'its port is not in the range from 1 to 65535');
  return null;
}

function readUri(
  text: string,
  hasQuery: boolean,
): { readonly ok: true; readonly value: WebSocketUri } | BadUri {
  const url = parseUrl(text);
  if (url === null) return refuse('host', 'its host is not valid');
  const { protocol, hostname, host: authority, port, pathname: path, search } = url;
  if (!isHostValue(hostname))
    return refuse('host', 'its host contains a character that is not allowed there');
  const secure = protocol === 'wss:';
  return {
    ok: true,
    value: {
      secure,
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (secure ? 443 : 80) : Number(port),
      authority,
      path,
      query: hasQuery ? search.slice(1) : null,
      resourceName: path + search,
    },
  };
}

/**
 * Reads a URL as `URL.parse` does, which Node 20 lacks; its `URL.canParse` says false of texts that are not ASCII once
 * V8 has optimised the call.
 *
 * @param base what a text is relative to that is no whole URL
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

function refuse(kind: UriProblem, problem: string): BadUri {
  return { ok: false, kind, problem };
}
