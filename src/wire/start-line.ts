import { failAt, type Parsed } from './span.ts';
import { DIGITS, digitAt, endOfRun, endOfText, nameControl, tabulate } from './text-run.ts';
import { endOfToken } from './token.ts';

export interface HttpVersion {
  readonly major: number;
  readonly minor: number;
}

export interface RequestLine {
  readonly method: string;
  readonly target: string;
  readonly version: HttpVersion;
}

export interface StatusLine {
  readonly version: HttpVersion;
  readonly status: number;
  readonly reason: string;
}

// HTTP-version = %s"HTTP" "/" DIGIT "." DIGIT
const HTTP = 'HTTP/';
const MAJOR_AT = HTTP.length;
const MINOR_AT = MAJOR_AT + 2;
const VERSION_LENGTH = 'HTTP/1.1'.length;

// status-code = 3DIGIT
const STATUS = /^[0-9]{3}$/;

// VCHAR / obs-text
const VISIBLE = tabulate(/[\x21-\x7e\x80-\xff]/);

/**
 * Reads `request-line = method SP request-target SP HTTP-version`, given without its CRLF. The target is
 * only seen to be visible octets; its grammar is `parseTarget`'s concern. Spans count from the line.
 *
 * Strict: single spaces only (a recipient MAY split on any white space).
 *
 * @see RFC 9112 §3
 */
export function parseRequestLine(line: string): Parsed<RequestLine> {
  const methodEnd = endOfToken(line, 0);
  if (methodEnd === 0) return failAt('a request line that does not begin with a method', line, 0);
  if (line.charAt(methodEnd) !== ' ') return failAt('no single space after the method', line, methodEnd);
  const targetStart = methodEnd + 1;
  const targetEnd = endOfRun(line, VISIBLE, targetStart);
  if (targetEnd === targetStart) return failAt('no request target after the space', line, targetStart);
  if (line.charAt(targetEnd) !== ' ') return failAt('no single space after the target', line, targetEnd);
  const version = parseVersion(line.slice(targetEnd + 1));
  if (version === null) return failAt('no HTTP version at the end of the line', line, targetEnd + 1);
  return {
    ok: true,
    value: { method: line.slice(0, methodEnd), target: line.slice(targetStart, targetEnd), version },
  };
}

/**
 * Reads `status-line = HTTP-version SP status-code SP [ reason-phrase ]`, given without its CRLF. Any three
 * digits are a status here. Spans count from the line.
 *
 * Strict: single spaces only (a recipient MAY split on any white space).
 * Lenient: the space before an absent reason may be missing (a server MUST send it).
 *
 * @see RFC 9112 §4
 */
export function parseStatusLine(line: string): Parsed<StatusLine> {
  const version = parseVersion(line.slice(0, VERSION_LENGTH));
  if (version === null) return failAt('no HTTP version at the beginning of the line', line, 0);
  if (line.charAt(VERSION_LENGTH) !== ' ')
    return failAt('no single space after the version', line, VERSION_LENGTH);
  const statusStart = VERSION_LENGTH + 1;
  const statusEnd = statusStart + 3;
  const status = line.slice(statusStart, statusEnd);
  if (!STATUS.test(status)) return failAt('no status of three digits', line, statusStart);
  if (!['', ' '].includes(line.charAt(statusEnd)))
    return failAt('no single space after the status', line, statusEnd);
  const reason = line.slice(statusEnd + 1);
  const end = endOfText(line, statusEnd);
  if (end < line.length) return failAt(`${nameControl(line.charAt(end))} in the reason`, line, end);
  return { ok: true, value: { version, status: Number(status), reason } };
}

function parseVersion(text: string): HttpVersion | null {
  if (text.length !== VERSION_LENGTH || !text.startsWith(HTTP) || text.charAt(MAJOR_AT + 1) !== '.')
    return null;
  const isNumber = isDigit(text, MAJOR_AT) && isDigit(text, MINOR_AT);
  return isNumber ? { major: digitAt(text, MAJOR_AT), minor: digitAt(text, MINOR_AT) } : null;
}

function isDigit(text: string, at: number): boolean {
  return DIGITS[text.charCodeAt(at)] === 1;
}
