import { isHostValue } from './host.ts';
import type { Span } from './span.ts';
import { endOfRun, tabulate } from './text-run.ts';

/** A request target; spans of malformed ones are offsets in the target. */
export type RequestTarget =
  | { readonly form: 'origin'; readonly path: string; readonly query: string | null }
  /** `scheme` in lower case, `path` "/" when the target has none. */
  | {
      readonly form: 'absolute';
      readonly scheme: string;
      readonly authority: string;
      readonly path: string;
      readonly query: string | null;
    }
  | { readonly form: 'authority'; readonly authority: string }
  | { readonly form: 'asterisk' }
  | { readonly form: 'malformed'; readonly problem: string; readonly span: Span };

// absolute-URI = scheme ":" "//" authority path-abempty [ "?" query ]
// scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
const ABSOLUTE = /^([A-Za-z][A-Za-z0-9+\-.]*):\/\/([^/?#]*)/;

// pchar = unreserved / pct-encoded / sub-delims / ":" / "@" ; and "/", and in a query "?"
const PATH_OR_QUERY = tabulate(/[A-Za-z0-9\-._~!$&'()*+,;=:@/?]/);
const PERCENT_ENCODED = /%[0-9A-Fa-f]{2}/y;

const PERCENT = 0x25;

const PROBLEMS = new Map([
  ['#', 'a fragment'],
  ['%', 'a percent sign without two hexadecimal digits'],
]);

/**
 * Reads a request target by the form it has; whether that form goes with the method is not asked.
 *
 * Strict: an absolute form without "//" is refused, and so is user information (RFC 9110 §4.2.4 SHOULD).
 * Strict: the port of an authority form has a digit at least (RFC 9110 §9.3.6).
 *
 * @see RFC 9112 §3.2
 */
export function parseTarget(target: string): RequestTarget {
  if (target === '*') return { form: 'asterisk' };
  if (target.startsWith('/')) return findFault(target, 0) ?? readOrigin(target);
  const [start = '', scheme = '', authority = ''] = ABSOLUTE.exec(target) ?? [];
  if (start !== '') return readAbsolute(target, scheme, authority);
  // authority-form = uri-host ":" port
  if (isHostValue(target) && /:[0-9]+$/.test(target)) return { form: 'authority', authority: target };
  return {
    form: 'malformed',
    problem: 'no form of a request target',
    span: { start: 0, end: target.length },
  };
}

function readOrigin(target: string): RequestTarget {
  const { path, query } = splitQuery(target);
  return { form: 'origin', path, query };
}

function readAbsolute(target: string, scheme: string, authority: string): RequestTarget {
  const start = scheme.length + '://'.length;
  const end = start + authority.length;
  if (!isHostValue(authority)) {
    return { form: 'malformed', problem: 'an authority that is no host', span: { start, end } };
  }
  const { path, query } = splitQuery(target.slice(end));
  return (
    findFault(target, end) ?? {
      form: 'absolute',
      scheme: scheme.toLowerCase(),
      authority,
      path: path === '' ? '/' : path,
      query,
    }
  );
}

function splitQuery(text: string): { readonly path: string; readonly query: string | null } {
  const mark = text.indexOf('?');
  return mark < 0 ? { path: text, query: null } : { path: text.slice(0, mark), query: text.slice(mark + 1) };
}

function isPercentEncoded(target: string, at: number): boolean {
  PERCENT_ENCODED.lastIndex = at;
  return target.charCodeAt(at) === PERCENT && PERCENT_ENCODED.test(target);
}

function findFault(target: string, from: number): RequestTarget | null {
  let start = endOfRun(target, PATH_OR_QUERY, from);
  // Reading behind the end of a text would have V8 take back what it has optimised.
  while (start < target.length && isPercentEncoded(target, start))
    start = endOfRun(target, PATH_OR_QUERY, start + 3);
  if (start === target.length) return null;
  const problem = PROBLEMS.get(target.charAt(start)) ?? 'an octet that no path or query has';
  return { form: 'malformed', problem, span: { start, end: start + 1 } };
}
