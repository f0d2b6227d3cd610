import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Unreachable } from '../../../src/verify/peer/probe.ts';
import { patience } from '../../../src/verify/run/kept/suspect.ts';
import { Player } from '../../../src/verify/run/player.ts';
import { stall } from '../stall.ts';
import {
  type Asked,
  caseOf,
  type Said,
  type Script,
  scriptSubject,
  valid,
  type WordCase,
  wordClauses,
} from './scripted-subject.ts';

type Subject = ReturnType<typeof scriptSubject>;

/** Plays cases one after another, each of which is wanted where nothing else is said. */
function play(
  subject: Subject,
  literals: readonly WordCase[],
  drawn: readonly WordCase[] = [],
  more: Partial<ConstructorParameters<typeof Player>[1]> = {},
) {
  const player = new Player(subject, { concurrency: 1, isWanted: () => true, ...more });
  return player.play({ literals, drawn, total: literals.length + drawn.length });
}
const always = (said: Said) => () => said;
const three = [caseOf(0, ['!key']), caseOf(1, ['!host']), caseOf(2, [])];

describe('cases', () => {
  test('are all played, each counted once', async () => {
    const subject = scriptSubject(({ words }) => (words.length > 1 ? 400 : 101));
    const seen: string[] = [];
    const onProgress = (done: number, total: number) => void seen.push(`${done} of ${total}`);
    const { tally, losses, ended, unplayed, latecomers } = await play(subject, three, [], { onProgress });
    expect(subject.played).toEqual(['ws !key', 'ws !host', 'ws']);
    expect(tally.cases).toBe(3);
    expect(tally.faulty).toEqual([]);
    expect(tally.answers).toEqual({ '!key': [400], '!host': [400] });
    expect({ losses, ended, unplayed, latecomers }).toEqual({
      losses: [],
      ended: null,
      unplayed: 0,
      latecomers: 0,
    });
    expect(seen).toEqual(['1 of 3', '2 of 3', '3 of 3']);
  });

  test('show how a subject takes what alone is odd, and comes in one piece', async () => {
    const cases = [caseOf(0, ['!key']), caseOf(1, ['list']), caseOf(2, [])];
    expect([...(await play(scriptSubject(always(101)), cases)).tally.signs]).toEqual([
      'keyIsAbsent accepted',
    ]);
    const mixed = [caseOf(0, ['!key', 'list']), caseOf(1, ['!key'], { isCut: true })];
    expect([...(await play(scriptSubject(always(101)), mixed)).tally.signs]).toEqual([]);
  });

  test('that nobody wants are not played', async () => {
    const subject = scriptSubject(always(101));
    const { dispositions, unplayed } = await play(
      subject,
      [...three, caseOf(4, ['!host', '!short'])],
      [caseOf(3, ['list']), caseOf(5, ['!host'])],
      { isWanted: ({ number }) => [2, 3, 5].includes(number) },
    );
    expect(subject.played).toEqual(['ws', 'ws list', 'ws !host']);
    expect(unplayed).toBe(0);
    expect(Object.fromEntries(dispositions)).toEqual({
      [wordClauses['!key']]: 'elsewhere',
      [wordClauses['!host']]: 'elsewhere',
      [valid]: 'played',
      [wordClauses.list]: 'played',
    });
  });

  test.each([
    [undefined, 2, 4],
    [({ number }: WordCase) => number !== 1 && number !== 4, 1, 3],
  ])('of a run that is stopped are told, played or left (%s)', async (isWanted, played, left) => {
    const stop = new AbortController();
    const onProgress = (done: number) => void (done === 2 && stop.abort());
    const options = { concurrency: 1, isWanted, onProgress, signal: stop.signal };
    const cases = {
      literals: three,
      drawn: [caseOf(3, ['list']), caseOf(4, ['lines']), caseOf(5, [])],
      total: 6,
    };
    const { tally, unplayed } = await new Player(scriptSubject(always(400)), options).play(cases);
    expect({ played: tally.cases, unplayed }).toEqual({ played, unplayed: left });
  });

  test('that are reset are played once more', async () => {
    const subject = scriptSubject(({ nth }) => (nth === 0 ? 'reset' : 400));
    const { tally } = await play(subject, [caseOf(0, ['!key'])]);
    expect(subject.played).toHaveLength(2);
    expect(tally.answers).toEqual({ '!key': [400] });
  });

  test('that came to a busy subject are played again at the end', async () => {
    const subject = scriptSubject(({ nth }) => (nth === 0 ? 503 : 101));
    const { tally } = await play(subject, [caseOf(0, []), caseOf(1, ['list'])]);
    expect(subject.played).toEqual(['ws', 'ws list', 'ws']);
    expect(tally.faulty).toEqual([]);
  });
});

