import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judge } from '../../models/decide.ts';
import { requestGuards, serverTable } from '../../models/server-decision.ts';
import {
  deviatedMessage,
  fragmentation,
  requestDeviations,
  requestMessage,
  transforms,
  writeRequestMessage,
} from '../../src/arbitraries/index.ts';
import { type RequestReading, readRequestHead, readUnfinished } from '../../src/facts/request-facts.ts';
import { HeadReader } from '../../src/wire/index.ts';

const limits = { headOctets: 16_384, targetOctets: 8_000, fields: 100 };
const endpoint = { path: '/chat', host: '127.0.0.1:8080', subprotocols: ['chat', 'superchat'], limits };
const policy = {
  isKnownPath: (path: string) => path === '/chat',
  subprotocols: endpoint.subprotocols,
  targetLimit: limits.targetOctets,
  fieldLimit: limits.fields,
};
const strict = {
  plainHttp: 'badRequest',
  subprotocolMismatch: 'refuse',
  subprotocolAbsent: 'refuse',
} as const;
const runs = { seed: 20_261_121, numRuns: 300 };

function read(octets: Uint8Array): RequestReading {
  const progress = new HeadReader('request', limits.headOctets).push(octets);
  return progress.state === 'incomplete' ? readUnfinished(octets, 'cut') : readRequestHead(progress, policy);
}

test('a request without deviation has no fault', () => {
  fc.assert(
    fc.property(requestMessage(endpoint), (message) => {
      const { facts } = read(writeRequestMessage(message));
      expect(judge(serverTable, facts, strict).map((row) => row.guard)).toEqual(['otherwise']);
    }),
    runs,
  );
});

describe('a deviation makes its guard hold', () => {
  test.each(Object.entries(requestDeviations(endpoint)))('%s', (guard, deviations) => {
    const deviated = deviatedMessage(requestMessage(endpoint), [deviations], { min: 1, max: 1 });
    fc.assert(
      fc.property(deviated, ({ message, guards }) => {
        expect(guards).toEqual([guard]);
        const { facts } = read(writeRequestMessage(message));
        expect(judge(serverTable, facts, strict).map((row) => row.guard)).toEqual([guard]);
      }),
      runs,
    );
  });
});

test('with several deviations the guard that decides is one of theirs', () => {
  const deviated = deviatedMessage(requestMessage(endpoint), Object.values(requestDeviations(endpoint)), {
    min: 2,
    max: 5,
  });
  fc.assert(
    fc.property(deviated, ({ message, guards }) => {
      const { facts } = read(writeRequestMessage(message));
      expect(guards).toContain(judge(serverTable, facts, strict)[0]?.guard);
    }),
    { ...runs, numRuns: 2_000 },
  );
});

test('every guard but those that need time, a leaving peer or a crowd has deviations', () => {
  const unwritten = ['pendingLimitIsReached', 'headIsLate', 'headIsCut', 'otherwise'];
  expect([...Object.keys(requestDeviations(endpoint)), ...unwritten].sort()).toEqual(
    Object.keys(requestGuards).sort(),
  );
});

test('a transform changes nothing', () => {
  const transformed = fc.tuple(requestMessage(endpoint), fc.oneof(...transforms(endpoint.host)));
  fc.assert(
    fc.property(transformed, ([message, { apply }]) => {
      const { facts } = read(writeRequestMessage(apply(message)));
      expect(judge(serverTable, facts, strict).map((row) => row.guard)).toEqual(['otherwise']);
    }),
    { ...runs, numRuns: 3_000 },
  );
});

test('fragments are not empty and join to the octets', () => {
  const fragmented = requestMessage(endpoint).chain((message) => {
    const octets = writeRequestMessage(message);
    return fragmentation(octets).map((pieces) => ({ octets, pieces }));
  });
  fc.assert(
    fc.property(fragmented, ({ octets, pieces }) => {
      expect(pieces.every((piece) => piece.length > 0)).toBe(true);
      expect(Buffer.concat(pieces).equals(octets)).toBe(true);
    }),
    runs,
  );
});
