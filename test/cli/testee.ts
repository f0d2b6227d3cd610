import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { readListening, start } from './run.ts';

const testee = fileURLToPath(new URL('../verify/client/testee.mjs', import.meta.url));

/** Waits for a client, with the report on standard output. */
export async function listen(...args: readonly string[]) {
  const waiting = start('verify', 'client', '--listen', '127.0.0.1:0', '--seed', '7', '--runs', '1', ...args);
  const { url } = readListening(await waiting.until('\n'));
  return { url, ended: waiting.ended };
}

/** Plays with a testee of a package until it is done, which breaks a clause. */
export async function playWith(library: string, clause: string): Promise<void> {
  const { url, ended } = await listen('--level', 'should', '--verbose');
  const child = spawn(process.execPath, [testee, library, url], { stdio: 'inherit' });
  const [status] = await once(child, 'close');
  const { code, out, err } = await ended;
  expect({ status, code, err }).toEqual({ status: 0, code: 1, err: '' });
  expect(out).toContain(clause);
  // Who comes by itself comes for a whole run alone.
  expect(out.match(/(?<=^ {2}replay {4}).*/gm)).toContain(
    `ws101 verify client --seed 7 --runs 1 --only ${clause} --listen 127.0.0.1:0`,
  );
  expect(out).toContain('seen in 6 of 6 tries');
  expect(out).not.toContain('The run ended early');
  expect(out).toMatch(/^ *pass .*rfc6455\/4\.1\/key-fresh/m);
}
