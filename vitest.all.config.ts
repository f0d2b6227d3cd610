import { defineConfig } from 'vitest/config';
import { common, projectsOf, tierOf } from './test/tier.ts';

/** What `npm run test:all` plays: real peers and browsers, and what takes long. */
export default defineConfig({
  test: {
    ...common,
    // Most of these start programs that want a core for themselves.
    maxWorkers: 3,
    maxConcurrency: 4,
    projects: projectsOf('slow', (path) => tierOf(path) === 'slow'),
  },
});
