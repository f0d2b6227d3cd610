import { describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { ClauseId } from '../../../models/clauses.ts';
import { type ConnectOnce, NoVerdict, type SentRequest, verifyClient } from '../../../src/verify/index.ts';

/** `ws`, as somebody would call it who verifies it. */
const connect: ConnectOnce = ({ url, subprotocols }, signal) =>
  new Promise((resolve, reject) => {
    const webSocket = new WebSocket(url, [...subprotocols]);
    webSocket.on('open', () => resolve({ opened: true, subprotocol: webSocket.protocol }));
    webSocket.on('error', reject);
    signal.addEventListener('abort', () => webSocket.terminate(), { once: true });
  });

const driver = `
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, url, subprotocols } = JSON.parse(line);
    const client = new WebSocket(url, subprotocols);
    const answer = (said) => console.log(JSON.stringify({ id, ...said }));
    client.onopen = () => answer({ opened: true, subprotocol: client.protocol });
    client.onerror = ({ message }) => answer({ opened: false, error: message });
  });`;

/** Few replies: those of one clause, each literally. */
const few = { runs: 0, only: ['rfc6455/4.1/status-101'] } as const;

describe('a client is verified by a program', () => {
  test('through a function of its own process, which says what came of it', async () => {
    const { mode, target, findings, clauses } = await verifyClient(connect, { ...few, concurrency: 4 });
    expect({ mode, target, findings }).toEqual({ mode: 'client', target: 'connect', findings: [] });
    expect(clauses.map(({ id, verdict }) => [id, verdict])).toEqual([['rfc6455/4.1/status-101', 'pass']]);
  });

  test('who is told of what it keeps, with an exchange that shows it', async () => {
    const kept = new Map<ClauseId, SentRequest>();
    const only = ['rfc6455/4.1/accept-value', 'rfc9112/8/incomplete-reply'] as const;
    await verifyClient(connect, { runs: 0, only, onKept: (clause, shown) => kept.set(clause, shown) });
    expect([...kept.keys()].sort()).toEqual(only);
    const [reply, trial] = only.map((clause) => kept.get(clause));
    expect(atob(reply?.request ?? '')).toMatch(/^GET .* HTTP\/1\.1\r\n/);
    expect(atob(reply?.response ?? '')).toMatch(/^HTTP\/1\.1 101 /);
    expect(atob(trial?.response ?? '')).toMatch(/^HTTP\/1\.1 101 /);
    expect(atob(trial?.response ?? '')).not.toContain('\r\n\r\n');
  });

  test('of a few clauses by what was made for them alone, and by all where any reply may show one', async () => {
    let shard = { index: 0, count: 1 };
    const play = async (...only: readonly ClauseId[]) => {
      const { summary, policy } = await verifyClient(connect, { runs: 0, only, shard });
      return { cases: summary.cases, learnt: Object.keys(policy).length };
    };
    const replies = await play('rfc6455/4.1/accept-value');
    const trials = await play('rfc9112/8/incomplete-reply');
    const both = await play('rfc6455/4.1/accept-value', 'rfc9112/8/incomplete-reply');
    shard = { index: 0, count: 4 };
    const all = await play('rfc6455/4.1/accept-value', 'rfc6455/4.1/version-sent');
    expect(replies.cases).toBeLessThan(30);
    expect(trials.cases).toBeLessThan(10);
    expect(both).toEqual({ cases: replies.cases + trials.cases, learnt: 0 });
    // A quarter of all.
    expect(all.cases).toBeGreaterThan(30);
  });

  test('through a function that opens whatever the reply is', async () => {
    const gullible: ConnectOnce = async (order, signal) => {
      await connect(order, signal).catch(() => {});
      return { opened: true };
    };
    const { findings } = await verifyClient(gullible, few);
    expect(findings.map(({ clause, level }) => [clause, level])).toEqual([
      ['rfc6455/4.1/status-101', 'MUST'],
    ]);
  });

  test('through the words of a command, with lines of JSON', async () => {
    const words = [process.execPath, '-e', `const { WebSocket } = require('ws');${driver}`];
    const { findings } = await verifyClient(words, { ...few, driver: true, subprotocols: 'chat' });
    expect(findings).toEqual([]);
  });

  test('and one of which nothing can be said is told by NoVerdict', async () => {
    const idle = vi.fn<ConnectOnce>(() => new Promise(() => {}));
    const why = 'no connection of the client asked for its URL in 250 ms';
    await expect(verifyClient(idle, { timeout: 50 })).rejects.toThrow(new NoVerdict(why));
    const missing = verifyClient(['/no/such/program'], { timeout: 2_000 });
    await expect(missing).rejects.toThrow(NoVerdict);
  });

  test('and what is no client is told by TypeError', async () => {
    const expected = new TypeError('verifyClient: a function or the words of a command were expected');
    for (const none of [[], 'ws', [7], null]) {
      // @ts-expect-error as JavaScript may give it
      await expect(verifyClient(none)).rejects.toThrow(expected);
    }
  });
});
