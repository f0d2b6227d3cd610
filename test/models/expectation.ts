import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { clauses } from '../../models/clauses.ts';
import type { RuleTable } from '../../models/decision.ts';
import type { Row } from '../../models/decisions/row.ts';
import { first } from '../../models/match.ts';

/** What a row answers: all of it but what it is for. */
export type Answer<R extends Row = Row> = Omit<R, 'when' | 'about' | 'way'>;

/** Which answer a table owes when these facts of a faultless message are replaced, under these choices. */
export interface Expectation<Facts, Choices, R extends Row = Row> {
  readonly facts: Partial<Facts>;
  readonly choices: Partial<Choices>;
  readonly answer: Answer<R>;
}

/** For each fact and each of its values the guard that holds, or null. */
export type Values<Facts, Guard extends string> = {
  readonly [Fact in keyof Facts]: Readonly<Record<Facts[Fact] & string, Guard | null>>;
};

/** Everything that is written out by hand about one table. */
export interface Suite<Facts extends object, Choices extends object, R extends Row<string, string, Choices>> {
  readonly table: RuleTable<Facts, Choices, R>;
  readonly faultless: Facts;
  /** The choices where an expectation names none. */
  readonly choices: Choices;
  readonly values: Values<Facts, R['guard']>;
  /** One for each row that finds a fault, in the order of the rows. */
  readonly faults: readonly Expectation<Facts, Choices>[];
  /** Guards whose rows find no fault, though they are not the default row: they ask, hold or go on waiting. */
  readonly harmless?: readonly R['guard'][];
  /** Those that the default row answers. */
  readonly faultlessOnes: readonly Expectation<Facts, Choices>[];
}

export function answerOf<R extends Row & { readonly way?: string }>({
  when: _when,
  about: _about,
  way: _way,
  ...answer
}: R): Answer<R> {
  return answer;
}

/** Titles in the words of the clause, each before the facts and choices that its expectation replaces. */
export function withTitles<Facts, Choices, R extends Row>(
  expectations: readonly Expectation<Facts, Choices, R>[],
): [title: string, Expectation<Facts, Choices, R>][] {
  return expectations.map((expectation) => {
    const { facts, choices, answer } = expectation;
    const { clause }: Pick<Row, 'clause'> = answer;
    const given = Object.entries({ ...facts, ...choices }).map(([name, value]) => `${name} ${value}`);
    return [`${clause}: ${clauses[clause].summary} (${given.join(', ') || 'no fault'})`, expectation];
  });
}

/** The guards in the order in which they decide. */
export function orderOf<
  Facts extends object,
  Choices extends object,
  R extends Row<string, string, Choices>,
>({ faults, faultlessOnes }: Suite<Facts, Choices, R>): readonly R['guard'][] {
  return [...new Set([...faults, ...faultlessOnes].map(({ answer }) => answer.guard))];
}

/** Every two faults that can come together; the one whose guard stands earlier in the list answers. */
export function pairFaults<
  Facts extends object,
  Choices extends object,
  R extends Row<string, string, Choices>,
>(suite: Suite<Facts, Choices, R>): readonly Expectation<Facts, Choices>[] {
  const { faults } = suite;
  const order = orderOf(suite);
  const rank = (fault: Expectation<Facts, Choices>) => order.indexOf(fault.answer.guard);
  return faults.flatMap((earlier) =>
    faults
      .filter((later) => rank(earlier) < rank(later) && canMeet(earlier, later))
      .map((later) => ({
        facts: { ...later.facts, ...earlier.facts },
        choices: { ...later.choices, ...earlier.choices },
        answer: earlier.answer,
      })),
  );
}

/** Every answer owed to these facts: those of all faults among them, or the one that decides where there is none. */
export function owedAnswers<
  Facts extends object,
  Choices extends object,
  R extends Row<string, string, Choices>,
>(suite: Suite<Facts, Choices, R>, facts: Facts, choices: Choices): readonly Answer<Row>[] {
  const holding = holdingAnswers(suite, facts, choices);
  const faults = holding.filter(({ guard }) => guard !== 'otherwise' && !suite.harmless?.includes(guard));
  return faults.length > 0 ? faults : holding.slice(0, 1);
}

/** The answers of every row that holds, the one to a faultless message where no other does. */
export function holdingAnswers<
  Facts extends object,
  Choices extends object,
  R extends Row<string, string, Choices>,
>(suite: Suite<Facts, Choices, R>, facts: Facts, choices: Choices): readonly Answer<Row>[] {
  const owed = suite.faults.filter(
    (fault) => includes(facts, fault.facts) && includes(choices, fault.choices),
  );
  return (owed.length > 0 ? owed : suite.faultlessOnes.slice(0, 1)).map(({ answer }) => answer);
}

/** Facts and choices of which most are faultless. */
export function anyFacts<
  Facts extends object,
  Choices extends object,
  R extends Row<string, string, Choices>,
