import { readTextCases } from '../text-case.ts';
import { accept } from './raw-opening.ts';

/**
 * How the answer to the opening of `raw-opening.ts` begins, and what else is in it; `[ended]`, `[reset]`, `[late]` and
 * `[error …]` are how it ends.
 */
export type Answer = readonly [start: string, ...parts: readonly string[]];

/** A 101 by the book up to where it goes on, or ends; the accept value is that of the one key. */
export const switches =
  'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
  `Sec-WebSocket-Accept: ${accept}\r\n`;

export const opens = `${switches}\r\n`;

/** By the titles of the set-ups. */
export const answers: readonly (readonly [title: string, Answer])[] = ['server', 'tls', 'network'].flatMap(
  (name) =>
    readTextCases(new URL(`data/${name}-answer.txt`, import.meta.url), []).map(
      ({ title, text }) => [title, parseAnswer(text)] as const,
    ),
);

/**
 * Parses an answer as the data files have it: `[…]` stands for anything that may come there, `[switches]` and `[opens]` for
 * the beginnings above, `\x00` for one octet. A line end right behind one of these marks does not count.
 */
function parseAnswer(text: string): Answer {
  const [start = '', ...parts] = text
    .replaceAll(/\[(switches|opens)\]\n?/g, (_mark, name) => (name === 'opens' ? opens : switches))
    .replaceAll(/\\x([\da-f]{2})/g, (_escape, digits) => String.fromCharCode(Number.parseInt(digits, 16)))
    .split(/\[…\]\n?/);
  return [start, ...parts.filter((part) => part !== '')];
}
