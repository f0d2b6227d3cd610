import { defineConfig } from 'vitest/config';
import { common, projectsOf, tierOf } from './test/tier.ts';

/** What `npm test` plays. */
export default defineConfig({
  test: {
    ...common,
    projects: projectsOf('quick', (path) => tierOf(path) === 'quick'),
    coverage: {
      provider: 'v8',
      include: ['models/**/*.ts', 'src/wire/**/*.ts'],
      exclude: ['test/**'],
      reporter: ['text-summary', 'json-summary'],
      thresholds: { statements: 100, branches: 100 },
    },
  },
});
