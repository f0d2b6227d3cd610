import { expect, test } from 'vitest';
import { findFileTests, findQuoted } from '../../scripts/rule/file-test.ts';
import type { TestSources } from '../../scripts/rule/test-file.ts';

function sourcesOf(files: Readonly<Record<string, string>>): TestSources {
  return { files: new Map(Object.entries(files)), shared: new Map() };
}

const importsHead = "import { readHead } from '../../src/wire/head.ts';";

test('the tests of a file are the one in its place, and those that import it', () => {
  const sources = sourcesOf({
    'test/wire/head.test.ts': importsHead,
    'test/facts/a.test.ts': importsHead,
    'test/wire/field.test.ts': "import { a } from '../../src/wire/field.ts';",
  });
  expect(findFileTests('src/wire/head.ts', sources, new Map())).toEqual({
    own: ['test/wire/head.test.ts'],
    importing: ['test/facts/a.test.ts'],
    leftOut: [],
  });
});

test('of many that import it five are played, the nearest first, and none that starts processes or servers', () => {
  const others = ['a', 'b', 'c', 'd', 'e'].map((name) => [`test/facts/${name}.test.ts`, importsHead]);
  const sources = sourcesOf({
    ...Object.fromEntries(others),
    'test/cli/a.test.ts': importsHead,
    'test/mutants/a.test.ts': importsHead,
    'test/wire/z.test.ts': importsHead,
  });
  expect(findFileTests('src/wire/head.ts', sources, new Map())).toEqual({
    own: [],
    importing: ['test/wire/z.test.ts', ...['a', 'b', 'c', 'd'].map((name) => `test/facts/${name}.test.ts`)],
    leftOut: ['test/facts/e.test.ts', 'test/cli/a.test.ts', 'test/mutants/a.test.ts'],
  });
});

test('a file that no test imports has the tests of what imports it', () => {
  const sources = sourcesOf({ 'test/server/session.test.ts': '' });
  const modules = new Map([['src/server/session.ts', "import { reply } from './reply.ts';"]]);
  expect(findFileTests('src/server/reply.ts', sources, modules)).toEqual({
    own: [],
    importing: ['test/server/session.test.ts'],
    leftOut: [],
  });
});

test.each([
  ['src/knowledge/remedy/remedy.ts', 'test/knowledge/remedy/remedy.test.ts'],
  ['scripts/mutate/journal.ts', 'test/mutate/journal.test.ts'],
  ['test/wire/head.test.ts', 'test/wire/head.test.ts'],
])('%s has %s', (path, own) => {
  expect(findFileTests(path, sourcesOf({ [own]: '' }), new Map()).own).toEqual([own]);
});

test('the clauses of a file are those that it has as literals', () => {
  const text = "clause: 'rfc6455/4.2.1/key-present', // not rfc9112/3.2/host-present\n'rfc6455/0/none'";
  expect(findQuoted(text)).toEqual(['rfc6455/4.2.1/key-present']);
});
