import { isFieldValue } from './field.ts';
import { isToken } from './token.ts';
import { trimOws } from './white-space.ts';

/** A field to send. */
export type NewField = readonly [name: string, value: string];

/** Why a message was not built: `field` is a field name, or the part of the message that is at fault. */
export interface Unbuilt {
  readonly ok: false;
  readonly field: string;
  readonly problem: string;
}

/**
 * A message to send, as a text of one character for each octet (`latin1`), or why it would not parse back to what
 * was asked for.
 */
export type Built = { readonly ok: true; readonly text: string } | Unbuilt;

export function refuse(field: string, problem: string): Unbuilt {
  return { ok: false, field, problem };
}

/**
 * Writes a head: a start-line that is known to be sound, field lines, the empty line. Refuses every name and
 * value that would not parse back to the same.
 *
 * @see RFC 9112 §2.1, §5
 */
export function buildHead(startLine: string, fields: readonly NewField[]): Built {
  const lines = buildFieldLines(fields);
  return lines.ok ? { ok: true, text: `${startLine}\r\n${lines.text}\r\n` } : lines;
}

/** The same for the field lines alone, each with its CRLF. */
export function buildFieldLines(fields: readonly NewField[]): Built {
  let text = '';
  for (const [name, value] of fields) {
    const fault = findFault(name, value);
    if (fault !== null) return refuse(name, fault);
    text += `${name}: ${value}\r\n`;
  }
  return { ok: true, text };
}

function findFault(name: string, value: string): string | null {
  if (!isToken(name)) return 'its name is not a token';
  if (!isFieldValue(value)) return 'its value has a control character, or a character beyond 8 bits';
  return value === trimOws(value) ? null : 'its value begins or ends with white space';
}
