import { expect, test } from 'vitest';
import type { Judgement } from '../../../../src/verify/judge/judgement.ts';
import { textPhrase } from '../../../../src/verify/judge/seen/phrase.ts';
import { Player } from '../../../../src/verify/run/player.ts';
import type { SeenPath } from '../../../../src/verify/self/path/path.ts';
import {
  createPathSubject,
  type PathCase,
  type PlayPath,
  pathCases,
} from '../../../../src/verify/self/path/path-subject.ts';

const path = firstPath();
const { clause } = path;
const kept: SeenPath = {
  observation: { clause, ok: true, expected: textPhrase('x'), observed: textPhrase('x') },
};

function firstPath(): PathCase {
  for (const each of pathCases().drawn) return each;
  throw new Error('there are paths');
}

async function judge(play: PlayPath, timeout: number): Promise<Judgement> {
  const subject = createPathSubject(timeout, play);
  return subject.judge(path, await subject.play(path));
}

test.each([1, 3])('with a concurrency of %i there are never more than that at once', async (concurrency) => {
  let now = 0;
  let highest = 0;
  const subject = createPathSubject(10_000, async () => {
    now += 1;
    highest = Math.max(highest, now);
    await new Promise((resolve) => setImmediate(resolve));
    now -= 1;
    return kept;
  });
  const { tally } = await new Player(subject, { concurrency }).play(pathCases());
  expect({ highest, cases: tally.cases }).toEqual({ highest: concurrency, cases: pathCases().total });
});

test('a path that does not end has failed within its time, and is told to give up', async () => {
  let signal: AbortSignal | undefined;
  const endless: PlayPath = (_, given) => {
    signal = given;
    return new Promise(() => {});
  };
  expect(await judge(endless, 20)).toMatchObject({
    shown: [clause],
    faults: [{ clause, expected: textPhrase('an outcome within 20 ms'), observed: textPhrase('none') }],
  });
  expect(signal?.aborted).toBe(true);
});

test.each<[string, PlayPath]>([
  ['rejects', () => Promise.reject(new Error('broken'))],
  [
    'throws',
    () => {
      throw new Error('broken');
    },
  ],
])('a path that %s has failed, and one that shows its clause kept has not', async (_what, play) => {
  expect((await judge(play, 10_000)).faults).toMatchObject([
    {
      clause,
      expected: textPhrase('the path runs to its end'),
      observed: textPhrase('Error: broken'),
    },
  ]);
  expect(await judge(async () => kept, 10_000)).toEqual({ shown: [clause], faults: [] });
});
