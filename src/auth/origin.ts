import { isHostValue } from '../wire/index.ts';
import { lowerCase } from '../wire/token.ts';

/** Compares an Origin value with the list. Compiled once per endpoint. */
export type OriginTest = (value: string) => 'allowed' | 'foreign' | 'malformed';

interface Origin {
  readonly scheme: string;
  readonly host: string;
  /** Empty for the default port of the scheme. */
  readonly port: string;
}

// serialized-origin = scheme "://" host [ ":" port ]
const ORIGIN = /^([a-z][a-z0-9+\-.]*):\/\/(\[[^[\]]*\]|[^:[\]]+)(?::([1-9][0-9]{0,4}))?$/;

const DOMAIN = /^[a-z0-9\-_]+(?:\.[a-z0-9\-_]+)*\.?$/;

/** Stands before the domain of an entry that means whatever is below that domain. */
const WILDCARD = '://*.';

const EXPECTED = 'scheme://host[:port], scheme://*.domain[:port] or null';

const DEFAULT_PORTS: ReadonlyMap<string, string> = new Map([
  ['http', '80'],
  ['ws', '80'],
  ['https', '443'],
  ['wss', '443'],
]);

/**
 * Compiles a list of origins: `scheme://host[:port]`, `null`, or `scheme://*.domain[:port]` for all that is
 * below a domain, itself not included. Scheme, host and port have to agree; case does not matter, and a
 * default port is the same as none.
 *
 * Strict: a host is a domain name in ASCII (letters, digits, "-", "_") or an IP address, no other reg-name.
 * Strict: several origins in one value are malformed (RFC 6454 §7.1 has a list).
 *
 * @returns the test, or what is wrong with the first entry that is none
 * @see RFC 6454 §4, §7.1
 * @see RFC 6455 §4.2.2, §10.2
 */
export function compileAllowlist(
  entries: readonly string[],
): { readonly ok: true; readonly value: OriginTest } | { readonly ok: false; readonly problem: string } {
  const exact = new Set<string>();
  const domains: Origin[] = [];
  for (const entry of entries) {
    const isWildcard = entry.includes(WILDCARD);
    const origin = parseOrigin(entry.replace(WILDCARD, '://'));
    if (entry === 'null') exact.add(entry);
    else if (origin === null || (isWildcard && origin.host.startsWith('['))) {
      return { ok: false, problem: `${JSON.stringify(entry)} is not an origin: ${EXPECTED} was expected` };
    } else if (isWildcard) domains.push(origin);
    else exact.add(serialize(origin));
  }
  const test = (value: string) => {
    if (value === 'null') return exact.has(value) ? 'allowed' : 'foreign';
    const origin = parseOrigin(value);
    if (origin === null) return 'malformed';
    const isListed = exact.has(serialize(origin)) || domains.some((domain) => isBelow(origin, domain));
    return isListed ? 'allowed' : 'foreign';
  };
  return { ok: true, value: test };
}

/** Null when the text is no serialized origin but for the case of its letters. */
function parseOrigin(text: string): Origin | null {
  // Only ASCII letters may change: others would become some that a host has.
  const lower = lowerCase(text);
  const [, scheme = '', host = '', port = ''] = ORIGIN.exec(lower) ?? [];
  if (scheme === '' || Number(port) > 65_535) return null;
  const isAddress = host.startsWith('[');
  if (isAddress ? !isHostValue(host) || host.startsWith('[v') : !DOMAIN.test(host)) return null;
  return {
    scheme,
    // The zeros of an IPv6 address can be left out in several ways.
    host: isAddress ? new URL(`http://${host}`).hostname : host,
    port: port === DEFAULT_PORTS.get(scheme) ? '' : port,
  };
}

function serialize({ scheme, host, port }: Origin): string {
  return `${scheme}://${host}:${port}`;
}

function isBelow(origin: Origin, domain: Origin): boolean {
  const isAlike = origin.scheme === domain.scheme && origin.port === domain.port;
  return isAlike && origin.host.endsWith(`.${domain.host}`);
}
