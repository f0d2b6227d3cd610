import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

const main = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
const children = new Set<ChildProcess>();

/** A folder for files of the tests in one test file. */
export const folder = mkdtempSync(join(tmpdir(), 'ws101-cli-'));

afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The built command line in a process of its own. */
export class Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  readonly #waits: { readonly text: string; readonly resolve: (out: string) => void }[] = [];
  #out = '';
  #err = '';

  constructor(args: readonly string[], input: string, env: NodeJS.ProcessEnv) {
    this.child = spawn(process.execPath, [main, ...args], { env: { ...process.env, ...env } });
    children.add(this.child);
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#out += text;
      for (const wait of this.#waits) if (this.#out.includes(wait.text)) wait.resolve(this.#out);
    });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#err += text;
    });
    this.child.stdin?.on('error', () => {}); // a command that reads nothing may be over before
    this.child.stdin?.end(input, 'latin1');
    this.ended = new Promise((resolve) => {
      this.child.once('close', (code) => {
        children.delete(this.child);
        resolve({ code, out: this.#out, err: this.#err });
      });
    });
  }

  /** Resolves to standard output as soon as the text is in it. */
  until(text: string): Promise<string> {
    if (this.#out.includes(text)) return Promise.resolve(this.#out);
    return new Promise((resolve) => this.#waits.push({ text, resolve }));
  }
}

export function start(...args: readonly string[]): Running {
  return new Running(args, '', {});
}

/** Runs the command to its end. */
export function run(...args: readonly string[]): Promise<Ended> {
  return start(...args).ended;
}

/** Runs the command to its end with octets, as Latin-1 text, on standard input. */
export function runWith(input: string, ...args: readonly string[]): Promise<Ended> {
  return new Running(args, input, {}).ended;
}

export function runIn(env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<Ended> {
  return new Running(args, '', env).ended;
}

/** Starts `ws101 serve` on a port of the system's choice. */
export async function serve(
  ...args: readonly string[]
): Promise<{ server: Running; url: string; port: number }> {
  const server = start('serve', '--listen', '127.0.0.1:0', ...args);
  const [, url = '', port = ''] =
    /^listening on (wss?:\/\/127\.0\.0\.1:(\d+))\n/.exec(await server.until('\n')) ?? [];
  return { server, url, port: Number(port) };
}

/** Writes a file into the folder of the tests and gives its path. */
export function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text, 'latin1');
  return path;
}
