import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';

/** So many characters of what a process has written last are kept, to say why it failed. */
const kept = 4_000;

/** Milliseconds that a process may take to end when it was told to; then it is ended, and then it is given up. */
const patience = 1_000;

/** How a process has ended: by its status or by a signal; both are null where it could not be started, or was given up. */
export interface ChildEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Whether what it has started still holds its output, and was given up. */
  readonly isHeld: boolean;
}

/** A program that was started for a client, in a group of its own: a shell hands no signal on. */
export class Child {
  readonly process: ChildProcess;
  /** Resolves as soon as it has ended and nobody can write to its output any more; never rejects. */
  readonly ended: Promise<ChildEnd>;
  #said = '';
  #isTold = false;
  #giveUp = () => {};

  constructor(program: string, args: readonly string[], options: Pick<SpawnOptions, 'env' | 'stdio'>) {
    const child = spawn(program, args, { ...options, detached: true });
    this.process = child;
    child.stdin?.on('error', () => {}); // that it is gone is told by its end
    this.ended = new Promise((resolve) => {
      let left: Pick<ChildEnd, 'code' | 'signal'> = { code: null, signal: null };
      child.once('error', () => resolve({ ...left, isHeld: false }));
      child.once('exit', (code, signal) => {
        left = { code, signal };
      });
      child.once('close', (code, signal) => resolve({ code, signal, isHeld: false }));
      this.#giveUp = () => {
        for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
        child.unref();
        resolve({ ...left, isHeld: true });
      };
    });
  }

  /** What it has written last to the streams that are heard. */
  get said(): string {
    return this.#said.trim();
  }

  /** Whether it was told to end. */
  get isTold(): boolean {
    return this.#isTold;
  }

  /** Keeps what is written last to a stream of it. */
  hear(stream: Readable | null): void {
    stream?.on('data', (chunk: Buffer) => {
      this.#said = (this.#said + chunk.subarray(-kept).toString()).slice(-kept);
    });
  }

  /**
   * Ends it and what it has started: it is told to end, and ended if it does not. What has left its group and holds its
   * output is given up.
   *
   * @param after milliseconds that it may take when it was told to
   */
  async end(after = patience): Promise<ChildEnd> {
    this.process.stdin?.end();
    this.#signal('SIGTERM');
    const timers = [
      setTimeout(() => this.#signal('SIGKILL'), after),
      setTimeout(() => this.#giveUp(), after + patience / 2),
    ];
    const end = await this.ended;
    for (const timer of timers) clearTimeout(timer);
    return end;
  }

  #signal(name: NodeJS.Signals): void {
    this.#isTold = true;
    signalGroup(this.process, name);
  }
}

/** Sends a signal to a process that leads a group, and to what it has started. */
export function signalGroup({ pid }: ChildProcess, name: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, name);
  } catch {
    // It has ended by itself.
  }
}
