import * as v from 'valibot';
import type { NewField } from '../wire/index.ts';
import { describe } from './check-options.ts';
import { url as urlKind } from './kind.ts';

/**
 * Fields as a user may give them: `[['X-A', 'b']]`, `{ 'X-A': 'b' }`, where a list of values is a field for each,
 * a `Headers` or a `Map`.
 */
export type HeaderInput =
  | readonly NewField[]
  | Iterable<NewField>
  | Readonly<Record<string, string | readonly string[]>>;

/**
 * Fields in their order, as a list of pairs.
 *
 * @param caller the function whose option `headers` it is
 * @throws TypeError for names or values that are no strings, or anything but the shapes of `HeaderInput`
 */
export function listHeaders(caller: string, given: HeaderInput = []): readonly NewField[] {
  const pairs: readonly unknown[] = Symbol.iterator in given ? [...given] : Object.entries(given);
  return pairs.flatMap((pair) => {
    if (!Array.isArray(pair) || pair.length !== 2) throw refuse(caller, pair, 'a pair of a name and a value');
    const [name, value]: readonly unknown[] = pair;
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.map((each): NewField => {
      if (typeof name !== 'string') throw refuse(caller, name, 'the name of a field');
      if (typeof each !== 'string') throw refuse(caller, each, `a string as the value of ${name}`);
      return [name, each];
    });
  });
}

function refuse(caller: string, seen: unknown, expected: string): TypeError {
  return new TypeError(
    `the option \`headers\` of ${caller} has ${describe(seen)} in it: ${expected} was expected`,
  );
}

/** One text or several, as a list. */
export function listTexts(given: string | readonly string[] = []): readonly string[] {
  return typeof given === 'string' ? [given] : given;
}

/**
 * A URL as text, from either.
 *
 * @param caller the function whose first argument it is
 * @throws TypeError for anything else
 */
export function readUrl(caller: string, given: string | URL): string {
  if (v.is(urlKind, given)) return String(given);
  throw new TypeError(`${caller}: a URL was expected, as a string or a URL, and not ${describe(given)}`);
}
