import { expect, test } from 'vitest';
import { deviations } from './deviation.ts';
import { findBroken, holdServer } from './hold.ts';

const named = deviations.map((each) => [each.title, each] as const);

test.each(named)(
  'a server that %s is told so',
  async (_, { behaviour, clause, also = [], declared, run }) => {
    expect(await findBroken(behaviour, declared, run)).toEqual([[clause, ...also]]);
  },
);

test('nothing is said of a server that refuses the canonical opening', async () => {
  const says = (reply: string) => reply.replace('101 Switching Protocols', '200 OK\r\nContent-Length: 0');
  expect(await holdServer({ says })).toMatch(/answered by 200 OK, where a 101 was expected/);
});

test('nothing is said of a server that speaks before its status line', async () => {
  const says = (reply: string) => `Welcome!\r\n${reply}`;
  expect(await holdServer({ says })).toMatch(/octets that are no reply, where a 101 was expected/);
});

test('nothing is said of a server that answers no ping', async () => {
  expect(await holdServer({ pongs: false }, {}, { timeout: 200 })).toMatch(/not proved by a pong/);
});

test('nothing is said of a server that wants a credential, and the option that gives one is named', async () => {
  const checks = { credential: () => false };
  expect(await holdServer({ checks })).toMatch(/answered by 401 Unauthorized.*--auth/);
});
