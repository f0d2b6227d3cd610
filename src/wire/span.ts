/** A range of octet offsets in a head (or in the value a parser was given); `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Why a text could not be read, as a lower-case clause for humans, and the octets at fault. */
export interface Unparsed {
  readonly ok: false;
  readonly problem: string;
  readonly span: Span;
}

/** What a parser makes of a text. */
export type Parsed<T> = { readonly ok: true; readonly value: T } | Unparsed;

/** The failure of a parser: `start` and `end` are the octets at fault, both alike where one is missing. */
export function fail(problem: string, start: number, end: number): Unparsed {
  return { ok: false, problem, span: { start, end } };
}

/** The failure of a parser at the one octet `at`, or behind the last octet when the text ends there. */
export function failAt(problem: string, text: string, at: number): Unparsed {
  return fail(problem, at, Math.min(at + 1, text.length));
}
