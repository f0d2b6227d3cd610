import { viewOctets } from '../../verify/report/format/octet-view.ts';
import type { MarkedOctets } from '../view.ts';
import { make } from './element.ts';

/** Octets that are shown at most. */
const limit = 16_384;

/** A named region with octets, line by line, each of them visible. */
export function showOctets(id: string, name: string, { octets, marks }: MarkedOctets): HTMLElement {
  const { lines, hidden } = viewOctets(octets, limit, marks);
  const count = `${octets.length} ${octets.length === 1 ? 'octet' : 'octets'}`;
  const code = make('code');
  for (const parts of lines) {
    for (const { text, escaped, marked } of parts) {
      const part = escaped ? make('span', { class: 'escape' }, text) : text;
      code.append(marked ? make('mark', {}, part) : part);
    }
    code.append('\n');
  }
  return make(
    'div',
    {},
    make('h4', { id: `${id}-title` }, `${name}, ${count}`),
    make('pre', { id, tabindex: '0', role: 'region', 'aria-labelledby': `${id}-title` }, code),
    hidden > 0 ? make('p', { class: 'soft' }, `${hidden} more octets are not shown`) : null,
  );
}
