import { clauses, sourceOf } from '../../../models/clauses.ts';
import type { RuleTable } from '../../../models/decision.ts';
import type { Row } from '../../../models/decisions/row.ts';
import { holds } from '../../../models/match.ts';
import type { Hider } from '../../auth/hider.ts';
import { type Evident, locateTopic } from '../../facts/evidence.ts';
import { decodeLatin1 } from '../../wire/index.ts';
import { alignRows, type Paint, visible } from '../terminal.ts';

/** Where the judgement is written. */
export interface Page {
  /** Writes a line, or several. */
  readonly print: (text: string) => void;
  /** The same of a text that has no secret any more. */
  readonly printHidden: (text: string) => void;
  readonly heading: (text: string) => string;
  readonly mark: (text: string) => string;
  readonly paint: Paint;
  readonly hider: Hider;
  /** Whether octets, facts and rows are asked for. */
  readonly isVerbose: boolean;
}

/** One message, with the rows that hold for it. */
export interface ExplainedMessage<Facts, Choices extends object, R extends Row<string, string, Choices>> {
  readonly table: RuleTable<Facts, Choices, R>;
  readonly reading: { readonly facts: Facts; readonly fault: { readonly problem: string } | null };
  readonly evident: Evident;
  readonly choices: Choices;
  /** The first decides. */
  readonly holding: readonly R[];
}

/** Prints each clause that decides or would as well: what it says, where it stands, and the lines at fault. */
export function printClauses(
  explained: Pick<ExplainedMessage<object, object, Row>, 'reading' | 'evident' | 'holding'>,
  page: Page,
): void {
  const { reading, evident, holding } = explained;
  const blocks = holding.map((row) => [
    clauses[row.clause].summary,
    `${sourceOf(row.clause)}: ${row.clause}, ${row.guard}`,
    ...markLines(evident, [row], reading.fault?.problem ?? '', page)
      .filter(({ marks }) => marks.length > 0)
      .flatMap(({ line, marks }) => [line, ...marks]),
  ]);
  page.print(blocks.map((lines) => lines.join('\n')).join('\n\n'));
}

/** Prints what the decision was made of: the octets, the facts, and every row. */
export function printDetails<
  Facts extends object,
  Choices extends object,
  R extends Row<string, string, Choices>,
>({ table, reading, evident, choices, holding }: ExplainedMessage<Facts, Choices, R>, page: Page): void {
  const { print, heading } = page;
  const lines = markLines(evident, holding, reading.fault?.problem ?? '', page);
  print(`\n${heading('Octets')}\n${lines.flatMap(({ line, marks }) => [line, ...marks]).join('\n')}`);
  const facts = Object.entries(reading.facts).map(([name, value]) => [`  ${name}`, String(value)]);
  print(`\n${heading('Facts')}\n${alignRows(facts).join('\n')}`);
  const rows = table.rows.map((row, index) => {
    const sign = holding.includes(row) ? '✓' : holds(row.when ?? {}, choices) ? '·' : ' ';
    const when = Object.entries(row.when ?? {}).map(([name, value]) => `${name} = ${value}`);
    const mark = row === holding[0] ? '→' : sign;
    return [mark, String(index + 1), row.guard, when.join(', '), row.verdict, row.clause];
  });
  print(`\n${heading('Rows')} (→ decides, ✓ holds too, · does not hold)\n${alignRows(rows).join('\n')}`);
}

/** Octets line by line, with their secrets replaced. */
export function showOctets(octets: Uint8Array, { hider }: Pick<Page, 'hider'>): string {
  return decodeLatin1(hider.octets(octets))
    .split(/(?<=\n)/)
    .map((line) => `  ${visible(line)}`)
    .join('\n');
}

interface MarkedLine {
  readonly line: string;
  readonly marks: readonly string[];
}

/** The head line by line, secrets replaced, with a line of carets for each span that makes a guard hold. */
function markLines(
  evident: Evident,
  holding: readonly Row[],
  problem: string,
  { mark, hider }: Page,
): readonly MarkedLine[] {
  const spans = holding.flatMap(({ guard, about }) =>
    locateTopic(about, evident).map(({ start, end }) => ({
      start,
      end: Math.max(end, start + 1),
      label: start === evident.fault?.span.start ? `${guard}: ${problem}` : guard,
    })),
  );
  const lines: MarkedLine[] = [];
  let start = 0;
  for (const text of decodeLatin1(hider.octets(evident.head)).split(/(?<=\n)/)) {
    const end = start + text.length;
    const marks = spans
      .filter((span) => span.start >= start && span.start < end)
      .map((span) => {
        const before = visible(text.slice(0, span.start - start)).length;
        const width = Math.max(
          visible(text.slice(span.start - start, Math.min(span.end, end) - start)).length,
          1,
        );
        return mark(shorten(`  ${' '.repeat(before)}${'^'.repeat(width)} ${span.label}`));
      });
    lines.push({ line: shorten(`  ${visible(text)}`), marks });
    start = end;
  }
  return lines;
}

function shorten(line: string): string {
  return line.length > 400 ? `${line.slice(0, 400)}…` : line;
}
