import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { slow } from './vitest.config.ts';

/** Long runs on a busy machine. */
const common = { env: { WS101_TIER: 'thorough' }, testTimeout: 120_000, hookTimeout: 120_000 };

/** The files whose properties are longer in this tier. */
const longer = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((name) => join('test', name))
  .filter((path) => path.endsWith('.test.ts') && readFileSync(path, 'utf8').includes("/property.ts'"));

/** The folders whose tests run through every branch of models and src/wire. */
const covering = ['clauses', 'facts', 'models', 'negotiation', 'server', 'wire'];

/** What `npm run test:all` plays; what `npm test` has played in full is not played again. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...{ ...common, name: 'slow', include: slow },
          // Real peers and browsers get the time that they want: one file at a time.
          fileParallelism: false,
        },
      },
      {
        test: {
          ...{ ...common, name: 'thorough' },
          include: [...longer, ...covering.map((folder) => `test/${folder}/**/*.test.ts`)],
          exclude: [...configDefaults.exclude, ...slow],
        },
      },
    ],
    maxWorkers: '100%',
    coverage: {
      provider: 'v8',
      include: ['models/**/*.ts', 'src/wire/**/*.ts'],
      exclude: ['test/**'],
      reporter: ['text-summary', 'json-summary'],
      thresholds: { statements: 100, branches: 100 },
    },
  },
});
