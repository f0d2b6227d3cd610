import { connection } from '../../../models/lifecycles/connection.ts';
import { serverSession } from '../../../models/lifecycles/session.ts';
import { readDiagram, toSvg, tracePath } from '../../draw/index.ts';
import type { View } from '../view.ts';

const machines = { serverSession, connection };

/** The lifecycle of a view as an SVG element in which its path is lit. */
export async function drawPath({ lifecycle, path }: View): Promise<Element> {
  const machine = machines[lifecycle];
  const traced = tracePath(
    machine,
    path.map(({ event }) => event),
  );
  if (!traced.ok) throw new Error(traced.problem);
  const text = await toSvg(readDiagram(machine), traced.overlay);
  // The policy of the page allows no style in elements: the same text is handed in as a sheet.
  const [element = '', style = ''] = /<style>([^<]*)<\/style>/.exec(text) ?? [];
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [sheet];
  const svg = new DOMParser().parseFromString(text.replace(element, ''), 'image/svg+xml');
  return document.importNode(svg.documentElement, true);
}
