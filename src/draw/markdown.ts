import { checkOverlay } from './check-overlay.ts';
import { type Diagram, type DiagramTransition, listStates } from './diagram.ts';
import { escapeMarkdown, writeTable } from './markdown-text.ts';
import { type Overlay, signTransition } from './overlay.ts';
import { describeEffect } from './state-text.ts';

interface Column {
  readonly title: string;
  readonly text: (transition: DiagramTransition) => string;
}

/** A diagram as a table of its transitions in Markdown; states go by their ids without that of the machine. */
export function toMarkdown(diagram: Diagram, overlay: Overlay = {}): string {
  checkOverlay('toMarkdown', overlay);
  const { root, transitions } = diagram;
  const begin = `${root.id}.`;
  const names = new Map(
    listStates(root).map(({ id }) => [id, id.startsWith(begin) ? id.slice(begin.length) : id]),
  );
  const columns: readonly Column[] = [
    { title: 'from', text: ({ source }) => names.get(source) ?? source },
    { title: 'event', text: ({ event }) => event },
    { title: 'if', text: ({ guard = '' }) => guard },
    { title: 'then', text: (transition) => describeEffect(transition).join(' ').replace(/^\/ /, '') },
    { title: 'to', text: ({ targets }) => targets.map((target) => names.get(target) ?? target).join(', ') },
    { title: 'result', text: ({ id }) => describeMark(overlay, id) },
    { title: 'description', text: ({ description = '' }) => description },
  ];
  const shown = columns.filter(({ text }) => transitions.some((transition) => text(transition) !== ''));
  return writeTable(
    shown.map(({ title }) => title),
    transitions.map((transition) => shown.map(({ text }) => escapeMarkdown(text(transition)))),
  );
}

function describeMark(overlay: Overlay, id: string): string {
  const mark = overlay.transitions?.get(id);
  return mark ? signTransition(overlay, id, mark) : '';
}
