import { decodeLatin1, encodeLatin1 } from '../wire/index.ts';
import { type GivenSecret, spell } from './given-secret.ts';
import { redactField, redactHead, redactTarget, redactText } from './redaction.ts';

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

/** What every handshake is written with, and every report of it. */
const everywhere = [
  'http://1.1 https wss host upgrade websocket connection keep-alive origin user-agent sec-websocket-key-accept-version',
  'sec-websocket-protocol sec-websocket-extensions permessage-deflate client_max_window_bits server_no_context_takeover',
  'authorization bearer basic cookie set-cookie location content-type content-length transfer-encoding application/json',
  'text/html text/plain charset=utf-8 certain likely possible handshake untested localhost 127.0.0.1 ws101 subprotocol',
].join(' ');

interface Word {
  readonly text: string;
  readonly from: string;
  /** Whether it is looked for as a word by itself: letters alone may be a part of others. */
  readonly isWhole: boolean;
}

/** Hides what was given wherever it stands, and what looks like a secret. */
export function makeHider(secrets: readonly GivenSecret[]): Hider {
  const words = readWords(secrets);
  const strong = words.filter(({ text }) => text.length >= longEnough || !/^(?:[a-z]+|[0-9]+)$/i.test(text));
  const replace = (text: string, all: readonly Word[], write: (word: Word) => string) =>
    all.reduce((left, word) => {
      if (!left.includes(word.text)) return left;
      return left.replaceAll(word.isWhole ? asWord(word.text) : word.text, () => write(word));
    }, text);
  const given = (text: string) => replace(text, strong, ({ from }) => `[${from}]`);
  return {
    given,
    masked: (text) => replace(text, strong, (word) => '*'.repeat(word.text.length)),
    // What was given may look like a URL, of which a part would be shown.
    text: (text) => redactText(given(text)),
    octets: (message) => {
      const masked = replace(decodeLatin1(message), words, ({ text }) => '*'.repeat(text.length));
      return redactHead(encodeLatin1(masked), { fields: ownFields(secrets) });
    },
    target: redactTarget,
    field: (name, value) => given(redactField(name, value)),
  };
}

/** The longest first: another may be a part of it. */
function readWords(secrets: readonly GivenSecret[]): readonly Word[] {
  const found = new Map<string, Word>();
  for (const { value, from, isCredential } of secrets) {
    for (const text of spell(value)) {
      const isLong = text.length >= (isCredential ? shortest : longEnough);
      if (!isLong || found.has(text) || everywhere.includes(text.toLowerCase()) || /^\*+$/.test(text))
        continue;
      found.set(text, { text, from, isWhole: /^[a-z]+$/i.test(text) });
    }
  }
  return [...found.values()].toSorted((one, other) => other.text.length - one.text.length);
}

const fieldArgument = /^--header (.+)$/;

/** The fields that somebody has added. */
function ownFields(secrets: readonly GivenSecret[]): readonly string[] {
  return secrets.flatMap(({ from }) => fieldArgument.exec(from)?.[1] ?? []);
}

function asWord(text: string): RegExp {
  const literal = text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
  return new RegExp(`(?<![A-Za-z0-9])${literal}(?![A-Za-z0-9])`, 'g');
}
