import * as v from 'valibot';

/** What the value of an option has to be. What its issues have as their message was expected, as in `a function`. */
export type Kind<Value = unknown> = v.GenericSchema<unknown, Value>;

/** The kind of every option that a function knows. */
export type Shape<Options> = { readonly [Name in keyof Options]-?: Kind };

/** Whether it is an object that options can stand in. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const anything = v.unknown();
export const flag = v.boolean('true or false');
/** Not a number is one too: whoever reads it tells its range. */
export const number = v.custom<number>((value) => typeof value === 'number', 'a number');
export const text = v.string('a string');
export const callback = v.function('a function');
export const object = v.custom<Readonly<Record<string, unknown>>>(isRecord, 'an object');
export const texts = v.union([text, v.array(text)], 'a string or a list of strings');
export const numbers = v.array(number, 'a list of numbers');
export const url = v.union([text, v.instance(URL)], 'a string or a URL');
export const headers = v.custom<object>(
  (value) => typeof value === 'object' && value !== null,
  'a record of names and values, a Headers, a Map or a list of pairs',
);
export const clock = v.custom<object>(
  (value) => isRecord(value) && ['after', 'now', 'date'].every((name) => typeof value[name] === 'function'),
  'an object with the functions after, now and date',
);
export const signal = v.custom<AbortSignal>(
  (value) => isRecord(value) && typeof value['addEventListener'] === 'function',
  'an AbortSignal',
);

export function oneOf<const Names extends readonly string[]>(...names: Names) {
  return v.picklist(names, names.map((name) => JSON.stringify(name)).join(' or '));
}

/** A whole number; where `most` is left out, no more than a timer takes. */
export function wholeFrom(
  least: number,
  most = 2 ** 31 - 1,
  expected = `a whole number from ${least} to ${most}`,
) {
  return v.pipe(
    v.number(expected),
    v.integer(expected),
    v.minValue(least, expected),
    v.maxValue(most, expected),
  );
}

/** An object that has these entries and no others. The message of an issue with another is the names of these. */
export function strictObject<const Entries extends v.ObjectEntries>(entries: Entries) {
  const known = Object.keys(entries).join(' ');
  return v.strictObject(entries, ({ expected }) => (expected === 'never' ? known : 'an object'));
}

/** An object of options, each of which can be left out, or `undefined`. */
export function objectOf<Options>(inside: Shape<Options>): Kind {
  return v.pipe(object, v.partial(strictObject({ ...inside })));
}

export function listOf<Options>(inside: Shape<Options>): Kind {
  return v.array(objectOf(inside), 'a list of objects');
}

/** What is of the kind, or `true` or `false`. */
export function flagOr(kind: Kind, expected: string): Kind {
  return v.union([flag, kind], `${flag.message}, or ${expected}`);
}
