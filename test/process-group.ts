import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { bind } from '../src/bind.ts';

/**
 * The ports that are given away. No system hands them out by itself, to who listens on port 0 or who connects, so that
 * nobody comes to sit on one between its finding and its use.
 */
const firstPort = 16_384;
const portCount = 16_384;

/** How many of them are one worker's: no two of a run have the same ones. */
const share = 1024;
const firstOfWorker = firstPort + ((Number(process.env['VITEST_POOL_ID'] ?? 0) * share) % portCount);

/** How many steps on the next one is. Processes that are started one behind the other begin far from each other. */
let step = process.pid * 101;

/**
 * A port of 127.0.0.1 on which nobody listens, and which this process has not found before.
 *
 * @throws Error where none is left
 */
export async function findFreePort(): Promise<number> {
  for (let tried = 0; tried < share; tried += 1) {
    const port = firstOfWorker + (step++ % share);
    const server = createServer();
    const isFree = await bind(server, port).then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
  throw new Error(`each of the ${share} ports from ${firstOfWorker} on is taken`);
}

/** Whether somebody takes connections on a port of 127.0.0.1. */
export async function isListenedOn(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const connected = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  socket.destroy();
  return connected;
}

/** Milliseconds between two attempts to connect: programs take tenths of a second to listen, and need the processor for it. */
const pause = 20;

/** Characters of output that are kept. */
const kept = 8192;

/** A program in a process group of its own, which is ended as a whole, and with this process at the latest. */
export class ProcessGroup {
  readonly #child: ChildProcess;
  readonly #closed: Promise<void>;
  #said = '';
  #isEnded = false;

  constructor(
    command: string,
    args: readonly string[],
    options: {
      readonly cwd: string;
      readonly env?: NodeJS.ProcessEnv;
      readonly uid?: number;
      readonly gid?: number;
    },
  ) {
    this.#child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child.on('error', (error) => this.#keep(String(error)));
    for (const output of [this.#child.stdout, this.#child.stderr])
      output?.setEncoding('utf8').on('data', (text: string) => this.#keep(text));
    this.#closed = new Promise((resolve) => this.#child.once('close', () => resolve()));
    process.once('exit', this.#kill);
  }

  /** The last of what it wrote, on standard output and standard error. */
  get said(): string {
    return this.#said;
  }

  /** Connects until somebody listens; false when the program has ended by then: whoever listens is not it. */
  async listensOn(port: number): Promise<boolean> {
    while (this.#isRunning()) {
      if (await isListenedOn(port)) return this.#isRunning();
      await setTimeout(pause); // nobody tells who listens
    }
    return false;
  }

  /** Ends all of them, and resolves when they are gone. */
  end(): Promise<void> {
    process.off('exit', this.#kill);
    if (!this.#isEnded) this.#kill();
    this.#isEnded = true;
    return this.#closed;
  }

  #isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  #keep(text: string): void {
    this.#said = (this.#said + text).slice(-kept);
  }

  readonly #kill = (): void => {
    try {
      if (this.#child.pid !== undefined) process.kill(-this.#child.pid, 'SIGKILL');
    } catch {
      // None of them is left.
    }
  };
}
