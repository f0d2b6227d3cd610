import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startHop } from '../mutants/hop.ts';
import { findFreePort } from '../process-group.ts';
import { kinds, kindsIn, leaked, plant, secretOf, startEcho } from './planted-secret.ts';
import { file, folder } from './run.ts';
import { spawnCli, spawnServe } from './spawn.ts';

/** All that a command has written, as a report of every kind and on both streams. */
async function outputOf(name: string, ...args: readonly string[]): Promise<string> {
  const { out, err } = await spawnCli(...args).ended;
  const at = join(folder, name);
  return [out, err, ...readdirSync(at).map((each) => readFileSync(join(at, each), 'utf8'))].join('\n');
}

function reportsIn(name: string, ...kindsOfReport: readonly string[]): readonly string[] {
  mkdirSync(join(folder, name), { recursive: true });
  return kindsOfReport.flatMap((kind) => [
    `--${kind}`,
    join(folder, name, kind === 'findings' ? '' : `r.${kind}`),
  ]);
}

/** Ten at a time, since a process takes long to start. */
const parts = Array.from({ length: Math.ceil(kinds.length / 10) }, (_, at) =>
  kinds.slice(at * 10, at * 10 + 10),
);

test('the built program tells no secret of any kind, whatever a server says back', async () => {
  const url = await startEcho(403);
  for (const [at, part] of parts.entries()) {
    const args = plant(url, part);
    const reports = reportsIn(`d${at}`, 'json', 'markdown');
    const both = [
      spawnCli('connect', ...args).ended,
      outputOf(`d${at}`, 'doctor', ...args, '--verbose', '--connections', '2', ...reports),
    ];
    expect(leaked(JSON.stringify(await Promise.all(both)), part)).toEqual([]);
  }
});

test('verify, replay and merge tell none', async () => {
  const part = kindsIn('query', 'path', '--header').filter(([, text]) => !text.startsWith('Cookie'));
  const target = plant(await startEcho(101), part);
  const run = ['--runs', '1', '--seed', '1', '--timeout', '1000', '--only', 'rfc6455/4.2.1/key-present'];
  const auth = ['--auth', `subprotocol:${secretOf('auth')}`];
  const reports = reportsIn('s', 'json', 'junit', 'html', 'markdown', 'findings');
  const verified = await outputOf(
    's',
    'verify',
    'server',
    ...target,
    ...auth,
    ...run,
    '--shard',
    '1/1',
    ...reports,
  );
  const [finding = ''] = readdirSync(join(folder, 's')).filter((name) => name.startsWith('rfc'));
  const again = ['replay', join(folder, 's', finding), '--url', ...target, ...auth];
  const outputs = [
    verified,
    await outputOf('s', ...again, '--timeout', '1000'),
    await outputOf('s', 'merge', join(folder, 's', 'r.json')),
  ];
  expect(finding).not.toBe('');
  expect(leaked(outputs.join('\n'), part)).toEqual([]);
  expect(outputs.join('\n')).not.toContain(secretOf('auth'));
  expect(outputs[1]).toMatch(/^still fails /m);
});

/** All that `verify` writes, and `replay` of some of the findings that it writes. */
async function playBoth(what: string, args: readonly string[], again = args): Promise<string> {
  const reports = reportsIn(what, 'json', 'junit', 'html', 'markdown', 'findings');
  const outputs = [await outputOf(what, 'verify', what, '--seed', '1', '--runs', '1', ...reports, ...args)];
  const files = readdirSync(join(folder, what)).filter((each) => each.startsWith('rfc'));
  for (const each of files.slice(0, 3))
    outputs.push(await outputOf(what, 'replay', join(folder, what, each), ...again));
  expect(outputs.join('\n')).toMatch(/^still fails /m);
  return outputs.join('\n');
}

test('verify client and replay tell none that the client sends of its own', async () => {
  // Nobody knows what a field of one's own is, and an offer has no name twice.
  const part = kinds.filter(([, text]) => text !== 'X-Custom: §' && !/^access_token,/.test(text));
  const [path, ...options] = plant('', part);
  const fields = options.filter((_, at) => options[at - 1] === '--header');
  const headers = Object.fromEntries(fields.map((field) => field.split(/: (.*)/)));
  const own = JSON.stringify([options.at(-1)?.split(','), { headers, protocolVersion: 8 }]).slice(1, -1);
  const driver = `const { WebSocket } = require('${join(process.cwd(), 'node_modules/ws')}');
    require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, url } = JSON.parse(line);
      const say = (opened) => console.log(JSON.stringify({ id, opened }));
      const socket = new WebSocket(url.replace('?', '${path}&'), ${own});
      socket.once('open', () => say(true)).once('error', () => say(false));
    });`;
  const how = ['--driver', '--', process.execPath, file('secret-driver.cjs', driver)];
  expect(leaked(await playBoth('client', how), part)).toEqual([]);
});

test('verify proxy and replay tell none that goes through the proxy, and none that it adds', async () => {
  const port = await findFreePort();
  const hop = await startHop(port, {
    forwards: (due) => ({ ...due, lines: [...due.lines, `Cookie: a=${secretOf('a')}`] }),
    relays: (due) => ({ ...due, lines: [...due.lines, `Set-Cookie: s=${secretOf('s')}; ${secretOf('a')}`] }),
  });
  onTestFinished(() => hop.close());
  const part = kindsIn('query', 'path', '--header');
  const target = plant(`ws://127.0.0.1:${hop.port}`, part);
  const how = ['--backend', `127.0.0.1:${port}`, '--timeout', '1000'];
  const told = await playBoth('proxy', [...target, ...how], ['--url', ...target, ...how]);
  expect(leaked(told, [...part, ['', 'a'], ['', 's']])).toEqual([]);
});

test('the log of a server tells none', async () => {
  const secrets = [secretOf('query token=§')];
  const config = file('secret.json', JSON.stringify({ authentication: [{ method: 'queryToken', secrets }] }));
  const { server, url } = await spawnServe('--config', config);
  await spawnCli('connect', ...plant(url, kinds)).ended;
  server.child.kill('SIGTERM');
  const { out, err } = await server.ended;
  expect(out + err).toContain('***');
  expect(leaked(out + err, kinds)).toEqual([]);
});
