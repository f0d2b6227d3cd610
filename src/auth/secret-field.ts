import { equalsIgnoringCase } from '../wire/index.ts';
import { endOfToken } from '../wire/token.ts';
import { skipOws, trimOws } from '../wire/white-space.ts';
import { looksLikeKey } from './key-shape.ts';
import { isOpenSubprotocol } from './open-subprotocol.ts';
import { type Hide, resembles, type Secrets } from './secret.ts';
import { namesCredential, plainName } from './secret-name.ts';
import { hideTarget } from './secret-target.ts';

/** Hides what is secret in the value of one kind of field. */
export type FieldRedaction = (value: string, secrets: Secrets, hide: Hide) => string;

/** What stands before a token alone, in whatever text. */
export const wholePrefixes: readonly string[] = [
  'bearer.',
  'base64url.bearer.authorization.k8s.io.',
  'base64url.bearer.phx.',
  'openai-insecure-api-key.',
];

/** What tells a token from the names of subprotocols that it stands among. */
export const tokenPrefixes: readonly string[] = [
  ...wholePrefixes,
  'token.',
  'access_token.',
  'mcp.auth.',
  'jwt.',
  'auth.',
  'authorization.',
  'api-key.',
  'apikey.',
  'header-',
];

/** What parts the words of a name, of which the last may be followed by a value: `my-api-key.VALUE`, `my.token.VALUE`. */
const PARTS = /[-_.=:]/g;

/** Octets in which the words of a name are looked for. */
const longestName = 128;

