import { describe, expect, test } from 'vitest';
import { type SaidRow, saidRows } from '../../src/knowledge/said.ts';
import { hostileTexts, readWritten, repeatsWithoutEnd, writtenReplies } from '../diagnosis/read-written.ts';

const rows = saidRows.map((row) => ({ row, title: `${row.sign} by ${row.pattern}` }));

function matches({ place, pattern, statuses }: SaidRow, reply: ReturnType<typeof readWritten>): boolean {
  const texts =
    typeof place === 'object'
      ? reply.fields.filter(({ name }) => name.toLowerCase() === place.field).map(({ value }) => value)
      : [place === 'content' ? reply.body : reply.reason];
  return statuses?.includes(reply.status) !== false && texts.some((text) => pattern.test(text));
}

test.each(rows)('a reply $title, and wherever it is true, it is what is said', ({ row }) => {
  const found = writtenReplies.filter((written) => matches(row, readWritten(written)));
  expect(found).not.toEqual([]);
  expect(found.filter(({ says }) => !says.includes(row.sign)).map(({ title }) => title)).toEqual([]);
});

test('what counts only where nothing else is said comes last', () => {
  const first = saidRows.findIndex(({ isLast }) => isLast);
  expect(saidRows.slice(first).every(({ isLast }) => isLast)).toBe(true);
});

/** From each place in the text, such a pattern would look at all of the rest. */
test('no pattern repeats without an end but from the beginning of the text', () => {
  const sources = saidRows.map(({ pattern }) => pattern.source);
  expect(sources.filter((source) => !source.startsWith('^') && repeatsWithoutEnd(source))).toEqual([]);
});

/** What takes quadratic time takes 2^32 steps for each of the texts. */
describe('64 KiB of anything come to an end', () => {
  test.each(rows)(
    '$title',
    ({ row }) => {
      expect(hostileTexts.filter((text) => typeof row.pattern.test(text) !== 'boolean')).toEqual([]);
    },
    30_000,
  );
});
