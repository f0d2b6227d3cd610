import { endOfRun } from './text-run.ts';

// OWS = *( SP / HTAB )
const OWS = /[ \t]*/y;

/** The offset behind the optional white space at `at`. */
export function skipOws(text: string, at: number): number {
  return endOfRun(text, OWS, at);
}

/**
 * The text without the spaces and tabs around it; other white space stays.
 *
 * @see RFC 9110 §5.6.3
 */
export function trimOws(text: string): string {
  const start = skipOws(text, 0);
  let end = text.length;
  while (end > start && ' \t'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
