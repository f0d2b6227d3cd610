import { type ClauseId, clauses } from '../../models/clauses.ts';

/** A message to pick, in the form in which it is typed. */
export interface NamedCase {
  /** The guard that it makes hold, or the clause by which it must change nothing. */
  readonly group: string;
  readonly text: string;
}

export interface ExploredCase extends NamedCase {
  /** What is unlike a valid message. */
  readonly name: string;
  /** What has to be set for it. */
  readonly settings: Readonly<Record<string, string>>;
}

export function groupOfClause(clause: ClauseId): string {
  return `No fault: ${clauses[clause].summary} (${clause})`;
}

/** Cases by their groups, in the order of the first of each. */
export function groupCases(cases: readonly ExploredCase[]): ReadonlyMap<string, readonly ExploredCase[]> {
  const groups = new Map<string, ExploredCase[]>();
  for (const each of cases) {
    const group = groups.get(each.group);
    if (group) group.push(each);
    else groups.set(each.group, [each]);
  }
  return groups;
}

/** The cases whose group and name have every word of a text; first those whose group alone has them. */
export function searchCases(cases: readonly ExploredCase[], text: string): readonly ExploredCase[] {
  const words = text.toLowerCase().split(/\s+/);
  const hasAll = (told: string) => words.every((word) => told.toLowerCase().includes(word));
  const found = cases.filter(({ group, name }) => hasAll(`${group} ${name}`));
  return [...found.filter(({ group }) => hasAll(group)), ...found.filter(({ group }) => !hasAll(group))];
}

/** The lines that a valid text has not, or those that it alone has. */
export function describeChange(valid: string, text: string): string {
  const before = valid.split('\n');
  const after = text.split('\n');
  const added = after.filter((line) => !before.includes(line));
  if (added.length > 0) return shorten(added.join(' ⏎ '));
  const gone = before.filter((line) => !after.includes(line));
  if (gone.length > 0) return shorten(`without ${gone.map((line) => line.replace(/:.*/, '')).join(', ')}`);
  return after.length === before.length
    ? 'the same lines in another order'
    : shorten(describeCount(before, after));
}

/** Lines of the valid text that are there more often, or seldomer. */
function describeCount(before: readonly string[], after: readonly string[]): string {
  const count = (lines: readonly string[], line: string) => lines.filter((each) => each === line).length;
  const unlike = [...new Set(after)].filter((line) => count(after, line) !== count(before, line));
  return unlike.map((line) => `${count(after, line)} × ${line === '' ? 'an empty line' : line}`).join(' ⏎ ');
}

function shorten(text: string): string {
  return text.length > 90 ? `${text.slice(0, 89)}…` : text;
}