describe('silence', () => {
  const keys = [0, 1, 2, 3].map((number) => caseOf(number, ['!key']));

  test('to two of a kind leaves the others out, and the first is asked with patience', async () => {
    const subject = scriptSubject(always('late'));
    const { tally, unplayed, latecomers, dispositions } = await play(subject, keys);
    expect(subject.played).toHaveLength(3);
    expect([...dispositions]).toEqual([[wordClauses['!key'], 'leftOut']]);
    expect(tally.faulty.map(({ current }) => current.number)).toEqual([0]);
    expect({ unplayed, latecomers }).toEqual({ unplayed: 3, latecomers: 0 });
  });

  test('that patience breaks is nobody’s fault', async () => {
    const subject = scriptSubject(({ patience }) => (patience > 1 ? 400 : 'late'));
    const { tally, latecomers } = await play(subject, keys);
    expect(tally.faulty).toEqual([]);
    expect(latecomers).toBe(2);
  });

  test('to a fault says nothing of another that came with it', async () => {
    const subject = scriptSubject(({ words }) => (words.includes('!key') ? 'late' : 400));
    const mixed = caseOf(9, ['!host', '!key']);
    const { dispositions, unplayed } = await play(subject, [...keys, caseOf(8, ['!host'])], [mixed]);
    expect(unplayed).toBe(4);
    expect(dispositions.get(wordClauses['!host'])).toBe('played');
  });
});

