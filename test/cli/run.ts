import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { runCli } from '../../src/cli/run-cli.ts';
import { folder } from '../folder.ts';
import { endBehindFile } from '../left-over.ts';

export { folder };

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Keeps what is written, and tells of it. */
class Sink extends Writable {
  text = '';
  readonly #waits: { readonly text: string; readonly resolve: (all: string) => void }[] = [];

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString('utf8');
    for (const wait of this.#waits) if (this.text.includes(wait.text)) wait.resolve(this.text);
    done();
  }

  /** Resolves to all that was written as soon as the text is in it. */
  until(text: string): Promise<string> {
    if (this.text.includes(text)) return Promise.resolve(this.text);
    return new Promise((resolve) => this.#waits.push({ text, resolve }));
  }
}

/** The command line in this process, with streams of its own. */
export class Running {
  readonly ended: Promise<Ended>;
  readonly #stopping = new AbortController();
  readonly #out = new Sink();
  readonly #err = new Sink();

  constructor(args: readonly string[], input: string, env: NodeJS.ProcessEnv) {
    const hasEnded = endBehindFile(() => this.stop());
    const io = {
      stdin: Readable.from(input === '' ? [] : [Buffer.from(input, 'latin1')]),
      stdout: this.#out,
      stderr: this.#err,
      env: { ...process.env, ...env },
      cwd: folder,
      signal: this.#stopping.signal,
    };
    this.ended = runCli(args, io).then((code) => {
      hasEnded();
      return { code, out: this.#out.text, err: this.#err.text };
    });
  }

  /** Resolves to standard output as soon as the text is in it. */
  until(text: string): Promise<string> {
    return this.#out.until(text);
  }

  /** The same of standard error. */
  untilError(text: string): Promise<string> {
    return this.#err.until(text);
  }

  /** Does what SIGINT and SIGTERM do to a command that runs until it is stopped. */
  stop(): void {
    this.#stopping.abort();
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
  return { server, ...readListening(await server.until('\n')) };
}

/** What `ws101 serve` says once it listens. */
export function readListening(out: string): { readonly url: string; readonly port: number } {
  const [, url = '', port = ''] = /^listening on (wss?:\/\/127\.0\.0\.1:(\d+))\n/.exec(out) ?? [];
  return { url, port: Number(port) };
}

/** Writes a file into the folder of the tests and gives its path. */
export function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text, 'latin1');
  return path;
}
