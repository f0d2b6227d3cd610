import { posix } from 'node:path';
import { type ClauseId, clauseIds } from '../../models/clauses.ts';
import { listImports, type TestSources } from './test-file.ts';

/** How many test files that import a file are played besides its own. */
const most = 5;

/** Those are played by title alone, or take long. */
const seldom = ['test/mutants/', 'test/cli/'];

/** The tests of one file. */
export interface FileTests {
  /** By their place and name: src/wire/head.ts has test/wire/head.test.ts. */
  readonly own: readonly string[];
  /** Other test files that import it, or, where there is no test of it, those of what imports it. */
  readonly importing: readonly string[];
  /** Test files that import it as well, and are not played. */
  readonly leftOut: readonly string[];
}

/** @param sources the texts of models and src by their paths */
export function findFileTests(
  path: string,
  { files }: TestSources,
  sources: ReadonlyMap<string, string>,
): FileTests {
  if (path.endsWith('.test.ts')) return { own: [path], importing: [], leftOut: [] };
  const own = [mirrorOf(path)].filter((each) => files.has(each));
  const importing = [...files]
    .filter(([file, text]) => !own.includes(file) && listImports(file, text).includes(path))
    .map(([file]) => file);
  if (own.length === 0 && importing.length === 0) {
    const users = [...sources].filter(([file, text]) => listImports(file, text).includes(path));
    importing.push(...users.map(([file]) => mirrorOf(file)).filter((file) => files.has(file)));
  }
  const folder = posix.dirname(mirrorOf(path));
  const near = importing.filter((file) => posix.dirname(file) === folder);
  const far = importing.filter((file) => !near.includes(file) && !isSeldom(file));
  const played = [...near, ...far].slice(0, most);
  return { own, importing: played, leftOut: importing.filter((file) => !played.includes(file)) };
}

function isSeldom(file: string): boolean {
  return seldom.some((folder) => file.startsWith(folder));
}

function mirrorOf(path: string): string {
  return `test/${path.replace(/^(?:src|scripts)\//, '').replace(/\.ts$/, '.test.ts')}`;
}

/** The clauses whose ids a text has as literals. */
export function findQuoted(text: string): readonly ClauseId[] {
  return clauseIds.filter((id) => text.includes(`'${id}'`));
}
