import { decodeLatin1, encodeLatin1 } from '../wire/index.ts';
import { endOfToken } from '../wire/token.ts';
import { skipOws } from '../wire/white-space.ts';
import { hideKeysInText } from './key-shape.ts';
import { hideNamedValues } from './named-value.ts';
import type { Hide, Secrets } from './secret.ts';
import { endOfFirstWord, type FieldRedaction, hasStandardRule, hideWord, ruleOf } from './secret-field.ts';
import { hideTarget } from './secret-target.ts';

export type { Secrets } from './secret.ts';

/** A line with those that continue it, line ends included, and what to do with it from `valueFrom` on. */
interface Entry {
  text: string;
  readonly rule: FieldRedaction | null;
  readonly valueFrom: number;
}

const LINE = /[^\r\n]*(?:\r\n?|\n)|[^\r\n]+$/g;
const TCHAR = /[!#$%&'*+\-.^_`|~0-9A-Za-z]/;
/** A status line, or a request line. */
const HEAD_BEGINS = /^HTTP\/|^[A-Z]+ [^ ]+ HTTP\/[0-9.]+\r?\n?$/;
const VERSION = /[ \t]HTTP\/[0-9.]*[ \t]*$/;

/**
 * The same URI or request-target with what is secret in it replaced by `***`. Works on anything, malformed too: what
 * could be part of a secret is taken for it.
 *
 * Secret are the user information, the value of every query parameter but numbers and those of names that are listed
 * as none (`secret-name.ts`), and what looks like a key (`key-shape.ts`).
 */
export function redactTarget(target: string, secrets: Secrets = {}): string {
  return settle(target, (uri) => hideTarget(uri, secrets, hideText));
}

/**
 * The same value, or `***` in place of what is secret in it, for one field line.
 *
 * Secret are the credentials in `Authorization` and `Proxy-Authorization` behind the scheme, the values of `Cookie` and
 * `Set-Cookie` behind the name, whatever a field has whose name says so (`secret-name.ts`), what `redactTarget` hides in
 * `Location`, `Content-Location`, `Referer`, `Origin` and `Host`, and in `Sec-WebSocket-Protocol` what follows a prefix
 * of tokens or announces one, and what looks like a key; names that are registered are none (`open-subprotocol.ts`).
 */
export function redactField(name: string, value: string, secrets: Secrets = {}): string {
  const rule = ruleOf(name, secrets) ?? (secrets.onlyIn === undefined ? hideContent : undefined);
  return rule === undefined ? value : settle(value, (text) => rule(text, secrets, hideText));
}

/** The names of subprotocols with `***` in place of what is secret in them, where they stand in this order. */
export function showNames(names: readonly string[]): readonly string[] {
  return redactField('Sec-WebSocket-Protocol', names.join(',')).split(',');
}

/** Those of them that are shown as they are, by themselves too: what is hidden may announce a key no more. */
export function openNames(names: readonly string[]): readonly string[] {
  const shown = showNames(names);
  const open = names.filter((name, at) => shown[at] === name);
  return open.length === names.length ? names : openNames(open);
}

/**
 * A text with what is secret in it replaced by `***`: in words that are URIs or have parameters, and what looks like the
 * key of a well-known issuer.
 */
export function redactText(text: string): string {
  return settle(text, (rest) => hideContent(rest, {}, hideText));
}

const WORD = /[^\s'"<>()]+/g;

/** Whether a word of a sentence is a URI, or has parameters or user information. */
function isUriLike(word: string): boolean {
  const isBefore = (first: RegExp, second: string) => {
    const at = word.search(first);
    return at >= 0 && word.indexOf(second, at) > 0;
  };
  return word.includes('//') || isBefore(/[?&;#]/, '=') || isBefore(/:/, '@');
}

/** What looks like a key, in a field that has none by its name. */
function hideLoose(value: string, { onlyIn }: Secrets, hide: Hide): string {
  return onlyIn === undefined ? hideKeysInText(value, hide) : value;
}

/**
 * The octets of a head with every secret of `redactTarget` and `redactField` replaced by as many `*`, so that
 * offsets stay; line ends and white space stay too. Works on any octets: CR and LF end a line as well as both
 * do, and what may continue a line that has a secret is taken to do so.
 */
export function redactHead(head: Uint8Array, secrets: Secrets = {}): Uint8Array {
  return encodeLatin1(
    settle(decodeLatin1(head), (text) =>
      readEntries(text, secrets)
        .map((entry) => hideEntry(entry, secrets))
        .join(''),
    ),
  );
}

/** What is hidden may change what its neighbours are taken for: each time less is left that is no `*`. */
function settle(text: string, hide: (text: string) => string): string {
  let [before, hidden] = [text, hide(text)];
  while (hidden !== before) [before, hidden] = [hidden, hide(hidden)];
  return hidden;
}

const hideText: Hide = (secret) => (/^\**$/.test(secret) ? secret : '***');

const hideOctets: Hide = (secret) => secret.replace(/[^ \t]+/g, (word) => '*'.repeat(word.length));

function readEntries(head: string, secrets: Secrets): readonly Entry[] {
  const entries: Entry[] = [];
  let before = '';
  let [hasBegun, isContent] = [false, false];
  for (const line of head.match(LINE) ?? []) {
    const isEmpty = /^[\r\n]/.test(line);
    // Behind a message there may be another.
    isContent = (isContent || (isEmpty && hasBegun)) && !HEAD_BEGINS.test(line);
    hasBegun ||= !isEmpty;
    const entry = readEntry(line, secrets, isContent);
    const last = entries.at(-1);
    const isFolded = /^[ \t]/.test(line) || before.endsWith('\r');
    if (last?.rule && last.rule !== hideContent && continues(entry, isFolded)) last.text += line;
    else entries.push(entry);
    before = line;
  }
  return entries;
}

/** Whether a line belongs to the one before it, or might. */
function continues({ rule }: Entry, isFolded: boolean): boolean {
  return rule === hideStartLine || ((rule === null || rule === hideContent) && isFolded);
}

/** A name that has a rule is looked for whatever stands before and behind it; other lines have to be fields. */
function readEntry(text: string, secrets: Secrets, isContent: boolean): Entry {
  const nameStart = Math.max(text.search(TCHAR), 0);
  const nameEnd = endOfToken(text, nameStart);
  const colon = skipOws(text, nameEnd);
  const hasColon = text.charAt(colon) === ':';
  const name = text.slice(nameStart, nameEnd);
  // Many a word of a sentence is the name of a credential, too.
  const isName = hasStandardRule(name, secrets) || (!isContent && (hasColon || name.includes('-')));
  const rule = isName ? ruleOf(name, secrets) : null;
  if (rule !== null) return { text, rule, valueFrom: hasColon ? colon + 1 : nameEnd };
  if (isContent) return { text, rule: hideContent, valueFrom: 0 };
  const isUri = text.startsWith('://', colon);
  const isField = hasColon && !isUri && skipOws(text, 0) === nameStart;
  const isEmpty = /^[\r\n]/.test(text);
  return { text, rule: isField || isEmpty ? null : hideStartLine, valueFrom: 0 };
}

// request-line = method SP request-target SP HTTP-version
function hideStartLine(line: string, secrets: Secrets, hide: Hide): string {
  if (line.startsWith('HTTP/')) return hideContent(line, secrets, hide);
  const start = endOfFirstWord(line);
  const end = start + line.slice(start).replace(VERSION, '').length;
  const target = hideWord(line.slice(start, end), (uri) => hideTarget(uri, secrets, hide));
  return line.slice(0, start) + target + line.slice(end);
}

function hideContent(text: string, secrets: Secrets, hide: Hide): string {
  const open = text.replace(WORD, (word) => (isUriLike(word) ? hideTarget(word, secrets, hide, true) : word));
  return hideLoose(secrets.onlyIn === undefined ? hideNamedValues(open, hide) : open, secrets, hide);
}

/** Line ends count as white space meanwhile. */
function hideEntry({ text, rule, valueFrom }: Entry, secrets: Secrets): string {
  if (rule === null) return secrets.onlyIn === undefined ? hideContent(text, secrets, hideOctets) : text;
  const line = text.replace(/[\r\n]/g, ' ');
  const hidden = line.slice(0, valueFrom) + rule(line.slice(valueFrom), secrets, hideOctets);
  return text.replace(/[^\r\n]+/g, (run, at: number) => hidden.slice(at, at + run.length));
}
