import { decodeLatin1, type NewField, parseRequest } from '../wire/index.ts';
import { hideNamedValues } from './named-value.ts';
import { redactHead } from './redaction.ts';
import { ruleOf } from './secret-field.ts';
import { namesCredential } from './secret-name.ts';
import { hideTarget } from './secret-target.ts';
import { decodePercent } from './spelling.ts';

/** A secret that somebody has given, as it may be said back. */
export interface GivenSecret {
  readonly value: string;
  /** Which argument, field or parameter supplies it. */
  readonly from: string;
  /** The name that it has as a parameter of a query, beside which it is known however short it is. */
  readonly name?: string;
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
  const hide = collect(found, from, () => true);
  const rule = ruleOf(name, {});
  if (rule) rule(value, {}, hide);
  else hideNamedValues(value, hide);
  // The parameters of a scheme may be said back one by one.
  return found.flatMap((each) => [
    each,
    ...partsOf(each.value, true).map((part) => ({ ...each, value: part })),
  ]);
}

/** What is secret in a field that somebody has added: whatever it has, where everybody's fields have another name. */
export function secretsOfOwnField([name, value]: NewField, from: string): readonly GivenSecret[] {
  const found = secretsOfField(name, value, from);
  const isCredential = namesCredential(name);
  const own = isOwnField(name) ? [value, ...partsOf(value, isCredential)] : [];
  return [...found, ...own.map((each) => ({ value: each, from, isCredential }))];
}

/** What a value of several parts has in them, each of which may be said back by itself: words are none where no name tells it. */
function partsOf(value: string, isCredential: boolean): readonly string[] {
  const parts = value.split(/[\s,;="]+/).filter((part) => part !== value && part.length >= 8);
  return isCredential ? parts : parts.filter((part) => /[0-9]/.test(part) && /[A-Za-z]/.test(part));
}

/** What is secret in a URL. */
export function secretsOfTarget(url: string, from: string): readonly GivenSecret[] {
  const found: GivenSecret[] = [];
  const [, authority = ''] = /^[a-z]+:\/\/(?:[^/?#@]*@)?([^/?#]*)/i.exec(url) ?? [];
  hideTarget(url, {}, (value) => {
    // Of a relay that is told the address which the URL has already: every report has it.
    if (decodePercent(value) === authority) return value;
    const before = url.slice(0, Math.max(url.indexOf(value), 0));
    const [, name] = /[?&;#]([^?&;#=]*)=$/.exec(before) ?? [];
    const isCredential = name === undefined || namesCredential(decodePercent(name));
    found.push({ value, from, isCredential, ...(name ? { name: decodePercent(name) } : {}) });
    return value;
  });
  // A value may be the address of another page, with a query of its own.
  const nested = found.flatMap(({ value }) => {
    const decoded = decodePercent(value);
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

/** What was hidden in octets, word by word and part by part: the same octets have as many placeholders there. */
export function secretsBetween(
  octets: Uint8Array,
  hidden: Uint8Array,
  from: string,
  isCredential: boolean,
): readonly GivenSecret[] {
  const text = decodeLatin1(octets);
  return [...decodeLatin1(hidden).matchAll(/\*+/g)].flatMap(({ 0: { length }, index }) => {
    const word = text.slice(index, index + length);
    return [word, ...partsOf(word, isCredential)].map((value) => ({ value, from, isCredential }));
  });
}

function collect(found: GivenSecret[], from: string, isCredential: (value: string) => boolean) {
  return (value: string) => {
    found.push({ value, from, isCredential: isCredential(value) });
    return value;
  };
}
