import {
  type Diagram,
  type DiagramState,
  type DiagramTransition,
  escapeId,
  isWithin,
  listStates,
  reachesInside,
  type States,
} from './diagram.ts';
import { type LabelPart, quoteDot, widths, writeBox, writeCell } from './dot-text.ts';
import { type Mark, type Overlay, signTransition } from './overlay.ts';
import { coloursOf } from './palette.ts';
import { describeEffect } from './state-text.ts';

/** One end of an edge: a node, and the cluster at whose border it ends. */
interface End {
  readonly node: string;
  readonly cluster?: string;
}

/** What is written for transitions: their labels by the state in which they stand, and the edges between. */
export interface Edges {
  readonly labels: ReadonlyMap<string, readonly string[]>;
  readonly edges: readonly string[];
}

/**
 * The transitions of a diagram that lead somewhere. Their labels are nodes: Graphviz lets those of edges overlap each
 * other and the borders of clusters, but never those of nodes.
 */
export function writeEdges({ root, transitions }: Diagram, states: States, overlay: Overlay): Edges {
  const leading = transitions.filter(({ targets }) => targets.length > 0);
  const told = leading.filter(({ trigger }) => trigger.kind === 'initial').map(({ source }) => source);
  const beginnings = [...states.values()].filter(({ id }) => !told.includes(id));
  const labels = new Map<string, readonly string[]>();
  for (const transition of leading) {
    const holder = findHolder(root, [transition.source, ...transition.targets]).id;
    const label = writeLabel(transition, overlay);
    labels.set(holder, [...(labels.get(holder) ?? []), label]);
  }
  return {
    labels,
    edges: [
      ...beginnings.flatMap(({ id, initial }) =>
        initial === undefined
          ? []
          : [
              writeEdge(
                { node: `${escapeId(id)}-initial` },
                headOf(states.get(initial), false),
                'class="initial"',
              ),
            ],
      ),
      ...leading.flatMap((transition) =>
        writeTransition(transition, states, overlay.transitions?.get(transition.id)),
      ),
    ],
  };
}

/** The innermost state with states inside that holds all of some. */
function findHolder(state: DiagramState, ids: readonly string[]): DiagramState {
  const inner = state.states.find((child) => {
    const within = listStates(child);
    return child.states.length > 0 && ids.every((id) => within.some((each) => each.id === id));
  });
  return inner ? findHolder(inner, ids) : state;
}

/** The event, its guard, and what is done, each on lines of its own; a dot where there is nothing to tell. */
function writeLabel(transition: DiagramTransition, overlay: Overlay): string {
  const { id, event, guard } = transition;
  const mark = overlay.transitions?.get(id);
  const { ink, line } = coloursOf(mark);
  const texts = [
    signTransition(overlay, id, event),
    ...(guard === undefined ? [] : [`[${guard}]`]),
    ...describeEffect(transition),
  ];
  const parts = texts.filter((text) => text !== '').map((text): LabelPart => ({ text, colour: ink }));
  const looks =
    parts.length === 0
      ? `shape=point, width=0.03, color="${line}"`
      : `shape=plain, label=<${writeBox([writeCell(parts, widths.transition)])}>`;
  return `${quoteDot(id)} [id=${quoteDot(id)}, class=${classOf(mark)}, ${looks}];`;
}

function classOf(mark: Mark | undefined): string {
  return quoteDot(mark ? `transition ${mark}` : 'transition');
}

/** One edge to the label, and from there one to each target. */
function writeTransition(
  transition: DiagramTransition,
  states: States,
  mark: Mark | undefined,
): readonly string[] {
  const { id, source, targets } = transition;
  const strokes = {
    passed: 'solid',
    failed: 'bold',
    warned: 'bold',
    untested: 'dashed',
    path: 'bold',
  } as const;
  const pen = mark ? `, color="${coloursOf(mark).line}", penwidth=1.6, style=${strokes[mark]}` : '';
  const looks = `class=${classOf(mark)}${pen}`;
  const heads = targets.map((target) => headOf(states.get(target), isWithin(source, target, states)));
  return [
    writeEdge(tailOf(transition, states), { node: id }, `${looks}, arrowhead=none`),
    ...heads.map((head) => writeEdge({ node: id }, head, looks)),
  ];
}

function writeEdge(tail: End, head: End, looks: string): string {
  const from = tail.cluster === undefined ? '' : `, ltail=${quoteDot(tail.cluster)}`;
  const to = head.cluster === undefined ? '' : `, lhead=${quoteDot(head.cluster)}`;
  return `${quoteDot(tail.node)} -> ${quoteDot(head.node)} [${looks}${from}${to}];`;
}

/** Where a transition starts: what leads from a state into itself starts inside. */
function tailOf(transition: DiagramTransition, states: States): End {
  const { source, trigger } = transition;
  if (trigger.kind === 'initial') return { node: `${escapeId(source)}-initial` };
  return reachesInside(transition, states) ? { node: `${escapeId(source)}-any` } : leave(states.get(source));
}

/** A transition leaves a cluster at its border, from the last state inside. */
function leave(state: DiagramState | undefined): End {
  const last = state?.states.findLast(({ kind }) => kind !== 'history') ?? state?.states.at(-1);
  if (!state || !last) return { node: escapeId(state?.id ?? '') };
  return { node: leave(last).node, cluster: `cluster-${escapeId(state.id)}` };
}

/** A transition enters a cluster at its border, towards where it begins; from inside there is no border to cross. */
function headOf(state: DiagramState | undefined, fromInside: boolean): End {
  const [first] = state?.states ?? [];
  if (!state || !first) return { node: escapeId(state?.id ?? '') };
  const node = state.initial === undefined ? headOf(first, true).node : `${escapeId(state.id)}-initial`;
  return fromInside ? { node } : { node, cluster: `cluster-${escapeId(state.id)}` };
}
