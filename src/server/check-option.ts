const tests = {
  boolean: (value: unknown) => typeof value === 'boolean',
  function: (value: unknown) => typeof value === 'function',
  object: (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'list of texts': (value: unknown) =>
    Array.isArray(value) && value.every((each: unknown) => typeof each === 'string'),
} as const;

/**
 * Finds what only types would find. An option that is left out is of every kind.
 *
 * @throws TypeError for the first option of another kind; its value, which may be a secret, is not told
 */
export function checkKind(kind: keyof typeof tests, options: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined && !tests[kind](value)) throw new TypeError(`${name} is no ${kind}`);
  }
}

/** @throws TypeError for a value that is none of the names */
export function checkName(option: string, value: unknown, names: readonly unknown[]): void {
  if (names.includes(value)) return;
  const known = names.filter((name) => name !== undefined).join(', ');
  throw new TypeError(`${option} is ${JSON.stringify(value)}: one of ${known} was expected`);
}
