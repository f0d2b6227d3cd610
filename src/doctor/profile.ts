import { equalsIgnoringCase, type NewField, parseUrl, type WebSocketUri } from '../wire/index.ts';

/** Clients whose openings are known. */
export type ProfileName = 'chromium' | 'firefox' | 'safari' | 'node';

/** Whether it is sent as by a browser, and so from a page. */
export function isBrowser(name: ProfileName | null): boolean {
  return name !== null && name !== 'node';
}

/** What an opening depends on besides who sends it. */
export interface ProfileParts {
  /** Whether it goes over TLS. */
  readonly secure: boolean;
  /** Value of Host. */
  readonly authority: string;
  /** Value of Origin; null where none is sent. */
  readonly origin: string | null;
  /** Value of Sec-WebSocket-Key. */
  readonly key: string;
  readonly subprotocols: readonly string[];
  /** What the user adds: a name that the client sends too has its place and letter case, with this value. */
  readonly headers: readonly NewField[];
}

/** A field line in its place, or with null a place that is the user's to fill. */
type Line = readonly [name: string, value: string | null];

const safariAgent =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15';
const chromiumAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';

/**
 * The field lines of an opening as a client sends it, in its order and its letter case.
 *
 * `chromium`, `firefox` and `node` are as Chromium 156, Firefox 153 and Node 22 have sent them; User-Agent loses the word
 * Headless. `safari` has the lines and the order of WebKitGTK 2.50, which was seen, and a User-Agent and languages of
 * macOS, which were not: Safari has another order.
 *
 * Firefox 122 and those before it send `Connection: keep-alive, Upgrade`; 140 and 153 send `Upgrade` alone.
 *
 * @returns name and value of each line; none of them is checked
 */
export function writeProfile(name: ProfileName, parts: ProfileParts): readonly NewField[] {
  if (name === 'node') return writeNode(parts);
  const lines = browsers[name](parts);
  const others = parts.headers.filter(([own]) => !lines.some(([line]) => equalsIgnoringCase(line, own)));
  return [...lines.flatMap((line) => fill(line, parts.headers)), ...others];
}

/** The origin of a page that is served where a URL points to; a default port is left out. */
export function scriptOrigin({ secure, authority }: Pick<WebSocketUri, 'secure' | 'authority'>): string {
  return `${secure ? 'https' : 'http'}://${authority}`;
}

function fill([name, value]: Line, headers: readonly NewField[]): readonly NewField[] {
  const own = headers.filter(([given]) => equalsIgnoringCase(given, name));
  if (own.length > 0) return own.map(([, given]) => [name, given]);
  return value === null ? [] : [[name, value]];
}

