import type { GivenSecret } from '../auth/given-secret.ts';
import { type Hider, makeHider, openHider } from '../auth/hider.ts';
import { mapTexts } from '../quote/map-texts.ts';
import { requote } from '../quote/requote.ts';
import { octetNames } from '../verify/report/report.ts';
import { hideCompressed } from './compressed.ts';
import { findGiven } from './given.ts';
import { shortenWithin } from './given-text.ts';

/** Commands that tell of others' messages. Those of `verify` are made for the run: in them what was given is hidden. */
const toldOfOthers: ReadonlySet<string> = new Set(['connect', 'doctor', 'explain']);

/** Characters of the path of a file that a message repeats at most. */
const longestFile = 4_096;

/** Whether a word may be the path of a file, of which any part may look like a key. */
function isFile(word: string): boolean {
  return !word.includes('://') && (word.includes('/') || /\.\w{1,8}$/.test(word));
}

/** What was given that is secret, and what hides it in whatever leaves the program. */
export class Vault {
  readonly isShown: boolean;
  readonly #isOfOthers: boolean;
  readonly #secrets: GivenSecret[] = [];
  /** Words of the command line, and parts of lists, of which no message repeats one that is long. */
  readonly #words: readonly string[];
  #hider: Hider = openHider;

  constructor(argv: readonly string[], env: Readonly<Record<string, string | undefined>>) {
    const end = argv.indexOf('--');
    this.isShown = argv.slice(0, end < 0 ? argv.length : end).includes('--show-secrets');
    this.#isOfOthers = toldOfOthers.has(argv[0] ?? '');
    this.#words = argv
      .flatMap((word) => [word, ...word.split(',').map((part) => part.trim())])
      .filter((text) => !isFile(text) || text.length >= longestFile);
    this.keep(findGiven(argv, env));
  }

  get hider(): Hider {
    return this.#hider;
  }

  /** Hides more from now on. */
  keep(secrets: readonly GivenSecret[]): void {
    if (this.isShown) return;
    this.#secrets.push(...secrets);
    this.#hider = makeHider(this.#secrets);
  }

  /** A text as it may leave. */
  hide(text: string): string {
    return this.#isOfOthers ? this.#hider.text(text) : this.#hider.given(text);
  }

  /** A message as it may leave, in which what it repeats of the command line is short. */
  hideInMessage(text: string): string {
    return this.#hider.text(this.isShown ? text : shortenWithin(text, this.#words));
  }

  /** The same of a value, in all that it has in it: messages are in base64. */
  hideAll<T>(value: T): T {
    return mapTexts(value, (text, name) => {
      const hidden = octetNames.has(name) ? text : requote(text, name, (each) => this.hide(each));
      return hidden === text && isBase64(text) ? this.#hideOctets(text) : hidden;
    });
  }

  #hideOctets(base64: string): string {
    const octets = Buffer.from(base64, 'base64');
    const text = octets.toString('latin1');
    const isMessage = this.#isOfOthers && /HTTP\/1|\r\n/.test(text);
    const hidden = isMessage
      ? hideCompressed(Buffer.from(this.#hider.octets(octets)), (content) => this.#hider.masked(content))
      : Buffer.from(this.#hider.masked(text), 'latin1');
    return hidden.equals(octets) ? base64 : hidden.toString('base64');
  }
}

/** Whether a text may be octets in base64, such as a message, or a secret that is said back in this way. */
function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]{8,}={0,2}$/.test(text);
}
