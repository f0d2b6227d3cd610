import type { ClauseId } from '../../../models/clauses.ts';
import { type ChoiceResult, type Finding, type Flaky, isFailure, type Report } from './report.ts';

/**
 * Findings by weight: failures first, waived ones last, otherwise in the order of the register.
 */
export function sortFindings(findings: readonly Finding[]): readonly Finding[] {
  const counting = findings.filter(({ waived }) => waived === undefined);
  const warnings = counting.filter((finding) => !isFailure(finding));
  return [
    ...counting.filter(isFailure),
    ...warnings,
    ...findings.filter(({ waived }) => waived !== undefined),
  ];
}

/** The finding of a broken clause: its own, or that of a defect that breaks it as well. */
export function findingOf(findings: readonly Finding[], clause: ClauseId): Finding | undefined {
  return (
    findings.find((finding) => finding.clause === clause) ??
    findings.find(({ also = [] }) => also.includes(clause))
  );
}

/** Of what another defect breaks as well. */
export function tellSame({ clause }: Pick<Finding, 'clause'>): string {
  return `the same defect as ${clause}`;
}

/** Why a clause is untested; reports of earlier versions do not say it. */
export function reasonOf({ reason = 'no case has shown anything of it' }: Partial<ChoiceResult>): string {
  return reason;
}

export function tellUntested(result: Partial<ChoiceResult>): string {
  return `not shown: ${reasonOf(result)}`;
}

/** What is to be said of a clause besides its verdict; null where that is all. */
export function tellRemark(result: ChoiceResult): string | null {
  const { verdict, note, waived } = result;
  if (waived !== undefined) return `waived: ${waived}`;
  if (verdict === 'untested') return tellUntested(result);
  return note === undefined ? null : `kept, with a note: ${note}`;
}

/** What is told of a finding in every format, by name, in order. */
export function listFacts(finding: Finding): readonly (readonly [name: string, text: string])[] {
  const { expected, observed, hint, alsoOn } = finding;
  const sure = tellSure(finding);
  return [
    ['Expected', expected],
    ['Observed', observed],
    ...(sure === null ? [] : ([['Certainty', sure]] as const)),
    ...(hint === undefined ? [] : ([['Hint', hint]] as const)),
    ...(alsoOn === undefined ? [] : ([['Also on', alsoOn.join('; ')]] as const)),
  ];
}

/** How sure a finding is; null where it was not looked for again. */
function tellSure({ again, tags, after }: Finding): string | null {
  const often =
    again === undefined
      ? after === undefined
        ? null
        : 'seen every time that the second request is sent after the first'
      : `seen in ${again.seen} of ${again.of} tries`;
  const letter = tags.includes('leniency')
    ? 'right by the letter, but contested: the text binds the sender, and lets the recipient be lenient'
    : tags.includes('literal')
      ? 'right by the letter, but contested, and so a warning'
      : null;
  const told = [often, letter].filter((each) => each !== null);
  return told.length === 0 ? null : told.join('; ');
}

/** What is not seen every time, and how often it was. */
export function tellFlaky({ observed, expected, seen, of }: Flaky): string {
  return `${observed}, in ${seen} of ${of} tries; expected: ${expected}`;
}

/** How many findings there are, those that are waived apart; empty where there are none. */
export function tellFindings({
  must,
  should,
  literal = 0,
  waived,
  flaky,
}: Report['summary']['findings']): string {
  const counts = [
    [must, 'MUST'],
    [should, 'SHOULD'],
    [literal, 'by the letter alone'],
    [waived, 'waived'],
    [flaky, 'flaky'],
  ] as const;
  return counts.flatMap(([count, name]) => (count === 0 ? [] : [`${count} ${name}`])).join(', ');
}

/** How many cases were left out, and why; of a run that ended early, how many it had left. */
export function tellUnplayed({ unplayed = 0, partial }: Pick<Report, 'unplayed' | 'partial'>): string {
  const cases = `${unplayed} ${unplayed === 1 ? 'case was' : 'cases were'}`;
  if (partial) return `${cases} not played`;
  return `${cases} left out, because similar cases had already shown the same`;
}

/** A time in seconds with one decimal. */
export function tellTime(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** What was learnt, in words: lists with commas, and `none` where there is nothing. */
export function tellPolicy(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(tellPolicy).join(', ');
  return typeof value === 'object' ? tellGroups(Object.entries(value)) : String(value);
}

/** Names by what was seen for them: `400: a, b; 426: c`. */
function tellGroups(entries: readonly (readonly [string, unknown])[]): string {
  const groups = new Map<string, string[]>();
  for (const [name, value] of entries) {
    const told = tellPolicy(value);
    groups.set(told, [...(groups.get(told) ?? []), name]);
  }
  return [...groups].map(([told, names]) => `${told}: ${names.join(', ')}`).join('; ') || 'none';
}

/** A sign for each verdict, beside its word and its colour. */
export const markOf = { pass: '✓', fail: '✗', warn: '!', untested: '–' } as const;

/** The text that a clause stands in, for example `RFC 6455`. */
export function documentOf({ source }: { readonly source: string }): string {
  return source.replace(/ §.*$/, '').replace('service', 'Service specification');
}

/** The groups in the order of their first members. */
export function groupBy<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
