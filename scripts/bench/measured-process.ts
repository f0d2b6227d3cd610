import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('process/', import.meta.url));
const bun = fileURLToPath(new URL('node_modules/.bin/bun', import.meta.url));

/** Milliseconds that a process has to answer: several times what the longest turn takes. */
const answerLimit = 180_000;

export interface ProcessOptions {
  readonly runtime: 'node' | 'bun';
  /** Name of a file in the folder `process`, and what it is given. */
  readonly file: string;
  readonly args?: readonly string[];
  readonly flags?: readonly string[];
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** A process that answers lines of JSON with lines of JSON, and ends when nobody asks any more. */
export class MeasuredProcess {
  readonly name: string;
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #waiting: Waiting[] = [];
  #failure: Error | null = null;

  constructor(name: string, { runtime, file, args = [], flags = [] }: ProcessOptions) {
    this.name = name;
    const command = runtime === 'bun' ? bun : process.execPath;
    this.#child = spawn(command, [...flags, folder + file, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#child.stdin.on('error', () => {}); // 'exit' tells
    this.#child.on('error', (error) => this.#fail(error.message));
    this.#child.on('exit', (code, signal) => this.#fail(`ended with ${signal ?? `exit code ${code}`}`));
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      this.#waiting.shift()?.resolve(JSON.parse(line));
    });
  }

  /** The next line that it tells. */
  async hear(): Promise<unknown> {
    if (this.#failure) throw this.#failure;
    const late = () => {
      this.#fail(`told nothing within ${answerLimit / 1_000} s`);
      this.#child.kill();
    };
    const timer = setTimeout(late, answerLimit);
    try {
      return await new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
    } finally {
      clearTimeout(timer);
    }
  }

  async ask(question: object): Promise<unknown> {
    const answer = this.hear();
    this.#child.stdin.write(`${JSON.stringify(question)}\n`);
    return answer;
  }

  /** Lets it end, or ends it. */
  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null || !this.#child.pid) return;
    const ended = once(this.#child, 'exit');
    this.#child.stdin.end();
    const timer = setTimeout(() => this.#child.kill(), 5_000);
    await ended;
    clearTimeout(timer);
  }

  #fail(reason: string): void {
    this.#failure ??= new Error(`${this.name} ${reason}`);
    for (const { reject } of this.#waiting.splice(0)) reject(this.#failure);
  }
}
