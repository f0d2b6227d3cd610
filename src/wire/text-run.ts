/**
 * The offset behind the longest run of characters at offset `at`.
 *
 * @param run a sticky pattern of one starred character class: it matches at every offset in the text, in
 *   linear time; behind the text there is no run.
 */
export function endOfRun(text: string, run: RegExp, at: number): number {
  run.lastIndex = at;
  return run.test(text) ? run.lastIndex : at;
}

// HTAB / SP / VCHAR / obs-text
const TEXT = /[\t\x20-\x7e\x80-\xff]*/y;

/**
 * The offset behind the run of white space, visible and 8-bit octets at `at`: what a field value and a
 * reason phrase are made of.
 *
 * @see RFC 9110 §5.5
 * @see RFC 9112 §4
 */
export function endOfText(text: string, at: number): number {
  return endOfRun(text, TEXT, at);
}

const NAMES = new Map([
  ['\r', 'a bare CR'],
  ['\n', 'a bare LF'],
  ['\0', 'a NUL'],
]);

/** What to call a character that has no place in a text. */
export function nameControl(character: string): string {
  return NAMES.get(character) ?? 'a control character';
}
