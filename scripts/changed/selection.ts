import { tierOf } from '../../test/tier.ts';
import { listDiskReads } from './disk-read.ts';
import { built, decisive, indirectReads } from './indirect-read.ts';

/** What a change can break, as far as the first tier shows it. */
export interface Selection {
  /** Because of which of the changed files every test is played. */
  readonly decisive: readonly string[];
  /** Changed modules, for vitest to follow its graph from. */
  readonly modules: readonly string[];
  /** Tests that read a changed file from disk, each with the first such file. */
  readonly readers: ReadonlyMap<string, string>;
  /** Tests that have changed themselves, and are not played, since `npm run test:all` alone plays them. */
  readonly unplayed: readonly string[];
}

/**
 * Selects tests by the files that have changed.
 *
 * @param files every file of the project by its path
 * @param sources texts of the modules under test, scripts and site by their paths
 */
export function selectTests(
  changed: readonly string[],
  files: readonly string[],
  sources: ReadonlyMap<string, string>,
): Selection {
  const known = new Set([...files, ...changed].flatMap(listFolders));
  const isKnown = (path: string) => known.has(path) || isBuild(path);
  const readers = new Map<string, string>();
  for (const test of files.filter((path) => path.endsWith('.test.ts') && tierOf(path) === 'quick')) {
    const reads = [...listDiskReads(test, sources, isKnown)];
    const found = changed.find((path) => reads.some((read) => isRead(path, read)));
    const indirect = changed.find((path) =>
      indirectReads.some((each) => each.tests.includes(test) && isUnder(path, each.changed)),
    );
    const because = found ?? indirect;
    if (because !== undefined) readers.set(test, because);
  }
  return {
    decisive: changed.filter((path) => decisive.includes(path)),
    modules: changed.filter(
      (path) => /\.[cm]?[jt]s$/.test(path) && files.includes(path) && tierOf(path) === 'quick',
    ),
    readers,
    unplayed: changed.filter((path) => path.endsWith('.test.ts') && tierOf(path) !== 'quick'),
  };
}

function isRead(path: string, read: string): boolean {
  return path === read || path.startsWith(`${read}/`) || (isBuild(read) && isUnder(path, built));
}

function isBuild(path: string): boolean {
  return path === 'dist' || path.startsWith('dist/');
}

function isUnder(path: string, places: readonly string[]): boolean {
  return places.some((place) => (place.endsWith('/') ? path.startsWith(place) : path === place));
}

/** A path and the folders that it is in. */
function listFolders(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
}
