import { isClauseId, locateClause, sourceOf } from '../../models/clauses.ts';
import { escapeId } from './diagram.ts';
import { writeGraph } from './dot.ts';
import { escapeHtml, type LabelPart, quoteDot, sizes, writeCell } from './dot-text.ts';
import { dressSvg } from './dress-svg.ts';
import { escapeMarkdown, writeTable } from './markdown-text.ts';
import { colour } from './palette.ts';
import { layOut } from './svg.ts';

/** The lines of a cell; one that is the id of a clause leads to the section that it is from. */
export type Cell = readonly string[];

/** Any table of rows, in words: what is no decision has columns of its own. */
export interface Listing {
  readonly id: string;
  /** How its rows are read. */
  readonly rule: string;
  /** Titles, and how wide the cells are where they are drawn, in points. */
  readonly columns: readonly (readonly [title: string, width: number])[];
  readonly rows: readonly (readonly Cell[])[];
}

/** A listing as Markdown: a numbered row for each row. */
export function listingToMarkdown({ columns, rows }: Listing): string {
  const titles = ['#', ...columns.map(([title]) => title)];
  return writeTable(
    titles,
    rows.map((cells, at) => [`${at + 1}`, ...cells.map((lines) => lines.map(writeLink).join('<br>'))]),
  );
}

function writeLink(line: string): string {
  if (!isClauseId(line)) return escapeMarkdown(line);
  const url = locateClause(line);
  return url === undefined ? `${line} (${sourceOf(line)})` : `[${line}](${url} "${sourceOf(line)}")`;
}

/** A listing in the language of Graphviz: one node, with a port for each row: `rule1`, `rule2`, … */
export function listingToDot({ id, rule, columns, rows }: Listing): string {
  const titled: readonly (readonly [string, number])[] = [['#', 18], ...columns];
  const head = titled.map(([title, width]) =>
    writeCell([{ text: title, weight: 'bold', align: 'left' }], width, ` BGCOLOR="${colour('head')}"`, 4),
  );
  const body = rows.map((cells, at) => {
    const ground = ` BGCOLOR="${colour(at % 2 === 0 ? 'ground' : 'box')}"`;
    const number = writeCell([{ text: `${at + 1}`, align: 'left' }], 18, `${ground} PORT="rule${at + 1}"`, 4);
    return [number, ...cells.map((lines, place) => drawCell(lines, columns[place]?.[1] ?? 0, ground))];
  });
  const table = [head, ...body].map((cells) => `<TR>${cells.join('')}</TR>`).join('\n');
  const looks = `BORDER="0" CELLBORDER="1" CELLSPACING="0" COLOR="${colour('line')}"`;
  const node = `"table" [id=${quoteDot(id)}, class="table", shape=plain, label=<<TABLE ${looks}>\n${table}\n</TABLE>>];`;
  const title: readonly LabelPart[] = [
    { text: id, weight: 'bold', size: sizes.name, align: 'left' },
    { text: rule, align: 'left' },
  ];
  return writeGraph(id, title, 'TB', [node]);
}

/** A cell leads to one place at most. */
function drawCell(lines: Cell, width: number, ground: string): string {
  if (lines.length === 0) return `<TD${ground}></TD>`;
  const [only = '', ...more] = lines;
  const url = more.length === 0 && isClauseId(only) ? locateClause(only) : undefined;
  const link = url === undefined ? '' : ` HREF="${escapeHtml(url)}" TITLE="${escapeHtml(only)}"`;
  const ink = colour(url === undefined ? 'ink' : 'link');
  const parts = lines.map((text): LabelPart => ({ text, colour: ink, align: 'left' }));
  return writeCell(parts, width, `${ground}${link}`, 4);
}

/** A listing as SVG. */
export async function listingToSvg(listing: Listing): Promise<string> {
  return dressSvg(await layOut(listingToDot(listing)), {
    id: escapeId(listing.id),
    title: `Table ${listing.id}`,
    description: `${listing.rows.length} rows. ${listing.rule}`,
    titles: new Map(),
  });
}
