import { expect, test } from 'vitest';
import type { Plan } from '../../scripts/rule/plan.ts';
import { type Outcome, summarise } from '../../scripts/rule/summary.ts';

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
    text: `rfc6455/4.2.1/key-present: A server refuses an opening without Sec-WebSocket-Key.
  1 test with its id: test/clauses/a.test.ts (1)
  1 planted deviation: a server that looks at no key
compared with what would be generated now, but for numbers of cases: docs/generated/clause-matrix.md
passed: 2 tests of 2 files, in 7.3 s
`,
  });
});

test('what was not found is told, and fails nothing', () => {
  const bare: Plan = { ...plan, ids: ['service/5.3/first-message-sent'], deviations: [] };
  const nothing: Outcome = { ...outcome, tests: [], compared: { files: [], stale: [] } };
  expect(summarise(bare, nothing)).toEqual({
    code: 0,
    text: `service/5.3/first-message-sent: A client that authenticates by message sends that message before any other.
  no test has its id in its title
  no planted deviation: no messages are asked of a client
no generated file has it
passed: 0 tests of 0 files, in 7.3 s
`,
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
  expect(summarise(ofFile, outcome).text).toBe(`its own tests: test/clauses/a.test.ts (1)
tests of what imports it: test/mutants/mutants.test.ts (1)
left out, which import it as well: test/cli/b.test.ts
left out: what proves the 2 clauses that stand in it, one of which is rfc6455/4.2.1/key-present
compared with what would be generated now, but for numbers of cases: docs/generated/clause-matrix.md
passed: 2 tests of 2 files, in 7.3 s
`);
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
    { compared: { files: [], stale: ['models/compiled/server-decision.ts'] } },
    'models/compiled/server-decision.ts is stale: `npm run compile` writes it again',
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
