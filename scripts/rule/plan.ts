import type { ClauseId } from '../../models/clauses.ts';
import { escapePattern, findTitledFiles, matchIds } from './clause-title.ts';
import type { FileTests } from './file-test.ts';
import { findNaming, namingVariants, type Planted, plantedDeviations } from './planted-deviation.ts';
import type { TestSources } from './test-file.ts';

/** A test file, and the titles of those of its tests that are played; all of them where it is null. */
export interface Play {
  readonly file: string;
  readonly titles: RegExp | null;
}

export interface Plan {
  /** The clauses that are proved. */
  readonly ids: readonly ClauseId[];
  readonly deviations: readonly Planted[];
  readonly variants: readonly Planted[];
  readonly tests: FileTests | null;
  /** Clauses that stand in the file, and are too many to be proved. */
  readonly unproved: readonly ClauseId[];
  readonly plays: readonly Play[];
}

/** How many clauses of one file are proved. */
export const mostClauses = 10;

/** What proves clauses: tests with an id in their titles, and what is planted under them. */
export function planClauses(ids: readonly ClauseId[], sources: TestSources): Plan {
  const deviations = findNaming(plantedDeviations, ids);
  const variants = findNaming(namingVariants, ids);
  const titles = new Map<string, string[]>();
  for (const file of findTitledFiles(ids, sources)) titles.set(file, [matchIds(ids).source]);
  for (const { file, title } of [...deviations, ...variants])
    titles.set(file, [...(titles.get(file) ?? []), `^${escapePattern(title)}`]);
  const plays = [...titles].map(([file, patterns]) => ({ file, titles: new RegExp(patterns.join('|')) }));
  return { ids, deviations, variants, tests: null, unproved: [], plays };
}

/** What proves a file: its tests, and the clauses that stand in it, unless these are too many. */
export function planFile(ids: readonly ClauseId[], tests: FileTests, sources: TestSources): Plan {
  const isTooMany = ids.length > mostClauses;
  const plan = planClauses(isTooMany ? [] : ids, sources);
  const whole = [...tests.own, ...tests.importing];
  return {
    ...plan,
    tests,
    unproved: isTooMany ? ids : [],
    plays: [
      ...whole.map((file) => ({ file, titles: null })),
      ...plan.plays.filter(({ file }) => !whole.includes(file)),
    ],
  };
}
