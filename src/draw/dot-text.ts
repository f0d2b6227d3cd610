import { type FontWeight, isAscii, measureText, wrapText } from './text-width.ts';

/** In points: of names, and of what stands beside them. */
export const sizes = { name: 11, text: 10 } as const;

/** In points: how wide the text of a state and of a transition may be. */
export const widths = { state: 190, transition: 180 } as const;

/** A string of DOT. Graphviz reads escapes in it, so a backslash is two. */
export function quoteDot(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}

/** Text within a label of DOT that is like HTML. What XML cannot have is shown as a replacement character. */
export function escapeHtml(text: string): string {
  return replaceControls(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\\', '&#92;');
}

/** Without the code points that XML 1.0 does not know, §2.2, and without halves of surrogate pairs. */
export function replaceControls(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
}

export interface LabelPart {
  readonly text: string;
  readonly weight?: FontWeight;
  readonly italic?: boolean;
  readonly colour?: string;
  readonly size?: number;
  readonly href?: string;
  readonly align?: 'left' | 'center';
}

/** A cell for each line of a text: Graphviz sets bold and slanted lines too close to each other within one. */
export function writeLines(part: LabelPart, width: number): readonly string[] {
  const { text, size = sizes.text, weight = 'regular' } = part;
  const lines = wrapText(replaceControls(text), width, size, weight);
  return lines.map((line) => writeCell([{ ...part, text: line }], Number.POSITIVE_INFINITY, '', 1));
}

/** A cell of a table with the lines of some parts, each part on lines of its own. */
export function writeCell(parts: readonly LabelPart[], width: number, attributes = '', padding = 2): string {
  const lines = parts.flatMap((part) => {
    const { text, size = sizes.text, weight = 'regular' } = part;
    return wrapText(replaceControls(text), width, size, weight).map((line) => ({ part, line, size, weight }));
  });
  // Of letters beyond ASCII Graphviz guesses the width, and centres by it: the cell is as wide as such a line, from its
  // left on.
  const odd = lines.filter(({ line }) => !isAscii(line));
  const widest = Math.max(0, ...odd.map(({ line, size, weight }) => measureText(line, size, weight)));
  const wide = widest > 0 ? ` WIDTH="${Math.ceil(widest) + 2 * padding}"` : '';
  const left = parts[0]?.align === 'left' || odd.length > 0;
  const align = left ? ' ALIGN="LEFT" BALIGN="LEFT"' : '';
  const content = lines.map(({ line, part }) => writeLine(line, part));
  const broken = left ? `${content.join('<BR ALIGN="LEFT"/>')}<BR ALIGN="LEFT"/>` : content.join('<BR/>');
  const single = content.length === 1 ? content.join('') : broken;
  return `<TD${attributes}${align}${wide} CELLPADDING="${padding}">${single}</TD>`;
}

function writeLine(line: string, { weight, italic, colour, size = sizes.text }: LabelPart): string {
  const text = line === '' ? ' ' : escapeHtml(line);
  const sized = `<FONT POINT-SIZE="${size}"${colour === undefined ? '' : ` COLOR="${colour}"`}>${text}</FONT>`;
  const strong = weight === 'bold' ? `<B>${sized}</B>` : sized;
  return italic ? `<I>${strong}</I>` : strong;
}

/** A table without lines, a row for each cell; `<HR/>` may stand between. */
export function writeBox(rows: readonly string[], attributes = ''): string {
  const body = rows.map((row) => (row === '<HR/>' ? row : `<TR>${row}</TR>`)).join('');
  return `<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0"${attributes}>${body}</TABLE>`;
}
