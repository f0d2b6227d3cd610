import { expect, test } from 'vitest';
import { clauseIds } from '../../models/clauses.ts';
import { mostClauses, planClauses, planFile } from '../../scripts/rule/plan.ts';
import type { TestSources } from '../../scripts/rule/test-file.ts';

const id = 'rfc6455/4.2.1/key-present';
const sources: TestSources = {
  files: new Map([
    ['test/clauses/a.test.ts', `describe(clause('${id}'), () => {});`],
    ['test/mutants/mutants.test.ts', ''],
  ]),
  shared: new Map(),
};
const tests = { own: ['test/wire/key.test.ts'], importing: ['test/clauses/a.test.ts'], leftOut: [] };

test('a clause is proved by the tests with its id and by what is planted under it, and by no other test of the files', () => {
  const { plays, unproved } = planClauses([id], sources);
  expect(plays.map(({ file }) => file)).toEqual(['test/clauses/a.test.ts', 'test/mutants/mutants.test.ts']);
  const [ofClause, ofMutants] = plays.map(({ titles }) => titles);
  expect(`${id}: A server refuses it. refused: none`).toMatch(ofClause ?? /^$/);
  expect('rfc6455/4.2.1/key-16-octets: A server refuses it.').not.toMatch(ofClause ?? /./);
  expect('a server that looks at no key is told so').toMatch(ofMutants ?? /^$/);
  expect('a server that takes every version is told so').not.toMatch(ofMutants ?? /./);
  expect(unproved).toEqual([]);
});

test('a clause that nothing is about has nothing to play', () => {
  expect(planClauses(['service/5.3/first-message-sent'], sources).plays).toEqual([]);
});

test('a file is proved by all of its tests, and by what proves the clauses that stand in it', () => {
  const { ids, unproved, plays } = planFile([id], tests, sources);
  expect({ ids, unproved }).toEqual({ ids: [id], unproved: [] });
  expect(plays).toEqual([
    { file: 'test/wire/key.test.ts', titles: null },
    { file: 'test/clauses/a.test.ts', titles: null },
    { file: 'test/mutants/mutants.test.ts', titles: expect.any(RegExp) },
  ]);
});

test('a file with many clauses is proved by its tests alone', () => {
  const many = clauseIds.slice(0, mostClauses + 1);
  const { ids, unproved, plays, deviations } = planFile(many, tests, sources);
  expect({ ids, unproved, deviations }).toEqual({ ids: [], unproved: many, deviations: [] });
  expect(plays.map(({ titles }) => titles)).toEqual([null, null]);
});
