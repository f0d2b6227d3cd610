import { type AnyStateMachine, createActor, initialTransition, transition } from 'xstate';
import { agrees, type DecisionMachine, type RuleTable } from './decision.ts';
import type { Row } from './vocabulary.ts';

/** Decides by XState's own `transition()`: the yardstick of what is compiled. */
export function decide<Facts, Choices extends object, R extends Row<string, string, Choices>>(
  machine: DecisionMachine<Facts, Choices, R>,
  facts: Facts,
  choices: Choices,
): R {
  const [undecided] = initialTransition(machine);
  const [, [decideBy]] = transition(machine, undecided, { type: 'FACTS_READ', facts, choices });
  return decideBy?.params as R; // the action of every transition of a decision carries its row
}

/** All rows that find a fault, each a reply that is right; the one that decides when none does. */
export function judge<Facts, Choices extends object, R extends Row<string, string, Choices>>(
  table: RuleTable<Facts, Choices, R>,
  facts: Facts,
  choices: Choices,
): readonly R[] {
  const guards: Readonly<Record<string, (facts: Facts) => boolean>> = table.guards;
  const holding = table.rows.filter((row) => guards[row.guard]?.(facts) && agrees(choices, row.when));
  const faults = holding.filter(({ verdict }) => !table.faultless.includes(verdict));
  return faults.length > 0 ? faults : holding.slice(0, 1);
}

/** The transitions of a lifecycle as a shell sees them. */
export interface Lifecycle<State extends string, Event extends string> {
  readonly state: State;
  /** Takes an event; what no transition answers to is ignored. Events sent by an effect wait their turn. */
  send(event: Event): void;
}

/** Runs a lifecycle as an XState actor, so that it can be inspected. */
export function interpret<State extends string, Event extends string, Effect extends string>(
  machine: AnyStateMachine,
  perform: (effect: Effect) => void,
  inspect?: (event: unknown) => void,
): Lifecycle<State, Event> {
  const named = Object.entries(machine.implementations.actions).filter(([, action]) => !isBuiltIn(action));
  const actions = Object.fromEntries(named.map(([name]) => [name, () => perform(name as Effect)])); // names in setup() are the effects
  const actor = createActor(machine.provide({ actions }), inspect ? { inspect } : {});
  actor.on('*', (emitted: { type: string }) => perform(emitted.type as Effect)); // so are the emitted events
  actor.start();
  return {
    get state() {
      return actor.getSnapshot().value as State; // a lifecycle has no nested states
    },
    send(event) {
      if (actor.getSnapshot().status === 'active') actor.send({ type: event }); // XState warns of later ones
    },
  };
}

function isBuiltIn(action: unknown): boolean {
  return typeof action === 'function' && 'resolve' in action;
}
