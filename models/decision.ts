import { setup } from 'xstate';
import type { Row } from './vocabulary.ts';

/** Predicates over facts, each true on its own wherever it stands in an order. */
export type Guards<Facts, Name extends string = string> = Readonly<Record<Name, (facts: Facts) => boolean>>;

/** The one event of a decision: everything that is compared has been read. */
export interface FactsRead<Facts, Choices> {
  readonly type: 'FACTS_READ';
  readonly facts: Facts;
  readonly choices: Choices;
}

/** A rule table before it is a machine. The last row's guard always holds. */
export interface RuleTable<Facts, Choices, R extends Row> {
  readonly id: string;
  readonly guards: Guards<Facts, R['guard']>;
  readonly rows: readonly R[];
  /** Verdicts that find no fault: their rows are no answer to a message in which another row finds one. */
  readonly faultless: readonly R['verdict'][];
  /** Types the choices that `when` of a row is compared with. */
  readonly defaults: Choices;
}

/**
 * Makes the machine of a rule table: one state `undecided`, one transition per row in the order of the rows,
 * one final state per verdict. A row's `when` travels as the parameters of its guard, the row itself as those
 * of the action `decideBy`.
 */
export function createDecision<Facts, Choices extends object, R extends Row<string, string, Choices>>(
  table: RuleTable<Facts, Choices, R>,
) {
  const guards = Object.fromEntries(
    Object.entries<(facts: Facts) => boolean>(table.guards).map(([name, holds]) => [
      name,
      ({ event }: { event: FactsRead<Facts, Choices> }, when: Partial<Choices>) =>
        holds(event.facts) && agrees(event.choices, when),
    ]),
  );
  const verdicts = [...new Set(table.rows.map((row) => row.verdict))];
  return setup({
    types: { events: {} as FactsRead<Facts, Choices> }, // XState's way of naming a type: the value is never read
    guards,
    actions: { decideBy: (_, _row: R) => {} },
  }).createMachine({
    id: table.id,
    initial: 'undecided',
    states: {
      undecided: {
        on: {
          FACTS_READ: table.rows.map((row) => ({
            guard: { type: row.guard, params: row.when ?? {} },
            target: row.verdict,
            actions: { type: 'decideBy' as const, params: row },
            description: row.clause,
          })),
        },
      },
      ...Object.fromEntries(verdicts.map((verdict) => [verdict, { type: 'final' as const }])),
    },
  });
}

export type DecisionMachine<
  Facts,
  Choices extends object,
  R extends Row<string, string, Choices>,
> = ReturnType<typeof createDecision<Facts, Choices, R>>;

/** Whether a record has all that a part of one names: choices that a row is for, or details that it is about. All does for no part. */
export function agrees<T extends object>(whole: T, part: Partial<T> = {}): boolean {
  for (const name in part) if (whole[name] !== part[name]) return false;
  return true;
}
