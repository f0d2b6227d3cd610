import { DIGITS, endOfRun, tabulate } from './text-run.ts';

// reg-name = *( unreserved / pct-encoded / sub-delims ) ; not empty here
const REG_NAME = tabulate(/[A-Za-z0-9\-._~!$&'()*+,;=%]/);

const BARE_PERCENT = /%(?![0-9A-Fa-f]{2})/;

// IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
const IP_FUTURE = /^\[v[0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+\]$/i;

const IP_6 = /^\[[0-9A-Fa-f:.]+\]$/;

/**
 * Whether a `Host` value names a host: no user information, no path, any number of digits as port.
 *
 * Strict: an empty host is refused; only a target without authority would go with it, and no `http` or `ws`
 * URI is without one.
 *
 * @see RFC 9110 §4.2.1, §7.2
 * @see RFC 3986 §3.2.2
 */
export function isHostValue(value: string): boolean {
  // uri-host [ ":" port ], the host a bracketed IP-literal or a reg-name (which IPv4address also is)
  const end = value.startsWith('[') ? value.indexOf(']') + 1 : endOfRun(value, REG_NAME, 0);
  if (end === 0 || !isPort(value, end)) return false;
  const host = value.slice(0, end);
  return host.startsWith('[') ? isIpLiteral(host) : !(host.includes('%') && BARE_PERCENT.test(host));
}

/** Whether nothing stands at an offset, or a colon and a port. */
function isPort(value: string, at: number): boolean {
  if (at === value.length) return true;
  // port = *DIGIT
  return value.charAt(at) === ':' && endOfRun(value, DIGITS, at + 1) === value.length;
}

// IP-literal = "[" ( IPv6address / IPvFuture ) "]"
function isIpLiteral(host: string): boolean {
  return IP_FUTURE.test(host) || (IP_6.test(host) && URL.canParse(`http://${host}/`));
}
