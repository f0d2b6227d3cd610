import { type DiagramState, listStates } from './diagram.ts';
import type { MermaidPlace } from './mermaid-place.ts';
import { writeClasses } from './mermaid-text.ts';
import type { Mark } from './overlay.ts';
import { coloursOf } from './palette.ts';

/** The states as nodes, the transitions as arrows that have the colours of their marks. */
export function writeFlowchart(place: MermaidPlace): readonly string[] {
  const { root, nameOf, beginnings, arrows, marked, isFramed } = place;
  const begins = listStates(root).flatMap(({ id, initial }) =>
    initial === undefined
      ? []
      : [writeArrow(`${nameOf(id)}initial`, beginnings.get(id) ?? '', nameOf(initial))],
  );
  const moves = arrows.flatMap(({ tail, heads, text, mark }) =>
    heads.map((head) => ({ line: writeArrow(tail, text, head), mark })),
  );
  const lines = [
    ...(isFramed ? writeNode(root, place) : writeInside(root, place)),
    ...begins,
    ...moves.map(({ line }) => line),
    ...writeClasses(marked.map(([, mark]) => mark)),
    ...marked.map(([name, mark]) => `class ${name} ${mark}`),
    ...moves.flatMap(({ mark }, number) => (mark ? [styleArrow(begins.length + number, mark)] : [])),
  ];
  return ['flowchart LR', ...lines.map((line) => `  ${line}`)];
}

function writeArrow(tail: string, text: string, head: string): string {
  return `${tail} ${text === '' ? '-->' : `-->|"${text}"|`} ${head}`;
}

/** Mermaid counts arrows from 0. */
export function styleArrow(number: number, mark: Mark): string {
  const { line, ink } = coloursOf(mark);
  const dash = mark === 'untested' ? ',stroke-dasharray:4 3' : '';
  return `linkStyle ${number} stroke:${line},color:${ink},stroke-width:2px${dash}`;
}

function writeNode(state: DiagramState, place: MermaidPlace): readonly string[] {
  const name = place.nameOf(state.id);
  if (state.kind === 'history') return [`${name}(("${state.history === 'deep' ? 'H#42;' : 'H'}"))`];
  const text = place.labelOf(state);
  if (state.states.length > 0) {
    return [`subgraph ${name}["${text}"]`, ...writeInside(state, place).map((line) => `  ${line}`), 'end'];
  }
  return [state.kind === 'final' ? `${name}[["${text}"]]` : `${name}("${text}")`];
}

function writeInside(state: DiagramState, place: MermaidPlace): readonly string[] {
  const name = place.nameOf(state.id);
  const activities = place.activitiesOf(state);
  return [
    ...(state.initial === undefined ? [] : [`${name}initial((" "))`]),
    ...(activities === '' ? [] : [`${name}does>"${activities}"]`]),
    ...(place.reaching.has(state.id) ? [`${name}any(["any state"])`] : []),
    ...state.states.flatMap((child) => writeNode(child, place)),
  ];
}