describe('in a hurry', () => {
  const timeoutFactor = 0.2;
  const keys = [0, 1, 2, 3].map((number) => caseOf(number, ['!key']));

  /** What came of cases, and how patiently each was asked, in this order. */
  async function hurry(answer: Script, literals: readonly WordCase[], drawn: readonly WordCase[] = []) {
    const asked: [words: string, patience: number][] = [];
    const subject = scriptSubject((each) => {
      asked.push([each.words.join(' '), each.patience]);
      return answer(each);
    });
    return { ...(await play(subject, literals, drawn, { timeoutFactor })), asked };
  }
  const slow = ({ patience }: Asked): Said => (patience < 1 ? 'late' : 400);

  test('a case that is late is asked again with all of the time', async () => {
    const { asked, tally, latecomers, unplayed } = await hurry(slow, [caseOf(0, ['!key'])]);
    expect(asked).toEqual([
      ['ws !key', timeoutFactor],
      ['ws !key', 2.5],
    ]);
    expect(tally.answers).toEqual({ '!key': [400] });
    expect(tally.faulty).toEqual([]);
    // To be late in a hurry is no timeoutFactor of the subject.
    expect({ latecomers, unplayed }).toEqual({ latecomers: 0, unplayed: 0 });
  });

  test('a case that nobody is blamed for has no more than all of the time', async () => {
    const subject = scriptSubject(slow);
    const patient: number[] = [];
    const lawful: Subject = {
      ...subject,
      play: (current, patience = 1) => {
        patient.push(patience);
        return subject.play(current, patience);
      },
      judge: ({ clause }) => ({ shown: [clause], faults: [] }),
    };
    await play(lawful, [caseOf(0, ['!key'])], [], { timeoutFactor });
    expect(patient).toEqual([timeoutFactor, 1]);
  });

  test('the others of its kind are played again where the first turns out to be in time', async () => {
    const { asked, tally, unplayed, dispositions } = await hurry(slow, keys);
    expect(asked.map(([, patience]) => patience)).toEqual([timeoutFactor, timeoutFactor, 2.5, 1, 1, 1]);
    expect(tally.cases).toBe(4);
    expect(tally.faulty).toEqual([]);
    expect(unplayed).toBe(0);
    expect([...dispositions]).toEqual([[wordClauses['!key'], 'played']]);
  });

  test('and are left out where it is late all the same', async () => {
    const { asked, tally, unplayed, dispositions } = await hurry(always('late'), keys);
    expect(asked.map(([, patience]) => patience)).toEqual([timeoutFactor, timeoutFactor, 2.5]);
    expect(tally.faulty.map(({ current }) => current.number)).toEqual([0]);
    expect(unplayed).toBe(3);
    expect([...dispositions]).toEqual([[wordClauses['!key'], 'leftOut']]);
  });

  test('and where the first has a reply then, though no end of it', async () => {
    const subject = scriptSubject(({ patience }) => (patience < 1 ? 'late' : 101));
    const hanging: Subject = {
      ...subject,
      reactionOf: (exchange) => ({ ...subject.reactionOf(exchange), isUnfinished: true }),
    };
    const literals = [0, 1, 2, 3].map((number) => caseOf(number, ['list']));
    const { tally, unplayed } = await play(hanging, literals, [], { timeoutFactor });
    expect({ cases: tally.cases, unplayed }).toEqual({ cases: 4, unplayed: 0 });
  });

  test('every kind that was late is asked again while the subject is in time then', async () => {
    const kinds = [['!key'], ['!short'], ['!host'], ['list'], ['lines']] as const;
    const { tally, unplayed } = await hurry(
      slow,
      kinds.map((words, number) => caseOf(number, words)),
    );
    expect(tally.cases).toBe(kinds.length);
    expect(unplayed).toBe(0);
  });

  test('and some kinds alone where it is late all the same', async () => {
    const kinds = [['!key'], ['!short'], ['!host'], ['list'], ['lines']] as const;
    const cases = kinds.map((words, number) => caseOf(number, words));
    const { asked, unplayed } = await hurry(always('late'), cases);
    expect(asked.map(([, patience]) => patience)).toEqual([...kinds.map(() => timeoutFactor), 2.5, 2.5]);
    expect(unplayed).toBe(3);
  });

  test('drawn cases that were left out are played at the end where their kind is readmitted', async () => {
    const drawn = [caseOf(8, ['!key', 'list'])];
    const { asked, tally, unplayed } = await hurry(slow, keys.slice(0, 2), drawn);
    expect(asked).toEqual([
      ...[0, 1].map(() => ['ws !key', timeoutFactor]),
      ['ws !key', 2.5],
      ['ws !key', 1],
      ['ws !key list', 1],
    ]);
    expect(tally.cases).toBe(3);
    expect(unplayed).toBe(0);
  });

  test('drawn cases of a kind that has no answer stay left out', async () => {
    const { asked, unplayed } = await hurry(always('late'), keys.slice(0, 2), [caseOf(9, ['!key'])]);
    expect(asked).toHaveLength(3);
    expect(unplayed).toBe(2);
  });

  test('a subject that is quick is asked once', async () => {
    const { asked, tally } = await hurry(always(400), keys);
    expect(asked.map(([, patience]) => patience)).toEqual(keys.map(() => timeoutFactor));
    expect(tally.cases).toBe(4);
  });
});

