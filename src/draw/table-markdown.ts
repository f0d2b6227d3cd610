import { checkOptions } from '../option/check-options.ts';
import { objectOf } from '../option/kind.ts';
import { overlayParts } from './check-overlay.ts';
import { escapeMarkdown, writeTable } from './markdown-text.ts';
import type { Overlay } from './overlay.ts';
import type { DrawnTable } from './rule-text.ts';
import { chooseColumns, type Numbered, numberRules } from './table-column.ts';

export interface TableOptions {
  readonly overlay?: Overlay;
}

const tableOptions = objectOf<TableOptions>({ overlay: overlayParts });

/** A rule table as Markdown: a numbered row for each rule, its clause linked to the section that it is from. */
export function tableToMarkdown(table: DrawnTable, options: TableOptions = {}): string {
  checkOptions('tableToMarkdown', options, tableOptions);
  const { overlay = {} } = options;
  const rules = numberRules(table, overlay);
  const columns = chooseColumns(rules);
  return writeTable(
    columns.map(({ title }) => title),
    rules.map((rule) =>
      columns.map(({ title, lines }) =>
        title === 'clause' ? linkClause(rule) : lines(rule).map(escapeMarkdown).join('<br>'),
      ),
    ),
  );
}

function linkClause({ clause, source, url }: Numbered): string {
  return url === undefined ? `${clause} (${source})` : `[${clause}](${url} "${source}")`;
}
