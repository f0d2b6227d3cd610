import { initialTransition, transition } from 'xstate';
import type { DecisionMachine } from '../../models/decision.ts';
import type { Row } from '../../models/decisions/row.ts';

/** Decides by XState's own `transition()`: the yardstick of what is compiled. */
export function decideByTransition<
  Facts extends object,
  Choices extends object,
  R extends Row<string, string, Choices>,
>(machine: DecisionMachine<Facts, Choices, R>, facts: Facts, choices: Choices): R {
  const [undecided] = initialTransition(machine);
  const [, [decideBy]] = transition(machine, undecided, { type: 'FACTS_READ', facts, choices });
  return decideBy?.params as R; // the action of every transition of a decision carries its row
}
