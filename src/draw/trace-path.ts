import { type AnyMachineSnapshot, type AnyStateMachine, getInitialMicrosteps, getMicrosteps } from 'xstate';
import type { Diagram, DiagramTransition } from './diagram.ts';
import type { Mark, Overlay } from './overlay.ts';
import { identifyTransitions, readDiagram } from './read-diagram.ts';

/** The way that some events lead, or why they lead nowhere. */
export type TracedPath =
  | { readonly ok: true; readonly overlay: Overlay }
  | { readonly ok: false; readonly problem: string };

/**
 * Follows events through a machine, and marks the states and transitions on the way. Guards and assignments of the
 * machine are run, its other actions are not.
 *
 * @param events types, or what the diagram calls them, as in `after 500 ms` or `onDone fetch`
 */
export function tracePath(machine: AnyStateMachine, events: readonly string[]): TracedPath {
  const diagram = readDiagram(machine);
  const ids = identifyTransitions(machine);
  const states = new Map<string, Mark>();
  const transitions = new Map<string, Mark>();
  const follow = (before: AnyMachineSnapshot, steps: readonly AnyMachineSnapshot[]): AnyMachineSnapshot => {
    let at = before;
    for (const next of steps) {
      for (const { id, parent } of next._nodes) if (parent) states.set(id, 'path');
      // What follows by itself, or by an event that was raised: XState does not tell by which transition.
      if (at !== next) for (const id of guessTaken(diagram, at, next)) transitions.set(id, 'path');
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
      for (const definition of taken) transitions.set(ids.get(definition) ?? '', 'path');
      const [next = at, ...rest] = getMicrosteps(machine, at, { type }).map(snapshotOf);
      at = follow(next, [next, ...rest]);
    }
    return { ok: true, overlay: { states, transitions } };
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
  const leading = listActive(diagram, at).filter(
    ({ targets }) => targets.length > 0 && targets.every((target) => after.has(target)),
  );
  const taken = leading.find(({ trigger }) => trigger.kind === 'always') ?? leading[0];
  return taken ? [taken.id] : [];
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
