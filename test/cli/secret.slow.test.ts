import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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
