import { marks, type Overlay } from './overlay.ts';
import { type DrawnTable, describeRule, type RuleText } from './rule-text.ts';

/** A rule with its number and what lies over it. */
export interface Numbered extends RuleText {
  readonly number: number;
  /** The sign and name of its mark, empty where it has none. */
  readonly result: string;
}

/** A column of a drawn table. */
export interface Column {
  readonly title: string;
  /** In points, where it is drawn. */
  readonly width: number;
  readonly lines: (rule: Numbered) => readonly string[];
}

const columns: readonly Column[] = [
  { title: '#', width: 18, lines: ({ number }) => [String(number)] },
  { title: 'if', width: 165, lines: ({ guard }) => [guard] },
  { title: 'choice', width: 140, lines: ({ choice }) => (choice === '' ? [] : [choice]) },
  { title: 'then', width: 60, lines: ({ verdict }) => [verdict] },
  { title: 'answer', width: 140, lines: ({ answer }) => answer },
  { title: 'result', width: 60, lines: ({ result }) => (result === '' ? [] : [result]) },
  { title: 'clause', width: 165, lines: ({ clause }) => [clause] },
];

export function numberRules(table: DrawnTable, { rules }: Overlay): readonly Numbered[] {
  return table.rows.map((row, place) => {
    const mark = rules?.get(place + 1);
    return { ...describeRule(row), number: place + 1, result: mark ? `${marks[mark]} ${mark}` : '' };
  });
}

/** The columns in which any rule has something. */
export function chooseColumns(rules: readonly Numbered[]): readonly Column[] {
  return columns.filter(({ lines }) => rules.some((rule) => lines(rule).length > 0));
}
