import { visible } from '../../../quote/visible.ts';
import { documentOf, groupBy, reasonOf, tellRemark } from '../description.ts';
import type { ChoiceResult, ClauseVerdict, Report } from '../report.ts';
import { colours, type Paint } from './paint.ts';
import { alignRows } from './text-table.ts';

const verdicts: readonly ClauseVerdict[] = ['pass', 'fail', 'warn', 'untested'];

/** Columns that a line of ids may have. */
const width = 100;

/** Every clause with its verdict, how many cases have shown it, and what else is to be said of it. */
export function renderClauses({ clauses: owed, choices }: Report, paint: Paint): readonly string[] {
  const results = [...owed, ...choices.map((choice) => ({ ...choice, level: 'MAY' }))];
  const rows = results.map((result) => {
    const { verdict, id, source, level, cases } = result;
    return [verdict, id, source, level, `${cases}`, visible(tellRemark(result) ?? '')];
  });
  const [head = '', ...lines] = alignRows([['', 'clause', 'source', 'level', 'cases'], ...rows]);
  return [
    paint('bold', head),
    ...lines.map((line, at) => {
      const { verdict = 'untested' } = results[at] ?? {};
      return paint(colours[verdict], verdict) + line.slice(verdict.length);
    }),
  ];
}

/** How many clauses of each text have which verdict; choices are counted nowhere. */
export function renderTotals({ clauses }: Report, paint: Paint): readonly string[] {
  const rows = [...groupBy(clauses, documentOf)].map(([document, own]) => [
    document,
    ...verdicts.map((verdict) =>
      `${own.filter((result) => result.verdict === verdict).length}`.padStart(verdict.length),
    ),
  ]);
  const [head = '', ...lines] = alignRows([['Clauses of', ...verdicts], ...rows]);
  return [paint('bold', head), ...lines];
}

/** How many clauses nothing has shown, by the reason; of the whole register also which, and which choices. */
export function renderUntested({ mode, clauses, choices }: Report, paint: Paint): readonly string[] {
  const isWhole = mode === 'self';
  const list = (title: string, results: readonly ChoiceResult[]): readonly string[] => {
    const untested = results.filter(({ verdict }) => verdict === 'untested');
    if (untested.length === 0) return [];
    const groups = [...groupBy(untested, reasonOf)].flatMap(([reason, own]) => [
      `${`${own.length}`.padStart(4)}  ${visible(reason)}`,
      ...(isWhole ? fill(own.map(({ id }) => id)).map((line) => paint('dim', `      ${line}`)) : []),
    ]);
    return [paint('bold', `${title}: ${untested.length}`), ...groups];
  };
  const owed = list('Not tested by this run', clauses);
  const open = isWhole ? list('Choices that this run did not see', choices) : [];
  return [...owed, ...(owed.length > 0 && open.length > 0 ? [''] : []), ...open];
}

/** Words in as few lines as they need. */
function fill(words: readonly string[]): readonly string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length + 2 <= width)
      lines[lines.length - 1] = `${last}  ${word}`;
    else lines.push(word);
  }
  return lines;
}
