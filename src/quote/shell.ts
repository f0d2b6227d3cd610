/** A text as one word of a shell, always between quotes: nothing in it is code. */
export function inQuotes(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** As a shell of POSIX takes it for one word; between quotes only where it needs them. */
export function quoteForShell(word: string): string {
  return /^[\w./:@%+,-]+$/.test(word) ? word : inQuotes(word);
}
