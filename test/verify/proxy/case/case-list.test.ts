import { expect, test } from 'vitest';
import { pairCases, secondsOf, setsField } from '../../../../src/verify/proxy/case/case-list.ts';
import { largeFrame } from '../../../../src/verify/proxy/case/pair-case.ts';

test('the same seed gives the same cases, and another seed other mixtures alone', () => {
  const [one, again, other] = [1, 1, 2].map((seed) => pairCases({ seed, runs: 10 }));
  expect(again).toEqual(one);
  expect(other?.literals).toEqual(one?.literals);
  expect(other?.drawn).not.toEqual(one?.drawn);
});

test('every case has a number and a title of its own', () => {
  const { literals, drawn, total } = pairCases({ seed: 1, runs: 1, idle: 60 });
  const cases = [...literals, ...drawn];
  expect(new Set(cases.map(({ number }) => number)).size).toBe(total);
  expect(new Set(cases.map(({ title }) => title)).size).toBe(total);
  const pauses = cases.flatMap(({ title, pause }) => (pause ? [[secondsOf(title), pause.seconds]] : []));
  expect(pauses).toEqual([
    [60, 60],
    [60, 60],
  ]);
});

test('no mixture has a field of two of its parts', () => {
  const mixtures = pairCases({ seed: 1, runs: 200 }).drawn;
  for (const { request } of mixtures) {
    const names = request.edits.flatMap((edit) => (edit.kind === 'setField' ? [edit.name] : []));
    expect(new Set(names).size, request.title).toBe(names.length);
  }
});

test('an opening has no second field of what stands there once', () => {
  const titles = pairCases({ seed: 1, runs: 1 })
    .literals.filter((each) => setsField(each, ['COOKIE', 'Authorization']))
    .map(({ request }) => request.title);
  expect(titles).toEqual(
    expect.arrayContaining(['cookies', '3 kB of cookies', 'Authorization: Bearer', 'Authorization: Basic']),
  );
  expect(titles).not.toContain('an Origin');
});

test.each([
  [true, '\x82\xff\0\0\0\0\0\x01\0\0\0\0\0\0', 14],
  [false, '\x82\x7f\0\0\0\0\0\x01\0\0', 10],
])('a large frame says how large it is (masked: %s)', (isMasked, head, length) => {
  const frame = largeFrame(65_536, isMasked);
  expect([frame.slice(0, length), frame.length]).toEqual([head, length + 65_536]);
});
