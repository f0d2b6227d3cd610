import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    coverage: {
      provider: 'v8',
      include: ['models/**/*.ts', 'src/**/*.ts'],
      // What only a browser runs is run by Chromium, in test/peers.
      exclude: ['src/explore/page/**'],
      reporter: ['text-summary', 'json-summary'],
      thresholds: {
        'models/**/*.ts': { statements: 100, branches: 100 },
        'src/wire/**/*.ts': { statements: 100, branches: 100 },
      },
    },
  },
});
