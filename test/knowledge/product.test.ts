import { describe, expect, test } from 'vitest';
import { type Product, type ProductMark, products } from '../../src/knowledge/product.ts';
import { hostileTexts, readWritten, repeatsWithoutEnd, writtenReplies } from '../diagnosis/read-written.ts';

const rows: readonly Product[] = products;
const marks = rows.flatMap(({ name, signs }) =>
  signs.map((mark) => ({ ...{ name, mark }, title: `${name}, ${mark.field ?? 'content'} ${mark.pattern}` })),
);

const nameOf = (text: string) => /^(.*?)(?:\/\d[\w.-]*)? (?:hop|server|either)/.exec(text)?.[1];

function matches(
  { field, pattern, statuses, needs, lacks }: ProductMark,
  reply: ReturnType<typeof readWritten>,
) {
  const values = reply.fields.filter(({ name }) => name.toLowerCase() === field).map(({ value }) => value);
  const has = (wanted: string) => reply.fields.some(({ name }) => name.toLowerCase() === wanted);
  const isBound = statuses?.includes(reply.status) !== false;
  const fits = (needs === undefined || has(needs)) && (lacks === undefined || !has(lacks));
  return isBound && fits && (field === undefined ? [reply.body] : values).some((text) => pattern.test(text));
}

test('each product stands once', () => {
  const names = rows.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});

test.each(marks)('a reply shows $title', ({ name, mark }) => {
  const found = writtenReplies.filter((written) => matches(mark, readWritten(written)));
  expect(found.flatMap(({ products: seen }) => seen.map(nameOf))).toContain(name);
});

describe('what is a page of its own', () => {
  test.each(marks.filter(({ mark }) => mark.isOwn && !mark.isBeside))(
    'is of nobody else: $title',
    ({ name, mark }) => {
      const found = writtenReplies.filter((written) => matches(mark, readWritten(written)));
      const others = found.filter(({ products: seen }) => !seen.some((text) => nameOf(text) === name));
      expect(others.map(({ title }) => title)).toEqual([]);
    },
  );

  test('is of one product in each reply', () => {
    const several = writtenReplies.filter(
      ({ products: seen }) => seen.filter((text) => text.endsWith(' own')).length > 1,
    );
    expect(several.map(({ title }) => title)).toEqual([]);
  });
});

test('names of fields are in lower case', () => {
  const names = marks.flatMap(({ mark: { field, needs, lacks } }) =>
    [field, needs, lacks].filter((name) => name !== undefined),
  );
  expect(names).toEqual(names.map((name) => name.toLowerCase()));
});

/** From each place in the text, such a pattern would look at all of the rest. */
test('no pattern on content repeats without an end but from the beginning of the text', () => {
  const sources = marks.filter(({ mark }) => mark.field === undefined).map(({ mark }) => mark.pattern.source);
  expect(sources.filter((source) => !source.startsWith('^') && repeatsWithoutEnd(source))).toEqual([]);
});

/** What takes quadratic time takes 2^32 steps for each of the texts. */
describe('64 KiB of anything come to an end', () => {
  test.each(marks)(
    '$title',
    ({ mark }) => {
      expect(hostileTexts.filter((text) => typeof mark.pattern.test(text) !== 'boolean')).toEqual([]);
    },
    30_000,
  );
});
