import { expect, test } from 'vitest';
import type { Plan } from '../../scripts/rule/plan.ts';
import { type Outcome, summarise } from '../../scripts/rule/summary.ts';
import { readTexts } from '../text-case.ts';

const printed = readTexts(new URL('./data/summary.txt', import.meta.url));

const id = 'rfc6455/4.2.1/key-present';
const planted = {
  file: 'test/mutants/mutants.test.ts',
  title: 'a server that looks at no key is told so',
  clauses: [id],
} as const;
const plan: Plan = {
  ids: [id],
  deviations: [planted],
  variants: [],
  tests: null,
  unproved: [],
  plays: [],
};
const outcome: Outcome = {
  tests: [
    { file: 'test/clauses/a.test.ts', name: `${id}: A server refuses it. > refused: none`, hasPassed: true },
    { file: planted.file, name: planted.title, hasPassed: true },
  ],
  troubles: [],
  compared: { files: ['docs/generated/clause-matrix.md'], stale: [] },
  seconds: 7.25,
};

test('what has passed is told by clause', () => {
  expect(summarise(plan, outcome)).toEqual({
    code: 0,
    text: printed('of a clause'),
  });
});

test('what was not found is told, and fails nothing', () => {
  const bare: Plan = { ...plan, ids: ['service/5.3/first-message-sent'], deviations: [] };
  const nothing: Outcome = { ...outcome, tests: [], compared: { files: [], stale: [] } };
  expect(summarise(bare, nothing)).toEqual({
    code: 0,
    text: printed('of a clause that nothing is about'),
  });
});

test('of a file its tests are told, and what was left out', () => {
  const ofFile: Plan = {
    ...plan,
    ids: [],
    deviations: [],
    tests: { own: ['test/clauses/a.test.ts'], importing: [planted.file], leftOut: ['test/cli/b.test.ts'] },
    unproved: [id, 'rfc6455/3/scheme'],
  };
  expect(summarise(ofFile, outcome).text).toBe(printed('of a file'));
});

test.each([
  [
    'a test that fails',
    { tests: outcome.tests.map((each) => ({ ...each, hasPassed: each.file === planted.file })) },
    `failed: test/clauses/a.test.ts: ${id}: A server refuses it. > refused: none`,
  ],
  [
    'a planted deviation without a test',
    { tests: outcome.tests.slice(0, 1) },
    'test/mutants/mutants.test.ts has no test with the title "a server that looks at no key is told so …"',
  ],
  [
    'a page that is stale',
    { compared: { files: ['docs/generated/clause-matrix.md'], stale: ['docs/generated/clause-matrix.md'] } },
    'docs/generated/clause-matrix.md is stale: `npm run docs` writes it again',
  ],
  [
    'a compiled table that is stale',
    { compared: { files: [], stale: ['models/compiled/server.ts'] } },
    'models/compiled/server.ts is stale: `npm run compile` writes it again',
  ],
  [
    'a file that does not load',
    { troubles: ['test/clauses/a.test.ts: x is not defined'] },
    'test/clauses/a.test.ts: x is not defined',
  ],
])('%s fails', (_, part, line) => {
  const { text, code } = summarise(plan, { ...outcome, ...part });
  expect(code).toBe(1);
  expect(text.split('\n')).toContain(line);
  expect(text).toMatch(/\nFAILED: /);
});
