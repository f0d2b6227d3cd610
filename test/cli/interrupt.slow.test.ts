import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { verifySelf } from '../../src/verify/self/self.ts';
import { findFaults as findDoctorFaults } from '../doctor/schema.ts';
import { scriptAnswers } from '../doctor/scripted.ts';
import type { Behaviour } from '../mutants/server.ts';
import { findFaults } from '../verify/report/schema.ts';
import { expectPartial, lenient, method, reportFiles, serve } from './partial-report.ts';
import { folder, type Running, run, start } from './run.ts';
import { type Spawned, spawnCli } from './spawn.ts';

/** A run that is stopped, or whose target is lost, tells what it has found until then. */

/** Does something once, when so many requests were answered. */
function actAfter(count: number, act: () => void, behaviour: Behaviour = {}): Behaviour {
  let answered = 0;
  return {
    ...behaviour,
    says(reply) {
      answered += 1;
      if (answered === count) act();
      return reply;
    },
  };
}

/** Enough for a run that is stopped in the middle, and does not come to its end before. */
const long = ['--seed', '1', '--runs', '20'];

describe('verify server', () => {
  test('SIGTERM: what was found until then, and 1', async () => {
    const { args, read } = reportFiles('found');
    let spawned: Spawned | undefined;
    const url = await serve(actAfter(100, () => spawned?.child.kill('SIGTERM'), { checks: lenient }));
    spawned = spawnCli('verify', 'server', url, ...long, ...args);
    const { code, out, err } = await spawned.ended;
    const { findings, flaky } = expectPartial(read, out, /it was interrupted/);
    expect(findings.map(({ clause }: { clause: string }) => clause)).toContain(method);
    expect({ flaky, code }).toEqual({ flaky: [], code: 1 });
    expect(err).toBe('ws101: the report is partial, because the run ended early: it was interrupted\n');
  });

  test.each([
    ['in the middle', 100],
    ['before the first case', 1],
  ])('stopped %s, where nothing was found, is 3', async (when, count) => {
    const { args, read } = reportFiles(`nothing-${count}`);
    let running: Running | undefined;
    const url = await serve(actAfter(count, () => running?.stop()));
    running = start('verify', 'server', url, ...long, ...args);
    const { code, out } = await running.ended;
    expect(expectPartial(read, out, /it was interrupted/).findings).toEqual([]);
    expect({ when, code }).toEqual({ when, code: 3 });
  });

  test('a second signal ends it at once, without a report', async () => {
    const json = join(folder, 'twice.json');
    let spawned: Spawned | undefined;
    // Two signals of one kind might become one; in which order these two are seen is the system's affair.
    const stop = () => ['SIGTERM' as const, 'SIGINT' as const].map((signal) => spawned?.child.kill(signal));
    const url = await serve(actAfter(100, stop));
    spawned = spawnCli('verify', 'server', url, ...long, '--json', json);
    const { code, out } = await spawned.ended;
    expect([130, 143]).toContain(code);
    expect({ out, isWritten: existsSync(json) }).toEqual({ out: '', isWritten: false });
  });
});

describe('what listens can be stopped from the moment at which it says so', () => {
  test.each(['serve', 'zoo', 'verify client'])('%s', async (command) => {
    const told: string[] = [];
    const stopping = new AbortController();
    const stdout = new Writable({
      write(chunk, _encoding, done) {
        told.push(String(chunk));
        stopping.abort();
        done();
      },
    });
    let toldBefore: readonly string[] | undefined;
    const io = {
      ...{ stdin: Readable.from([]), stdout, stderr: new PassThrough().resume(), env: {}, cwd: folder },
      get signal() {
        toldBefore ??= [...told];
        return stopping.signal;
      },
    };
    await runCli([...command.split(' '), '--listen', '127.0.0.1:0'], io);
    expect(told[0]).toMatch(/^listening on /);
    expect(toldBefore).toEqual([]);
  });
});

describe('verify self', () => {
  test('stopped in the middle, has what was shown until then', async () => {
    const stop = new AbortController();
    const report = await verifySelf('0.1.0', {
      ...{ seed: 1, runs: 1 },
      onProgress: (done) => done === 300 && stop.abort(),
      signal: stop.signal,
    });
    expect(report).toMatchObject({ partial: true, ended: 'it was interrupted', findings: [] });
    expect(report.summary.clauses).toMatchObject({ pass: 0, fail: 0, warn: 0 });
    expect(report.summary.cases).toBeGreaterThan(250);
    expect(report.summary.cases).toBeLessThanOrEqual(300 + 8);
    expect(findFaults(report)).toEqual([]);
  });

  test('on the command line is 3', async () => {
    const { args, read } = reportFiles('self');
    const running = start('verify', 'self', '--runs', '1', ...args);
    running.stop();
    const { code, out } = await running.ended;
    expect(expectPartial(read, out, /it was interrupted/).findings).toEqual([]);
    expect(code).toBe(3);
  });
});

describe('doctor', () => {
  const [json, markdown] = [join(folder, 'doctor.json'), join(folder, 'doctor.md')];

  test.each([
    ['while it waits for an answer: nothing is known, and that is 3', () => {}, 3, []],
    [
      'while it compares: what is known already is told',
      (reply: (text: string) => void, at: number) => {
        if (at === 0)
          reply('HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Bearer\r\nContent-Length: 0\r\n\r\n');
      },
      1,
      ['server/credential-missing'],
    ],
  ])('SIGINT %s', async (_, answer, code, ids) => {
    let spawned: Spawned | undefined;
    const { url } = await scriptAnswers(({ socket }, at) => {
      answer((text: string) => socket.end(text), at);
      if (at === ids.length) spawned?.child.kill('SIGINT');
    });
    spawned = spawnCli('doctor', url, '--json', json, '--markdown', markdown);
    const ended = await spawned.ended;
    const report = JSON.parse(readFileSync(json, 'utf8'));
    expect(report).toMatchObject({ partial: true, target: url });
    expect(findDoctorFaults(report)).toEqual([]);
    for (const text of [ended.out, readFileSync(markdown, 'utf8')])
      expect(text).toContain('Partial: the run was interrupted, so the result is incomplete.');
    expect(report.diagnoses.slice(0, ids.length).map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(ended.code).toBe(code);
  });
});

test.each([
  ['with nothing found is 3', {}, 3, []],
  ['with what was found is 1', { checks: lenient }, 1, [method]],
])('a target that goes away among several requests %s', async (_, behaviour: Behaviour, code, clauses) => {
  const { args, read } = reportFiles(`gone-${code}`);
  const bothFaults = /^GET \/chat\?\S* HTTP\/1\.1(?![\s\S]*Sec-WebSocket-Key:)/i;
  const url = await serve({ ...behaviour, dies: [bothFaults, 0, 2] });
  const many = ['--seed', '1', '--runs', '8', '--timeout', '5000'];
  const ended = await run('verify', 'server', url, ...many, ...args);
  const { findings } = expectPartial(read, ended.out, /the target went away during the run/);
  expect(findings.map(({ clause }: { clause: string }) => clause)).toEqual(clauses);
  expect(ended.code).toBe(code);
});
