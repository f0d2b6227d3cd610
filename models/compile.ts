import { type AnyStateMachine, initialTransition, transition } from 'xstate';
import type { Lifecycle } from './decide.ts';
import type { DecisionMachine, FactsRead } from './decision.ts';
import type { Row } from './vocabulary.ts';

/** Decides by the first row whose guard holds. */
export type Decision<Facts, Choices, R> = (facts: Facts, choices: Choices) => R;

/**
 * Takes the ordered checks of a decision out of its machine. That is for tables that are made at run time: what the
 * server and the client run is compiled before, to `decideRequest` and its like.
 */
export function compileDecision<Facts, Choices extends object, R extends Row<string, string, Choices>>(
  machine: DecisionMachine<Facts, Choices, R>,
): Decision<Facts, Choices, R> {
  type Check = (args: { event: FactsRead<Facts, Choices> }, when: unknown) => boolean;
  const guards = machine.implementations.guards as Readonly<Record<string, Check>>; // as createDecision makes them
  const states = Object.values(machine.root.states); // of which `undecided` alone has transitions
  const transitions = states.flatMap((state) => [...state.transitions.values()].flat());
  interface Checked {
    readonly holds: Check;
    readonly when: unknown;
    readonly row: R;
    readonly next: Checked | null;
  }
  const first = transitions.reduceRight<Checked | null>((next, { guard, actions }) => {
    const { type, params } = guard as { type: string; params: unknown }; // every row has a guard with its choices
    const { params: row } = actions[0] as { params: unknown }; // and one action, with the row itself
    return { holds: guards[type] as Check, when: params, row: row as R, next };
  }, null);
  return (facts, choices) => {
    const args = { event: { type: 'FACTS_READ' as const, facts, choices } };
    let checked = first as Checked; // the last guard always holds
    while (!checked.holds(args, checked.when)) checked = checked.next as Checked;
    return checked.row;
  };
}

/** A lifecycle as a table: for each state and event that moves it, where to and with what effects. */
export interface CompiledLifecycle<State extends string, Event extends string, Effect extends string> {
  readonly initial: State;
  readonly step: ReadonlyMap<
    State,
    ReadonlyMap<Event, { readonly state: State; readonly effects: readonly Effect[] }>
  >;
}

/** Tabulates a lifecycle by running `transition()` once for each state and event. */
export function compileLifecycle<State extends string, Event extends string, Effect extends string>(
  machine: AnyStateMachine,
): CompiledLifecycle<State, Event, Effect> {
  const [start] = initialTransition(machine);
  const step = Object.entries(machine.root.states).map(([state, { type, transitions }]) => {
    const from = machine.resolveState({ value: state, context: {} });
    const events = (type === 'final' ? [] : [...transitions.keys()]) as Event[]; // as the machine types them
    return [
      state as State,
      new Map(
        events.map((event) => {
          const [next, actions] = transition(machine, from, { type: event });
          return [event, { state: next.value as State, effects: actions.map(effectOf) as Effect[] }];
        }),
      ),
    ] as const;
  });
  return { initial: start.value as State, step: new Map(step) };
}

/** The name of an effect: an emitted event goes by its type. */
function effectOf(action: { type: string; params?: unknown }): string {
  if (action.type !== 'xstate.emit') return action.type;
  return (action.params as { event: { type: string } }).event.type; // what emit() resolves to
}

/** Runs a compiled lifecycle. */
export function run<State extends string, Event extends string, Effect extends string>(
  compiled: CompiledLifecycle<State, Event, Effect>,
  perform: (effect: Effect) => void,
): Lifecycle<State, Event> {
  return new Run(compiled, perform);
}

class Run<State extends string, Event extends string, Effect extends string> {
  readonly #step: CompiledLifecycle<State, Event, Effect>['step'];
  readonly #perform: (effect: Effect) => void;
  readonly #waiting: Event[] = [];
  #state: State;
  #busy = false;

  constructor({ initial, step }: CompiledLifecycle<State, Event, Effect>, perform: (effect: Effect) => void) {
    this.#state = initial;
    this.#step = step;
    this.#perform = perform;
  }

  get state(): State {
    return this.#state;
  }

  /** Needs no `this`, as that of an interpreted lifecycle. */
  readonly send = (event: Event): void => {
    this.#waiting.push(event);
    if (this.#busy) return;
    this.#busy = true;
    try {
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
        const step = this.#step.get(this.#state)?.get(next);
        if (step === undefined) continue;
        this.#state = step.state;
        for (const effect of step.effects) this.#perform(effect);
      }
    } finally {
      this.#busy = false;
    }
  };
}
