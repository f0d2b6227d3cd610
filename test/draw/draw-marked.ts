import type { AnyStateMachine } from 'xstate';
import { readDiagram } from '../../src/draw/read-diagram.ts';
import { toSvg } from '../../src/draw/svg.ts';

/** With the longest signs that labels can have. */
export function drawMarked(machine: AnyStateMachine): Promise<string> {
  const diagram = readDiagram(machine);
  const ids = diagram.transitions.map(({ id }) => id);
  return toSvg(diagram, {
    transitions: new Map(ids.map((id) => [id, 'path'])),
    steps: new Map(ids.map((id, place) => [id, [place + 1, place + 100]])),
  });
}
