/** Files that tests read without naming them, since what they name reads them, or is made of them. */
export interface IndirectRead {
  /** Files, and folders, which end with a slash. */
  readonly changed: readonly string[];
  readonly tests: readonly string[];
  readonly reason: string;
}

const sources = ['src/', 'models/'];

export const indirectReads: readonly IndirectRead[] = [
  {
    changed: sources,
    tests: ['test/docs/generated.test.ts'],
    reason: 'the API reference is compared with all declarations',
  },
  {
    changed: sources,
    tests: ['test/verify/vitest-entry.test.ts'],
    reason: 'another vitest is started, which loads src/verify/vitest.ts',
  },
  {
    changed: [...sources, 'scripts/annotate.mjs', 'scripts/set-up.mjs', 'scripts/build-stamp.mjs'],
    tests: ['test/action/action.test.ts'],
    reason: 'the steps of action.yml run them, and the build',
  },
  {
    changed: ['test/', 'src/'],
    tests: ['test/docs/link.test.ts', 'test/docs/mutation.test.ts'],
    reason: 'pages link to them, and the rooms of mutants name them',
  },
];

/** What the build, which has the name `dist` where a test reads it, is made of. */
export const built: readonly string[] = [...sources, 'tsconfig.build.json', 'scripts/vite.config.ts'];

/** Files after a change of which every test is played. */
export const decisive: readonly string[] = ['package-lock.json', 'vitest.config.ts', 'tsconfig.json'];
