/** One thing that a machine does, in words. */
export interface DiagramAction {
  /** `assign`, `raise`, `sendTo` and so on for XState's own, `named` for one of the machine's, `inline` for a function without a name. */
  readonly kind: string;
  /** For example `raise DONE after 500 ms` or `retry (limit: 3)`. */
  readonly text: string;
  /** The event that is raised, sent or emitted, where it is known before the machine runs. */
  readonly event?: string;
}

/** An actor that runs as long as its state is active. */
export interface DiagramInvoke {
  readonly id: string;
  /** The name of its logic, `inline` where it has none. */
  readonly src: string;
  /** What it is given, in words. */
  readonly input?: string;
}

export interface DiagramState {
  /** XState's id, for example `door.closed`. */
  readonly id: string;
  /** The last part of its path, or the machine's id. */
  readonly key: string;
  readonly kind: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  /** How much a history state remembers. */
  readonly history?: 'shallow' | 'deep';
  /** Id of the state that is entered with a compound state. */
  readonly initial?: string;
  readonly entry: readonly DiagramAction[];
  readonly exit: readonly DiagramAction[];
  readonly invokes: readonly DiagramInvoke[];
  readonly tags: readonly string[];
  readonly description?: string;
  /** What a final state gives to who waits for it, in words. */
  readonly output?: string;
  readonly states: readonly DiagramState[];
}

/** What makes a transition happen. */
export interface DiagramTrigger {
  /** `default` is where a history state leads that remembers nothing, `initial` an initial transition with actions. */
  readonly kind: 'event' | 'always' | 'after' | 'done' | 'error' | 'snapshot' | 'default' | 'initial';
  /** The event, the delay, or the id of the invoked actor; empty where there is none. */
  readonly name: string;
  /** The type of the event as XState knows it; empty where there is none. */
  readonly type: string;
}

export interface DiagramTransition {
  /** Made of source, event and place among the transitions of both: `door.closed-OPEN-0`. */
  readonly id: string;
  /** Id of the state that it is declared in. */
  readonly source: string;
  /** Ids of the states that it leads to; empty where the state is not left. */
  readonly targets: readonly string[];
  readonly trigger: DiagramTrigger;
  /** The trigger in words: `OPEN`, `always`, `after 500 ms`, `onDone fetch`. */
  readonly event: string;
  /** The guard in words: `isOpen and not (isLocked or isBroken)`. */
  readonly guard?: string;
  readonly actions: readonly DiagramAction[];
  /** Whether source and targets are left and entered again where they are the same. */
  readonly reenter: boolean;
  /** Neither target nor action: the event is ignored, whatever the states around say. */
  readonly forbidden: boolean;
  readonly description?: string;
}

/** A machine as it is drawn: plain data, the states and transitions in the order of the source. */
export interface Diagram {
  readonly id: string;
  readonly root: DiagramState;
  readonly transitions: readonly DiagramTransition[];
}

/** A state and all below it, in the order of the source. */
export function listStates(state: DiagramState): readonly DiagramState[] {
  return [state, ...state.states.flatMap(listStates)];
}

/** States by their ids. */
export type States = ReadonlyMap<string, DiagramState>;

/** Whether a state is another one, or somewhere inside it. */
export function isWithin(id: string, outer: string, states: States): boolean {
  const holder = states.get(outer);
  return holder !== undefined && listStates(holder).some((state) => state.id === id);
}

/** Whether a transition of a state with states inside leads to itself or into it. */
export function reachesInside({ source, targets, trigger }: DiagramTransition, states: States): boolean {
  const holder = states.get(source);
  if (!holder || holder.states.length === 0 || trigger.kind === 'initial') return false;
  return targets.some((target) => isWithin(target, source, states));
}

/**
 * Writes any text so that it is a name in XML, DOT and CSS; different texts stay different. Neither result has a
 * `-`, which is free to join several.
 */
export function escapeId(text: string): string {
  if (text === '') return '_.';
  return [...text]
    .map((char, place) => {
      if (/[A-Za-z]/.test(char) || (place > 0 && /[0-9.]/.test(char))) return char;
      return char === '_' ? '__' : `_${(char.codePointAt(0) ?? 0).toString(16)}_`;
    })
    .join('');
}
