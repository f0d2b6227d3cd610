import { isOpenSubprotocol } from './open-subprotocol.ts';
import type { Hide } from './secret.ts';
import { wholePrefixes } from './secret-field.ts';
import { namesCredential, namesTyped } from './secret-name.ts';
import { hideSpans } from './span.ts';

/** A value that stands beside its name, as in code, JSON, markup or a form. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
  /** Where the value begins. */
  readonly start: number;
}

const name = String.raw`(?<![\w.-])(?<name>[A-Za-z_][\w.-]{0,63})`;
const quoted = String.raw`(?<quote>\\*["'\x60])(?<value>(?:(?!\k<quote>)[^\n]|(?<=[^\\]\\)\k<quote>){1,8192})\k<quote>`;
/** What may stand before the bracket that a value is put in: a type, or a function that only holds it. */
const holder = String.raw`(?:\[\]string|new(?: string)?\[\]|Arrays\.asList|List\.of|HeaderValue::from_static)?\s?`;
const label = (text: string) => String.raw`\b${text}(?:\\*["'])?\s{0,4}[:=]\s{0,4}`;

/** `"otp": 123456`: of other names, a number may be an identifier or a close code. */
const number = new RegExp(
  String.raw`${name}(?:\\*["'\x60])?\s{0,4}[:=]\s{0,4}(?<value>[0-9]{4,99})(?![\w.])`,
  'dg',
);

/**
 * `"token": "…"`, `set('token', '…')`, lists of one; `token=…`, `token: …`, `Bearer …`, `bearer.…`; `login … password …`
 * of netrc; `name="token" value="…"`, `<token>…</token>`, but for `Key`, which names an object in storage. A value between
 * quotes is only looked at: it may be the name of the next.
 */
const patterns: readonly RegExp[] = [
  new RegExp(
    String.raw`${name}(?:\\*["'\x60])?\s{0,4}(?:=>|[:=,])\s{0,4}(?:${holder}[[{(]\s{0,4})?(?=${quoted})`,
    'dg',
  ),
  number,
  new RegExp(String.raw`${name}=(?<value>[^\s&;,"'\x60<>\\]{1,8192})`, 'dg'),
  new RegExp(String.raw`${name}:[ \t]{1,4}(?<value>[^\s&;,"'\x60<>\\]{8,8192})`, 'dg'),
  /\b(?<name>Bearer)[ \t]{1,4}(?<value>[\w.~+/=-]{8,8192})/dgi,
  new RegExp(
    String.raw`(?<![\w.-])(?<name>${wholePrefixes.join('|').replaceAll('.', '\\.')})(?<value>[\w.~+/=-]{8,8192})`,
    'dg',
  ),
  /\blogin[ \t]{1,4}\S{1,256}[ \t]{1,4}(?<name>password)[ \t]{1,4}(?<value>[^\s"'`)]{1,8192})/dg,
  new RegExp(
    String.raw`${label('name')}\\*["']${name}\\*["'][^<>{}]{0,99}?${label('(?:value|content)')}${quoted}`,
    'dgi',
  ),
  new RegExp(
    String.raw`<(?:[\w-]{1,64}:)?(?!key[\s>])${name}(?:\s[^<>]{0,99})?>\s{0,99}(?<value>[^<>\s]{8,8192})\s{0,99}</`,
    'dgi',
  ),
];

/** The values of a text that have a name: of a list of subprotocols, none that is well known. */
export function findNamedValues(text: string): readonly NamedValue[] {
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ groups, indices }) => {
      const start = indices?.groups?.['value']?.[0];
      const { name: found = '', value = '' } = groups ?? {};
      const isOpen = pattern === number ? !namesTyped(found) : isOpenSubprotocol(value);
      return start === undefined || isOpen ? [] : [{ name: found, value, start }];
    }),
  );
}

/** Whether a value beside the name of a credential is one, and no word about it. */
function isOne({ name, value }: NamedValue): boolean {
  // Of a handshake; an escaped line end may stand before its name.
  const isKey = /^(?:key|[nr]?Sec-WebSocket-Key)$/i.test(name) && /^[A-Za-z0-9+/]{22}==$/.test(value);
  if (isKey || /\s/.test(value) || !namesCredential(name)) return false;
  if (namesTyped(name) && value.length >= 4 && /[0-9]/.test(value)) return true;
  const isMixed = /[0-9]/.test(value) ? /[A-Za-z]/.test(value) : /[a-z][A-Z]/.test(value);
  return value.length >= 8 && isMixed;
}

/** Hides the values of a text whose names say that they are credentials; of one within another, the outer one. */
export function hideNamedValues(text: string, hide: Hide): string {
  const found = findNamedValues(text).filter(isOne);
  return hideSpans(
    text,
    found.map(({ start, value }) => ({ start, end: start + value.length })),
    hide,
  );
}
