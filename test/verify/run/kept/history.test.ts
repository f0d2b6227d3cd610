import { expect, test } from 'vitest';
import { History, reach, recallCases } from '../../../../src/verify/run/kept/history.ts';
import { Player } from '../../../../src/verify/run/player.ts';
import { caseOf, scriptSubject, type WordCase } from '../scripted-subject.ts';

const many = (count: number, from = 0) =>
  Array.from({ length: count }, (_, nth) => caseOf(from + nth, nth % 2 === 0 ? ['!key'] : ['list']));

test('what was begun last is remembered, the latest first, without the one that asks', async () => {
  const history = new History();
  const subject = history.watch(scriptSubject(() => 101));
  for (const number of [0, 1, 2, 1, 3]) await subject.play(caseOf(number, []));
  expect(history.besides(caseOf(2, []))).toEqual([3, 1, 1, 0]);
});

test('no more than some are remembered', async () => {
  const history = new History();
  const subject = history.watch(scriptSubject(() => 101));
  for (const each of many(5 * reach)) await subject.play(each);
  const known = history.besides(caseOf(5 * reach, []));
  expect(known).toHaveLength(reach);
  expect([known[0], known.at(-1)]).toEqual([5 * reach - 1, 4 * reach]);
});

test('a case is known by its number, once, whether it was written down or drawn', () => {
  const cases = { literals: many(3), drawn: many(3, 3) };
  expect(recallCases(cases, [4, 0, 9, 0, 2]).map(({ number }) => number)).toEqual([4, 0, 2]);
});

test('a case that was begun while another was under way may have changed what that one has shown', async () => {
  const gates: (() => void)[] = [];
  const { play, ...subject } = scriptSubject(({ words }) => (words.includes('list') ? 400 : 101));
  const held = {
    ...subject,
    async play(current: WordCase) {
      const exchange = await play(current);
      if (current.number === 0 && gates.length === 0)
        await new Promise<void>((resolve) => gates.push(resolve));
      if (current.number === 2) gates[0]?.();
      return exchange;
    },
  };
  const drawn = [caseOf(0, ['list']), caseOf(1, []), caseOf(2, [])];
  const player = new Player(held, { concurrency: 2, isWanted: () => true });
  const { tally, recall } = await player.play({ literals: [], drawn, total: 3 });
  expect(tally.faulty.map(({ besides = [] }) => recall(besides))).toEqual([[drawn[2], drawn[1]]]);
});
