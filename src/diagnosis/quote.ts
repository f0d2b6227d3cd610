import { visible } from '../quote/visible.ts';

/** Characters of what others have written that a sentence shows at most. */
const LIMIT = 120;

/** A text of somebody else, cut to 120 characters. */
export function shorten(text: string): string {
  return text.length > LIMIT ? `${text.slice(0, LIMIT - 1)}…` : text;
}

/**
 * A text of somebody else between quotation marks, on one line, cut to 120 characters; what a reader would not see, or
 * what would control a terminal, stands as its code.
 */
export function quoteText(text: string): string {
  const line = text
    .slice(0, 4 * LIMIT)
    .trim()
    .replace(/\s+/g, ' ');
  const cut = line.length > LIMIT || text.length > 4 * LIMIT;
  const shown = [...line].slice(0, cut ? LIMIT - 1 : LIMIT).join('');
  return `"${visible(shown)}${cut ? '…' : ''}"`;
}