describe('a subject that a case ends', () => {
  const deadly: Script = ({ words }) => (words.includes('!key') ? 'gone' : words.length > 1 ? 400 : 101);

  test('and that comes back has the case told, and the rest is played', async () => {
    const { losses, ended, tally } = await play(scriptSubject(deadly), three);
    expect(losses).toMatchObject([{ current: { number: 0 }, isReproduced: true }]);
    expect(ended).toBeNull();
    expect(tally.answers).toEqual({ '!host': [400] });
  });

  test('for good has it told, and nothing more is played', async () => {
    const { losses, ended, unplayed, dispositions } = await play(scriptSubject(deadly, false), three);
    expect(losses).toMatchObject([{ current: { number: 0 }, isReproduced: false }]);
    expect(ended).toBe('the target has taken no connection since the request of case 0');
    expect(unplayed).toBe(2);
    expect(dispositions.get(valid)).toBe('leftOut');
  });

  test('that is gone before anything is played has no verdict', async () => {
    const subject = scriptSubject(always('gone'), false);
    await subject.play(caseOf(9, []));
    const { ended, tally } = await play(subject, three);
    expect(ended).toBe('the target went away during the run and did not come back');
    expect(tally.cases).toBe(0);
  });

  test('and that is back has each case counted once, one that was late in a hurry as well', async () => {
    const subject = scriptSubject(({ patience }) => (patience < 1 ? 'late' : 400));
    let nth = 0;
    const stumbling: Subject = {
      ...subject,
      async play(current, patience) {
        nth += 1;
        if (nth === 2) throw new Unreachable('for once');
        return subject.play(current, patience);
      },
    };
    const literals = [caseOf(0, ['!key']), caseOf(1, ['!host'])];
    const { tally, ended, losses } = await play(stumbling, literals, [], { timeoutFactor: 0.2 });
    expect({ cases: tally.cases, ended, losses }).toEqual({ cases: 2, ended: null, losses: [] });
  });

  test('what else goes wrong is thrown', async () => {
    const broken: Subject = {
      ...scriptSubject(always(101)),
      play: () => Promise.reject(new Error('a mistake')),
    };
    await expect(play(broken, three)).rejects.toThrow('a mistake');
  });
});

describe('a subject that answers the same case in one way or another', () => {
  const literals = [caseOf(0, ['!key']), caseOf(1, ['list'])];
  /** Refuses one play; others are answered by the words. */
  const oneOff =
    (at: number) =>
    ({ words, nth }: Asked): Said =>
      nth === at || words.includes('!key') ? 400 : 101;

  test('is told as such, and has what is written down played again', async () => {
    const played = await play(scriptSubject(oneOff(1)), literals);
    expect(played.isUnsteady).toBe(true);
    expect(played.tally.cases).toBe(6);
  });

  test('shows what an accident has hidden', async () => {
    // The fault is taken, but not at first; a harmless case is refused once.
    const subject = scriptSubject(({ words, nth }) => (nth < 2 ? 400 : words.length > 0 ? 101 : 400));
    const { tally } = await play(subject, literals);
    expect(tally.faulty.map(({ fault }) => fault.kind).toSorted()).toEqual(['accepted', 'refused']);
  });

  test.each([
    ['that refuses each time', ({ words }: Asked): Said => (words.includes('list') ? 400 : 101)],
    ['that takes everything', (): Said => 101],
  ])('is none %s', async (_, answer) => {
    const { isUnsteady, tally } = await play(scriptSubject(answer), literals);
    expect({ isUnsteady, cases: tally.cases }).toEqual({ isUnsteady: false, cases: 2 });
  });

  test('is not looked for by what came in several pieces', async () => {
    const cut = caseOf(0, [], { isCut: true });
    const subject = scriptSubject(({ nth }) => (nth === 0 ? 400 : 101));
    expect((await play(subject, [cut])).isUnsteady).toBe(false);
  });
});

test('the next group of cases is begun beside one that takes long, and not since the machine is busy', async () => {
  const subject = scriptSubject(always(400));
  let now = 0;
  let most = 0;
  const busy: Subject = {
    ...subject,
    async play(current) {
      now += 1;
      most = Math.max(most, now);
      await setImmediate();
      stall(patience + 50);
      await setImmediate(); // what has come by then is read before anything that is due
      now -= 1;
      return subject.play(current);
    },
  };
  await play(busy, [caseOf(0, ['!key']), caseOf(1, ['!host'])], [], { concurrency: 3 });
  expect(most).toBe(1);
});
