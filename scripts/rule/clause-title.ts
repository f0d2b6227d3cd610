import { basename } from 'node:path';
import type { ClauseId } from '../../models/clauses.ts';
import { findWritten } from '../docs/clause-test.ts';
import { listData, listImports, type TestSources } from './test-file.ts';

/** Where titles have the ids of clauses because they prove them; elsewhere ids are examples. */
const proving = ['test/models/', 'test/verify/judge/', 'test/mutants/mutants.test.ts'];

/**
 * The test files in which the id of a clause can be in a title: those of test/clauses that say so, and those about
 * the tables that have it in their own text, or in the expectations that they import or read.
 */
export function findTitledFiles(ids: readonly ClauseId[], { files, shared }: TestSources): readonly string[] {
  const written = findWritten(textsOfClauses(files));
  const titled = ids.flatMap((id) => (written.get(id) ?? []).map((name) => `test/clauses/${name}`));
  const pattern = matchIds(ids);
  const has = (path: string) => pattern.test(shared.get(path) ?? '');
  const mentioning = [...files].filter(
    ([path, text]) =>
      proving.some((place) => path.startsWith(place)) &&
      (pattern.test(text) || [...listImports(path, text), ...listData(path, text)].some(has)),
  );
  return [...new Set([...titled, ...mentioning.map(([path]) => path)])].sort();
}

/** The texts of the tests in test/clauses by the names of the files. */
export function textsOfClauses(files: TestSources['files']): ReadonlyMap<string, string> {
  return new Map(
    [...files]
      .filter(([path]) => path.startsWith('test/clauses/'))
      .map(([path, text]) => [basename(path), text] as const),
  );
}

/** Matches titles that have one of the ids, and not a longer id that begins like it; without ids, none. */
export function matchIds(ids: readonly ClauseId[]): RegExp {
  return new RegExp(`(?<![\\w./-])(?:${ids.map(escapePattern).join('|') || '(?!)'})(?![\\w/-])`);
}

export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
