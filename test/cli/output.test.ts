import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { file, folder, run } from './run.ts';

/** Where a command writes to. A target that nobody listens at shows that the path was looked at before it. */

const nobody = 'ws://127.0.0.1:1/';
const main = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));

describe('a path that cannot be written is told before anything is done', () => {
  test.each([
    ['verify', 'server', nobody, '--json'],
    ['verify', 'server', nobody, '--junit'],
    ['verify', 'server', nobody, '--html'],
    ['verify', 'server', nobody, '--markdown'],
    ['connect', nobody, '--json'],
    ['doctor', nobody, '--json'],
    ['doctor', nobody, '--markdown'],
    ['replay', 'none.json', '--markdown'],
    ['merge', 'none.json', '--json'],
  ])('%s', async (...args) => {
    const path = join(folder, 'no', 'such');
    const err = `ws101: ${path} cannot be written: there is no such folder\n`;
    expect(await run(...args, path)).toEqual({ code: 2, out: '', err });
  });

  test.each([
    ['server', nobody],
    ['client', '--driver', '--', 'true'],
  ])('a folder for findings that is a device: %s', async (...args) => {
    const err = 'ws101: /dev/full cannot be written: it is no folder\n';
    expect(await run('verify', args[0], '--findings', '/dev/full', ...args.slice(1))).toEqual({
      code: 2,
      out: '',
      err,
    });
  });

  test('a folder', async () => {
    mkdirSync(join(folder, 'a-folder'));
    expect(await run('connect', nobody, '--json', 'a-folder')).toEqual({
      code: 2,
      out: '',
      err: 'ws101: a-folder cannot be written: it is a folder, where a file was expected\n',
    });
  });

  test('what is there stays until there is something to write, and nothing new is left behind', async () => {
    const [kept, made] = [file('kept.json', 'kept'), join(folder, 'made.json')];
    expect((await run('verify', 'server', nobody, '--json', kept, '--html', made)).code).toBe(3);
    expect({ kept: readFileSync(kept, 'utf8'), isMade: existsSync(made) }).toEqual({
      kept: 'kept',
      isMade: false,
    });
  });
});

describe('a device that is full is 2: a verdict that nobody can read is none', () => {
  test('as a file', async () => {
    const { code, err } = await run('connect', nobody, '--json', '/dev/full');
    expect(code).toBe(2);
    expect(err).toBe('ws101: /dev/full cannot be written: no space is left on the device\n');
  });

  test.each([[['--help']], [['diagram', 'connection']], [['serve', '--listen', '127.0.0.1:0']]])(
    'as standard output: %s',
    async (args) => {
      const child = spawn(process.execPath, [main, ...args], {
        stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
      });
      let err = '';
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        err += text;
      });
      const [code] = await once(child, 'close');
      expect({ code, err }).toEqual({
        code: 2,
        err: 'ws101: standard output cannot be written: no space is left on the device\n',
      });
    },
  );
});
