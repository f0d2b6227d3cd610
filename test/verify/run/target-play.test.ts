import { describe, expect, test } from 'vitest';
import type { ClauseId } from '../../../models/clauses.ts';
import { acceptance } from '../../../src/verify/judge/case.ts';
import { holdServer } from '../../mutants/hold.ts';
import { type Behaviour, type Refused, sendPlainly } from '../../mutants/server.ts';

const post = /^POST /;
const quick = { timeout: 400 };
const gone = 'rfc6455/10.7/input-validated';
const method = 'rfc6455/4.2.1/method-get';
const key = 'rfc6455/4.2.1/key-present';

/** A part of the cases, and all that were made for some clauses. */
const partWith = (...clauses: readonly ClauseId[]) => ({
  shard: { index: 0, count: 6 },
  inEveryShard: clauses,
});
const manyOf = (clause: ClauseId) => ({ shard: { index: 0, count: 40 }, inEveryShard: [clause] });

/** A report on a server with a behaviour. */
async function report(behaviour: Behaviour, run: Parameters<typeof holdServer>[2] = {}) {
  const said = await holdServer(behaviour, undefined, run);
  if (typeof said === 'string') throw new Error(said);
  return said;
}

const octetsOf = (base64 = '') => Buffer.from(base64, 'base64').toString('latin1');

describe('a target that a request ends', () => {
  test('and that comes back has the request told, and is verified to the end', async () => {
    const { findings, ended, summary, unplayed } = await report({ dies: [post, 400] }, partWith(method));
    expect(findings.map(({ clause, level }) => [level, clause])).toEqual([['MUST', gone]]);
    expect(findings[0]?.observed).toMatch(/came back, and was gone again after the same request/);
    expect(octetsOf(findings[0]?.request)).toMatch(post);
    expect(ended).toBeUndefined();
    expect(summary.cases).toBeGreaterThan(30);
    expect(unplayed).toBeGreaterThan(0);
  });

  test('for good has the request told, and nothing passes', async () => {
    const how = { ...quick, ...partWith(method), concurrency: 1 };
    const { findings, ended, summary } = await report({ dies: [post, 0] }, how);
    expect(findings.map(({ clause }) => clause)).toEqual([gone]);
    expect(octetsOf(findings[0]?.request)).toMatch(post);
    expect(ended).toMatch(/has taken no connection since the request of case \d+/);
    expect(summary.clauses).toMatchObject({ pass: 0, fail: 1 });
  });

  test('among others, for good, has no finding, but the requests that were under way', async () => {
    const bothFaults = /^GET \/chat\?\S* HTTP\/1\.1(?![\s\S]*Sec-WebSocket-Key:)/i;
    const { findings, ended, partial, summary } = await report(
      { dies: [bothFaults, 0] },
      { ...quick, runs: 40, ...manyOf(key) },
    );
    expect(ended).toMatch(/went away during the run.*under way were case \d+/);
    expect({ findings, partial, pass: summary.clauses.pass }).toEqual({
      findings: [],
      partial: true,
      pass: 0,
    });
  });

  test('among others, one at a time, has the request told', async () => {
    const bothFaults = /^GET \/chat\?\S* HTTP\/1\.1(?![\s\S]*Sec-WebSocket-Key:)/i;
    const { findings } = await report(
      { dies: [bothFaults, 0] },
      { ...quick, runs: 40, ...manyOf(key), concurrency: 1 },
    );
    expect(octetsOf(findings[0]?.request)).toMatch(bothFaults);
  });
});

/** Sends nothing for a reason to refuse, as often as is said. */
function silentFor(reason: Refused, times: number): Behaviour {
  let left = times;
  return {
    sends(socket, reply, refused) {
      if (refused === reason && left-- > 0) return;
      return sendPlainly(socket, reply, refused);
    },
  };
}

describe('a target that leaves requests without an answer', () => {
  test('has one finding, and is not asked again and again', async () => {
    const { findings, unplayed } = await report(silentFor('key', 1_000_000), {
      timeout: 200,
      ...partWith(key, 'rfc6455/11.3.1/key-once', 'rfc6455/4.3/key-grammar'),
    });
    expect(findings.map(({ clause }) => clause)).toEqual(['rfc6455/4.2.1/error-status']);
    expect(unplayed).toBeGreaterThan(10);
  });

  test('but answers when it is asked with patience has none', async () => {
    const { findings } = await report(silentFor('method', 2), { timeout: 200, ...partWith(method) });
    expect(findings).toEqual([]);
  });
});

test('what happens in one handshake of many is told as such', async () => {
  let accepted = 0;
  const { findings, flaky } = await report(
    {
      sends(socket, reply, refused) {
        if (refused === null) accepted += 1;
        // A bad request may be left without an answer, and which of them comes when is not known.
        const isLost = refused === null && accepted === 30;
        return isLost ? void socket.destroy() : sendPlainly(socket, reply, refused);
      },
    },
    { runs: 3, ...manyOf(acceptance) },
  );
  expect(accepted).toBeGreaterThan(30);
  expect(findings).toEqual([]);
  expect(flaky).toMatchObject([{ seen: 1, of: 6 }]);
});

test('a target that takes so many requests in a while alone is waited for', async () => {
  let left = 25;
  const refill = setInterval(() => {
    left = 25;
  }, 50);
  const busy = 'HTTP/1.1 429 Too Many Requests\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
  const said = await holdServer(
    {
      sends(socket, reply, refused) {
        left -= 1;
        sendPlainly(socket, left < 0 ? busy : reply, left < 0 ? 'demands' : refused);
      },
    },
    undefined,
    { only: ['rfc6455/4.2.1/key-present', 'rfc6455/4.2.1/version-present'] },
  );
  clearInterval(refill);
  expect(said).toMatchObject({ findings: [] });
});
