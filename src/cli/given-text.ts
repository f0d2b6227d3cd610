import { looksLikeKey } from '../auth/key-shape.ts';
import { visible } from '../quote/visible.ts';

/** Characters of a text that a message repeats at most. */
const most = 120;

/** A text of a configuration or a command line as a message repeats it: on one line, short, and with no key in it. */
export function shortenGiven(text: string): string {
  const open = text
    .slice(0, 4 * most)
    .replace(/[^\s,;:="'/]+/g, (word) => (looksLikeKey(word) ? '***' : word));
  const shown = visible(open);
  return shown.length > most || text.length > 4 * most ? `${shown.slice(0, most - 1)}…` : shown;
}

/** Whether a message may repeat a text as it is. */
export function isShort(text: string): boolean {
  return shortenGiven(text) === text;
}

/** A message in which the texts that were given are short, in whatever way it has them. */
export function shortenWithin(message: string, given: readonly string[]): string {
  const long = given.filter((text) => text !== '' && !isShort(text));
  return long
    .toSorted((one, other) => other.length - one.length)
    .flatMap((text) =>
      [text, JSON.stringify(text).slice(1, -1), visible(text, true), visible(text)].map(
        (written) => [written, shortenGiven(text)] as const,
      ),
    )
    .reduce((left, [written, short]) => left.replaceAll(written, () => short), message);
}
