import { isIP } from 'node:net';
import { getProxyForUrl } from 'proxy-from-env';
import { parseUrl, type WebSocketUri } from '../wire/index.ts';

/** An HTTP proxy that is asked for tunnels. */
export interface HttpProxy {
  /** Whether it is spoken to over TLS. */
  readonly secure: boolean;
  /** Without brackets. */
  readonly host: string;
  readonly port: number;
  /** Value of Proxy-Authorization; null where its URL has no user information. */
  readonly authorization: string | null;
}

/** The URL of the proxy for a connection: the one given, or else the environment's; null where there is none. */
export function chooseProxy(
  uri: WebSocketUri,
  {
    proxy,
    proxyFromEnvironment = false,
  }: { readonly proxy?: string | URL; readonly proxyFromEnvironment?: boolean },
): string | null {
  if (proxy !== undefined) return String(proxy);
  if (!proxyFromEnvironment) return null;
  const scheme = uri.secure ? 'https' : 'http';
  return getProxyForUrl(`${scheme}://${nameTarget(uri)}`) || null;
}

/** Host and port of a destination, as CONNECT has them: the port always, an IPv6 address in brackets. */
export function nameTarget({ host, port }: { readonly host: string; readonly port: number }): string {
  return `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

/**
 * Reads the URL of a proxy.
 *
 * @returns what is wrong with it otherwise, without a word of what stands in it: it may hold a password
 * @see RFC 7617 §2 (user information becomes Basic credentials)
 */
export function readProxy(
  text: string,
): { readonly ok: true; readonly value: HttpProxy } | { readonly ok: false; readonly problem: string } {
  const url = parseUrl(text);
  if (url === null) return { ok: false, problem: 'it is not a valid URL' };
  const { protocol, hostname, port, pathname, search, hash, username, password } = url;
  if (!/^https?:$/.test(protocol)) return { ok: false, problem: 'its scheme is neither http nor https' };
  if (pathname !== '/' || search !== '' || hash !== '') {
    return {
      ok: false,
      problem: 'it has a path, a query or a fragment, where only a host and a port were expected',
    };
  }
  const credentials = readCredentials(username, password);
  if (credentials === null)
    return { ok: false, problem: 'its user and password cannot be sent as Basic credentials' };
  const secure = protocol === 'https:';
  return {
    ok: true,
    value: {
      secure,
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (secure ? 443 : 80) : Number(port),
      authorization:
        username === '' && password === '' ? null : `Basic ${Buffer.from(credentials).toString('base64')}`,
    },
  };
}

/** User and password with a colon between them; null where that cannot be taken apart again. */
function readCredentials(username: string, password: string): string | null {
  try {
    const [user, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
    return user.includes(':') || /\p{Cc}/u.test(user + secret) ? null : `${user}:${secret}`;
  } catch {
    return null;
  }
}
