import { expect, test } from 'vitest';
import { clientDeviations } from './client-deviation.ts';
import { deviations } from './deviation.ts';
import { hopDeviations } from './hop-deviation.ts';
import { replayClient, replayHop, replayServer } from './replay-all.ts';

const all = [
  ...clientDeviations.map((each) => [`a client that ${each.title}`, () => replayClient(each)] as const),
  ...deviations.map((each) => [`a server that ${each.title}`, () => replayServer(each)] as const),
  ...hopDeviations.map((each) => [`a hop that ${each.title}`, () => replayHop(each)] as const),
];

test.concurrent.each(all)(
  'the findings on %s still fail on it, and are fixed on one that does it right',
  async (_, replay) => {
    const told = await replay();
    expect(told.length).toBeGreaterThan(0);
    expect(told).toEqual(told.map(([clause]) => [clause, 'still fails', 'fixed']));
  },
  300_000,
);
