import { describe, expect, test } from 'vitest';
import { findDefects } from '../../../src/verify/explain/defect.ts';
import { traceCauses } from '../../../src/verify/explain/earlier.ts';
import { findCauses } from '../../../src/verify/explain/find-cause.ts';
import { Player } from '../../../src/verify/run/player.ts';
import {
  type Asked,
  caseOf,
  type Said,
  type Script,
  scriptSubject,
  valid,
  type WordCase,
} from '../run/scripted-subject.ts';

/** Plays cases one after another, and finds the defects behind what they show. */
async function findBehind(answer: Script, cases: readonly WordCase[]) {
  const subject = scriptSubject(answer);
  const player = new Player(subject, { concurrency: 1, isWanted: () => true });
  const played = await player.play({ literals: [], drawn: cases, total: cases.length });
  const before = subject.played.length;
  return { ...(await findDefects(played, subject)), played: subject.played.slice(before) };
}

const rightFor = ({ words }: Asked): Said => (words.some((word) => word.startsWith('!')) ? 400 : 101);

/** Right, but after a request with a word so many are refused. */
function remembers(word: string, forHowMany: number, isFor: (asked: Asked) => boolean = () => true): Script {
  let left = 0;
  return (asked) => {
    const isWrong = left > 0 && isFor(asked) && rightFor(asked) === 101;
    if (isWrong) left -= 1;
    if (asked.words.includes(word)) left = forHowMany;
    return isWrong ? 400 : rightFor(asked);
  };
}

const harmless = (from: number, count: number) =>
  Array.from({ length: count }, (_, nth) => caseOf(from + nth, nth % 2 === 0 ? ['list'] : ['lines']));
const behind = (number: number, recovers = true) => ({
  clause: valid,
  after: { current: { number } },
  fault: { hint: { is: 'onlyBehind', number, title: '!key', recovers, within: 20 } },
});

describe('a fault that does not come again by itself', () => {
  test('is traced to the request right before it', async () => {
    const cases = [...harmless(0, 5), caseOf(5, ['!key']), caseOf(6, []), ...harmless(7, 5)];
    const { defects } = await findBehind(remembers('!key', 1), cases);
    expect(defects).toMatchObject([behind(5)]);
    expect(defects[0]).not.toHaveProperty('again');
  });

  test('weighs no more than the clause of a valid request that is refused', async () => {
    const cases = [...harmless(0, 5), caseOf(5, ['!key']), ...harmless(6, 5)];
    const { defects } = await findBehind(remembers('!key', 1), cases);
    // Refused for its change it would be a MUST, and here it is not the change that was refused.
    expect(defects).toMatchObject([{ clause: valid, fault: { severity: 'SHOULD' } }]);
  });

  test('is traced to one of the requests before it, where these bring it about for several', async () => {
    const faults = [caseOf(6, ['!host']), caseOf(7, ['!short']), caseOf(8, ['!host'])];
    const cases = [...harmless(0, 5), caseOf(5, ['!key']), ...faults, ...harmless(9, 40)];
    const { defects } = await findBehind(remembers('!key', 3), cases);
    expect(defects).toMatchObject([behind(5)]);
  });

  test.each([16, 17, 60, 599])(
    'is traced over %i requests of other kinds, in no more than 300',
    async (count) => {
      // Nothing but the plain request shows it.
      const isPlain = ({ words }: Asked) => words.length === 1;
      const faults = Array.from({ length: count - 1 }, (_, nth) => caseOf(nth + 1, ['!host']));
      const cases = [caseOf(0, ['!key']), ...faults, caseOf(count, [])];
      const { defects, played } = await findBehind(remembers('!key', 1, isPlain), cases);
      expect(defects).toMatchObject([behind(0)]);
      expect(played.length).toBeLessThanOrEqual(305);
    },
  );

  test.each([17, 60, 190])(
    'is traced over %i requests of the same kind, in no more than 300',
    async (count) => {
      const isPlain = ({ words }: Asked) => words.length === 1;
      // The kind is that of the latest: which of them it is shows when all are tried.
      const isOdd = ({ words }: Asked) => words.includes('odd');
      let left = 0;
      const script: Script = (asked) => {
        const isWrong = left > 0 && isPlain(asked);
        if (isPlain(asked)) left = 0;
        if (isOdd(asked)) left = 1;
        return isWrong ? 400 : rightFor(asked);
      };
      const faults = Array.from({ length: count - 1 }, (_, nth) => caseOf(nth + 1, ['!key']));
      const cases = [caseOf(0, ['!key'], { base: ['ws', 'odd'] }), ...faults, caseOf(count, [])];
      const { defects, played } = await findBehind(script, cases);
      expect(defects).toMatchObject([behind(0)]);
      expect(played.length).toBeLessThanOrEqual(305);
    },
  );

  test('is not traced further than that', async () => {
    const isPlain = ({ words }: Asked) => words.length === 1;
    const faults = Array.from({ length: 600 }, (_, nth) => caseOf(nth + 1, ['!host']));
    const cases = [caseOf(0, ['!key']), ...faults, caseOf(601, [])];
    const { defects, accidents } = await findBehind(remembers('!key', 1, isPlain), cases);
    expect(defects).toEqual([]);
    expect(accidents).toMatchObject([{ again: { seen: 0, of: 5, isSteady: false } }]);
  });

  test('is traced in the order in which the requests before it were begun', async () => {
    let isKept = false;
    const script: Script = (asked) => {
      const isWrong = isKept && asked.words.length === 1;
      if (asked.words.length === 1 || asked.words.includes('!host')) isKept = false;
      if (asked.words.includes('!key')) isKept = true;
      return isWrong ? 400 : rightFor(asked);
    };
    const others = Array.from({ length: 16 }, (_, nth) => caseOf(nth + 2, ['!short']));
    const cases = [caseOf(0, ['!host']), caseOf(1, ['!key']), ...others, caseOf(18, [])];
    expect((await findBehind(script, cases)).defects).toMatchObject([behind(1)]);
  });

  test('is not traced for long over requests that are not answered when they are sent again', async () => {
    const script: Script = ({ words, nth }) =>
      nth === 40 ? 400 : words.length === 1 ? 101 : nth < 40 ? 400 : 'late';
    const faults = Array.from({ length: 40 }, (_, nth) => caseOf(nth, ['!host']));
    const { defects, accidents, played } = await findBehind(script, [...faults, caseOf(40, [])]);
    expect(defects).toEqual([]);
    expect(accidents).toMatchObject([{ clause: valid }]);
    expect(played.length).toBeLessThan(40);
  });

  test('has the request told after which no answer is right any more', async () => {
    let plays = 0;
    let isBroken = false;
    const script: Script = (asked) => {
      // Somebody starts it again while the cases are played.
      if (plays++ < 7) isBroken &&= plays < 5;
      const isWrong = isBroken && rightFor(asked) === 101;
      isBroken ||= asked.words.includes('!key');
      return isWrong ? 400 : rightFor(asked);
    };
    const cases = [...harmless(0, 2), caseOf(2, ['!key']), caseOf(3, []), ...harmless(4, 3)];
    const { defects, played } = await findBehind(script, cases);
    expect(defects).toMatchObject([behind(2, false)]);
    expect(played.length).toBeLessThan(40);
  });

  test('stays an accident, where two requests bring it about together', async () => {
    let seen: readonly string[] = [];
    const script: Script = (asked) => {
      const isWrong = seen.includes('!key') && seen.includes('!host') && rightFor(asked) === 101;
      seen = asked.words.some((word) => word.startsWith('!')) ? [...seen, ...asked.words] : [];
      return isWrong ? 400 : rightFor(asked);
    };
    const cases = [caseOf(0, ['!key']), caseOf(1, ['!host']), caseOf(2, [])];
    const { defects, accidents } = await findBehind(script, cases);
    expect(defects).toEqual([]);
    expect(accidents).toMatchObject([{ clause: valid }]);
  });
});

