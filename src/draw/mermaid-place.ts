import {
  type Diagram,
  type DiagramState,
  type DiagramTransition,
  isWithin,
  listStates,
  reachesInside,
} from './diagram.ts';
import { escapeLines } from './mermaid-text.ts';
import { type Mark, marks, type Overlay, signTransition } from './overlay.ts';
import { describeActivities, describeTransition, nameState } from './state-text.ts';

/** An arrow between nodes of Mermaid. */
export interface Arrow {
  readonly tail: string;
  /** Several where all of them are entered at once. */
  readonly heads: readonly string[];
  /** Escaped; empty where there is nothing to tell. */
  readonly text: string;
  readonly mark?: Mark;
}

/** A diagram as both of Mermaid's languages need it: with names of its own, since words and signs mean something in them. */
export interface MermaidPlace {
  readonly root: DiagramState;
  /** `s0` for the machine, `s1` for its first state, and so on, by id. */
  readonly nameOf: (id: string) => string;
  /** What stands in a state, or in the title of one with states inside; escaped. */
  readonly labelOf: (state: DiagramState) => string;
  /** What a state with states inside does besides, for which its title has no room; escaped. */
  readonly activitiesOf: (state: DiagramState) => string;
  /** Ids of the states with transitions to themselves or into themselves. */
  readonly reaching: ReadonlySet<string>;
  readonly arrows: readonly Arrow[];
  /** The text at the arrow from a state's beginning, by the id of the state; escaped. */
  readonly beginnings: ReadonlyMap<string, string>;
  /** The marked states with their names. */
  readonly marked: readonly (readonly [name: string, mark: Mark])[];
  /** Whether the machine itself is drawn as a state around the others. */
  readonly isFramed: boolean;
}

export function placeDiagram({ root, transitions }: Diagram, overlay: Overlay): MermaidPlace {
  const all = listStates(root);
  const states = new Map(all.map((state) => [state.id, state]));
  const names = new Map(all.map((state, place) => [state.id, `s${place}`]));
  const nameOf = (id: string) => names.get(id) ?? 's0';
  const reaching = new Set(
    transitions.filter((each) => reachesInside(each, states)).map(({ source }) => source),
  );
  const tell = (each: DiagramTransition) => signTransition(overlay, each.id, describeTransition(each));
  const titleOf = (state: DiagramState) => {
    const mark = overlay.states?.get(state.id);
    return `${mark ? `${marks[mark]} ` : ''}${nameState(state)}${state.kind === 'parallel' ? ' (parallel)' : ''}`;
  };
  const tellState = (state: DiagramState) => [
    ...(state.description === undefined ? [] : [state.description]),
    ...describeActivities(state),
    ...transitions.filter(({ source, targets }) => source === state.id && targets.length === 0).map(tell),
  ];
  // No arrow may lead from inside a state to the state around it: it leads to where that begins.
  const headOf = (source: string, target: string): string => {
    const [first] = states.get(target)?.states ?? [];
    const isAround = first !== undefined && isWithin(source, target, states);
    return nameOf(isAround ? (states.get(target)?.initial ?? first.id) : target);
  };
  const leading = transitions.filter(({ targets }) => targets.length > 0);
  const [begins, moving] = [true, false].map((is) =>
    leading.filter((each) => (each.trigger.kind === 'initial') === is),
  );
  const arrows = (moving ?? []).map((each): Arrow => {
    const mark = overlay.transitions?.get(each.id);
    const tail = `${nameOf(each.source)}${reachesInside(each, states) ? 'any' : ''}`;
    const heads = each.targets.map((target) => headOf(each.source, target));
    return { tail, heads, text: escapeLines([tell(each)]), ...(mark ? { mark } : {}) };
  });
  return {
    root,
    nameOf,
    labelOf: (state) => escapeLines([titleOf(state), ...(state.states.length === 0 ? tellState(state) : [])]),
    activitiesOf: (state) => (state.states.length === 0 ? '' : escapeLines(tellState(state))),
    reaching,
    arrows: mergeLoops(arrows),
    beginnings: new Map((begins ?? []).map((each) => [each.source, escapeLines([tell(each)])])),
    marked: [...(overlay.states ?? [])].map(([id, mark]) => [nameOf(id), mark]),
    isFramed: reaching.has(root.id) || root.kind !== 'compound' || tellState(root).length > 0,
  };
}

/** Of several arrows from a node to itself Mermaid draws the last alone: they are made one. */
function mergeLoops(arrows: readonly Arrow[]): readonly Arrow[] {
  const isLoop = ({ tail, heads }: Arrow) => heads.length === 1 && heads[0] === tail;
  return arrows.flatMap((arrow) => {
    if (!isLoop(arrow)) return [arrow];
    const alike = arrows.filter((each) => isLoop(each) && each.tail === arrow.tail);
    if (alike[0] !== arrow) return [];
    const mark = (['failed', 'warned', 'path', 'untested', 'passed'] as const).find((each) =>
      alike.some((loop) => loop.mark === each),
    );
    const { tail, heads } = arrow;
    return [{ tail, heads, text: alike.map(({ text }) => text).join('<br/>'), ...(mark ? { mark } : {}) }];
  });
}
