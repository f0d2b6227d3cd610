import { createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ClauseId } from '../../../models/clauses.ts';
import { bind } from '../../../src/bind.ts';
import { type BehaviourName, behaviours } from '../../../src/intermediary/behaviour.ts';
import { startHop } from '../../../src/intermediary/hop.ts';
import { NoVerdict, type SentRequest, verifyProxy } from '../../../src/verify/index.ts';
import { findFreePort } from '../../process-group.ts';

async function startAt(behaviour: BehaviourName) {
  const port = await findFreePort();
  const hop = await startHop({ backendPort: port, behaviour: behaviours[behaviour] });
  onTestFinished(() => hop.close());
  return { port, url: `ws://127.0.0.1:${hop.port}/chat` };
}

describe('a proxy is verified by a program', () => {
  test('one that changes the Host is told so', async () => {
    const { port, url } = await startAt('rewritesHost');
    const headers = { 'X-Token': 'a-secret-of-mine' };
    const kept = new Map<ClauseId, SentRequest>();
    const report = await verifyProxy(new URL(url), {
      ...{ backend: { port }, runs: 1, timeout: 1_000, headers },
      onKept: (clause, pair) => kept.set(clause, pair),
    });
    expect(report).toMatchObject({ mode: 'proxy', target: url, seed: 1, runs: 1 });
    expect(report.findings.map(({ clause, level }) => [clause, level])).toEqual([
      ['service/7/proxy-host-kept', 'SHOULD'],
    ]);
    expect(JSON.stringify(report)).not.toContain('a-secret-of-mine');
    const passed = [...report.clauses, ...report.choices].filter(({ verdict }) => verdict === 'pass');
    expect([...kept.keys()].sort()).toEqual(passed.map(({ id }) => id).sort());
    expect(kept.size).toBeGreaterThan(10);
    for (const { request, forwarded = '', answered, response } of kept.values()) {
      expect(atob(forwarded)).not.toContain('a-secret-of-mine');
      expect([request, forwarded, answered, response]).not.toContain(undefined);
    }
  });

  test('one behind which nothing arrives is told by NoVerdict', async () => {
    const { port, url } = await startAt('refuses');
    const run = verifyProxy(url, { backend: { port }, timeout: 50 });
    await expect(run).rejects.toThrow(NoVerdict);
  });

  test('nothing between, and what is no backend, is told by TypeError', async () => {
    const port = await findFreePort();
    const direct = verifyProxy(`ws://127.0.0.1:${port}/`, { backend: { port } });
    await expect(direct).rejects.toThrow(/^nothing lies between the front and the backend/);
    await expect(direct).rejects.toThrow(TypeError);
    // @ts-expect-error as JavaScript may give it
    await expect(verifyProxy('ws://a.test/', {})).rejects.toThrow('the option backend was expected');
    const odd = verifyProxy('ws://a.test/', { backend: { port: 70_000 } });
    await expect(odd).rejects.toThrow('the option `backend.port` of verifyProxy is 70000');
  });

  test("a port that somebody else has is told by the system's error", async () => {
    const server = createServer();
    onTestFinished(() => void server.close());
    const { port } = await bind(server);
    const run = verifyProxy('ws://127.0.0.1:1/', { backend: { port } });
    await expect(run).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
