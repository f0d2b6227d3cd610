import { clauses } from '../../../models/clauses.ts';
import { colours, type Paint } from './paint.ts';
import type { ChoiceResult, ClauseVerdict, Report } from './report.ts';
import { alignRows } from './text-table.ts';
import { documentOf, groupBy } from './word.ts';

const verdicts: readonly ClauseVerdict[] = ['pass', 'fail', 'warn', 'untested'];

/** Columns that a line of ids may have. */
const width = 100;

/** Every clause with its verdict and how many cases have shown it. */
export function renderClauses({ clauses: owed, choices }: Report, paint: Paint): readonly string[] {
  const results = [...owed, ...choices.map((choice) => ({ ...choice, level: 'MAY' }))];
  const rows = results.map(({ verdict, id, source, level, cases }) => [
    verdict,
    id,
    source,
    level,
    `${cases}`,
  ]);
  const [head = '', ...lines] = alignRows([['', 'clause', 'source', 'level', 'cases'], ...rows]);
  return [
    paint('bold', head),
    ...lines.map((line, at) => {
      const { verdict = 'untested' } = results[at] ?? {};
      return paint(colours[verdict], verdict) + line.slice(verdict.length);
    }),
  ];
}

/** How many clauses of each text have which verdict. */
export function renderTotals({ clauses: owed, choices }: Report, paint: Paint): readonly string[] {
  const groups = [...groupBy<ChoiceResult>([...owed, ...choices], documentOf)];
  const rows = groups.map(([document, own]) => [
    document,
    ...verdicts.map((verdict) =>
      `${own.filter((result) => result.verdict === verdict).length}`.padStart(verdict.length),
    ),
  ]);
  const [head = '', ...lines] = alignRows([['Clauses of', ...verdicts], ...rows]);
  return [paint('bold', head), ...lines];
}

/** The clauses that nothing has shown, of those that a wire can show, and how many there are besides. */
export function renderUntested({ clauses: owed, choices }: Report, paint: Paint): readonly string[] {
  const untested = [...owed, ...choices].filter(({ verdict }) => verdict === 'untested');
  if (untested.length === 0) return [];
  const shown = untested.filter(({ id }) => clauses[id].observable);
  const others = untested.length - shown.length;
  const lines: string[] = [];
  for (const { id } of shown) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + id.length + 2 <= width)
      lines[lines.length - 1] = `${last}  ${id}`;
    else lines.push(`  ${id}`);
  }
  const besides = others === 0 ? '' : `; ${others} more are nothing that octets on a wire can show`;
  return [paint('bold', `Not shown by this run: ${shown.length}${besides}`), ...lines];
}
