/** One character class: 1 at the code of each of its characters, none of which is beyond U+00FF. */
export type CharacterTable = Uint8Array;

/** Tabulates a pattern of one character class: looking a code up is several times as quick as a pattern is. */
export function tabulate(pattern: RegExp): CharacterTable {
  return Uint8Array.from({ length: 256 }, (_, code) => (pattern.test(String.fromCharCode(code)) ? 1 : 0));
}

/** The offset behind the longest run of characters at offset `at`; `at` itself when there is none. */
export function endOfRun(text: string, characters: CharacterTable, at: number): number {
  let end = at;
  while (end < text.length && characters[text.charCodeAt(end)] === 1) end += 1;
  return end;
}

export const DIGITS = tabulate(/[0-9]/);

const ZERO = 0x30;

/** The number that a digit stands for. */
export function digitAt(text: string, at: number): number {
  return text.charCodeAt(at) - ZERO;
}

// HTAB / SP / VCHAR / obs-text
const TEXT = tabulate(/[\t\x20-\x7e\x80-\xff]/);

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
