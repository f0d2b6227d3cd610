import { decodeLatin1, encodeLatin1 } from '../wire/index.ts';
import { encodeUtf8 } from '../wire/octet.ts';
import { lowerCase } from '../wire/token.ts';
import type { GivenSecret } from './given-secret.ts';
import { redactField, redactHead, redactTarget, redactText } from './redaction.ts';
import { hideSpans } from './span.ts';
import { type Code, codesOf, formsOf, patternOf } from './spelling.ts';
import { listReadings } from './text-reading.ts';

/** Takes out of what is told whatever is secret in it: by what it is, and by what was given. */
export interface Hider {
  /** A text, in which a peer may have said back what it was sent. */
  text(text: string): string;
  /** The same, but for what was given alone. */
  given(text: string): string;
  /** The same, with as many placeholders as there were letters. */
  masked(text: string): string;
  /** A message, with as many placeholders as there were octets. */
  octets(message: Uint8Array): Uint8Array;
  target(url: string): string;
  field(name: string, value: string): string;
}

/** Shows all. */
export const openHider: Hider = {
  text: (text) => text,
  given: (text) => text,
  masked: (text) => text,
  octets: (message) => message,
  target: (url) => url,
  field: (_name, value) => value,
};

/** Fewer letters than these are no secret where they stand by themselves: too much else is written with them. */
const shortest = 4;

/** What is no credential, or a word of letters alone, is looked for only where it is at least as long. */
const longEnough = 8;

/** Letters or digits alone that are longer are no part of another word. */
const longWord = 12;

const plain = /^(?:[a-z]*|[0-9]*)$/i;

/** What every handshake is written with, and every report of it. */
const everywhere = [
  'http://1.1 https wss host upgrade websocket connection keep-alive origin user-agent sec-websocket-key-accept-version',
  'sec-websocket-protocol sec-websocket-extensions permessage-deflate client_max_window_bits server_no_context_takeover',
  'authorization bearer basic cookie set-cookie location content-type content-length transfer-encoding application/json',
  'forbidden unauthorized internal gateway timeout answered response requested switching protocols timeline',
  'text/html text/plain charset=utf-8 certain likely possible handshake untested localhost 127.0.0.1 ws101 subprotocol',
].join(' ');

interface Word {
  /** In lower case. */
  readonly text: string;
  /** The same as a character for each octet of it. */
  readonly octets: string;
  readonly from: string;
  readonly pattern: RegExp;
  /** What a text has in it, whatever is escaped there. */
  readonly anchor: string;
  /** Whether it is looked for in sentences, too. */
  readonly isStrong: boolean;
  readonly isCode: boolean;
}

/** Hides what was given wherever it stands, and what looks like a secret. */
export function makeHider(secrets: readonly GivenSecret[]): Hider {
  const words = readWords(secrets);
  const strong = words.filter(({ isStrong }) => isStrong);
  const name = (_: string, from: string) => `[${from}]`;
  const named = readNamed(secrets);
  const given = (text: string) => replace(replaceNamed(text, named, name), strong, name);
  const maskAll = (all: readonly Word[]) => (text: string) =>
    replace(replaceNamed(text, named, mask), all, mask);
  return {
    given,
    masked: (text) => acrossGaps(text, maskAll(strong)),
    // What was given may look like a URL, of which a part would be shown.
    text: (text) => redactText(given(text)),
    octets: (message) => {
      const masked = acrossGaps(decodeLatin1(message), maskAll(words));
      return redactHead(encodeLatin1(masked), { fields: ownFields(secrets) });
    },
    target: redactTarget,
    field: (name, value) => given(redactField(name, value)),
  };
}

type Write = (found: string, from: string) => string;

/** A value beside the name of its parameter, as a form or JSON says them back. */
interface Named {
  readonly pattern: RegExp;
  readonly from: string;
}

/** What may stand around a name, and around a value. */
const mark = '(?:\\\\{0,3}["\']|%(?:25){0,3}2[27]|&(?:quot|#3[49]);)?';

/** Values that are too short to be looked for by themselves. */
function readNamed(secrets: readonly GivenSecret[]): readonly Named[] {
  return secrets.flatMap(({ value, name, from }) => {
    if (name === undefined || value.length >= longWord || everywhere.includes(value.toLowerCase())) return [];
    const forms = [...new Set(formsOf(value))].map(patternOf).join('|');
    const start = '(?:(?<![\\w-])|(?<=%(?:25){0,3}[0-9a-f]{2}))';
    const equals = `${mark}\\s{0,3}(?:[:=]|%(?:25){0,3}3[ad])\\s{0,3}${mark}`;
    const before = `${start}${patternOf(name)}${equals}`;
    return [{ pattern: new RegExp(`(?<=${before})(?:${forms})(?![\\w-])`, 'gi'), from }];
  });
}

function replaceNamed(text: string, named: readonly Named[], write: Write): string {
  return named.reduce(
    (left, { pattern, from }) => left.replace(pattern, (found) => write(found, from)),
    text,
  );
}

function mask(found: string): string {
  return found.replace(/\S/g, '*');
}

