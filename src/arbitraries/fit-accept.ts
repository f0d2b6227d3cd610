import type { ReplyMessage } from './message.ts';

/**
 * Replaces the stand-in in a message by the accept value of a real key. A stand-in that was cut at either end, or is in
 * other letter case, is replaced by a value that is spoilt in the same way.
 */
export function fitAccept(message: ReplyMessage, standIn: string, accept: string): ReplyMessage {
  const fitted = spell(accept);
  const pairs = spell(standIn).map((text, at) => [text, fitted[at] ?? ''] as const); // as many of each
  const replaceAll = (text: string) =>
    pairs.reduce((changed, [from, to]) => changed.replaceAll(from, () => to), text);
  return {
    ...message,
    prefix: replaceAll(message.prefix),
    lines: message.lines.map((line) => ({ ...line, value: replaceAll(line.value) })),
  };
}

/** The ways in which a value is written, right or spoilt, by their names. */
export const spellings = {
  whole: (value: string) => value,
  swapped: swapCase,
  withoutLast: (value: string) => value.slice(0, -1),
  withoutFirst: (value: string) => value.slice(1),
  reversed: (value: string) => [...value].reverse().join(''),
} as const satisfies Readonly<Record<string, (value: string) => string>>;

export type Spelling = keyof typeof spellings;

/** How a value is written, in words that can follow "the value". */
export const spellingWords: Readonly<Record<Spelling, string>> = {
  whole: '',
  swapped: ' in the other letter case',
  withoutLast: ' without its last character',
  withoutFirst: ' without its first character',
  reversed: ' backwards',
};

function spell(value: string): readonly string[] {
  return Object.values(spellings).map((write) => write(value));
}

export function swapCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
