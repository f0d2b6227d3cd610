import { configDefaults, defineConfig } from 'vitest/config';

/** What `npm run test:all` plays besides: it takes long, or needs a program that npm does not install. */
export const slow = ['test/peers/**/*.test.ts', 'test/**/*.slow.test.ts'];

/** What `npm test` plays. */
export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...slow],
    // By default one core is left alone, which is half of those that CI has.
    maxWorkers: '100%',
  },
});
