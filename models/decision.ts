import { setup } from 'xstate';
import type { Row } from './decisions/row.ts';
import { type Guards, holds, type Pattern } from './match.ts';

/** What the guard of a transition is given: what facts and choices have to be. */
export interface Compared<Facts, Choices> {
  readonly facts: Pattern<Facts>;
  /** Left out where the row is for any. */
  readonly choices?: Pattern<Choices>;
}

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
 * one final state per verdict. What is compared travels as the parameters of the guard, the row itself as those
 * of the action `decideBy`.
 */
export function createDecision<
  Facts extends object,
  Choices extends object,
  R extends Row<string, string, Choices>,
>(table: RuleTable<Facts, Choices, R>) {
  const compare = (
    { event }: { event: FactsRead<Facts, Choices> },
    { facts, choices = {} }: Compared<Facts, Choices>,
  ) => holds(facts, event.facts) && holds(choices, event.choices);
  const verdicts = [...new Set(table.rows.map((row) => row.verdict))];
  return setup({
    types: { events: {} as FactsRead<Facts, Choices> }, // XState's way of naming a type: the value is never read
    guards: Object.fromEntries(Object.keys(table.guards).map((name) => [name, compare])),
    actions: { decideBy: (_, _row: R) => {} },
  }).createMachine({
    id: table.id,
    initial: 'undecided',
    states: {
      undecided: {
        on: {
          FACTS_READ: table.rows.map((row) => ({
            guard: {
              type: row.guard,
              // A guard of a row is one of those of its type.
              params: {
                facts: table.guards[row.guard as R['guard']],
                ...(row.when ? { choices: row.when } : {}),
              },
            },
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
  Facts extends object,
  Choices extends object,
  R extends Row<string, string, Choices>,
> = ReturnType<typeof createDecision<Facts, Choices, R>>;