>(suite: Suite<Facts, Choices, R>): fc.Arbitrary<Facts> {
  const names = Object.keys(suite.values) as (keyof Facts & string)[]; // Object.keys forgets the keys
  const entries = names.map((name) => {
    const faultless = { arbitrary: fc.constant<string>(String(suite.faultless[name])), weight: 6 };
    return [name, fc.oneof(faultless, fc.constantFrom(...Object.keys(suite.values[name])))] as const;
  });
  return fc.record(Object.fromEntries(entries)) as unknown as fc.Arbitrary<Facts>; // fromEntries forgets the keys
}

/** Those of a table that leaves nothing to choose. */
export const noChoices: fc.Arbitrary<object> = fc.constant({});

/** Replaces one fact. */
export function replaceFact<Facts extends object>(facts: Facts, name: string, value: string): Facts {
  return { ...facts, [name]: value };
}

/** Each fact with each of its values and the guards that then hold; the default one where no other does. */
export function listValues(
  values: Readonly<Record<string, Readonly<Record<string, string | null>>>>,
): [fact: string, value: string, guard: string][] {
  return Object.entries(values).flatMap(([fact, guards]) =>
    Object.entries(guards).map(([value, guard]): [string, string, string] => [
      fact,
      value,
      guard ?? 'otherwise',
    ]),
  );
}

/** A table in which something was changed on purpose. */
export interface Mutant<R> {
  readonly name: string;
  readonly rows: readonly R[];
  /** The guards of the rows that were changed. */
  readonly changed: readonly string[];
}

export function deleteEach<R extends Row>(rows: readonly R[]): readonly Mutant<R>[] {
  return rows.map((row, at) => ({
    name: nameOf(row),
    rows: rows.filter((_, index) => index !== at),
    changed: [row.guard],
  }));
}

/** Every swap of two rows that can hold together. */
export function swapEach<
  Facts extends object,
  Choices extends object,
  R extends Row<string, string, Choices>,
>({ table: { rows }, faults }: Suite<Facts, Choices, R>): readonly Mutant<R>[] {
  const asExpected = (row: R) => ({
    facts: faults.find(({ answer }) => answer.guard === row.guard)?.facts ?? {},
    choices: row.when ?? {},
  });
  return rows.flatMap((one, at) =>
    rows
      .map((other, index) => ({ other, index }))
      .filter(({ other, index }) => index > at && canMeet(asExpected(one), asExpected(other)))
      .map(({ other, index }) => ({
        name: `${nameOf(one)} ↔ ${nameOf(other)}`,
        rows: rows.with(at, other).with(index, one),
        changed: [one.guard, other.guard],
      })),
  );
}

/** The expectations that a table with these rows breaks. */
export function* findRed<
  Facts extends object,
  Choices extends object,
  R extends Row<string, string, Choices>,
>(
  { table, faultless, choices }: Suite<Facts, Choices, R>,
  rows: readonly R[],
  expectations: readonly Expectation<Facts, Choices>[],
): Generator<Expectation<Facts, Choices>> {
  const answerTo = (expectation: Expectation<Facts, Choices>): unknown => {
    try {
      const { facts, choices: chosen } = expectation;
      return answerOf(first({ ...table, rows }, { ...faultless, ...facts }, { ...choices, ...chosen }));
    } catch (error) {
      return error; // no row answers
    }
  };
  for (const expectation of expectations) {
    if (!isDeepStrictEqual(answerTo(expectation), expectation.answer)) yield expectation;
  }
}

/** The names of the mutants that break no expectation. */
export function findSurvivors<
  Facts extends object,
  Choices extends object,
  R extends Row<string, string, Choices>,
>(
  suite: Suite<Facts, Choices, R>,
  mutants: readonly Mutant<R>[],
  expectations: readonly Expectation<Facts, Choices>[],
): readonly string[] {
  const isBroken = ({ rows, changed }: Mutant<R>) => {
    // What the changed rows answer is the likeliest to be another answer now.
    const isLikely = ({ answer }: Expectation<Facts, Choices>) => changed.includes(answer.guard);
    const others = expectations.filter((each) => !isLikely(each));
    return !findRed(suite, rows, [...expectations.filter(isLikely), ...others]).next().done;
  };
  return mutants.filter((mutant) => !isBroken(mutant)).map(({ name }) => name);
}

interface Given {
  readonly facts: object;
  readonly choices: object;
}

/** No fact has two values; a choice is made once. */
function canMeet(one: Given, other: Given): boolean {
  return (
    includes({ ...one.facts, ...other.facts }, one.facts) &&
    includes({ ...one.choices, ...other.choices }, one.choices)
  );
}

/** Facts and choices are plain values. */
function includes(whole: object, part: object): boolean {
  const values = new Map<string, unknown>(Object.entries(whole));
  return Object.entries(part).every(([name, value]) => values.get(name) === value);
}

function nameOf({ guard, when = {} }: Row): string {
  return [guard, ...Object.values(when)].join(' ');
}

/** The places, counted from 1, of the rows without which every expectation of their table is still met. */
export function findIdleRows<R>(
  rows: readonly R[],
  isMet: (rows: readonly R[]) => boolean,
): readonly number[] {
  return rows.flatMap((_, at) => (isMet(rows.toSpliced(at, 1)) ? [at + 1] : []));
}
