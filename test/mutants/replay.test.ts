import { expect, test } from 'vitest';
import { clientDeviations } from './client-deviation.ts';
import { deviations } from './deviation.ts';
import { hopDeviations } from './hop-deviation.ts';
import { replayClient, replayHop, replayServer } from './replay-all.ts';

const find = <T extends { readonly title: string }>(some: readonly T[], title: string): T => {
  const found = some.find((each) => each.title === title);
  if (!found) throw new Error(`nothing of the title ${title} is planted`);
  return found;
};
const client = (title: string) => () => {
  const each = find(clientDeviations, title);
  return replayClient({ ...each, run: { ...each.run, runs: 1, only: [each.clause] } });
};
const server = (title: string) => () => {
  const each = find(deviations, title);
  return replayServer({ ...each, run: { ...each.run, runs: 1, only: [each.clause] } });
};

test.concurrent.each([
  ['an accept value', client('compares the accept value without regard to letter case')],
  ['a name of the offer', client('takes a subprotocol that an offered one begins with')],
  ['an interim reply', client('opens on an interim 100')],
  ['a trial', client('answers frames with a mask')],
  ['the key of the connection before', server('answers the key of the connection before')],
  ['a credential', server('accepts the beginning of a credential')],
  ['a pair', () => replayHop(find(hopDeviations, 'drops Upgrade'))],
])(
  'a finding that rests on %s still fails on its subject, and is fixed on one that does it right',
  async (_, play) => {
    const told = await play();
    expect(told).toEqual([[told[0]?.[0], 'still fails', 'fixed']]);
  },
);
