import type { AnyStateMachine } from 'xstate';
import { type ClauseId, isClauseId } from '../../../../models/clauses.ts';

/** The clause that a transition of a lifecycle cites in its description. */
export function clauseOfTransition(machine: AnyStateMachine, state: string, event: string): ClauseId {
  const description = machine.root.states[state]?.transitions.get(event)?.[0]?.description;
  if (description === undefined || !isClauseId(description)) {
    throw new Error(`${machine.id}: ${event} out of ${state} cites no clause`);
  }
  return description;
}
