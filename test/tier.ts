import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Which command plays a test file: `npm test`, `npm run test:all` or `npm run test:long`. */
export type Tier = 'quick' | 'slow' | 'long';

/** @param path for example `test/wire/head.test.ts` */
export function tierOf(path: string): Tier {
  if (path.endsWith('.long.test.ts')) return 'long';
  return path.endsWith('.slow.test.ts') || path.startsWith('test/peers/') ? 'slow' : 'quick';
}

/** All test files with their texts, by their paths from the root of the project. */
function readTestFiles(): ReadonlyMap<string, string> {
  const names = readdirSync('test', { recursive: true, encoding: 'utf8' });
  const paths = names.map((name) => join('test', name)).filter((path) => path.endsWith('.test.ts'));
  return new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
}

/** Whether a file replaces modules, or counts what its process keeps alive, and so needs a process of its own. */
const isApart = (text: string) => /\bvi\.(?:mock|resetModules)\(|\bgetActiveResourcesInfo\(/.test(text);

/** The folders whose files take longest, the longest first. */
const longest = [
  '/test/mutants/',
  '/test/verify/proxy/',
  '/test/cli/',
  '/test/verify/',
  '/test/doctor/',
  '/test/zoo/',
];

/** Files of the folders that take longest are begun first, so that no core waits for one of them in the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((folder) => moduleId.includes(folder));
      return at < 0 ? longest.length : at;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

/** What all tiers have in common. */
export const common = {
  // What hangs ends; what a machine with other work takes is no failure.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // Tests wait for sockets, and for processes that they start, so there is room for more files than cores.
  maxWorkers: 2 * availableParallelism(),
  // Most code runs a few times in each process: to optimise it as early as usual costs more time than it saves. Later
  // versions of Node have a cheaper compiler in between, and no such option.
  execArgv: process.version.startsWith('v20.') ? ['--interrupt-budget=200000'] : [],
  // Several subjects are played beside each other, since each waits most of the time.
  maxConcurrency: 4,
  sequence: { sequencer: LongestFirst },
};

/**
 * The projects that play some test files. Files share the modules that they import, where they can: to read these anew
 * for each file takes longer than most tests.
 *
 * @param env what `test/property.ts` reads
 */
export function projectsOf(
  name: string,
  isWanted: (path: string, text: string) => boolean,
  env: Record<string, string> = {},
): TestProjectInlineConfiguration[] {
  const files = [...readTestFiles()].filter(([path, text]) => isWanted(path, text));
  const project = (title: string, isolate: boolean) => {
    const include = files.filter(([, text]) => isApart(text) === isolate).map(([path]) => path);
    const { testTimeout, hookTimeout, execArgv } = common;
    const test = {
      name: title,
      isolate,
      include,
      env,
      testTimeout,
      hookTimeout,
      execArgv,
      setupFiles: 'test/set-up.ts',
    };
    return include.length === 0 ? [] : [{ test }];
  };
  return [...project(name, false), ...project(`${name}, each in a process of its own`, true)];
}
