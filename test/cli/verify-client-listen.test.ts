import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Report } from '../../src/verify/report/report.ts';
import { folder, readListening, start } from './run.ts';
import { listen, playWith } from './testee.ts';

/** One connection that is opened, and what came on it; null where it was not opened. */
function visit(
  url: string,
  subprotocols: string | readonly string[] = [],
): Promise<readonly string[] | null> {
  const texts: string[] = [];
  return new Promise((resolve) => {
    const socket = new WebSocket(url, [subprotocols].flat());
    socket.on('message', (data) => texts.push(String(data)));
    socket.on('error', () => resolve(null));
    socket.on('close', () => resolve(texts));
  });
}

/** What a testee does, up to a number of cases. */
async function playCases(url: string, count: number): Promise<void> {
  await visit(`${url}/getCaseCount`);
  for (let nth = 1; nth <= count; nth += 1) await visit(`${url}/runCase?case=${nth}&agent=few`);
}

describe('ws101 verify client --listen', () => {
  test('plays with a testee of the package ws until it is done', async () => {
    await playWith('ws', 'rfc7692/5/answered-twice');
  });

  test('tells the number of cases, and about each, as a text before a Close', async () => {
    const { url, ended } = await listen();
    const [count] = (await visit(`${url}/getCaseCount`)) ?? [];
    expect(Number(count)).toBeGreaterThan(100);
    const [info = ''] = (await visit(`${url}/getCaseInfo?case=3`)) ?? [];
    expect(JSON.parse(info)).toEqual({ id: '3', description: 'A reply to an opening handshake.' });
    const [status = ''] = (await visit(`${url}/getCaseStatus?case=3&agent=few`)) ?? [];
    expect(JSON.parse(status)).toEqual({ behavior: 'INFORMATIONAL' });
    expect(await visit(`${url}/updateReports?agent=few`)).toEqual([]);
    expect(await ended).toMatchObject({
      code: 3,
      err: expect.stringContaining('no verdict: the client ended the run, after 0 of'),
    });
  });

  test.each([
    ['says that it is done', true, /^the client ended the run, after 20 of \d+ cases$/],
    [
      'is silent for ten times the timeout',
      false,
      /^the client was silent for 2000 ms, after 20 of \d+ cases$/,
    ],
  ])('reports what was seen of a client that %s before its time', async (_, says, why) => {
    const path = join(folder, `early-${says}.json`);
    const { url, ended } = await listen(...(says ? [] : ['--timeout', '200']), '--json', path);
    await playCases(url, 20);
    if (says) await visit(`${url}/updateReports?agent=few`);
    expect(await ended).toMatchObject({ code: 3, err: expect.stringContaining('the report is partial') });
    const report: Report = JSON.parse(readFileSync(path, 'utf8'));
    expect(report).toMatchObject({ target: 'few', mode: 'client', partial: true });
    expect(report.ended).toMatch(why);
    expect(report.summary.cases).toBe(15); // five have shown what client it is
    // What was seen is told, and not how often: nothing was sent again.
    expect(report.findings.map(({ clause, again }) => ({ clause, again }))).toContainEqual({
      ...{ clause: 'rfc9110/7.2/host-first', again: undefined },
    });
  });

  test('asks for as many connections as a run of one clause needs', async () => {
    const { url, ended } = await listen('--runs', '1', '--only', 'rfc6455/4.1/accept-value');
    const [count] = (await visit(`${url}/getCaseCount`)) ?? [];
    await playCases(url, Number(count));
    await visit(`${url}/updateReports?agent=few`);
    expect(await ended).toMatchObject({ code: 0, out: expect.stringMatching(/1 pass, 0 fail/) });
  });

  test('plays no case with a connection that offers something else', async () => {
    const path = join(folder, 'other.json');
    const { url, ended } = await listen('--json', path);
    await playCases(url, 6);
    for (let nth = 7; nth <= 20; nth += 1) {
      expect(await visit(`${url}/runCase?case=${nth}&agent=few`, 'chat')).toEqual([]);
    }
    await visit(`${url}/updateReports?agent=few`);
    await ended;
    expect(JSON.parse(readFileSync(path, 'utf8')).summary.cases).toBe(1);
  });

  test('says where it listens beside a report on standard output', async () => {
    const waiting = start('verify', 'client', '--listen', '127.0.0.1:0', '--json', '-');
    const { url } = readListening(await waiting.untilError('\n'));
    await playCases(url, 6);
    await visit(`${url}/updateReports?agent=few`);
    expect(JSON.parse((await waiting.ended).out)).toMatchObject({ target: 'few' });
  });

  test.each([
    ['beside a command', ['--listen', '127.0.0.1:0', '--', 'true']],
    ['beside --driver', ['--listen', '127.0.0.1:0', '--driver', '--', 'true']],
    ['where nobody can listen', ['--listen', '192.0.2.1:1']],
  ])('is bad usage %s', async (_, args) => {
    expect((await start('verify', 'client', ...args).ended).code).toBe(2);
  });
});
