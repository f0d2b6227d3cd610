import { nameCharacter } from '../../../quote/visible.ts';
import type { Span } from '../../../wire/index.ts';

/** A run of octets as a text of visible characters. */
export interface ViewedPart {
  readonly text: string;
  /** Whether the text stands for other octets than its own, such as `\r` or `\x80`. */
  readonly escaped: boolean;
  readonly marked: boolean;
}

/** Octets as lines; every line but the last ends with the LF that it has. */
export interface OctetView {
  readonly lines: readonly (readonly ViewedPart[])[];
  /** Octets that are left out at the end. */
  readonly hidden: number;
}

/** Visible ASCII stands for itself. A backslash is doubled, so that the octets can be read back from the view. */
function nameOctet(octet: number): string {
  if (octet === 0x5c) return '\\\\';
  const character = String.fromCharCode(octet);
  return octet >= 0x20 && octet < 0x7f ? character : nameCharacter(character);
}

const [space, hash, colon, bracket, lineFeed] = [0x20, 0x23, 0x3a, 0x5b, 0x0a];

/** Whether a log would take the line for a command if this octet stood for itself, as `visible` has it. */
function isOfCommand(octets: Uint8Array, at: number): boolean {
  let before = at - 1;
  if (octets[at] === bracket) {
    while (/\w/.test(String.fromCharCode(octets[before] ?? hash))) before -= 1;
    return octets[before] === hash && octets[before - 1] === hash;
  }
  if (octets[at] !== colon || octets[at + 1] !== colon) return false;
  while (octets[before] === space) before -= 1;
  return before < 0 || octets[before] === lineFeed;
}

/**
 * @param limit octets that are shown at most
 * @param marks what is marked; offsets of octets
 */
export function viewOctets(octets: Uint8Array, limit: number, marks: readonly Span[] = []): OctetView {
  const lines: ViewedPart[][] = [[]];
  octets.subarray(0, limit).forEach((octet, at) => {
    const text = isOfCommand(octets, at) ? nameCharacter(String.fromCharCode(octet)) : nameOctet(octet);
    const escaped = text.length > 1;
    const marked = marks.some(({ start, end }) => at >= start && at < end);
    const line = lines.at(-1) ?? [];
    const last = line.at(-1);
    if (last && last.escaped === escaped && last.marked === marked) {
      line[line.length - 1] = { ...last, text: last.text + text };
    } else {
      line.push({ text, escaped, marked });
    }
    if (octet === 0x0a && at + 1 < octets.length) lines.push([]);
  });
  return { lines: lines.filter((line) => line.length > 0), hidden: Math.max(0, octets.length - limit) };
}

/** Carets below what is marked in a line; null where nothing is. */
export function drawCarets(parts: readonly ViewedPart[]): string | null {
  const carets = parts.map(({ text, marked }) => (marked ? '^' : ' ').repeat(text.length)).join('');
  return carets.trim() === '' ? null : carets.trimEnd();
}