test.each([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 24, 25, 29, 60, 61, 173])(
  'a subject that refuses one in %i has no memory of a request',
  async (period) => {
    const script: Script = (asked) => (asked.nth % period === period - 1 ? 400 : rightFor(asked));
    const cases = Array.from({ length: 300 }, (_, nth) =>
      caseOf(nth, nth % 3 === 0 ? ['!key'] : nth % 3 === 1 ? ['!host'] : []),
    );
    const { defects } = await findBehind(script, cases);
    expect(defects.filter((defect) => defect.after !== undefined)).toEqual([]);
  },
);

test('no more than three faults of a run are traced', async () => {
  const subject = scriptSubject(rightFor);
  const faulty = (['!key', '!host', '!short', '!key'] as const).map((word, number) => {
    const current = caseOf(number, [word]);
    const [fault] = subject.judge(current, { said: 101 }).faults;
    if (!fault) throw new Error('taken, it is a fault');
    return { current, exchange: { said: 101 } as const, isOpen: true, fault };
  });
  const { causes } = await findCauses(faulty, subject, new Set());
  const asked: unknown[] = [];
  const traced = await traceCauses(
    { causes: [...causes, ...causes], vanished: causes },
    ({ clause }) => {
      asked.push(clause);
      return [];
    },
    subject,
  );
  expect(asked).toHaveLength(3);
  expect(traced).toEqual([...causes, ...causes, ...causes]);
});

test('a subject that is gone is asked no more', async () => {
  const script: Script = (asked) => (asked.nth === 2 ? 400 : asked.nth > 5 ? 'gone' : rightFor(asked));
  const cases = [caseOf(0, ['!key']), caseOf(1, ['!host']), caseOf(2, [])];
  const { defects, accidents, played } = await findBehind(script, cases);
  expect(defects).toEqual([]);
  expect(accidents).toMatchObject([{ clause: valid }]);
  expect(played.length).toBeLessThan(9);
});
