import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { tierOf } from '../../test/tier.ts';

/** The texts of the test files of the first tier, and of what they share or read, by their paths from the root. */
export interface TestSources {
  readonly files: ReadonlyMap<string, string>;
  readonly shared: ReadonlyMap<string, string>;
}

/** Reads everything under `test` that `npm test` can load. */
export function readTestSources(root: string): TestSources {
  const paths = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map((path) => `test/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.ts$|\/data\/[^/]+\.txt$/.test(path) && !path.includes('/node_modules/'))
    .sort();
  const read = (path: string) => [path, readFileSync(join(root, path), 'utf8')] as const;
  const isTest = (path: string) => path.endsWith('.test.ts');
  return {
    files: new Map(paths.filter((path) => isTest(path) && tierOf(path) === 'quick').map(read)),
    shared: new Map(paths.filter((path) => !isTest(path)).map(read)),
  };
}

/** The files of this project that a text imports, by their paths from the root. */
export function listImports(path: string, text: string): readonly string[] {
  return [...text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'(\.[^']+)'/g)].map(([, specifier = '']) =>
    posix.join(posix.dirname(path), specifier),
  );
}

/** The data files beside it that a text names, by their paths from the root. */
export function listData(path: string, text: string): readonly string[] {
  return [...text.matchAll(/'(data\/[^']+)'/g)].map(([, name = '']) => posix.join(posix.dirname(path), name));
}
