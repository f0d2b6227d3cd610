import { sourceOf } from '../../models/clauses.ts';
import { checkOverlay } from './check-overlay.ts';
import { writeGraph, writeLegend } from './dot.ts';
import { escapeHtml, type LabelPart, quoteDot, sizes, writeCell } from './dot-text.ts';
import type { Overlay } from './overlay.ts';
import { colour, coloursOf } from './palette.ts';
import type { DrawnTable } from './rule-text.ts';
import { type Column, chooseColumns, type Numbered, numberRules } from './table-column.ts';

/** A rule table in the language of Graphviz: one node, with a port for each row: `rule1`, `rule2`, … */
export function tableToDot(table: DrawnTable, overlay: Overlay = {}): string {
  checkOverlay('tableToDot', overlay);
  const rules = numberRules(table, overlay);
  const columns = chooseColumns(rules);
  const rows = [
    columns.map(({ title, width }) => {
      const part: LabelPart = { text: title, weight: 'bold', align: 'left' };
      return writeCell([part], width, ` BGCOLOR="${colour('head')}"`, 4);
    }),
    ...rules.map((rule) => columns.map((column) => writeRuleCell(column, rule, overlay))),
  ];
  const body = rows.map((cells) => `<TR>${cells.join('')}</TR>`).join('\n');
  const looks = `BORDER="0" CELLBORDER="1" CELLSPACING="0" COLOR="${colour('line')}"`;
  const node = `"table" [id=${quoteDot(table.id)}, class="table", shape=plain, label=<<TABLE ${looks}>\n${body}\n</TABLE>>];`;
  const title: readonly LabelPart[] = [
    { text: table.id, weight: 'bold', size: sizes.name, align: 'left' },
    { text: 'The first rule that holds decides.', align: 'left' },
  ];
  return writeGraph(table.id, [...title, ...writeLegend(overlay)], 'TB', [node]);
}

function writeRuleCell({ title, width, lines }: Column, rule: Numbered, { rules }: Overlay): string {
  const mark = rules?.get(rule.number);
  const { ink, box } = coloursOf(mark);
  const ground = mark ? box : rule.number % 2 === 0 ? colour('box') : colour('ground');
  const link = title === 'clause' && rule.url !== undefined;
  const attributes = [
    ` BGCOLOR="${ground}"`,
    ...(title === '#' ? [` PORT="rule${rule.number}"`] : []),
    ...(link ? [` HREF="${escapeHtml(rule.url ?? '')}" TITLE="${escapeHtml(sourceOf(rule.clause))}"`] : []),
  ].join('');
  const parts = lines(rule).map((text): LabelPart => {
    return { text, colour: link ? colour('link') : ink, align: 'left' };
  });
  return parts.length === 0 ? `<TD${attributes}></TD>` : writeCell(parts, width, attributes, 4);
}
