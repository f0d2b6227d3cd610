/** What the value of an option has to be. */
export interface Kind {
  /** In words, as in `a function`. */
  readonly expected: string;
  readonly fits: (value: unknown) => boolean;
  /** The options inside, where the value is an object of them or a list of such objects. */
  readonly inside?: Readonly<Record<string, Kind>>;
  /** Whether a value that does not fit is told as it is: no secret can stand there. */
  readonly isTold?: boolean;
}

/** The kind of every option that a function knows. */
export type Shape<Options> = { readonly [Name in keyof Options]-?: Kind };

const isText = (value: unknown): boolean => typeof value === 'string';

/** Whether it is an object that options can stand in. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isListOf(value: unknown, fits: (each: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(fits);
}

export const anything: Kind = { expected: 'anything', fits: () => true };
export const flag: Kind = { expected: 'true or false', fits: (value) => typeof value === 'boolean' };
export const number: Kind = { expected: 'a number', fits: (value) => typeof value === 'number' };
export const text: Kind = { expected: 'a string', fits: isText };
export const callback: Kind = { expected: 'a function', fits: (value) => typeof value === 'function' };
export const object: Kind = { expected: 'an object', fits: isRecord };

/** One text, or several. */
export const texts: Kind = {
  expected: 'a string or a list of strings',
  fits: (value) => isText(value) || isListOf(value, isText),
};

export const numbers: Kind = {
  expected: 'a list of numbers',
  fits: (value) => isListOf(value, (each) => typeof each === 'number'),
};

export const url: Kind = {
  expected: 'a string or a URL',
  fits: (value) => isText(value) || value instanceof URL,
};

export const headers: Kind = {
  expected: 'a record of names and values, a Headers, a Map or a list of pairs',
  fits: (value) => typeof value === 'object' && value !== null,
};

export const clock: Kind = {
  expected: 'an object with the functions after, now and date',
  fits: (value) =>
    isRecord(value) && ['after', 'now', 'date'].every((name) => typeof value[name] === 'function'),
};

export function oneOf(...names: readonly string[]): Kind {
  const expected = names.map((name) => JSON.stringify(name)).join(' or ');
  return { expected, fits: (value) => isText(value) && names.includes(String(value)), isTold: true };
}

/** A whole number from `least` on, and no more than a timer takes. */
export function wholeFrom(least: number): Kind {
  const expected = `a whole number from ${least} to ${largest}`;
  return {
    expected,
    fits: (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= largest,
    isTold: true,
  };
}
const largest = 2 ** 31 - 1;

export function objectOf<Options>(inside: Shape<Options>): Kind {
  return { ...object, inside };
}

export function listOf<Options>(inside: Shape<Options>): Kind {
  return { expected: 'a list of objects', fits: (value) => isListOf(value, isRecord), inside };
}

/** What is of the kind, or `true` or `false`. */
export function flagOr(kind: Kind): Kind {
  return {
    ...kind,
    expected: `${flag.expected}, or ${kind.expected}`,
    fits: (value) => flag.fits(value) || kind.fits(value),
  };
}

export const signal: Kind = {
  expected: 'an AbortSignal',
  fits: (value) => isRecord(value) && typeof value['addEventListener'] === 'function',
};
