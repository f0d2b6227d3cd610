import { describe, expect, test } from 'vitest';
import { findTitledFiles, matchIds } from '../../scripts/rule/clause-title.ts';
import type { TestSources } from '../../scripts/rule/test-file.ts';

const id = 'rfc6455/4.2.1/key-present';

describe('a title has an id', () => {
  test.each([
    `${id}: A server refuses it. (key absent)`,
    `a server is not concerned by ${id}, and is told why`,
  ])('%s', (title) => {
    expect(title).toMatch(matchIds([id]));
  });
});

describe('a title has another id', () => {
  test.each([`${id}-twice: A server refuses it.`, `x${id}`, `${id}/more`, 'rfc6455/4x2x1/key-present'])(
    '%s',
    (title) => {
      expect(title).not.toMatch(matchIds([id]));
    },
  );
});

test('no title has one of no ids', () => {
  expect(id).not.toMatch(matchIds([]));
});

test('the files are those of test/clauses that say so, and those about tables that have it, or import or read expectations that do', () => {
  const sources: TestSources = {
    files: new Map([
      ['test/clauses/a.test.ts', `describe(clause('${id}'), () => {});`],
      ['test/clauses/b.test.ts', `expect(x).toEqual(refused(400, '${id}'));`],
      ['test/models/c.test.ts', "import { suite } from './c-expectation.ts';"],
      ['test/models/d.test.ts', `test.each([['${id}']])('%s', () => {});`],
      ['test/models/e.test.ts', "import { suite } from './e-expectation.ts';"],
      ['test/models/g.test.ts', "const rows = readRows('data/g.txt');"],
      ['test/models/h.test.ts', "const rows = readRows('data/h.txt');"],
      ['test/cli/f.test.ts', `test('${id}', () => {});`],
    ]),
    shared: new Map([
      ['test/models/c-expectation.ts', `const faults = ['${id}'];`],
      ['test/models/data/g.txt', `${id} | kind accepted | MUST`],
      ['test/models/data/h.txt', `${id}-twice | kind accepted | MUST`],
      ['test/models/e-expectation.ts', `const faults = ['${id}-twice'];`],
    ]),
  };
  expect(findTitledFiles([id], sources)).toEqual([
    'test/clauses/a.test.ts',
    'test/models/c.test.ts',
    'test/models/d.test.ts',
    'test/models/g.test.ts',
  ]);
});
