import { checkOverlay } from './check-overlay.ts';
import { styleArrow } from './mermaid-flowchart.ts';
import { escapeLines, writeClasses, writeTitle } from './mermaid-text.ts';
import type { Overlay } from './overlay.ts';
import type { DrawnTable } from './rule-text.ts';
import { numberRules } from './table-column.ts';

/** A rule table in the language of Mermaid: a chain of questions, and what is answered where one of them holds. */
export function tableToMermaid(table: DrawnTable, overlay: Overlay = {}): string {
  checkOverlay('tableToMermaid', overlay);
  const rules = numberRules(table, overlay);
  const marked = [...(overlay.rules ?? [])];
  const lines = rules.flatMap(({ number, guard, choice, verdict, answer, clause, result }) => {
    const asked = [
      ...(result === '' ? [] : [result]),
      `${number} · ${guard}`,
      ...(choice === '' ? [] : [choice]),
      clause,
    ];
    return [`r${number}["${escapeLines(asked)}"]`, `v${number}(["${escapeLines([verdict, ...answer])}"])`];
  });
  const arrows = rules.flatMap(({ number }) => {
    const next = number < rules.length ? [`r${number} -->|no| r${number + 1}`] : [];
    return [`r${number} -->|yes| v${number}`, ...next];
  });
  const body = [
    ...lines,
    ...arrows,
    ...writeClasses(marked.map(([, mark]) => mark)),
    ...marked.map(([number, mark]) => `class r${number},v${number} ${mark}`),
    // Two arrows begin at each rule, the first of them to its verdict.
    ...marked.map(([number, mark]) => styleArrow(2 * (number - 1), mark)),
  ];
  return `${[...writeTitle(table.id), 'flowchart TD', ...body.map((line) => `  ${line}`)].join('\n')}\n`;
}
