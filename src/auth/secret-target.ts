import { looksLikeKey } from './key-shape.ts';
import { decodeQueryPart } from './query-value.ts';
import type { Hide, Secrets } from './secret.ts';
import { isOpenParameter, namesCredential, plainName } from './secret-name.ts';

// [ scheme ":" ] "//", and the slashes that parsers of URLs take for it
const BEFORE_AUTHORITY = /^(?:[A-Za-z][A-Za-z0-9+\-.]*:[/\\]+|[/\\]{2,})/;

// host [ ":" port ], so far that no password could be taken for a part of it
const HOST_PORT = /^(?:\[[^[\]]*\]|[^:[\]]*)(?::[0-9]+)?$/;

const PARAMETER = /([?&;#])([^?&;#=]*)=/g;

/** What a name of a parameter has in it where others than URLs have such signs, too. */
const PLAIN_NAME = /^[\w.\-~$!+*%@:[\]]+$/;

/** A part of a path, or of a query that has no name, as long as a key is. */
const SEGMENT = /[^/?&;#=,:@\s"'<>]{20,}/g;

/** The names of the parameters whose values are secrets anyway, as they are written there. */
export function findSecretParameters(target: string): readonly string[] {
  return [...target.matchAll(PARAMETER)].flatMap((match) =>
    isSecretParameter(match, target, {}) ? [match[2] ?? ''] : [],
  );
}

/** Whether a target has a credential in it: that is less than what is hidden, which may be none. */
export function carriesCredential(target: string): boolean {
  let isFound = false;
  const find = (secret: string) => {
    isFound ||= secret !== '';
    return secret;
  };
  hideUserInformation(target, find);
  hideKeys(target, find);
  return (
    isFound ||
    [...target.matchAll(PARAMETER)].some(([, , name = '']) => namesCredential(decodeQueryPart(name)))
  );
}

/**
 * Hides the user information, the values of parameters, and what looks like a key of a URI or request-target, malformed
 * ones too.
 *
 * @param isText whether it stands in a text, in which a URI ends where it has to
 */
export function hideTarget(target: string, secrets: Secrets, hide: Hide, isText = false): string {
  if (secrets.onlyIn !== undefined) return hideParameters(target, secrets, hide, isText);
  const hidden = hideKeys(hideParameters(hideUserInformation(target, hide), secrets, hide, isText), hide);
  return isText ? hidden : hideByPlace(hidden, hide);
}

// authority = [ userinfo "@" ] host [ ":" port ]
function hideUserInformation(target: string, hide: Hide): string {
  const [before = ''] = BEFORE_AUTHORITY.exec(target) ?? [];
  const rest = target.slice(before.length);
  const authority = rest.slice(0, rest.search(/[/?#]|$/));
  // What is no host may be the beginning of a password that has a slash or a question mark in it.
  const area = authority.includes('@') || HOST_PORT.test(authority) ? authority : rest;
  const end = Math.max(area.lastIndexOf('@'), 0);
  return before + hide(rest.slice(0, end)) + rest.slice(end);
}

/** A secret ends with the next "&", whatever else it has in it. */
function hideParameters(target: string, secrets: Secrets, hide: Hide, isText: boolean): string {
  const pieces: string[] = [];
  let from = 0;
  for (const match of target.matchAll(PARAMETER)) {
    const { index } = match;
    if (index < from || !isSecretParameter(match, target, secrets)) continue;
    const [whole, , name = ''] = match;
    if (isText && !PLAIN_NAME.test(name)) continue;
    const start = index + whole.length;
    const end = endOfValue(target, start, isText);
    pieces.push(target.slice(from, start), hide(target.slice(start, end)));
    from = end;
  }
  return pieces.join('') + target.slice(from);
}

function endOfValue(target: string, start: number, isText: boolean): number {
  const rest = target.slice(start);
  const length = rest.search(isText ? /[&\s"'<>`]|$/ : /&|$/);
  let end = start + length;
  // A sentence may go on, or end, behind it.
  if (isText && rest.charAt(length) !== '&')
    while (end > start && /[.,;:!?]/.test(target.charAt(end - 1))) end -= 1;
  return end;
}

/** Behind a semicolon a name has to tell it: media types have such parameters, too. */
function isSecretParameter(
  { 0: { length }, 1: sign, 2: written = '', index }: RegExpMatchArray,
  target: string,
  { query = [], onlyIn }: Secrets,
): boolean {
  const name = decodeQueryPart(written);
  if (query.some((other) => plainName(other) === plainName(name))) return true;
  if (onlyIn !== undefined) return false;
  if (sign === ';') return namesCredential(name);
  const start = (index ?? 0) + length;
  const [value = ''] = /^[^&;#]*/.exec(target.slice(start, start + 4096)) ?? [];
  return looksLikeKey(value) || !isOpenParameter(name, value);
}

/** Behind the segment of a path that says so, and as the whole of a query. */
const BY_PLACE = /(?<=\/([^/?#]{1,64})\/)[^/?#]{8,}|(?<=\?)[^?&;#=]{8,}(?=#|$)/g;

/** Hides what stands where a credential does, where it is no word. */
function hideByPlace(target: string, hide: Hide): string {
  return target.replace(BY_PLACE, (part, name?: string) => {
    const isCredential = name === undefined || namesCredential(name);
    return isCredential && /[0-9]/.test(part) && /[A-Za-z]/.test(part) ? hide(part) : part;
  });
}

function hideKeys(target: string, hide: Hide): string {
  const [before = ''] = /^(?:[A-Za-z][A-Za-z0-9+\-.]*:[/\\]+|[/\\]{2,})?[^/?#]*/.exec(target) ?? [];
  return (
    before + target.slice(before.length).replace(SEGMENT, (part) => (looksLikeKey(part) ? hide(part) : part))
  );
}
