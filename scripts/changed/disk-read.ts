import { posix } from 'node:path';
import { listImports } from '../rule/test-file.ts';

/** Folders whose modules help tests to read files. */
const helping = /^(?:test|scripts|site)\//;

/** What has to be imported, by a test or by what it imports, before a path in its text is a path that it reads. */
const reading = /'node:(?:fs|fs\/promises|child_process|worker_threads)'|'(?:.*\/)?process-group\.ts'/;

/**
 * The paths that a test reads from disk, as far as they are written down: in its text, and in those of the helpers that
 * it imports. A folder stands for everything in it. Vitest's module graph knows nothing of these.
 *
 * @param sources texts of the modules under test, scripts and site by their paths
 * @param isKnown whether there is a file or a folder
 */
export function listDiskReads(
  test: string,
  sources: ReadonlyMap<string, string>,
  isKnown: (path: string) => boolean,
): ReadonlySet<string> {
  const modules = closeOverImports(test, sources);
  if (!modules.some(({ isReading }) => isReading)) return new Set();
  return new Set(modules.flatMap(({ named }) => named.filter(isKnown)));
}

/** What the text of a module says. */
interface Scan {
  readonly imports: readonly string[];
  readonly isReading: boolean;
  /** The paths that it names and does not import. */
  readonly named: readonly string[];
}

function closeOverImports(test: string, sources: ReadonlyMap<string, string>): readonly Scan[] {
  const found = new Map<string, Scan>();
  const waiting = [test];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const scan = found.has(path) ? null : scanOnce(path, sources);
    if (scan === null) continue;
    found.set(path, scan);
    waiting.push(...scan.imports.filter((each) => helping.test(each)));
  }
  return [...found.values()];
}

/** Most helpers are imported by many tests: each text is read once. */
const scans = new WeakMap<ReadonlyMap<string, string>, Map<string, Scan>>();

function scanOnce(path: string, sources: ReadonlyMap<string, string>): Scan | null {
  const text = sources.get(path);
  if (text === undefined) return null;
  const known = scans.get(sources) ?? new Map<string, Scan>();
  scans.set(sources, known);
  const scan = known.get(path) ?? scanText(path, text);
  known.set(path, scan);
  return scan;
}

function scanText(module: string, text: string): Scan {
  const imports = listImports(module, text);
  const isReading = reading.test(text);
  const imported = new Set(imports);
  const beside = listUrls(text).map((path) => resolveLiteral(module, `./${path}`));
  const named = listLiterals(text)
    // A word such as `test` is a folder only where files are read.
    .filter((literal) => isReading || /[./]/.test(literal))
    .map((literal) => resolveLiteral(module, literal))
    .filter((path) => !imported.has(path));
  return { imports, isReading, named: [...beside, ...named] };
}

/** What is quoted and looks like a path. */
function listLiterals(text: string): readonly string[] {
  return [...text.matchAll(/['"`]([\w@./-]+)['"`]/g)].map(([, literal = '']) => literal);
}

/** What URLs have beside the module; of what is put together, the folder that it begins with. */
function listUrls(text: string): readonly string[] {
  const urls = text.matchAll(/new URL\(\s*['"`]([\w@./-]+)(['"`]|\$)[^)]*import\.meta\.url/g);
  return [...urls].map(([, path = '', end]) => (end === '$' ? path.replace(/[^/]*$/, '') : path));
}

/** What begins with `./` or `../` is relative to the module, anything else to the root. */
function resolveLiteral(module: string, literal: string): string {
  const path = /^\.\.?\//.test(literal)
    ? posix.join(posix.dirname(module), literal)
    : posix.normalize(literal);
  return path.replace(/\/$/, '');
}
