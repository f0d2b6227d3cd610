/**
 * The parts of a text that quotes: each other one, from the second on, stood between backticks, and is code. Where they
 * are not in pairs one is a part of what is quoted, and it shows nowhere which: the whole text is the only part.
 */
export function splitQuoted(text: string): readonly string[] {
  const parts = text.split('`');
  return parts.length % 2 === 0 ? [text] : parts;
}
