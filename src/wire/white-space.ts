const SP = 0x20;
const HTAB = 0x09;

/** The offset behind the optional white space at `at`: `OWS = *( SP / HTAB )`. */
export function skipOws(text: string, at: number): number {
  let end = at;
  while (end < text.length && isOws(text.charCodeAt(end))) end += 1;
  return end;
}

/**
 * The part of a text from `start` to before `end` without the spaces and tabs around it; other white space
 * stays.
 *
 * @see RFC 9110 §5.6.3
 */
export function trimOws(text: string, start = 0, end = text.length): string {
  let first = start;
  while (first < end && isOws(text.charCodeAt(first))) first += 1;
  let last = end;
  while (last > first && isOws(text.charCodeAt(last - 1))) last -= 1;
  return text.slice(first, last);
}

function isOws(code: number): boolean {
  return code === SP || code === HTAB;
}
