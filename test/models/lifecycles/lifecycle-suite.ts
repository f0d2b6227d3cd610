import { expect, it } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { compileLifecycle, run } from '../../../models/compile.ts';
import type { Transition } from './lifecycle-expectation.ts';

/** Tests that a lifecycle has these transitions, and ignores every event in its final states. */
export function testLifecycle<State extends string, Event extends string, Effect extends string>(
  machine: AnyStateMachine,
  transitions: readonly Transition<State, Event, Effect>[],
  ends: readonly State[],
  events: readonly Event[],
): void {
  const compiled = compileLifecycle<State, Event, Effect>(machine);

  /** Sends one event in a state; gives the state that it leads to, and the effects. */
  function send(from: State, event: Event): readonly [State, readonly Effect[]] {
    const performed: Effect[] = [];
    const lifecycle = run({ ...compiled, initial: from }, (effect) => performed.push(effect));
    lifecycle.send(event);
    return [lifecycle.state, performed];
  }

  it.each(transitions)('is %s: %s leads to %s', (from, event, to, _clause, effects) => {
    expect(send(from, event)).toEqual([to, effects]);
  });

  it.each(transitions)('is %s: %s leads to %s as %s has it', (from, event, _to, clause) => {
    expect(machine.root.states[from]?.transitions.get(event)).toMatchObject([{ description: clause }]);
  });

  const ignored = ends.flatMap((end) => events.map((event) => [end, event] as const));

  it.each(ignored)('is %s: %s is ignored', (end, event) => {
    expect(send(end, event)).toEqual([end, []]);
  });
}