const browsers = {
  chromium: (parts: ProfileParts): readonly Line[] => [
    ['Host', parts.authority],
    ['Connection', 'Upgrade'],
    ['Pragma', 'no-cache'],
    ['Cache-Control', 'no-cache'],
    ['User-Agent', chromiumAgent],
    ['Upgrade', 'websocket'],
    ['Origin', parts.origin],
    ['Sec-WebSocket-Version', '13'],
    ['Accept-Encoding', isTrustworthy(parts) ? 'gzip, deflate, br, zstd' : 'gzip, deflate'],
    ['Accept-Language', 'en-US,en;q=0.9'],
    ['Cookie', null],
    ['Sec-WebSocket-Key', parts.key],
    ['Sec-WebSocket-Extensions', 'permessage-deflate; client_max_window_bits'],
    ['Sec-WebSocket-Protocol', offer(parts)],
  ],
  firefox: (parts: ProfileParts): readonly Line[] => [
    ['Host', parts.authority],
    ['User-Agent', 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0'],
    ['Accept', '*/*'],
    ['Accept-Language', 'en-US,en;q=0.9'],
    ['Accept-Encoding', isTrustworthy(parts) ? 'gzip, deflate, br, zstd' : 'gzip, deflate'],
    ['Sec-WebSocket-Version', '13'],
    ['Origin', parts.origin],
    ['Sec-WebSocket-Protocol', offer(parts)],
    ['Sec-WebSocket-Extensions', 'permessage-deflate'],
    ['Sec-WebSocket-Key', parts.key],
    ...(isTrustworthy(parts) && siteOf(parts) === 'cross-site'
      ? [['Sec-Fetch-Storage-Access', 'none'] as const]
      : []),
    ['Connection', 'Upgrade'],
    ['Cookie', null],
    ...fetchMetadata(parts, 'empty'),
    ['Pragma', 'no-cache'],
    ['Cache-Control', 'no-cache'],
    ['Upgrade', 'websocket'],
  ],
  safari: (parts: ProfileParts): readonly Line[] => [
    ['User-Agent', safariAgent],
    ['Origin', parts.origin],
    ['Pragma', 'no-cache'],
    ['Cache-Control', 'no-cache'],
    ['Upgrade', 'websocket'],
    ['Connection', 'Upgrade'],
    ['Sec-WebSocket-Key', parts.key],
    ['Sec-WebSocket-Version', '13'],
    ['Sec-WebSocket-Protocol', offer(parts)],
    ['Sec-WebSocket-Extensions', 'permessage-deflate; client_max_window_bits'],
    ['Accept-Encoding', parts.secure ? 'gzip, deflate, br' : 'gzip, deflate'],
    ['Accept-Language', 'en-US,en;q=0.9'],
    ['Host', parts.authority],
    ['Cookie', null],
    ...fetchMetadata(parts, 'websocket'),
  ],
} as const;

/** A program has no page: what it is given, an Origin among it, comes before what it adds. */
function writeNode(parts: ProfileParts): readonly NewField[] {
  const given = [...(parts.origin === null ? [] : [['Origin', parts.origin] as const]), ...parts.headers];
  const added: readonly Line[] = [
    ['sec-websocket-key', parts.key],
    ['sec-websocket-version', '13'],
    ['sec-websocket-protocol', offer(parts)],
    ['sec-websocket-extensions', 'permessage-deflate; client_max_window_bits'],
    ['accept', '*/*'],
    ['accept-language', '*'],
    ['sec-fetch-mode', 'websocket'],
    ['user-agent', 'node'],
    ['pragma', 'no-cache'],
    ['cache-control', 'no-cache'],
    ['accept-encoding', parts.secure ? 'br, gzip, deflate' : 'gzip, deflate'],
  ];
  const isGiven = ([name]: Line) => given.some(([own]) => equalsIgnoringCase(own, name));
  return [
    ['host', parts.authority],
    ['connection', 'upgrade'],
    ['upgrade', 'websocket'],
    ...given,
    ...added.filter((line) => !isGiven(line)).flatMap((line) => fill(line, [])),
  ];
}

function offer({ subprotocols }: ProfileParts): string | null {
  return subprotocols.length === 0 ? null : subprotocols.join(', ');
}

/** @see https://www.w3.org/TR/fetch-metadata/ */
function fetchMetadata(parts: ProfileParts, destination: string): readonly Line[] {
  if (!isTrustworthy(parts)) return [];
  return [
    ['Sec-Fetch-Dest', destination],
    ['Sec-Fetch-Mode', 'websocket'],
    ['Sec-Fetch-Site', siteOf(parts)],
  ];
}

/** A page of the URL's own where there is no Origin. Two domains are two sites: which are one, only a list could say. */
function siteOf(parts: ProfileParts): 'same-origin' | 'same-site' | 'cross-site' {
  const own = scriptOrigin(parts);
  if (parts.origin === null || parts.origin === own) return 'same-origin';
  const [from, to] = [parseUrl(parts.origin), parseUrl(own)];
  const isSame = from?.protocol === to?.protocol && from?.hostname === to?.hostname;
  return isSame ? 'same-site' : 'cross-site';
}

/**
 * Whether browsers take what they send there as safe from others: over TLS, or on this machine.
 *
 * @see https://www.w3.org/TR/secure-contexts/#is-origin-trustworthy
 */
function isTrustworthy(parts: ProfileParts): boolean {
  const host = parseUrl(scriptOrigin(parts))?.hostname ?? '';
  return parts.secure || /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(host);
}
