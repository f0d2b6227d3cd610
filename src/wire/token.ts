import { endOfRun, tabulate } from './text-run.ts';

// tchar = "!" / "#" / "$" / "%" / "&" / "'" / "*" / "+" / "-" / "." / "^" / "_" / "`" / "|" / "~" / DIGIT / ALPHA
const TCHARS = tabulate(/[!#$%&'*+\-.^_`|~0-9A-Za-z]/);

/** The offset behind the run of token characters at `at`: `at` itself when there is none. */
export function endOfToken(text: string, at: number): number {
  return endOfRun(text, TCHARS, at);
}

/**
 * Whether the whole text is a token (`token = 1*tchar`).
 *
 * @see RFC 9110 §5.6.2
 */
export function isToken(text: string): boolean {
  return text !== '' && endOfToken(text, 0) === text.length;
}

/** The same with its ASCII letters in lower case: others would become some that mean something else, or more than one. */
export function lowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Whether two texts differ in the case of ASCII letters at most; other letters have to be the same. */
export function equalsIgnoringCase(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at += 1) {
    if (!isSameLetter(a.charCodeAt(at), b.charCodeAt(at))) return false;
  }
  return true;
}

// A letter of ASCII differs from its other case in one bit.
const CASE = 0x20;

function isSameLetter(a: number, b: number): boolean {
  const lower = a | CASE;
  return a === b || (lower === (b | CASE) && lower >= 0x61 && lower <= 0x7a);
}
