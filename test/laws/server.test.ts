import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  applyEdits,
  deviatedMessage,
  type RequestDeviation,
  type RequestMessage,
  requestDeviations,
  requestMessage,
  writeRequestMessage,
} from '../../src/arbitraries/index.ts';
import { openConnection } from '../../src/verify/peer/connection/open-connection.ts';
import { receiveReply } from '../../src/verify/peer/received-reply.ts';
import { endpoint, type SetUp, startSetUp } from '../../src/verify/self/set-up.ts';
import { serverSuite } from '../models/decisions/server-expectation.ts';
import { orderOf } from '../models/expectation.ts';
import { runs } from '../property.ts';

/** Refuses whatever may be refused, so that every fault shows. */
const strict = {
  plainHttp: 'badRequest',
  subprotocolMismatch: 'refuse',
  subprotocolAbsent: 'refuse',
} as const;
const target = { ...endpoint, host: 'example.com' };
const deviations = requestDeviations(target);
const seed = 20_261_121;

let setUp: SetUp;
beforeAll(async () => {
  setUp = await startSetUp({ choices: strict });
});
afterAll(() => setUp.close());

/** The guard that decided on a request, as the real server told its observer, and the status on the wire. */
async function send(message: RequestMessage): Promise<{ guard: string | null; status: number | undefined }> {
  const peer = await openConnection({ port: setUp.port });
  await peer.send(writeRequestMessage(message));
  const { reply } = await receiveReply(peer);
  peer.socket.destroy();
  const { guard } = await setUp.outcomeOf(peer.localPort);
  return { guard, status: reply?.status };
}

/** One deviation of every fault that octets can show; a request line that cannot be read hides the others. */
const faults: readonly RequestDeviation[] = Object.entries(deviations)
  .filter(([guard]) => guard !== 'requestLineIsMalformed')
  .flatMap(([, deviation]) => fc.sample(deviation, { seed, numRuns: 1 }));
const canonical = fc.sample(requestMessage(target), { seed, numRuns: 1 });
const spoil = (...two: readonly RequestDeviation[]) =>
  canonical.map((message) => two.reduce((spoilt, { edits }) => applyEdits(spoilt, edits), message));

describe('with two faults the earlier of a literal list answers', () => {
  test.each(faults)('$guard and every other', async (first) => {
    // A request of HTTP/1.0 needs no Host.
    const hidden = [first.guard, 'hostIsAbsent', 'httpVersionIs10'];
    const others = faults.filter(
      ({ part, guard }) =>
        part !== first.part && !(hidden.slice(1).includes(first.guard) && hidden.includes(guard)),
    );
    const decided = await Promise.all(
      others.flatMap((second) => spoil(first, second)).map(async (message) => (await send(message)).guard),
    );
    const earlier = others.map(({ guard }) =>
      orderOf(serverSuite).find((candidate) => candidate === first.guard || candidate === guard),
    );
    expect(decided).toEqual(earlier);
  });
});

/** The reply to a message, its Date aside, and the number of octets behind its head. */
async function replyTo(message: RequestMessage) {
  const peer = await openConnection({ port: setUp.port });
  await peer.send(writeRequestMessage(message));
  const { reply, behind } = await receiveReply(peer);
  peer.socket.destroy();
  await setUp.outcomeOf(peer.localPort);
  const fields = reply?.fields.map(({ name, value }) => [name, value] as const) ?? [];
  return {
    head: [reply?.status, ...fields.filter(([name]) => name !== 'Date')],
    dates: fields.filter(([name]) => name === 'Date').map(([, value]) => value),
    length: Number(fields.find(([name]) => name === 'Content-Length')?.[1]),
    behind,
  };
}

test('a reply to HEAD is the head of the reply to any other method that is refused, with one Date', async () => {
  const any = deviatedMessage(requestMessage(target), Object.values(deviations), { min: 0, max: 2 });
  await fc.assert(
    fc.asyncProperty(any, async ({ message }) => {
      const toHead = await replyTo({ ...message, method: 'HEAD' });
      const toPost = await replyTo({ ...message, method: 'POST' });
      expect(toHead.head).toEqual(toPost.head);
      expect([toHead.behind, toPost.behind]).toEqual([0, toPost.length]);
      for (const { dates } of [toHead, toPost]) {
        expect(dates).toEqual([
          expect.stringMatching(/^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/),
        ]);
      }
    }),
    { seed, numRuns: runs(100, 400) },
  );
});

test('the verdict does not depend on the order of differently named fields', async () => {
  const any = deviatedMessage(requestMessage(target), Object.values(deviations), { min: 0, max: 2 });
  await fc.assert(
    fc.asyncProperty(any, fc.infiniteStream(fc.nat()), async ({ message }, numbers) => {
      const names = [...new Set(message.lines.map(({ name }) => name.toLowerCase()))];
      const rank = new Map(names.map((name) => [name, numbers.next().value]));
      const lines = message.lines.toSorted(
        (a, b) => Number(rank.get(a.name.toLowerCase())) - Number(rank.get(b.name.toLowerCase())),
      );
      expect(await send({ ...message, lines })).toEqual(await send(message));
    }),
    { seed, numRuns: runs(100, 400) },
  );
});
