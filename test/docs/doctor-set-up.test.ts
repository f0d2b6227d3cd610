import { expect, test } from 'vitest';
import { reasons, setUps, writeSetUps } from '../../scripts/docs/doctor-set-up-page.ts';
import { failureRows } from '../../src/knowledge/failure.ts';

const expected = new Set<string>(setUps.map((setUp) => setUp.expected));

test('a reason is given for each diagnosis that nothing brings about, and for no other', () => {
  const unhad = failureRows.map(({ id }) => id).filter((id) => !expected.has(id));
  expect(Object.keys(reasons).toSorted()).toEqual(unhad.toSorted());
});

test('each set-up stands under its diagnosis, and each diagnosis has its number', () => {
  const page = writeSetUps();
  const lines = page.split('\n').filter((line) => line.startsWith('- '));
  expect(lines).toHaveLength(setUps.length);
  for (const id of expected) {
    const [, number, list = ''] =
      new RegExp(`\\*\\*\`${id}\`\\*\\*: .*; (\\d+)\n\n((?:- .*\n)*)`).exec(page) ?? [];
    const titles = setUps.filter((setUp) => setUp.expected === id).map(({ title }) => title);
    expect(Number(number), id).toBe(titles.length);
    const written = list.trimEnd().split('\n');
    for (const [at, title] of titles.entries())
      expect(written[at]?.startsWith(`- ${title}`), title).toBe(true);
  }
});
