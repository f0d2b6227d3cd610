import {
  equalsIgnoringCase,
  type Field,
  fieldValues,
  isToken,
  joinLines,
  parseTokenList,
} from '../wire/index.ts';
import { trimOws } from '../wire/white-space.ts';

/** Where an opening carries its credential. */
export type CredentialPlace =
  | { readonly in: 'query'; readonly name: string }
  | { readonly in: 'cookie'; readonly name: string }
  | { readonly in: 'authorization'; readonly scheme: 'Bearer' | 'Basic' }
  | { readonly in: 'field'; readonly name: string }
  /** The element of `Sec-WebSocket-Protocol` that begins with a prefix, which is not empty. */
  | { readonly in: 'subprotocol'; readonly prefix: string };

export type Credential =
  | { readonly state: 'absent' }
  /** There, but twice, empty or no credential of its kind. */
  | { readonly state: 'malformed' }
  /** As sent, but for the decoding of a query; Basic still in base64, a token without its prefix. */
  | { readonly state: 'given'; readonly value: string };

type Fields = readonly Pick<Field, 'name' | 'value'>[];

const ABSENT: Credential = { state: 'absent' };
const MALFORMED: Credential = { state: 'malformed' };

// token68 = 1*( ALPHA / DIGIT / "-" / "." / "_" / "~" / "+" / "/" ) *"="
const TOKEN_68 = /^[A-Za-z0-9\-._~+/]+=*$/;

/**
 * Reads the credential at a place. Never throws. Names of cookies and of query parameters and prefixes compare
 * exactly, field names and auth schemes ignoring case.
 *
 * @param query without its "?"; null when the target has none
 */
export function readCredential(place: CredentialPlace, fields: Fields, query: string | null): Credential {
  switch (place.in) {
    case 'query':
      // The constructor takes off one "?": without it, it would take off one that belongs to a name.
      return onlyOne(new URLSearchParams(`?${query ?? ''}`).getAll(place.name));
    case 'cookie':
      return onlyOne(readCookies(fields, place.name));
    case 'authorization':
      return readAuthorization(fieldValues(fields, 'authorization'), place.scheme);
    case 'field':
      return onlyOne(fieldValues(fields, place.name));
    case 'subprotocol':
      return readSubprotocol(fields, place.prefix);
  }
}

function onlyOne([value, ...more]: readonly string[]): Credential {
  if (value === undefined) return ABSENT;
  return value === '' || more.length > 0 ? MALFORMED : { state: 'given', value };
}

/**
 * The values of a name over all lines, of which HTTP/2 may have made several. Quotes around a value are part of
 * it, and nothing is decoded: what a server has set comes back as it was.
 *
 * @see RFC 6265 §4.1.1, §4.2.1
 * @see RFC 9113 §8.2.3
 */
function readCookies(fields: Fields, name: string): readonly string[] {
  // cookie-string = cookie-pair *( ";" SP cookie-pair )
  const pairs = fieldValues(fields, 'cookie')
    .flatMap((line) => line.split(';'))
    .map((part) => trimOws(part));
  return pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1));
}

/** @see RFC 9110 §11.4 */
function readAuthorization([value, ...more]: readonly string[], scheme: 'Bearer' | 'Basic'): Credential {
  if (value === undefined) return ABSENT;
  // credentials = auth-scheme [ 1*SP ( token68 / #auth-param ) ]
  const [given = '', ...words] = value.split(' ');
  if (more.length > 0 || !isToken(given)) return MALFORMED;
  if (!equalsIgnoringCase(given, scheme)) return ABSENT;
  const token = words.join(' ').replace(/^ +/, '');
  const isOne = TOKEN_68.test(token) && (scheme === 'Bearer' || readBasic(token) !== null);
  return isOne ? { state: 'given', value: token } : MALFORMED;
}

function readSubprotocol(fields: Fields, prefix: string): Credential {
  const names = parseTokenList(joinLines(fieldValues(fields, 'sec-websocket-protocol')));
  if (names === null) return MALFORMED;
  return onlyOne(names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length)));
}

/** The offered subprotocol names without those that carry a token. */
export function withoutTokens(names: readonly string[], prefix: string): readonly string[] {
  return names.filter((name) => !name.startsWith(prefix));
}

/**
 * For Basic: the user and the password of the decoded value; null when it is none. UTF-8.
 *
 * Lenient: base64 may lack its padding.
 *
 * @see RFC 7617 §2
 */
export function readBasic(value: string): { readonly user: string; readonly password: string } | null {
  const text = TOKEN_68.test(value) ? decodeBase64(value) : null;
  // user-pass = user-id ":" password ; no control characters
  const [, user, password] = /^([^:\p{Cc}]*):(\P{Cc}*)$/u.exec(text ?? '') ?? [];
  return user === undefined || password === undefined ? null : { user, password };
}

function decodeBase64(value: string): string | null {
  try {
    const octets = Uint8Array.from(atob(value), (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(octets);
  } catch {
    return null;
  }
}

/**
 * The challenge for `WWW-Authenticate`. Whatever is not Basic is a bearer token, wherever it is carried.
 *
 * @param realm what no quoted string can have is left out
 * @param invalid a credential was there and is wrong
 * @see RFC 6750 §3, §3.1
 * @see RFC 7617 §2, §2.1
 * @see RFC 9110 §11.3, §11.5
 */
export function writeChallenge(place: CredentialPlace, realm: string, invalid: boolean): string {
  const quoted = `realm="${realm.replace(/[^\t\x20-\x7e\x80-\xff]/g, '').replace(/["\\]/g, '\\$&')}"`;
  if (place.in === 'authorization' && place.scheme === 'Basic') return `Basic ${quoted}, charset="UTF-8"`;
  return invalid ? `Bearer ${quoted}, error="invalid_token"` : `Bearer ${quoted}`;
}
