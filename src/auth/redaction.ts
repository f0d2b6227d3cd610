import { decodeLatin1, encodeLatin1 } from '../wire/index.ts';
import { endOfToken } from '../wire/token.ts';
import { skipOws } from '../wire/white-space.ts';
import type { Hide, Secrets } from './secret.ts';
import { endOfFirstWord, hideWord, type Rule, ruleOf } from './secret-field.ts';
import { hideTarget } from './secret-target.ts';

export type { Secrets } from './secret.ts';

/** A line with those that continue it, line ends included, and what to do with it from `valueFrom` on. */
interface Entry {
  text: string;
  readonly rule: Rule | null;
  readonly valueFrom: number;
}

const LINE = /[^\r\n]*(?:\r\n?|\n)|[^\r\n]+$/g;
const TCHAR = /[!#$%&'*+\-.^_`|~0-9A-Za-z]/;
const VERSION = /[ \t]HTTP\/[0-9.]*[ \t]*$/;

/**
 * The same URI or request-target with the user information and the values of secret query parameters replaced
 * by `***`. Works on anything, malformed too: what could be part of a secret is taken for it.
 *
 * Always secret are `token`, `access_token`, `auth_token`, `id_token`, `refresh_token`, `session_token`, `auth`,
 * `authorization`, `bearer`, `jwt`, `ticket`, `session`, `session_id`, `api_key`, `access_key`, `password`,
 * `passwd`, `secret`, `client_secret`, `sig`, `signature`, `X-Amz-Signature` and `X-Amz-Security-Token`. Names
 * compare decoded, by their letters and digits, ignoring case. A `key` alone is none: it often names a record.
 */
export function redactTarget(target: string, secrets: Secrets = {}): string {
  return hideTarget(target, secrets, hideText);
}

/**
 * The same value, or `***` in place of what is secret in it, for one field line.
 *
 * Always secret are the credentials in `Authorization` and `Proxy-Authorization` behind the scheme, the values
 * of `Cookie` and `Set-Cookie` behind the name, `X-API-Key`, `API-Key`, `X-Auth-Token`, `X-Access-Token`,
 * `X-Amz-Security-Token`, what `redactTarget` hides in `Location`, `Content-Location`, `Referer`, `Origin` and
 * `Host`, and in `Sec-WebSocket-Protocol` what follows `bearer.`, `token.`, `access_token.` or
 * `base64url.bearer.authorization.k8s.io.`, and what looks like a JWT.
 */
export function redactField(name: string, value: string, secrets: Secrets = {}): string {
  const rule = ruleOf(name, secrets);
  return rule === null ? value : rule(value, secrets, hideText);
}

/**
 * The octets of a head with every secret of `redactTarget` and `redactField` replaced by as many `*`, so that
 * offsets stay; line ends and white space stay too. Works on any octets: CR and LF end a line as well as both
 * do, and what may continue a line that has a secret is taken to do so.
 */
export function redactHead(head: Uint8Array, secrets: Secrets = {}): Uint8Array {
  const entries = readEntries(decodeLatin1(head), secrets);
  return encodeLatin1(entries.map((entry) => hideEntry(entry, secrets)).join(''));
}

const hideText: Hide = (secret) => (secret === '' ? '' : '***');

const hideOctets: Hide = (secret) => secret.replace(/[^ \t]+/g, (word) => '*'.repeat(word.length));

function readEntries(head: string, secrets: Secrets): readonly Entry[] {
  const entries: Entry[] = [];
  let before = '';
  for (const line of head.match(LINE) ?? []) {
    const entry = readEntry(line, secrets);
    const last = entries.at(-1);
    const isFolded = /^[ \t]/.test(line) || before.endsWith('\r');
    if (last?.rule && continues(entry, isFolded)) last.text += line;
    else entries.push(entry);
    before = line;
  }
  return entries;
}

/** Whether a line belongs to the one before it, or might. */
function continues({ rule }: Entry, isFolded: boolean): boolean {
  return rule === hideStartLine || (rule === null && isFolded);
}

/** A name that has a rule is looked for whatever stands before and behind it; other lines have to be fields. */
function readEntry(text: string, secrets: Secrets): Entry {
  const nameStart = Math.max(text.search(TCHAR), 0);
  const nameEnd = endOfToken(text, nameStart);
  const colon = skipOws(text, nameEnd);
  const hasColon = text.charAt(colon) === ':';
  const rule = ruleOf(text.slice(nameStart, nameEnd), secrets);
  if (rule !== null) return { text, rule, valueFrom: hasColon ? colon + 1 : nameEnd };
  const isUri = text.startsWith('://', colon);
  const isField = hasColon && !isUri && skipOws(text, 0) === nameStart;
  const isEmpty = /^[\r\n]/.test(text);
  return { text, rule: isField || isEmpty ? null : hideStartLine, valueFrom: 0 };
}

// request-line = method SP request-target SP HTTP-version
function hideStartLine(line: string, secrets: Secrets, hide: Hide): string {
  const start = endOfFirstWord(line);
  const end = start + line.slice(start).replace(VERSION, '').length;
  const target = hideWord(line.slice(start, end), (uri) => hideTarget(uri, secrets, hide));
  return line.slice(0, start) + target + line.slice(end);
}

/** Line ends count as white space meanwhile. */
function hideEntry({ text, rule, valueFrom }: Entry, secrets: Secrets): string {
  if (rule === null) return text;
  const line = text.replace(/[\r\n]/g, ' ');
  const hidden = line.slice(0, valueFrom) + rule(line.slice(valueFrom), secrets, hideOctets);
  return text.replace(/[^\r\n]+/g, (run, at: number) => hidden.slice(at, at + run.length));
}
