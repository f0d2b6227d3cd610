import { isFieldValue } from './field.ts';
import { encodeLatin1 } from './octet.ts';
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

/** A message to send, or why it would not parse back to what was asked for. */
export type Built = { readonly ok: true; readonly octets: Uint8Array } | Unbuilt;

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
  for (const [name, value] of fields) {
    const fault = findFault(name, value);
    if (fault !== null) return refuse(name, fault);
  }
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`);
  return { ok: true, octets: encodeLatin1(`${startLine}\r\n${lines.join('')}\r\n`) };
}

function findFault(name: string, value: string): string | null {
  if (!isToken(name)) return 'a name that is no token';
  if (!isFieldValue(value)) return 'a control character or one beyond 8 bits in the value';
  return value === trimOws(value) ? null : 'white space around the value';
}
