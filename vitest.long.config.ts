import { defineConfig } from 'vitest/config';
import { common, projectsOf, tierOf } from './test/tier.ts';

/** Files whose properties can be tried longer, whose subjects can be played more cases, or that play orders of events. */
const isLonger = (text: string) => /\/(?:property|part|any-order)\.ts'/.test(text);

/** What `npm run test:long` plays: what takes hours. */
export default defineConfig({
  test: {
    ...common,
    projects: [
      ...projectsOf('long', (path) => tierOf(path) === 'long'),
      ...projectsOf('thorough', (path, text) => tierOf(path) === 'quick' && isLonger(text), {
        WS101_TIER: 'thorough',
      }),
    ],
  },
});
