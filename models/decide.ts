import { type AnyStateMachine, createActor } from 'xstate';
import type { RuleTable } from './decision.ts';
import type { Row } from './decisions/row.ts';
import { every } from './match.ts';

/** All rows that find a fault, each a reply that is right; the one that decides when none does. */
export function judge<Facts extends object, Choices extends object, R extends Row<string, string, Choices>>(
  table: RuleTable<Facts, Choices, R>,
  facts: Facts,
  choices: Choices,
): readonly R[] {
  const holding = every(table, facts, choices);
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
