import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { endBehindFile } from '../left-over.ts';
import { type Ended, readListening } from './run.ts';

const main = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));

/** The built command line in a process of its own. */
export class Spawned {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  readonly #waits: { readonly text: string; readonly resolve: (out: string) => void }[] = [];
  #out = '';
  #err = '';

  constructor(args: readonly string[], input: string, env: NodeJS.ProcessEnv) {
    this.child = spawn(process.execPath, [main, ...args], { env: { ...process.env, ...env } });
    const hasEnded = endBehindFile(() => this.child.kill('SIGKILL'));
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
        hasEnded();
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

export function spawnCli(...args: readonly string[]): Spawned {
  return new Spawned(args, '', {});
}

/** Starts `ws101 serve` on a port of the system's choice. */
export async function spawnServe(
  ...args: readonly string[]
): Promise<{ server: Spawned; url: string; port: number }> {
  const server = spawnCli('serve', '--listen', '127.0.0.1:0', ...args);
  return { server, ...readListening(await server.until('\n')) };
}
