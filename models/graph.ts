import { getShortestPaths } from '@xstate/graph';
import { type AnyStateMachine, getNextTransitions, transition } from 'xstate';

/** A way through a lifecycle: the events that lead to a state, one more event, and where that leads. */
export interface Path<State extends string, Event extends string> {
  readonly before: readonly Event[];
  readonly from: State;
  readonly event: Event;
  readonly to: State;
}

/**
 * Every transition of a lifecycle, each behind a shortest path to the state it starts from. (Shortest paths
 * alone reach every state, but leave out most transitions.)
 */
export function derivePaths<State extends string, Event extends string>(
  machine: AnyStateMachine,
): readonly Path<State, Event>[] {
  const events = machine.events.map((type) => ({ type }));
  const shortest = getShortestPaths(machine, {
    events,
    stopWhen: (snapshot) => snapshot.status !== 'active',
  });
  return shortest.flatMap(({ state, steps }) => {
    const from = state.value as State; // a lifecycle has no nested states
    const before = steps.map((step) => step.event.type).filter((type) => type !== 'xstate.init') as Event[]; // as the machine types them
    return getNextTransitions(state).map(({ eventType }) => {
      const [next] = transition(machine, state, { type: eventType });
      return { before, from, event: eventType as Event, to: next.value as State };
    });
  });
}
