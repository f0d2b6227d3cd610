import { connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { bind } from '../../../src/bind.ts';
import { pairCases } from '../../../src/verify/proxy/case/case-list.ts';
import { startBackend } from '../../../src/verify/proxy/play/backend.ts';
import { replayPair } from '../../../src/verify/proxy/replay.ts';
import { aim, type VerifyProxyOptions, verifyProxy } from '../../../src/verify/proxy/verify-proxy.ts';
import { stall } from '../stall.ts';
import { targetOf } from '../target.ts';

/** Passes octets on, and reads none. */
async function startRelay(port: number, change: (octets: Buffer) => Buffer) {
  const sockets: Socket[] = [];
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const backend = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    sockets.push(client, backend);
    const carry = (from: Socket, to: Socket) => {
      from.on('data', (octets: Buffer) => void to.write(change(octets)));
      from.on('end', () => to.end()).on('close', () => to.destroy());
      from.on('error', () => to.resetAndDestroy());
    };
    carry(client, backend);
    carry(backend, client);
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (await bind(server)).port;
}

function renameHost(octets: Buffer): Buffer {
  return Buffer.from(octets.toString('latin1').replace('\r\nHost: ', '\r\nhost: '), 'latin1');
}

async function hold(change: (octets: Buffer) => Buffer, more: Partial<VerifyProxyOptions> = {}) {
  const backend = await startBackend({ host: '127.0.0.1', port: 0, deadline: 5_000 });
  onTestFinished(() => backend.close());
  const url = `ws://127.0.0.1:${await startRelay(backend.port, change)}/chat`;
  const options = {
    seed: 1,
    runs: 0,
    timeout: 400,
    name: url,
    again: 'ws101 verify proxy',
    ...more,
  };
  const verification = await verifyProxy('0', targetOf(url), backend, options);
  if (!verification.ok) throw new TypeError(verification.problem);
  return verification.report;
}

test('who reads no HTTP is bound by nothing that is about HTTP', async () => {
  const { findings, policy, clauses } = await hold((octets) => octets);
  expect({ findings, readsHttp: policy['readsHttp'] }).toEqual({ findings: [], readsHttp: false });
  const verdicts = new Map(clauses.map(({ id, verdict }) => [id, verdict]));
  expect(verdicts.get('rfc9110/7.8/tunnel-on-101')).toBe('untested');
  expect(verdicts.get('rfc9110/3.7/blind-relay')).toBe('pass');
});

test.each([
  ['as they are', (octets: Buffer) => octets, 'cannot tell'],
  ['but for a name of a field', renameHost, 'still fails'],
])('what a hop did is not asked of one that passes octets on %s', async (_, change, outcome) => {
  const backend = await startBackend({ host: '127.0.0.1', port: 0, deadline: 5_000 });
  onTestFinished(() => backend.close());
  const front = targetOf(`ws://127.0.0.1:${await startRelay(backend.port, change)}/chat`);
  const aimed = await aim(front, backend, 400);
  if ('problem' in aimed) throw new TypeError(aimed.problem);
  const finding = {
    clause: 'rfc9110/7.6.1/hop-fields-removed',
    pair: 'Connection that names a field',
  } as const;
  expect(await replayPair(finding, { seed: 1, runs: 0 }, aimed)).toMatchObject({ outcome });
});

/** The same for a relay whose run is stopped in the middle. */
async function holdAndStop(change: (octets: Buffer) => Buffer) {
  const stop = new AbortController();
  let openings = 0;
  const passOn = (octets: Buffer) => {
    if (octets.includes('GET /chat')) openings += 1;
    if (openings === 60) stop.abort();
    return change(octets);
  };
  return hold(passOn, { signal: stop.signal });
}

test('a run that is stopped accuses no relay', async () => {
  const { findings, ended, unplayed, summary } = await holdAndStop((octets) => octets);
  expect(unplayed).toBe(pairCases({ seed: 1, runs: 0 }).total - summary.cases);
  expect({ findings, ended }).toEqual({ findings: [], ended: 'it was interrupted' });
});

test('what has not come in time is held against nobody, where the run is stopped before it was played again', async () => {
  // As if the machine were busy.
  const lose = (octets: Buffer) => (octets.length > 4_096 ? octets.subarray(0, 10) : octets);
  const { findings, ended } = await holdAndStop(lose);
  expect(ended).toBe('it was interrupted');
  const clauses = findings.map(({ clause }) => clause);
  expect(clauses.filter((id) => /proxy-drop|blind-relay/.test(id))).toEqual([]);
});

test('what comes late since the machine is busy was lost by nobody', async () => {
  const [timeout, longer] = [60, 200];
  const isWanted = (title: string) => title === 'a 101 with fields';
  let stalls = 0;
  const { findings, flaky } = await hold(
    (octets) => {
      if (octets[0] === 0x81) {
        stall(longer);
        stalls += 1;
      }
      return octets;
    },
    { timeout, isWanted },
  );
  expect(stalls).toBeGreaterThan(0);
  expect({ findings, flaky }).toEqual({ findings: [], flaky: [] });
});

test('who changes a single field reads HTTP', async () => {
  const { findings, policy } = await hold(renameHost);
  expect(policy['readsHttp']).toBeUndefined();
  expect(findings.map(({ tags }) => tags)).toContainEqual(['smuggling']);
});
