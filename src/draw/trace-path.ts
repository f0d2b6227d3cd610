import { type AnyMachineSnapshot, type AnyStateMachine, getInitialMicrosteps, getMicrosteps } from 'xstate';
import type { Diagram, DiagramTransition } from './diagram.ts';
import type { Mark, Overlay } from './overlay.ts';
import { identifyTransitions, readDiagram } from './read-diagram.ts';

/** The way that some events lead, or why they lead nowhere. */
export type TracedPath =
  | { readonly ok: true; readonly overlay: Overlay }
  | { readonly ok: false; readonly problem: string };

/**
 * Follows events through a machine, marks the states and transitions on the way, and numbers the steps. What one event
 * takes at once is one step; each that follows by itself is another. Guards and assignments of the machine are run, its
 * other actions are not.
 *
 * @param events types, or what the diagram calls them, as in `after 500 ms` or `onDone fetch`
 */
export function tracePath(machine: AnyStateMachine, events: readonly string[]): TracedPath {
  const diagram = readDiagram(machine);
  const ids = identifyTransitions(machine);
  const states = new Map<string, Mark>();
  const steps = new Map<string, readonly number[]>();
  let step = 0;
  const take = (taken: readonly string[], after: AnyMachineSnapshot) => {
    step += 1;
    const all = new Set([...taken, ...taken.flatMap((id) => listDefaults(diagram, id, after))]);
    for (const id of all) steps.set(id, [...(steps.get(id) ?? []), step]);
  };
  const follow = (before: AnyMachineSnapshot, steps: readonly AnyMachineSnapshot[]): AnyMachineSnapshot => {
    let at = before;
    for (const next of steps) {
      for (const { id, parent } of next._nodes) if (parent) states.set(id, 'path');
      // What follows by itself, or by an event that was raised: XState does not tell by which transition.
      if (at !== next) take(guessTaken(diagram, at, next), next);
      at = next;
    }
    return at;
  };
  try {
    const [first, ...more] = getInitialMicrosteps(machine).map(snapshotOf);
    if (!first) return { ok: false, problem: `${machine.id} has no beginning` };
    let at = follow(first, [first, ...more]);
    for (const event of events) {
      const active = listActive(diagram, at);
      const type = active.find((each) => each.event === event)?.trigger.type ?? event;
      const taken = at.status === 'active' ? machine.getTransitionData(at, { type }) : [];
      if (taken.length === 0) return { ok: false, problem: refuse(event, at, active) };
      const [next = at, ...rest] = getMicrosteps(machine, at, { type }).map(snapshotOf);
      take(
        taken.map((definition) => ids.get(definition) ?? ''),
        next,
      );
      at = follow(next, [next, ...rest]);
    }
    const transitions = new Map([...steps.keys()].map((id) => [id, 'path' as const]));
    return { ok: true, overlay: { states, transitions, steps } };
  } catch (error) {
    return { ok: false, problem: `${machine.id} cannot be followed: ${String(error)}` };
  }
}

function snapshotOf([snapshot]: readonly [AnyMachineSnapshot, ...unknown[]]): AnyMachineSnapshot {
  return snapshot;
}

function listIds({ _nodes }: AnyMachineSnapshot): ReadonlySet<string> {
  return new Set(_nodes.map(({ id }) => id));
}

function listActive({ transitions }: Diagram, at: AnyMachineSnapshot): readonly DiagramTransition[] {
  const ids = listIds(at);
  return transitions.filter(({ source }) => ids.has(source));
}

/** What can have led from one snapshot to the next: of what leads there, what needs no event stands first. */
function guessTaken(diagram: Diagram, at: AnyMachineSnapshot, next: AnyMachineSnapshot): readonly string[] {
  const after = listIds(next);
  const remembering = listRemembering(diagram);
  const leading = listActive(diagram, at).filter(
    ({ targets }) =>
      targets.length > 0 && targets.every((target) => after.has(target) || remembering.has(target)),
  );
  const taken = leading.find(({ trigger }) => trigger.kind === 'always') ?? leading[0];
  return taken ? [taken.id] : [];
}

/** The history states, each with where it leads that remembers nothing. */
function listRemembering({ transitions }: Diagram): ReadonlyMap<string, DiagramTransition> {
  const defaults = transitions.filter(({ trigger }) => trigger.kind === 'default');
  return new Map(defaults.map((each) => [each.source, each]));
}

/** What is taken besides, where a transition leads to history states that remember nothing. */
function listDefaults(diagram: Diagram, id: string, after: AnyMachineSnapshot): readonly string[] {
  const targets = diagram.transitions.find((each) => each.id === id)?.targets ?? [];
  const remembering = listRemembering(diagram);
  return targets.flatMap((target) => {
    const told = remembering.get(target);
    return told && after.historyValue[target] === undefined ? [told.id] : [];
  });
}

function refuse(event: string, at: AnyMachineSnapshot, active: readonly DiagramTransition[]): string {
  const answered = [
    ...new Set(active.filter(({ trigger }) => trigger.type !== '').map((each) => each.event)),
  ];
  const where = typeof at.value === 'string' ? at.value : JSON.stringify(at.value);
  const told =
    at.status === 'active' ? `the events there are ${answered.join(', ') || 'none'}` : 'it has ended there';
  return `${event} leads nowhere from ${where}: ${told}`;
}
