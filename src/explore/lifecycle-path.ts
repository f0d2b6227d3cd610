import type { CompiledLifecycle } from '../../models/compile.ts';

/** One transition that was taken. */
export interface LifecycleStep {
  readonly from: string;
  readonly event: string;
  readonly to: string;
}

/** The transitions that events make a lifecycle take; what moves nothing is no step. */
export function followEvents<State extends string, Event extends string>(
  { initial, step }: CompiledLifecycle<State, Event, string>,
  events: readonly Event[],
): readonly LifecycleStep[] {
  const steps: LifecycleStep[] = [];
  let from = initial;
  for (const event of events) {
    const next = step.get(from)?.get(event);
    if (next === undefined) continue;
    steps.push({ from, event, to: next.state });
    from = next.state;
  }
  return steps;
}
