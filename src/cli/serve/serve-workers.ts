import cluster, { type Worker } from 'node:cluster';
import type { Readable } from 'node:stream';
import { type Io, untilAborted } from '../io.ts';
import { outliveSignals } from './outlive-signals.ts';

/**
 * Serves by several processes on one address, until it has to stop; this one handles no connection. Each worker
 * runs the same command line, and sends its URL once it listens. When this process ends, however it does, Node ends
 * the workers.
 *
 * @returns 0, or the exit code of a worker that could not start
 */
export function runWorkers(count: number, io: Io): Promise<number> {
  // Handing connections round costs half as much again as each handshake does; workers that accept by themselves
  // share them evenly enough. Node's own switch still chooses (docs/how-to/scale-out.md).
  if (io.env['NODE_CLUSTER_SCHED_POLICY'] === undefined) cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ stdio: ['ignore', 'inherit', 'pipe', 'ipc'] });
  const crew = new Crew(count, io);
  void untilAborted(io.signal, outliveSignals).then(() => crew.stop(0)); // the crew tells once all of it listens
  return crew.ended;
}

class Crew {
  /** Resolves to the exit code once no worker is left. */
  readonly ended: Promise<number>;
  readonly #count: number;
  readonly #io: Io;
  readonly #running = new Set<Worker>();
  readonly #listening = new Set<Worker>();
  #isTold = false;
  #exitCode: number | null = null;
  #end: (code: number) => void = () => {};

  constructor(count: number, io: Io) {
    this.#count = count;
    this.#io = io;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.#start(); // what keeps the first from starting would keep all of them, and is told once
  }

  /** Has all of them finish what they do. */
  stop(code: number): void {
    this.#exitCode ??= code;
    for (const worker of this.#running) worker.process.kill('SIGTERM');
  }

  #start(): void {
    const worker = cluster.fork();
    this.#running.add(worker);
    if (worker.process.stderr) passLinesOn(worker.process.stderr, this.#io);
    // Node answers a worker's goodbye, and may write to one that has ended meanwhile; its end is told below.
    worker.on('error', (error) => {
      if (worker.process.pid === undefined) throw error;
    });
    worker.once('message', (url: unknown) => this.#welcome(worker, String(url)));
    worker.process.once('close', (code: number | null, signal: NodeJS.Signals | null) => {
      this.#running.delete(worker);
      if (this.#exitCode === null) this.#replace(worker, code, signal);
      if (this.#running.size === 0) this.#end(this.#exitCode ?? 0);
    });
  }

  /** The worker listens; it may have ended since it said so. */
  #welcome(worker: Worker, url: string): void {
    if (this.#exitCode !== null || !this.#running.has(worker)) return;
    this.#listening.add(worker);
    // The first has warned of this already.
    cluster.setupPrimary({ execArgv: [...process.execArgv, '--disable-warning=WS101_HIJACKING'] });
    while (this.#running.size < this.#count) this.#start();
    if (this.#isTold || this.#listening.size < this.#count) return;
    this.#isTold = true;
    this.#io.stdout.write(`listening on ${url}\n`);
  }

  #replace(worker: Worker, code: number | null, signal: NodeJS.Signals | null): void {
    const told = `ws101: worker ${worker.process.pid} ended ${signal === null ? `with exit code ${code}` : `by ${signal}`}`;
    if (this.#listening.delete(worker)) {
      // With the last of them a port of the system's choice is lost, and the next one has to be told.
      if (this.#listening.size === 0) this.#isTold = false;
      this.#start();
      this.#io.stderr.write(`${told}, and is replaced\n`);
    } else {
      if (code === null) this.#io.stderr.write(`${told} before it listened\n`);
      this.stop(code || 70);
    }
  }
}

/**
 * Several processes that write to one pipe may tear each other's lines. This costs about a tenth of a handshake.
 */
function passLinesOn(stream: Readable, { stderr }: Io): void {
  let rest = '';
  stream
    .setEncoding('utf8')
    .on('data', (text: string) => {
      const end = text.lastIndexOf('\n') + 1;
      if (end > 0) stderr.write(rest + text.slice(0, end));
      rest = end > 0 ? text.slice(end) : rest + text;
    })
    .once('end', () => {
      if (rest !== '') stderr.write(`${rest}\n`);
    });
}
