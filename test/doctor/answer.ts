/**
 * How the answer to the opening of `raw-opening.ts` begins, and what else is in it; `[ended]`, `[reset]`, `[late]` and
 * `[error …]` are how it ends.
 */
export type Answer = readonly [start: string, ...parts: readonly string[]];

/** A 101 by the book up to where it goes on, or ends; the accept value is that of the one key. */
export const switches =
  'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
  'Sec-WebSocket-Accept: k5XG766Dr//vZ43QkdjV1PWVB7M=\r\n';

export const opens = `${switches}\r\n`;
