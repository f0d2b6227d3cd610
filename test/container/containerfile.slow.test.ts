import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/server/index.ts';

interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** The instructions of a stage, by the lines of the file. */
function readStages(file: string): readonly (readonly Instruction[])[] {
  const lines = readFileSync(file, 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line !== '');
  const stages: Instruction[][] = [];
  for (const line of lines) {
    const [, name = '', text = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (name === 'FROM') stages.push([]);
    stages.at(-1)?.push({ name, text });
  }
  return stages;
}

const stages = readStages('Containerfile');
const [building = [], shipped = []] = stages;
const textsOf = (stage: readonly Instruction[], wanted: string) =>
  stage.filter(({ name }) => name === wanted).map(({ text }) => text);

test('the container has two stages, and what runs in it is nobody’s root', () => {
  expect(stages).toHaveLength(2);
  const base = [expect.stringMatching(/^docker\.io\/library\/node:22-bookworm-slim@sha256:[0-9a-f]{64}/)];
  expect([building, shipped].map((stage) => textsOf(stage, 'FROM'))).toEqual([base, base]);
  expect(textsOf(shipped, 'USER')).toEqual(['node']);
  expect(textsOf(shipped, 'ENTRYPOINT')).toEqual(['["ws101"]']);
  // What comes behind USER is run as that user.
  const names = shipped.map(({ name }) => name);
  expect(names.slice(names.indexOf('USER'))).not.toContain('RUN');
});

/**
 * No base image is had here, so that no container is built. Its commands are: those of the first stage in a fresh clone,
 * those of the second with a folder in place of the system's.
 */
describe('the commands of the container', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ws101-container-'));
  const prefix = join(folder, 'prefix');
  const program = join(prefix, 'bin/ws101');

  /** What is in the system's folders stands in those of the test. */
  function placeHere(text: string): string {
    return text.replaceAll('/usr/local', '\0').replaceAll('/tmp', folder).replaceAll('\0', prefix);
  }

  function runLines(stage: readonly Instruction[], cwd: string): void {
    for (const line of textsOf(stage, 'RUN')) {
      const { status, stderr } = spawnSync('sh', ['-c', placeHere(line)], { cwd, encoding: 'utf8' });
      expect({ line, status, stderr: status === 0 ? '' : stderr }).toEqual({ line, status: 0, stderr: '' });
    }
  }

  beforeAll(() => {
    const clone = join(folder, 'src');
    const cloned = spawnSync('git', ['clone', '--quiet', '--no-local', process.cwd(), clone]);
    expect(cloned.status).toBe(0);
    runLines(building, clone);
    mkdirSync(join(prefix, 'bin'), { recursive: true });
    for (const text of textsOf(shipped, 'COPY')) {
      const [, from = '', to = ''] = /^--from=build (\S+) (\S+)$/.exec(text) ?? [];
      cpSync(placeHere(from), placeHere(to), { recursive: true });
    }
    runLines(shipped, prefix);
  }, 300_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('install the packages of the lock file, of which no script is run', () => {
    const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
    const { packages } = read('package-lock.json');
    const modules = join(prefix, 'lib/node_modules/ws101/node_modules');
    const names = Object.keys(read('package.json').dependencies);
    const installed = names.map((name) => [name, read(join(modules, name, 'package.json')).version]);
    expect(installed).toEqual(names.map((name) => [name, packages[`node_modules/${name}`].version]));
    expect(textsOf(building, 'RUN').join()).toContain(
      'npm ci --prefix /tmp/ws101 --omit=dev --ignore-scripts',
    );
  });

  test('make a program that verifies a server', async () => {
    const server = await listen({
      port: 0,
      host: '127.0.0.1',
      onConnection: ({ socket }) => socket.resume(),
    });
    onTestFinished(() => server.close());
    const args = ['verify', 'server', server.url, '--seed', '1', '--only', 'rfc9112/3.2/host-present'];
    const child = spawn(program, args, { stdio: 'ignore' });
    expect(await once(child, 'close')).toEqual([0, null]);
  });

  test('make a program that is a zoo, and ends when it is told to', async () => {
    const child = spawn(program, ['zoo', '--listen', '127.0.0.1:0'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const [told] = await once(child.stdout, 'data');
    expect(String(told)).toMatch(/^listening on http:\/\/127\.0\.0\.1:\d+/);
    child.kill();
    expect(await once(child, 'close')).toEqual([0, null]);
  });
});
