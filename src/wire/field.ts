import { fail, failAt, type Parsed, type Span, type Unparsed } from './span.ts';
import { endOfText, nameControl } from './text-run.ts';
import { endOfToken, equalsIgnoringCase } from './token.ts';
import { skipOws, trimOws } from './white-space.ts';

const CR = 0x0d;
const LF = 0x0a;
const COLON = 0x3a;

/** A field line: the name as sent, the value without the white space around it, the line without its CRLF. */
export interface Field {
  readonly name: string;
  readonly value: string;
  readonly span: Span;
}

/**
 * Reads the field lines of a head up to its empty line; what follows that is not looked at.
 *
 * A folded line is refused, as a server does; for a reply `unfoldLines` comes first.
 * Strict: a control character in a value is refused and not replaced, whichever it is (§5.5 of RFC 9110).
 *
 * @param head the decoded head, so that spans are octet offsets in it.
 * @param from the offset of the first field line, or of the empty line when there is no field.
 * @returns the fields in order, or the first fault: the octets that make it.
 * @see RFC 9112 §2.2, §5, §5.1, §5.2
 */
export function parseFieldLines(head: string, from: number): Parsed<readonly Field[]> {
  const fields: Field[] = [];
  for (let at = from; !isLineEnd(head, at); ) {
    const field = parseFieldLine(head, at);
    if (field === null) return failLine(head, at, fields.length === 0);
    fields.push(field);
    at = field.span.end + 2;
  }
  return { ok: true, value: fields };
}

function isLineEnd(text: string, at: number): boolean {
  return text.charCodeAt(at) === CR && text.charCodeAt(at + 1) === LF;
}

/** The number of lines between an offset in a head and its empty line, however malformed they are. */
export function countFieldLines(text: string, from: number): number {
  let count = 0;
  let start = from;
  for (let end = text.indexOf('\r\n', start); end > start; end = text.indexOf('\r\n', start)) {
    count += 1;
    start = end + 2;
  }
  return count;
}

// field-line = field-name ":" OWS field-value OWS
function parseFieldLine(head: string, start: number): Field | null {
  const nameEnd = endOfToken(head, start);
  if (nameEnd === start || head.charCodeAt(nameEnd) !== COLON) return null;
  const end = endOfText(head, nameEnd + 1);
  if (!isLineEnd(head, end)) return null;
  return { name: head.slice(start, nameEnd), value: trimOws(head, nameEnd + 1, end), span: { start, end } };
}

/** What is wrong with a line that is no field line. */
function failLine(head: string, start: number, isFirst: boolean): Unparsed {
  const end = head.indexOf('\r\n', start);
  if (end < 0) return fail('no empty line at the end of the head', head.length, head.length);
  const indented = skipOws(head, start);
  if (indented > start) {
    return fail(
      isFirst ? 'white space before the first field line' : 'a folded line (obs-fold)',
      start,
      indented,
    );
  }
  const nameEnd = endOfToken(head, start);
  if (nameEnd === start || head.charCodeAt(nameEnd) !== COLON) return failName(head, start, nameEnd, end);
  const textEnd = endOfText(head, nameEnd + 1);
  return failAt(`${nameControl(head.charAt(textEnd))} in a field value`, head, textEnd);
}

function failName(head: string, start: number, nameEnd: number, end: number): Unparsed {
  if (!head.slice(nameEnd, end).includes(':')) return fail('a field line without a colon', start, end);
  if (head.charAt(start) === ':') return failAt('an empty field name', head, start);
  const spaceEnd = skipOws(head, nameEnd);
  if (head.charAt(spaceEnd) === ':') return fail('white space before the colon', nameEnd, spaceEnd);
  return failAt('an octet in a field name that no token has', head, nameEnd);
}

/** What most names have that are asked for. */
const none: readonly string[] = [];

/** The values of the fields of one name, in order; names are compared ignoring the case of ASCII letters. */
export function fieldValues(
  fields: readonly Pick<Field, 'name' | 'value'>[],
  name: string,
): readonly string[] {
  let values: string[] | null = null;
  for (const field of fields) {
    if (!equalsIgnoringCase(field.name, name)) continue;
    if (values === null) values = [field.value];
    else values.push(field.value);
  }
  return values ?? none;
}

/**
 * Whether a text is made of the octets a field value may have: `*( SP / HTAB / VCHAR / obs-text )`. An empty
 * one is; white space around it is the caller's concern.
 *
 * @see RFC 9110 §5.5
 */
export function isFieldValue(text: string): boolean {
  return endOfText(text, 0) === text.length;
}
