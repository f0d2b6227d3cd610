import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What `npm run test:all` plays besides: it takes long, or needs a program that npm does not install. */
export const slow = ['test/peers/**/*.test.ts', 'test/**/*.slow.test.ts'];

/** The folders whose files take longest; they are begun first, so that no core is left alone with one of them. */
const longest = ['/test/mutants/', '/test/cli/', '/test/verify/'];

/** Files of the folders that take longest go first, and of one folder the largest. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((folder) => moduleId.includes(folder));
      return at < 0 ? longest.length : at;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

/** What both tiers have in common. */
export const common = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // Tests wait for sockets and for processes that they start, so there is room for more files than cores.
  maxWorkers: 2 * availableParallelism(),
  // Files share the modules that they import: to read them anew for each takes longer than most tests.
  isolate: false,
  // Subjects wait for sockets most of the time, so several are played beside each other.
  maxConcurrency: 8,
  sequence: { sequencer: LongestFirst },
  setupFiles: 'test/set-up.ts',
};

/** What `npm test` plays. */
export default defineConfig({
  test: {
    ...common,
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...slow],
  },
});
