import { instance } from '@viz-js/viz';
import type { Diagram } from './diagram.ts';
import { escapeId, listStates } from './diagram.ts';
import { checkDrawing, type DrawOptions, toDot } from './dot.ts';
import { dressSvg } from './dress-svg.ts';
import type { Overlay } from './overlay.ts';
import { describeTransition, nameState } from './state-text.ts';

/**
 * A diagram as SVG: text stays text, colours follow the reader's scheme, and nothing else is needed to show it. The
 * same diagram gives the same octets. Without a direction it grows to the right, or down where a laptop's screen is
 * too narrow for that.
 */
export async function toSvg(
  diagram: Diagram,
  overlay: Overlay = {},
  options: DrawOptions = {},
): Promise<string> {
  checkDrawing('toSvg', overlay, options);
  const { direction } = options;
  const dot = toDot(diagram, overlay, options);
  const wide = await layOut(dot);
  const narrow =
    direction === undefined && widthOf(wide) > screen
      ? await layOut(toDot(diagram, overlay, { direction: 'TB' }))
      : wide;
  const states = listStates(diagram.root);
  const transitions = diagram.transitions.filter(({ trigger }) => trigger.kind !== 'default');
  return dressSvg(widthOf(narrow) < widthOf(wide) ? narrow : wide, {
    id: escapeId(diagram.id),
    title: `State diagram of ${diagram.id}`,
    description: `${states.length - 1} states: ${diagram.root.states.map(nameState).join(', ')}. ${transitions.length} transitions.`,
    titles: new Map([
      ...states.map((state) => [escapeId(state.id), state.id] as const),
      ...diagram.transitions.map((transition) => {
        const { id, source, targets, description } = transition;
        const way = `${source} → ${targets.join(', ')}: ${describeTransition(transition)}`;
        return [id, description === undefined ? way : `${way} (${description})`] as const;
      }),
    ]),
  });
}

/** What a laptop shows at once, in points. */
const screen = 960;

function widthOf(svg: string): number {
  return Number(/<svg width="([\d.]+)pt"/.exec(svg)?.[1]);
}

/**
 * Lays a graph out.
 *
 * @throws Error if Graphviz does not take the graph, which is a fault of this folder
 */
export async function layOut(dot: string): Promise<string> {
  return (await instance()).renderString(dot, { format: 'svg' });
}