/** What follows a name is no key but a version or a kind of it, or the rest of a name of several words. */
const KIND = /^(?:v?[0-9.]{1,12}|basic|digest|jwt|oauth2?)["']*$/i;
const WORDS = /^(?:[a-z]{2,10}|v[0-9]{1,3})(?:\.(?:[a-z]{2,10}|v?[0-9]{1,3}))+$/;

function isHarmless(behind: string): boolean {
  return KIND.test(behind) || WORDS.test(behind);
}

/** Whether the prefix of tokens is the beginning of a name here. Behind `bearer.` there is nothing but a credential. */
function isKind(prefix: string, behind: string): boolean {
  if (prefix === 'header-') return /^[a-z-]+$/.test(behind);
  return isHarmless(behind) && !prefix.includes('bearer.');
}

const RULES: ReadonlyMap<string, FieldRedaction> = new Map(
  (
    [
      ['Authorization', hideCredentials],
      ['Proxy-Authorization', hideCredentials],
      ['Cookie', hideCookies],
      ['Set-Cookie', hideSetCookie],
      ['Sec-WebSocket-Protocol', hideTokens],
      ['Location', hideUri],
      ['Content-Location', hideUri],
      ['Referer', hideUri],
      ['Origin', hideUri],
      ['Host', hideUri],
    ] satisfies [string, FieldRedaction][]
  ).map(([name, rule]) => [plainName(name), rule]),
);

/** Whether a name is that of a standard field with secrets, or declared to be one with them. */
export function hasStandardRule(name: string, { fields = [] }: Secrets): boolean {
  const plain = plainName(name);
  return RULES.has(plain) || fields.some((other) => plainName(other) === plain);
}

/** How to redact the field of a name; null when it has no secrets. */
export function ruleOf(name: string, { fields = [], onlyIn }: Secrets): FieldRedaction | null {
  const plain = plainName(name);
  const isAmong = (names: readonly string[]) => names.some((other) => plainName(other) === plain);
  if (isAmong(fields)) return hideAll;
  if (onlyIn !== undefined && !isAmong(onlyIn)) return null;
  return RULES.get(plain) ?? (namesCredential(name) ? hideAll : null);
}

/** The offset behind the first word and its white space: 0 when no other word follows, or it is no token. */
export function endOfFirstWord(text: string): number {
  const end = endOfToken(text, skipOws(text, 0));
  const next = skipOws(text, end);
  return next > end && next < text.length ? next : 0;
}

/** Keeps the white space around. */
export function hideWord(text: string, hide: Hide): string {
  const word = trimOws(text);
  return text.replace(word, () => hide(word));
}

function hideAll(value: string, _: Secrets, hide: Hide): string {
  return hideWord(value, hide);
}

// credentials = auth-scheme [ 1*SP ( token68 / #auth-param ) ] ; a single word may be a token without a scheme
function hideCredentials(value: string, _: Secrets, hide: Hide): string {
  const end = endOfFirstWord(value);
  return value.slice(0, end) + hideWord(value.slice(end), hide);
}

// cookie-string = cookie-pair *( ";" SP cookie-pair )
function hideCookies(value: string, _: Secrets, hide: Hide): string {
  const pairs = value.split(';').map((pair) => hidePair(pair, hide));
  return pairs.join(';');
}

// cookie-pair = cookie-name "=" cookie-value
function hidePair(pair: string, hide: Hide): string {
  const end = pair.indexOf('=') + 1;
  return pair.slice(0, end) + hideWord(pair.slice(end), hide);
}

// set-cookie-string = cookie-pair *( ";" SP cookie-av )
function hideSetCookie(value: string, _: Secrets, hide: Hide): string {
  const [pair = '', ...attributes] = value.split(';');
  return [hidePair(pair, hide), ...attributes].join(';');
}

function hideTokens(value: string, secrets: Secrets, hide: Hide): string {
  const { subprotocolPrefix = [], subprotocolToken, onlyIn } = secrets;
  const isAny = onlyIn === undefined;
  const isToken = (name: string) =>
    subprotocolToken !== undefined &&
    !subprotocolToken.names.includes(trimOws(name)) &&
    resembles(name, subprotocolToken.token);
  let before = '';
  return value
    .split(',')
    .map((element) => {
      const start = element.search(/[^ \t"']|$/);
      const name = element.slice(start);
      const word = trimOws(name);
      const isNamed = isAny && announcer.test(before);
      before = word;
      const begins = (known: string) => equalsIgnoringCase(name.slice(0, known.length), known);
      const isKey = (known: string) => begins(known) && !isKind(known, word.slice(known.length));
      const prefix = subprotocolPrefix.find(begins) ?? (isAny ? tokenPrefixes.find(isKey) : undefined);
      const length = prefix?.length ?? (isAny ? lengthOfName(word, isNamed) : null);
      if (length === null && !isToken(name)) return element;
      const end = start + (length ?? 0);
      return element.slice(0, end) + hideWord(element.slice(end), hide);
    })
    .join(',');
}

/** A name that says that what follows it in the list is a credential. */
const announcer = /^["']*(?:(?:access|auth|id)[-_]?token|token|auth(?:orization)?|bearer|jwt|api[-_]?key)$/i;

/** How much of a name stands before what looks like a key in it; null where nothing does. */
function lengthOfName(name: string, isNamed: boolean): number | null {
  if (isOpenSubprotocol(name)) return null;
  if (looksLikeKey(name.replace(/["']+$/, ''))) {
    const parted = /^([A-Za-z]+(?:[-_.][A-Za-z]+)*[-_.=:])(?=[^-_.=:])/.exec(name)?.[1] ?? '';
    return looksLikeKey(name.slice(parted.length)) && !name.startsWith('eyJ') ? parted.length : 0;
  }
  let [start, isFirst] = [0, true];
  for (const { index } of name.slice(0, longestName).matchAll(PARTS)) {
    const label = name.slice(start, index);
    start = index + 1;
    if (!/[.=:]/.test(name.charAt(index)) || !/[^.]/.test(name.charAt(start))) continue;
    const behind = name.slice(start);
    // Further behind it may be the name of a host, too.
    if (namesCredential(label) && !isHarmless(behind) && (isFirst || /[0-9]/.test(behind))) return start;
    isFirst = false;
  }
  return isNamed && name !== '' && !KIND.test(name) ? 0 : null;
}

function hideUri(value: string, secrets: Secrets, hide: Hide): string {
  return hideWord(value, (uri) => hideTarget(uri, secrets, hide));
}
