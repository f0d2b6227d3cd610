import { type DiagramState, type DiagramTransition, escapeId } from './diagram.ts';
import { type LabelPart, quoteDot, sizes, widths, writeBox, writeCell, writeLines } from './dot-text.ts';
import { type Mark, marks, type Overlay, signTransition } from './overlay.ts';
import { colour, coloursOf } from './palette.ts';
import { describeActivities, describeTransition, nameState } from './state-text.ts';

/** What the drawing of states looks up. */
export interface Drawn {
  readonly overlay: Overlay;
  /** By the id of the state: the transitions that leave it as it is. */
  readonly internal: ReadonlyMap<string, readonly DiagramTransition[]>;
  /** Ids of the states with transitions to themselves or into themselves. */
  readonly reaching: ReadonlySet<string>;
  /** By the id of the state: nodes that stand in it besides its states. */
  readonly labels: ReadonlyMap<string, readonly string[]>;
}

/** The lines of a state and all below it. */
export function writeState(state: DiagramState, drawn: Drawn, region = false): readonly string[] {
  if (state.kind === 'history') return [writeHistory(state, drawn)];
  return state.states.length === 0 ? [writeNode(state, drawn, region)] : writeCluster(state, drawn, region);
}

function markOf({ id }: DiagramState, { overlay }: Drawn): Mark | undefined {
  return overlay.states?.get(id);
}

function classOf(state: DiagramState, drawn: Drawn): string {
  return ['state', state.kind, markOf(state, drawn) ?? ''].join(' ').trim();
}

function writeHistory(state: DiagramState, drawn: Drawn): string {
  const { ink, line, box } = coloursOf(markOf(state, drawn));
  const text = state.history === 'deep' ? 'H*' : 'H';
  const looks = `shape=circle, style=filled, width=0.35, margin=0.02, color="${line}", fillcolor="${box}", fontcolor="${ink}"`;
  const name = escapeId(state.id);
  return `${quoteDot(name)} [id=${quoteDot(name)}, class=${quoteDot(classOf(state, drawn))}, label="${text}", ${looks}];`;
}

function writeNode(state: DiagramState, drawn: Drawn, region: boolean): string {
  const mark = markOf(state, drawn);
  const { line, box } = coloursOf(mark);
  const rows = writeLabel(state, drawn);
  const style = ['rounded', 'filled', ...(region || mark === 'untested' ? ['dashed'] : [])].join(',');
  const looks = `style="${style}", color="${line}", fillcolor="${box}", penwidth=${mark ? 2 : 1}`;
  const final = state.kind === 'final' ? ', peripheries=2' : '';
  const name = quoteDot(escapeId(state.id));
  return `${name} [id=${name}, class=${quoteDot(classOf(state, drawn))}, ${looks}${final}, label=<${writeBox(rows)}>];`;
}

/** The name, then a line, then what the state does. */
function writeLabel(state: DiagramState, drawn: Drawn): readonly string[] {
  const mark = markOf(state, drawn);
  const { ink } = coloursOf(mark);
  const sign = mark ? `${marks[mark]} ` : '';
  const kind = state.kind === 'parallel' ? ' (parallel)' : '';
  const name: LabelPart = {
    text: `${sign}${nameState(state)}${kind}`,
    weight: 'bold',
    size: sizes.name,
    colour: ink,
    ...(state.states.length > 0 ? { align: 'left' as const } : {}),
  };
  const about: readonly LabelPart[] = state.description
    ? [{ text: state.description, italic: true, colour: ink, align: name.align ?? 'center' }]
    : [];
  const done = describeActivities(state).map((text): LabelPart => ({ text, colour: ink, align: 'left' }));
  const kept = (drawn.internal.get(state.id) ?? []).map((transition): LabelPart => {
    const { ink: colour } = coloursOf(drawn.overlay.transitions?.get(transition.id));
    const text = signTransition(drawn.overlay, transition.id, describeTransition(transition));
    return { text, colour, align: 'left' };
  });
  const activities = [...done, ...kept];
  return [
    ...[name, ...about].flatMap((part) => writeLines(part, widths.state)),
    ...(activities.length > 0 ? ['<HR/>', writeCell(activities, widths.state)] : []),
  ];
}

function writeCluster(state: DiagramState, drawn: Drawn, region: boolean): readonly string[] {
  const name = escapeId(state.id);
  const mark = markOf(state, drawn);
  const dashed = region || mark === 'untested' ? ',dashed' : '';
  const looks = `style="rounded${dashed}"; color="${coloursOf(mark).line}"; penwidth=${mark ? 2 : 1}; margin=12`;
  const parallel = state.kind === 'parallel';
  return [
    `subgraph ${quoteDot(`cluster-${name}`)} {`,
    `  id=${quoteDot(name)}; class=${quoteDot(classOf(state, drawn))}; ${looks}; labeljust=l;`,
    `  label=<${writeBox(writeLabel(state, drawn))}>;`,
    ...(state.initial === undefined ? [] : [`  ${writeInitial(state)}`]),
    ...(drawn.reaching.has(state.id) ? [`  ${writeAny(state)}`] : []),
    ...state.states.flatMap((child) => writeState(child, drawn, parallel)).map((line) => `  ${line}`),
    ...(drawn.labels.get(state.id) ?? []).map((line) => `  ${line}`),
    '}',
  ];
}

/** The dot from which a compound state begins. */
export function writeInitial(state: DiagramState): string {
  const looks = `shape=circle, style=filled, width=0.13, height=0.13, label="", color="${colour('ink')}", fillcolor="${colour('ink')}"`;
  return `${quoteDot(`${escapeId(state.id)}-initial`)} [class="initial", ${looks}];`;
}

/** Stands for whichever state inside is active, where a transition out of all of them ends inside again. */
function writeAny(state: DiagramState): string {
  const looks = `style="rounded,dashed", color="${colour('line')}", height=0.3`;
  const label = `<FONT POINT-SIZE="${sizes.text}"><I>any state</I></FONT>`;
  return `${quoteDot(`${escapeId(state.id)}-any`)} [class="any", ${looks}, label=<${label}>];`;
}
