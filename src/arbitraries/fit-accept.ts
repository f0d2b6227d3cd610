import type { ReplyMessage } from './message.ts';

/**
 * Replaces the stand-in in a message by the accept value of a real key. A stand-in that was cut at either end, or is in
 * other letter case, is replaced by a value that is spoilt in the same way.
 */
export function fitAccept(message: ReplyMessage, standIn: string, accept: string): ReplyMessage {
  const fitted = spellings(accept);
  const pairs = spellings(standIn).map((text, at) => [text, fitted[at] ?? ''] as const); // as many of each
  const replaceAll = (text: string) =>
    pairs.reduce((changed, [from, to]) => changed.replaceAll(from, () => to), text);
  return {
    ...message,
    prefix: replaceAll(message.prefix),
    lines: message.lines.map((line) => ({ ...line, value: replaceAll(line.value) })),
  };
}

/** A value as it is, in the other letter case, without its last character, and without its first. */
function spellings(value: string): readonly string[] {
  return [value, swapCase(value), value.slice(0, -1), value.slice(1)];
}

export function swapCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
