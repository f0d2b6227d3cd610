import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { comparePages } from '../../scripts/rule/stale-page.ts';
import { readTestSources } from '../../scripts/rule/test-file.ts';

const id = 'rfc6455/4.2.1/key-present';
const sources = readTestSources('.');
const pages = [
  'docs/generated/clause-matrix.md',
  'docs/generated/clauses/rfc6455.md',
  'docs/generated/server-decision.md',
  'models/compiled/server.ts',
];

/** Reads what is committed, but for a text in one of the files. */
function readWith(changed: string, from: string, to: string) {
  return (path: string): string => {
    const text = readFileSync(path, 'utf8');
    if (path !== changed) return text;
    expect(text).toContain(from);
    return text.replace(from, to);
  };
}

test('what is committed is what would be written now', () => {
  expect(comparePages([id], (path) => readFileSync(path, 'utf8'), sources)).toEqual({
    files: pages,
    stale: [],
  });
});

test.each([
  [
    'docs/generated/clause-matrix.md',
    'without Sec-WebSocket-Key. | MUST',
    'without Sec-WebSocket-Key. | SHOULD',
  ],
  ['docs/generated/clauses/rfc6455.md', `\`${id}\`, MUST`, `\`${id}\`, SHOULD`],
  ['docs/generated/server-decision.md', '| key is absent |', '| key is missing |'],
  ['models/compiled/server.ts', "facts.key === 'absent'", "facts.key === 'malformed'"],
])('a change of what %s says of the clause is found', (path, from, to) => {
  expect(comparePages([id], readWith(path, from, to), sources).stale).toEqual([path]);
});

test('a change of what a page says of another clause is left to who asks for that', () => {
  const read = readWith('docs/generated/clauses/rfc6455.md', '`rfc6455/3/scheme`, MUST', 'nothing');
  expect(comparePages([id], read, sources).stale).toEqual([]);
  expect(comparePages(['rfc6455/3/scheme'], read, sources).stale).toEqual([
    'docs/generated/clauses/rfc6455.md',
  ]);
});

test('without a clause nothing is compared', () => {
  expect(comparePages([], () => '', sources)).toEqual({ files: [], stale: [] });
});
