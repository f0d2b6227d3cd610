import { type Spelling, spellings } from '../../arbitraries/index.ts';
import type { Recipe, ValueSpan } from './report.ts';

/** A value that differs from one connection to another, and may stand in octets in several spellings. */
export interface Sought extends Pick<ValueSpan, 'of' | 'nth'> {
  readonly value: string;
}

const names = Object.keys(spellings) as Spelling[]; // Object.keys forgets the keys

/** Where such values stand in a part of a text: of several that could be meant the longest is. */
export function findSpans(
  text: string,
  sought: readonly Sought[],
  from = 0,
  to = text.length,
): readonly ValueSpan[] {
  const spelt = sought.flatMap(({ value, ...span }) =>
    names.map((spelling) => ({ ...span, spelling, text: spellings[spelling](value) })),
  );
  const known = spelt.filter((each) => each.text !== '').toSorted((a, b) => b.text.length - a.text.length);
  const found: ValueSpan[] = [];
  for (let at = from; at < to; ) {
    const here = known.find((each) => text.startsWith(each.text, at) && at + each.text.length <= to);
    if (here) {
      const { text: written, ...span } = here;
      found.push({ start: at, end: at + written.length, ...span });
    }
    at += here?.text.length ?? 1;
  }
  return found;
}

/** Octets that were made anew, and where each place of the earlier ones is in them now. */
export interface Remade {
  readonly octets: Uint8Array;
  readonly moved: (at: number) => number;
}

/**
 * Puts other values in the place of those that a recipe names, spelt in the same way.
 *
 * @param fill what stands there now; null where there is no such value
 * @returns null where a value is missing
 */
export function remake(
  octets: Uint8Array,
  { spans }: Pick<Recipe, 'spans'>,
  fill: (span: ValueSpan) => string | null,
): Remade | null {
  const parts: Uint8Array[] = [];
  const shifts: { readonly from: number; readonly by: number }[] = [];
  let read = 0;
  for (const span of spans) {
    const value = fill(span);
    if (value === null || span.start < read || span.end > octets.length) return null;
    const written = Buffer.from(spellings[span.spelling](value), 'latin1');
    parts.push(octets.subarray(read, span.start), written);
    shifts.push({ from: span.end, by: written.length - (span.end - span.start) });
    read = span.end;
  }
  return {
    octets: Buffer.concat([...parts, octets.subarray(read)]),
    moved: (at) => shifts.reduce((sum, { from, by }) => (from <= at ? sum + by : sum), at),
  };
}
