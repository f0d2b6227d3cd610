import { type ClauseId, clauseIds, clauses } from '../../models/clauses.ts';

/** Files by clause. */
type Tests = ReadonlyMap<ClauseId, readonly string[]>;

/** What is read of a report that vitest has written as JSON. */
export interface TestRun {
  readonly testResults: readonly {
    /** The path of the file. */
    readonly name: string;
    readonly assertionResults: readonly {
      /** Titles of the suites around, the outermost first. */
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
    }[];
  }[];
}

/** The files with a test that ran and passed under the title of a clause. */
export function findPassed({ testResults }: TestRun): Tests {
  return gather(
    testResults.flatMap(({ name, assertionResults }) => {
      const passed = assertionResults.filter(({ status }) => status === 'passed');
      const titles = new Set(passed.flatMap(({ ancestorTitles, title }) => [...ancestorTitles, title]));
      const isTitle = (id: ClauseId) =>
        [...titles].some((title) => title.includes(`${id}: ${clauses[id].summary}`));
      return clauseIds.filter(isTitle).map((id) => [id, name.replace(/^.*[\\/]/, '')] as const);
    }),
  );
}

/**
 * The files in which the title of a clause is written, whatever comes of it.
 *
 * @param sources texts of the files by their names
 */
export function findWritten(sources: ReadonlyMap<string, string>): Tests {
  return gather(
    [...sources].flatMap(([file, source]) => {
      const titles = new Set([...source.matchAll(/\bclause\(\s*'([^']+)'/g)].map(([, id]) => id));
      return clauseIds.filter((id) => titles.has(id)).map((id) => [id, file] as const);
    }),
  );
}

function gather(found: readonly (readonly [ClauseId, string])[]): Tests {
  const files = new Map<ClauseId, readonly string[]>();
  for (const [id, file] of found) files.set(id, [...(files.get(id) ?? []), file].sort());
  return files;
}
