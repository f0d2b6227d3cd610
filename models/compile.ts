import { type AnyStateMachine, initialTransition, transition } from 'xstate';
import type { Lifecycle } from './decide.ts';

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
