import { expect, test } from 'vitest';
import { textPhrase } from '../../../src/verify/judge/phrase.ts';
import type { Scenario, Seen } from '../../../src/verify/self/scenario.ts';
import { playScenarios } from '../../../src/verify/self/scenario.ts';

const clause = 'rfc6455/4.2.2/accept-value';
const shown = (text: string): Seen => ({
  observations: [{ clause, ok: true, expected: textPhrase(text), observed: textPhrase(text) }],
});
const make = (title: string, play: Scenario['play']): Scenario => ({ clause, title, play });

test('the results stand in the order of the cases, whichever ends first', async () => {
  let finishFirst = (_played: Seen) => {};
  const cases = [
    make(
      'first',
      () =>
        new Promise((resolve) => {
          finishFirst = resolve;
        }),
    ),
    make('second', async () => shown('2')),
    make('third', async () => {
      finishFirst(shown('1'));
      return shown('3');
    }),
  ];
  const runs = await playScenarios(cases, { concurrency: 2, timeout: 10_000 });
  expect(runs.map((run) => [run.scenario.title, run.seen])).toEqual([
    ['first', shown('1')],
    ['second', shown('2')],
    ['third', shown('3')],
  ]);
});

test.each([
  [1, 1],
  [3, 3],
  [100, 10],
])('with a concurrency of %i there are never more than %i at once', async (concurrency, most) => {
  let now = 0;
  let highest = 0;
  const cases = Array.from({ length: 10 }, (_, index) =>
    make(`${index}`, async () => {
      now += 1;
      highest = Math.max(highest, now);
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
      return shown('');
    }),
  );
  expect(await playScenarios(cases, { concurrency, timeout: 10_000 })).toHaveLength(10);
  expect(highest).toBe(most);
});

test('a case that does not end has failed within its time, and is told to give up', async () => {
  let signal: AbortSignal | undefined;
  const cases = [
    make('endless', (given) => {
      signal = given;
      return new Promise(() => {});
    }),
    make('next', async () => shown('next')),
  ];
  const [endless, next] = await playScenarios(cases, { concurrency: 1, timeout: 20 });
  expect(endless?.seen).toEqual({
    observations: [
      {
        ...{ clause, ok: false },
        ...{ expected: textPhrase('an outcome within 20 ms'), observed: textPhrase('none') },
      },
    ],
  });
  expect(signal?.aborted).toBe(true);
  expect(next?.seen).toEqual(shown('next'));
});

test.each([
  ['rejects', () => Promise.reject(new Error('broken'))],
  [
    'throws',
    () => {
      throw new Error('broken');
    },
  ],
])('a case that %s has failed, and the others go on', async (_what, play) => {
  const runs = await playScenarios([make('bad', play), make('good', async () => shown('good'))], {
    concurrency: 1,
    timeout: 10_000,
  });
  expect(runs.map(({ seen }) => seen)).toEqual([
    {
      observations: [
        {
          ...{ clause, ok: false },
          ...{ expected: textPhrase('the scenario runs to its end'), observed: textPhrase('Error: broken') },
        },
      ],
    },
    shown('good'),
  ]);
});

test('progress is told once for each case', async () => {
  let told = 0;
  const cases = [make('a', async () => shown('')), make('b', async () => shown(''))];
  await playScenarios(cases, {
    concurrency: 1,
    timeout: 10_000,
    onProgress: () => {
      told += 1;
    },
  });
  expect(told).toBe(2);
  expect(await playScenarios([], { concurrency: 8, timeout: 1 })).toEqual([]);
});
