import { relative } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { readPlan } from './plan.ts';

const { root, code, tests, idle } = readPlan();

/** Plays the tests of one room on its instrumented code; `runner.ts` tries the mutants when the tests of a file have passed. */
export default defineConfig({
  root,
  plugins: [
    {
      name: 'mutants',
      enforce: 'pre',
      transform(_text, id) {
        return code[relative(root, id.split('?')[0] ?? '').replaceAll('\\', '/')];
      },
    },
  ],
  test: {
    include: tests.map((one) => (one.endsWith('.ts') ? one : `${one}/*.test.ts`)),
    exclude: [...configDefaults.exclude, ...idle],
    runner: './scripts/mutate/runner.ts',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 120_000,
    teardownTimeout: 600_000,
    dangerouslyIgnoreUnhandledErrors: true,
    reporters: ['dot'],
    onConsoleLog: () => false,
  },
});
