import type { AnyStateMachine } from 'xstate';
import { readDiagram, toSvg, tracePath } from '../../src/draw/index.ts';
import { make } from '../../src/explore/page/element.ts';

/** Counts what was begun in each place: what is overtaken is not shown. */
const turns = new WeakMap<HTMLElement, number>();

/** Draws a machine in which the way of some events is lit; says so where nothing can be drawn. */
export async function drawMachine(
  place: HTMLElement,
  machine: AnyStateMachine,
  events: readonly string[],
): Promise<void> {
  const turn = (turns.get(place) ?? 0) + 1;
  turns.set(place, turn);
  const traced = tracePath(machine, events);
  const drawn = traced.ok
    ? await toSvg(readDiagram(machine), traced.overlay).catch((error: unknown) => new Error(String(error)))
    : new Error(traced.problem);
  if (turns.get(place) !== turn) return;
  if (drawn instanceof Error) {
    place.replaceChildren(make('p', { class: 'soft' }, `No diagram can be drawn: ${drawn.message}`));
    return;
  }
  const svg = new DOMParser().parseFromString(drawn, 'image/svg+xml');
  place.replaceChildren(document.importNode(svg.documentElement, true));
}
