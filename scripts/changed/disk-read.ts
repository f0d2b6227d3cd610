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
  const reads = new Set<string>();
  if (!modules.some(([, text]) => reading.test(text))) return reads;
  for (const [module, text] of modules) {
    const imported = new Set(listImports(module, text));
    for (const literal of listLiterals(text)) {
      const path = resolveLiteral(module, literal);
      // A word such as `test` is a folder only where files are read.
      const isWord = !/[./]/.test(literal);
      if (isKnown(path) && !imported.has(path) && !(isWord && !reading.test(text))) reads.add(path);
    }
  }
  return reads;
}

function closeOverImports(
  test: string,
  sources: ReadonlyMap<string, string>,
): readonly (readonly [string, string])[] {
  const found = new Map<string, string>();
  const waiting = [test];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const text = sources.get(path);
    if (text === undefined || found.has(path)) continue;
    found.set(path, text);
    waiting.push(...listImports(path, text).filter((each) => helping.test(each)));
  }
  return [...found];
}

/** What is quoted and looks like a path. */
function listLiterals(text: string): readonly string[] {
  return [...text.matchAll(/['"`]([\w@./-]+)['"`]/g)].map(([, literal = '']) => literal);
}

/** What begins with `./` or `../` is relative to the module, anything else to the root. */
function resolveLiteral(module: string, literal: string): string {
  const path = /^\.\.?\//.test(literal)
    ? posix.join(posix.dirname(module), literal)
    : posix.normalize(literal);
  return path.replace(/\/$/, '');
}
