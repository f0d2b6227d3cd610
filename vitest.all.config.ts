import { configDefaults, defineConfig } from 'vitest/config';
import { common, slow } from './vitest.config.ts';

const env = { WS101_TIER: 'thorough' };

/** What `npm run test:all` plays; what `npm test` has played in full is not played again. */
export default defineConfig({
  test: {
    projects: [
      // Real peers, browsers and programs get the time that they want: one file at a time.
      { test: { ...common, env, name: 'slow', include: slow, fileParallelism: false } },
      // All that has a longer property, and all that is needed to run through every branch of models and src/wire.
      {
        test: {
          ...common,
          env,
          name: 'thorough',
          include: [
            'arbitraries',
            'auth',
            'clauses',
            'explore',
            'facts',
            'laws',
            'models',
            'negotiation',
            'server',
            'wire',
          ].map((folder) => `test/${folder}/**/*.test.ts`),
          exclude: [...configDefaults.exclude, ...slow],
        },
      },
    ],
    coverage: {
      provider: 'v8',
      include: ['models/**/*.ts', 'src/wire/**/*.ts'],
      reporter: ['text-summary', 'json-summary'],
      thresholds: { statements: 100, branches: 100 },
    },
  },
});
