import { checkOptions } from '../option/check-options.ts';
import { objectOf, oneOf } from '../option/kind.ts';
import { checkOverlay } from './check-overlay.ts';
import { type Diagram, type DiagramState, escapeId, listStates, reachesInside } from './diagram.ts';
import { writeEdges } from './dot-edge.ts';
import { writeInitial, writeState } from './dot-state.ts';
import { type LabelPart, quoteDot, sizes, writeBox, writeLines } from './dot-text.ts';
import { countMarks, type Overlay } from './overlay.ts';
import { colour } from './palette.ts';

/** Where a drawing grows to: to the right, or down. */
export type Direction = 'LR' | 'TB';

export interface DrawOptions {
  /** Default: to the right; in SVG down where that is too wide. */
  readonly direction?: Direction;
}

const drawOptions = objectOf<DrawOptions>({ direction: oneOf('LR', 'TB') });

/** @throws TypeError for an option or a part of the overlay that is unknown or of another kind */
export function checkDrawing(caller: string, overlay: Overlay, options: DrawOptions): void {
  checkOverlay(caller, overlay);
  checkOptions(caller, options, drawOptions);
}

/**
 * A diagram in the language of Graphviz. A state is a node, one with states inside is a cluster; `id` and `class` of
 * nodes and edges tell which state or transition it is, and which mark it has.
 */
export function toDot(diagram: Diagram, overlay: Overlay = {}, options: DrawOptions = {}): string {
  checkDrawing('toDot', overlay, options);
  const { direction = 'LR' } = options;
  const { root, transitions } = diagram;
  const states = new Map(listStates(root).map((state) => [state.id, state]));
  const internal = transitions.filter(({ targets }) => targets.length === 0);
  const { labels, edges } = writeEdges(diagram, states, overlay);
  const drawn = {
    labels,
    overlay,
    internal: new Map([...states.keys()].map((id) => [id, internal.filter(({ source }) => source === id)])),
    reaching: new Set(transitions.filter((each) => reachesInside(each, states)).map(({ source }) => source)),
  };
  const isFramed =
    drawn.reaching.has(root.id) || internal.some(({ source }) => source === root.id) || does(root);
  const inside = () => root.states.flatMap((state) => writeState(state, drawn));
  const body = isFramed
    ? writeState(root, drawn)
    : [writeInitial(root), ...inside(), ...(labels.get(root.id) ?? [])];
  const title = isFramed ? [] : [titleOf(root)];
  return writeGraph(diagram.id, [...title, ...writeLegend(overlay)], direction, [...body, ...edges]);
}

/** Whether there is more to tell of a machine than its name and states. */
function does({ kind, entry, exit, invokes, tags, description }: DiagramState): boolean {
  return (
    kind !== 'compound' ||
    description !== undefined ||
    [entry, exit, invokes, tags].some((each) => each.length > 0)
  );
}

function titleOf({ key }: DiagramState): LabelPart {
  return { text: key, weight: 'bold', size: sizes.name, align: 'left' };
}

/** A line for each mark, with its sign, colour and number. */
export function writeLegend(overlay: Overlay): readonly LabelPart[] {
  return countMarks(overlay).map(({ mark, text }) => ({ text, colour: colour(mark), align: 'left' }));
}

/** A graph with the looks that all drawings have. */
export function writeGraph(
  id: string,
  label: readonly LabelPart[],
  direction: Direction,
  body: readonly string[],
): string {
  const text = `fontname="Helvetica", fontsize=${sizes.text}, fontcolor="${colour('ink')}"`;
  // Edges are painted before nodes, so that no line is drawn over a label.
  const looks = `rankdir=${direction}, compound=true, bgcolor="${colour('ground')}", outputorder=edgesfirst, pad=0.15, nodesep=0.15, ranksep=0.3`;
  const titled =
    label.length > 0
      ? `, labelloc=t, labeljust=l, label=<${writeBox(label.flatMap((part) => writeLines(part, 480)))}>`
      : '';
  return [
    `digraph ${quoteDot(escapeId(id))} {`,
    `  graph [${looks}, ${text}${titled}];`,
    `  node [shape=box, margin="0.06,0.04", height=0.3, ${text}];`,
    `  edge [color="${colour('line')}", arrowsize=0.7, ${text}];`,
    ...body.map((line) => `  ${line}`),
    '}\n',
  ].join('\n');
}
