import { decodeLatin1, type NewField, parseRequest } from '../wire/index.ts';
import { encodeUtf8 } from '../wire/octet.ts';
import { readBasic } from './credential.ts';
import { redactHead } from './redaction.ts';
import { ruleOf } from './secret-field.ts';
import { namesCredential } from './secret-name.ts';
import { hideTarget } from './secret-target.ts';

/** A secret that somebody has given, as it may be said back. */
export interface GivenSecret {
  readonly value: string;
  /** Which argument, field or parameter supplies it. */
  readonly from: string;
  /** Whether it is a credential by its name or its place, and not only hidden for safety's sake. */
  readonly isCredential: boolean;
}

/** Fields of which everybody may know the value, unless it looks like a secret. */
const harmless =
  /^(?:host|origin|user-agent|accept(?:-.+)?|cache-control|pragma|referer|connection|upgrade|content-.+|te|dnt|sec-(?:fetch|ch|websocket)-.+|x-forwarded-(?:for|host|port|proto|prefix|server)|forwarded|via|authorization|proxy-authorization|cookie)$/i;

/** Whether a field that somebody has added may hold a credential under a name of its own. */
export function isOwnField(name: string): boolean {
  return !harmless.test(name);
}

/** What is secret in a field. */
export function secretsOfField(name: string, value: string, from: string): readonly GivenSecret[] {
  const found: GivenSecret[] = [];
  ruleOf(name, {})?.(
    value,
    {},
    collect(found, from, () => true),
  );
  return found;
}

/** What is secret in a field that somebody has added: whatever it has, where everybody's fields have another name. */
export function secretsOfOwnField([name, value]: NewField, from: string): readonly GivenSecret[] {
  const own = isOwnField(name) ? [{ value, from, isCredential: true }] : [];
  return [...secretsOfField(name, value, from), ...own];
}

/** What is secret in a URL. */
export function secretsOfTarget(url: string, from: string): readonly GivenSecret[] {
  const found: GivenSecret[] = [];
  const isNamed = (value: string) => {
    const before = url.slice(0, Math.max(url.indexOf(value), 0));
    const [, name] = /[?&;#]([^?&;#=]*)=$/.exec(before) ?? [];
    return name === undefined || namesCredential(decode(name));
  };
  hideTarget(url, {}, collect(found, from, isNamed));
  // A value may be the address of another page, with a query of its own.
  const nested = found.flatMap(({ value }) => {
    const decoded = decode(value);
    return decoded !== value && /[?&][^=]*=/.test(decoded) ? secretsOfTarget(decoded, from) : [];
  });
  return [...found, ...nested];
}

/** What is secret in a request of somebody else. */
export function secretsOfRequest(octets: Uint8Array): readonly GivenSecret[] {
  const parsed = parseRequest(octets);
  if (!parsed.ok) return secretsBetween(octets, redactHead(octets), 'request', false);
  const { target, fields } = parsed.value;
  const ofFields = fields.flatMap(({ name, value }) => secretsOfField(name, value, name));
  return [...secretsOfTarget(target, 'query'), ...ofFields];
}

/** What was hidden in octets, word by word: the same octets have as many placeholders there. */
export function secretsBetween(
  octets: Uint8Array,
  hidden: Uint8Array,
  from: string,
  isCredential: boolean,
): readonly GivenSecret[] {
  const text = decodeLatin1(octets);
  return [...decodeLatin1(hidden).matchAll(/\*+/g)].map(({ 0: { length }, index }) => ({
    value: text.slice(index, index + length),
    from,
    isCredential,
  }));
}

function collect(found: GivenSecret[], from: string, isCredential: (value: string) => boolean) {
  return (value: string) => {
    found.push({ value, from, isCredential: isCredential(value) });
    return value;
  };
}

/** How a secret may be written where it is said back; of user information the password by itself, too. */
export function spell(secret: string): readonly string[] {
  const decoded = decode(secret);
  const basic = readBasic(secret);
  const pair = basic ? `${basic.user}:${basic.password}` : decoded;
  const isPair = /^[^:\s/]*:[^/]/.test(pair);
  const base = [
    secret,
    decoded,
    ...(isPair ? [pair, pair.slice(pair.indexOf(':') + 1), toBase64(pair)] : []),
  ];
  const once = base.map(encode);
  const plain = [
    ...base,
    ...once,
    ...once.map(encode),
    ...base.map((text) => JSON.stringify(text).slice(1, -1)),
  ];
  return [...new Set([...plain, ...base.map(escapeMarkup), ...plain.map(encodeUtf8)])];
}

function toBase64(text: string): string {
  return btoa(decodeLatin1(new TextEncoder().encode(text))).replace(/=+$/, '');
}

function escapeMarkup(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, ''));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
