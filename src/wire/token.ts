import { endOfRun } from './text-run.ts';

// tchar = "!" / "#" / "$" / "%" / "&" / "'" / "*" / "+" / "-" / "." / "^" / "_" / "`" / "|" / "~" / DIGIT / ALPHA
const TCHARS = /[!#$%&'*+\-.^_`|~0-9A-Za-z]*/y;

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

/** Whether two texts differ in the case of ASCII letters at most; other letters have to be the same. */
export function equalsIgnoringCase(a: string, b: string): boolean {
  return a.length === b.length && lowerAscii(a) === lowerAscii(b);
}

function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
