import { checkOverlay } from './check-overlay.ts';
import type { Diagram, DiagramState } from './diagram.ts';
import { writeFlowchart } from './mermaid-flowchart.ts';
import { type Arrow, type MermaidPlace, placeDiagram } from './mermaid-place.ts';
import { writeClasses, writeTitle } from './mermaid-text.ts';
import type { Overlay } from './overlay.ts';

/**
 * A diagram in the language of Mermaid, for the Markdown of GitHub and others: a state diagram, or a flowchart where
 * transitions have marks, since Mermaid colours the arrows of no state diagram.
 */
export function toMermaid(diagram: Diagram, overlay: Overlay = {}): string {
  checkOverlay('toMermaid', overlay);
  const place = placeDiagram(diagram, overlay);
  const lines = (overlay.transitions?.size ?? 0) > 0 ? writeFlowchart(place) : writeStateDiagram(place);
  return `${[...(place.isFramed ? [] : writeTitle(diagram.id)), ...lines].join('\n')}\n`;
}

function writeStateDiagram(place: MermaidPlace): readonly string[] {
  const { root, arrows, marked, isFramed } = place;
  return [
    'stateDiagram-v2',
    '  direction LR',
    ...indent(isFramed ? writeState(root, place) : writeInside(root, place)),
    ...indent(arrows.flatMap(writeArrow)),
    ...indent(writeClasses(marked.map(([, mark]) => mark))),
    ...indent(marked.map(([name, mark]) => `class ${name} ${mark}`)),
  ];
}

function indent(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`);
}

function writeState(state: DiagramState, place: MermaidPlace): readonly string[] {
  const name = place.nameOf(state.id);
  if (state.kind === 'history') return [`state "${state.history === 'deep' ? 'H#42;' : 'H'}" as ${name}`];
  const line = `state "${place.labelOf(state)}" as ${name}`;
  return state.states.length === 0 ? [line] : [`${line} {`, ...indent(writeInside(state, place)), '}'];
}

function writeInside(state: DiagramState, place: MermaidPlace): readonly string[] {
  const { nameOf, activitiesOf, reaching, beginnings } = place;
  const activities = activitiesOf(state);
  const begun = beginnings.get(state.id);
  return [
    ...(activities === '' ? [] : [`state "${activities}" as ${nameOf(state.id)}does`]),
    ...state.states.flatMap((child) => writeState(child, place)),
    ...(reaching.has(state.id) ? [`state "any state" as ${nameOf(state.id)}any`] : []),
    ...(state.initial === undefined
      ? []
      : [`[*] --> ${nameOf(state.initial)}${begun === undefined ? '' : ` : ${begun}`}`]),
    ...state.states.filter(({ kind }) => kind === 'final').map(({ id }) => `${nameOf(id)} --> [*]`),
  ];
}

function writeArrow({ tail, heads, text }: Arrow, number: number): readonly string[] {
  const label = text === '' ? '' : ` : ${text}`;
  const [only] = heads;
  if (heads.length === 1 && only) return [`${tail} --> ${only}${label}`];
  const fork = `fork${number}`;
  return [
    `state ${fork} <<fork>>`,
    `${tail} --> ${fork}${label}`,
    ...heads.map((head) => `${fork} --> ${head}`),
  ];
}