function replace(text: string, words: readonly Word[], write: Write): string {
  const lower = text.toLowerCase();
  const whole = words.reduce(
    (left, { anchor, pattern, from }) =>
      lower.includes(anchor) ? left.replace(pattern, (found) => write(found, from)) : left,
    text,
  );
  return hideCut(hideRead(whole, words, write), words, write);
}

/** Hides what is read in a text whose octets are numbers, or whose letters are escaped. */
function hideRead(text: string, words: readonly Word[], write: Write): string {
  const strong = words.filter(({ isStrong, isCode }) => isStrong && !isCode);
  if (strong.length === 0) return text;
  const found = listReadings(text).flatMap(({ text: read, places }) => {
    const lower = lowerCase(read);
    return strong.flatMap(({ octets, from }) =>
      indexesOf(octets, lower).flatMap((at) => {
        const [first, last] = [places[at], places[at + octets.length - 1]];
        return first && last ? [{ start: first.start, end: last.end, from }] : [];
      }),
    );
  });
  return hideSpans(text, found, (part, { from }) => write(part, from));
}

function indexesOf(part: string, text: string): readonly number[] {
  const found: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) found.push(at);
  return found;
}

/** What stands where a text was cut: before the sign of that or the end of a line; and any word, which may have been. */
const beforeCut = [
  /(?<![^\s…])[^\s…]{8,}(?=…|\n|$)/g,
  /(?<![^\s…"'`<>()[\]{},;])[^\s…"'`<>()[\]{},;]{8,}?(?=\.{0,3}(?:[\s…"'`<>()[\]{},;]|$))/g,
];

/** Hides the beginning of a secret that a text was cut in. */
function hideCut(text: string, words: readonly Word[], write: Write): string {
  const hide = (run: string, isTold: boolean) => {
    const lower = run.toLowerCase();
    for (const { text: secret, from, isCode } of words) {
      if (isCode || !lower.includes(secret.slice(0, longEnough))) continue;
      for (let length = Math.min(secret.length - 1, run.length); length >= longEnough; length -= 1) {
        const part = secret.slice(0, length);
        if (length < longWord && plain.test(part)) break;
        // Without a sign that it was cut, it has to be no word.
        if (!isTold && !/[0-9]|[a-z][A-Z]/.test(run.slice(-length))) break;
        if (lower.endsWith(part)) return run.slice(0, -length) + write(run.slice(-length), from);
      }
    }
    return run;
  };
  return beforeCut.reduce((left, pattern, at) => left.replace(pattern, (run) => hide(run, at === 0)), text);
}

/** Where a line is folded, or a piece of content begins. */
const gap = /(\r\n(?:[ \t]+|[0-9a-f]{1,8}\r\n))/i;

/** Hides in a text without its gaps, and puts them back. */
function acrossGaps(text: string, hide: (joined: string) => string): string {
  const parts = text.split(gap);
  const hidden = hide(parts.filter((_, at) => at % 2 === 0).join(''));
  let end = 0;
  return parts
    .map((part, at) => {
      if (at % 2 === 1) return part;
      end += part.length;
      return hidden.slice(end - part.length, end);
    })
    .join('');
}

/** The longest first: another may be a part of it. */
function readWords(secrets: readonly GivenSecret[]): readonly Word[] {
  const found = new Map<string, Word>();
  for (const { value, from, isCredential } of secrets) {
    for (const form of formsOf(value)) {
      const text = form.toLowerCase();
      const isPlain = plain.test(text);
      const least = isCredential ? shortest : isPlain ? longWord : longEnough;
      if (text.length < least || found.has(text) || everywhere.includes(text) || /^\*+$/.test(text)) continue;
      const isStrong = text.length >= (/^[0-9]+$/.test(text) ? 6 : isPlain ? longEnough : shortest);
      const isWhole = isPlain && text.length < longWord;
      const pattern = isWhole ? `(?<![A-Za-z0-9])${patternOf(form)}(?![A-Za-z0-9])` : patternOf(form);
      found.set(text, makeWord({ text, pattern }, from, isStrong, false));
      for (const code of isStrong ? codesOf(form) : [])
        found.set(code.pattern, makeWord(code, from, true, true));
    }
  }
  return [...found.values()].toSorted((one, other) => other.text.length - one.text.length);
}

function makeWord({ text, pattern }: Code, from: string, isStrong: boolean, isCode: boolean): Word {
  const runs = text.toLowerCase().match(/[a-z0-9]+/g) ?? [''];
  const [anchor = ''] = runs.toSorted((one, other) => other.length - one.length);
  const octets = lowerCase(encodeUtf8(text));
  return {
    text: text.toLowerCase(),
    octets,
    from,
    pattern: new RegExp(pattern, 'gi'),
    anchor,
    isStrong,
    isCode,
  };
}

const fieldArgument = /^--header (.+)$/;

/** The fields that somebody has added. */
function ownFields(secrets: readonly GivenSecret[]): readonly string[] {
  return secrets.flatMap(({ from }) => fieldArgument.exec(from)?.[1] ?? []);
}
