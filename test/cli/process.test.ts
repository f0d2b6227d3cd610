import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { portOf } from '../raw-peer.ts';
import { file } from './run.ts';
import { Spawned, spawnCli } from './spawn.ts';

/** What only the process around the command line can show. */

/** What writes more than a pipe holds. */
const drawing = ['diagram', 'server', '--format', 'svg'];

test('a report that is longer than a pipe holds is read to its end', async () => {
  const { code, out, err } = await spawnCli(...drawing).ended;
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out.length).toBeGreaterThan(65_536);
  expect(out).toMatch(/<\/svg>\n$/);
});

test('whoever reads may have had enough: the exit code is still the work’s', async () => {
  const { child, ended } = spawnCli(...drawing);
  child.stdout?.destroy();
  expect(await ended).toMatchObject({ code: 0, err: '' });
});

test('standard input is read to its end', async () => {
  const { code, out } = await new Spawned(['explain', '-'], 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', {}).ended;
  expect(code).toBe(1);
  expect(out).toContain('rfc6455/4.2.1/upgrade-present');
});

test.each([24, 40])('%i open files are too few to start with, which is told in words', (most) => {
  const line = `ulimit -n ${most}; exec "$0" dist/src/cli/main.js doctor ws://127.0.0.1:1/`;
  const { status, stderr } = spawnSync('bash', ['-c', line, process.execPath], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringMatching(new RegExp(`^ws101: the system allows .* open files .*: ${most}\\. .*\n$`)),
  });
});

test('what is bad usage is 2', async () => {
  expect(await spawnCli('clauses', '--nope').ended).toEqual({
    code: 2,
    out: '',
    err: "error: unknown option '--nope'\n",
  });
});

test.each([
  ['thrown', 'setImmediate(() => { throw new Error("all is lost"); });'],
  ['rejected', 'void Promise.reject(new Error("all is lost"));'],
])('an error that nobody awaits is 70: %s', async (_how, code) => {
  const path = file('lost.mjs', `${code}\nawait new Promise(() => setInterval(() => {}, 1000));\n`);
  const ended = await spawnCli('diagram', path).ended;
  expect(ended).toMatchObject({ code: 70, out: '' });
  expect(ended.err).toMatch(/^ws101 broke: Error: all is lost\n {4}at /);
});

test('a command that ends by itself is ended by a signal, as every process is', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void silent.close());
  await once(silent, 'listening');
  const { child, ended } = spawnCli('connect', `ws://127.0.0.1:${portOf(silent.address())}/`);
  const [socket] = await once(silent, 'connection');
  socket.on('error', () => {});
  child.kill('SIGINT');
  expect((await ended).code).toBeNull();
  expect(child.signalCode).toBe('SIGINT');
});
