import { describe, expect, test } from 'vitest';
import type { ClauseId } from '../../../../models/clauses.ts';
import type { Case } from '../../../../src/verify/judge/case.ts';
import type { Fault } from '../../../../src/verify/judge/judgement.ts';
import { type Result, Tally } from '../../../../src/verify/run/kept/tally.ts';

const clause: ClauseId = 'rfc6455/4.2.2/version-advertised';
const other: ClauseId = 'rfc9110/9.3.2/no-content-to-head';

function result(number: number, shown: readonly ClauseId[], broken: readonly ClauseId[]): Result<Case, null> {
  const faults = broken.map(
    (each): Fault => ({
      ...{ kind: 'reply', clause: each, guard: null, severity: 'MUST', tags: [] },
      ...{ expected: 'reply', observed: 'nothing', about: 'status', seen: [] },
    }),
  );
  const current: Case = {
    base: null,
    number,
    clause,
    title: '',
    group: null,
    isLiteral: false,
    changes: [],
    isCut: false,
  };
  return { current, exchange: null, isOpen: false, shown, faults, answer: 404, signs: [], besides: [] };
}

function tallyOf(...results: readonly Result<Case, null>[]): Tally<Case, null> {
  const tally = new Tally<Case, null>();
  for (const each of results) tally.add(each);
  return tally;
}

test('a clause that was broken in every case counts where that is known to be its own breach, and else not', () => {
  const tally = tallyOf(result(1, [clause], [clause]), result(2, [clause], [clause]));
  expect(tally.countsBeside([])).toEqual(new Map());
  expect(tally.countsBeside([clause])).toEqual(new Map([[clause, 2]]));
});

test('a clause that was kept in one case counts in each', () => {
  const tally = tallyOf(result(1, [clause, other], [clause]), result(2, [clause], []));
  expect(tally.countsBeside([])).toEqual(
    new Map([
      [clause, 2],
      [other, 1],
    ]),
  );
});

describe('of a clause that is kept stands for all cases', () => {
  const made = (number: number, made: Partial<Case>, broken: readonly ClauseId[] = []) => {
    const told = result(number, [clause], broken);
    return { ...told, current: { ...told.current, clause: other, ...made } };
  };
  const odd = {
    changes: [{ clause, guard: null, part: 'a part', title: 'a change', refusedAs: null, edits: [] }],
  };
  const exampleOf = (...results: readonly Result<Case, null>[]) =>
    tallyOf(...results).examples.get(clause)?.current.number;

  test('one that was made for it', () => {
    expect(exampleOf(made(1, {}), made(2, odd), made(3, { ...odd, clause }))).toBe(3);
  });

  test('then one with nothing odd', () => {
    expect(exampleOf(made(1, odd), made(2, {}), made(3, odd))).toBe(2);
  });

  test('of those alike the first, in whatever order they come', () => {
    expect(exampleOf(made(3, odd), made(1, odd), made(2, odd))).toBe(1);
  });

  test('before any that breaks another clause, which is told; never one that breaks it', () => {
    expect(exampleOf(made(1, { clause }, [other]), made(2, odd))).toBe(2);
    const only = tallyOf(made(1, { clause }, [other])).examples.get(clause);
    expect(only?.faults).toMatchObject([{ clause: other }]);
    expect(exampleOf(made(1, { clause }, [clause]))).toBeUndefined();
  });
});

test('of those alike the first is kept, with the next three that are spelt otherwise, in whatever order they come', () => {
  const accepted = (number: number, spelling: string) => {
    const told = result(number, [clause], [clause]);
    const changes = ['!a', null].map((guard) => ({
      clause,
      guard,
      part: 'a',
      refusedAs: null,
      edits: [guard === null ? number : spelling],
    }));
    const faults = told.faults.map((fault) => ({ ...fault, kind: 'accepted' as const }));
    return { ...told, isOpen: true, faults, current: { ...told.current, changes } };
  };
  const all = ['a', 'b', 'a', 'c', 'd', 'e'].map((spelling, at) => accepted(at, spelling));
  for (const results of [all, all.toReversed(), [all[3], all[0], all[4], all[1], all[5], all[2]]]) {
    const [kept, ...more] = tallyOf(...results.filter((each) => each !== undefined)).faulty;
    expect([kept, ...(kept?.others ?? [])].map((each) => each?.current.number)).toEqual([0, 1, 3, 4]);
    expect(more).toEqual([]);
  }
});

test('a fault is answered by what came to it alone, and not to a message that is spoilt as a whole', () => {
  const of = (number: number, part: string) => {
    const told = result(number, [clause], []);
    const changes = [{ clause, guard: '!a', part, refusedAs: null, edits: [] }];
    return { ...told, answer: number, current: { ...told.current, changes } };
  };
  expect(tallyOf(of(1, 'a'), of(2, 'message')).answers).toEqual({ '!a': [1] });
});
