/**
 * What facts have to be: each that is named has this value, or one of these. A pattern that names none holds of all.
 * What depends on two facts together is a fact of its own, computed where the others are.
 */
export type Pattern<Facts> = { readonly [Name in keyof Facts]?: Facts[Name] | readonly Facts[Name][] };

/** Patterns of facts by name, each of which holds on its own wherever it stands in an order. */
export type Guards<Facts, Name extends string = string> = Readonly<Record<Name, Pattern<Facts>>>;

/** Where a text can be read: `RFC 9112 §3.2`. */
export type Source = `RFC ${number} §${string}` | `service §${string}`;

/** What is said of whatever a pattern holds of. */
export interface Rule<Facts, Said> {
  readonly when: Pattern<Facts>;
  readonly says: Said;
}

/** Why a rule says it. */
export interface Reasoned {
  readonly reason: string;
  /** The text that the reason rests on; null, or left out, where it rests on none. */
  readonly source?: Source | null;
}

/** Rows in their order, each with a guard, and maybe the choices that it is for. */
interface Guarded<Facts, R extends GuardedRow> {
  readonly guards: Guards<Facts, R['guard']>;
  readonly rows: readonly R[];
}

interface GuardedRow<Choices = object> {
  readonly guard: string;
  readonly when?: Pattern<Choices>;
}

/** Whether facts are as a pattern says. */
export function holds<Facts extends object>(pattern: Pattern<Facts>, facts: Facts): boolean {
  for (const name in pattern) {
    const wanted: unknown = pattern[name];
    const value = facts[name];
    if (Array.isArray(wanted) ? !wanted.includes(value) : wanted !== value) return false;
  }
  return true;
}

/** The first rule that is about facts; undefined where none is. */
export function firstRule<Facts extends object, R extends Rule<Facts, unknown>>(
  rules: readonly R[],
  facts: Facts,
): R | undefined {
  return rules.find(({ when }) => holds<Facts>(when, facts));
}

/** All rules that are about facts. */
export function everyRule<Facts extends object, R extends Rule<Facts, unknown>>(
  rules: readonly R[],
  facts: Facts,
): readonly R[] {
  return rules.filter(({ when }) => holds<Facts>(when, facts));
}

/**
 * The first row that holds.
 *
 * @throws Error where none does: the last row of a table always holds
 */
export function first<Facts extends object, Choices extends object, R extends GuardedRow<Choices>>(
  { guards, rows }: Guarded<Facts, R>,
  facts: Facts,
  choices: Choices,
): R {
  const row = rows.find((each) => isOwn<Facts, Choices, R>(guards, each, facts, choices));
  if (row === undefined) throw new Error('a table ends with a row that always holds');
  return row;
}

/** All rows that hold. */
export function every<Facts extends object, Choices extends object, R extends GuardedRow<Choices>>(
  { guards, rows }: Guarded<Facts, R>,
  facts: Facts,
  choices: Choices,
): readonly R[] {
  return rows.filter((row) => isOwn<Facts, Choices, R>(guards, row, facts, choices));
}

function isOwn<Facts extends object, Choices extends object, R extends GuardedRow<Choices>>(
  guards: Guards<Facts, R['guard']>,
  { guard, when = {} }: Pick<R, 'guard' | 'when'>,
  facts: Facts,
  choices: Choices,
): boolean {
  const pattern: Pattern<Facts> = guards[guard];
  return holds(pattern, facts) && holds<Choices>(when, choices);
}
