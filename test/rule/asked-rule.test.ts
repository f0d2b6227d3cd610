import { expect, test } from 'vitest';
import { readAskedRule } from '../../scripts/rule/asked-rule.ts';

test('the id of a clause is that clause alone', () => {
  expect(readAskedRule('rfc6455/4.2.1/key-present', '.')).toEqual({
    kind: 'clauses',
    ids: ['rfc6455/4.2.1/key-present'],
  });
});

test('the beginning of ids is all of them', () => {
  expect(readAskedRule('rfc4648/3.5/', '.')).toEqual({
    kind: 'clauses',
    ids: ['rfc4648/3.5/pad-bits-zero', 'rfc4648/3.5/pad-bits-accepted'],
  });
});

test.each([
  ['src/wire/head.ts', 'src/wire/head.ts'],
  ['./models/../src/wire/head.ts', 'src/wire/head.ts'],
])('a path is a file: %s', (path, file) => {
  expect(readAskedRule(path, '.')).toEqual({ kind: 'file', path: file });
});

test.each([
  [
    'rfc6455/4.2.1/key-presnt',
    ' the nearest are rfc6455/4.2.1/key-present, rfc6455/4.1/key-sent, rfc6455/4.1/key-fresh;',
  ],
  ['key-16', ' the nearest are rfc6455/4.2.1/key-16-octets;'],
  ['src/wire', ''],
  ['', ''],
])('nothing is asked with "%s", and the sentence says why', (argument, nearest) => {
  expect(readAskedRule(argument, '.')).toEqual({
    kind: 'unknown',
    sentence: `no clause has the id ${argument}, no id begins with it, and there is no such file;${nearest} npx ws101 clauses lists all ids`,
  });
});

test('nothing is asked with a page', () => {
  expect(readAskedRule('docs/client.md', '.')).toEqual({
    kind: 'unknown',
    sentence:
      'docs/client.md is no TypeScript of models, src, scripts or test; npm run test:changed plays what a change to it can break',
  });
});
