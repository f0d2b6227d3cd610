import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { endGroup } from './command.ts';
import { type ClientWord, type Connector, NoClient, type Order, silent } from './connector.ts';

export interface DriverOptions {
  readonly subprotocols: readonly string[];
  /** Processes at once, each of which makes one connection after the other. */
  readonly atOnce: number;
}

/** Milliseconds for which the word of a driver is waited for when the connection has told already. */
const grace = 1_000;

/** Milliseconds that a driver may take to end once it was told to; then it is ended. */
const patience = 1_000;

/** So many octets of what a driver has written last to standard error are kept. */
const kept = 4_000;

/**
 * A program that is started once and kept. It reads one JSON object a line, with `id`, `url` and `subprotocols`, and
 * over TLS `ca`, and answers each with one line: `id`, `opened`, and `subprotocol` or `error`.
 */
export function createDriver(
  [program = '', ...args]: readonly string[],
  { subprotocols, atOnce }: DriverOptions,
): Connector {
  const idle: Process[] = [];
  const all = new Set<Process>();
  let isKnown = false;
  const take = () => {
    // One that has ended meanwhile was ended by none of the cases to come.
    for (let old = idle.pop(); old; old = idle.pop()) if (old.isFree) return old;
    const started = new Process(program, args);
    all.add(started);
    return started;
  };
  const giveBack = (driver: Process) => {
    if (driver.isFree) return void idle.push(driver);
    all.delete(driver);
    void driver.end();
  };
  return {
    name: [program, ...args].join(' '),
    atOnce,
    subprotocols,
    async connect(order, signal) {
      const driver = take();
      const word = await driver.ask(order, signal);
      if (word.gone !== undefined && !isKnown) throw new NoClient(word.error ?? word.gone);
      isKnown = true;
      giveBack(driver);
      return word;
    },
    async connectTogether(orders, signal) {
      const driver = take();
      const words = await Promise.all(orders.map((order) => driver.ask(order, signal)));
      giveBack(driver);
      return words;
    },
    async close() {
      await Promise.all([...all].map((each) => each.end()));
    },
  };
}

/** One process of a driver. */
class Process {
  readonly #child: ChildProcess;
  readonly #closed: Promise<void>;
  readonly #waiting = new Map<number, (word: ClientWord) => void>();
  #said = '';
  #next = 0;
  #gone: { readonly how: string; readonly why: string } | null = null;

  constructor(program: string, args: readonly string[]) {
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true });
    this.#child = child;
    child.stdin.on('error', () => {}); // that it is gone is told by its end
    child.stderr.on('data', (chunk: Buffer) => {
      this.#said = (this.#said + chunk.toString()).slice(-kept);
    });
    createInterface({ input: child.stdout }).on('line', (line) => this.#hear(line));
    child.once('error', ({ message }) => this.#lose('unstarted', `${program} cannot be started: ${message}`));
    this.#closed = new Promise((resolve) => {
      child.once('error', () => resolve());
      child.once('close', (code, signal) => {
        const last = this.#said.trim().split('\n').at(-1) ?? '';
        const how = signal ?? `status ${code}`;
        this.#lose(how, `the driver ended (${how})${last === '' ? '' : `: ${last}`}`);
        resolve();
      });
    });
  }

  /** Whether it has answered whatever it was asked. */
  get isFree(): boolean {
    return this.#gone === null && this.#waiting.size === 0;
  }

  /** @returns what it says; nothing where it has not soon after the signal was aborted */
  ask({ url, subprotocols, ca }: Order, signal: AbortSignal): Promise<ClientWord> {
    const id = this.#next++;
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const settle = (word: ClientWord) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        this.#waiting.delete(id);
        resolve(word);
      };
      // It stays in the list, and so is not asked again.
      const giveUp = () => {
        timer = setTimeout(() => resolve(silent), grace);
      };
      this.#waiting.set(id, settle);
      if (signal.aborted) giveUp();
      else signal.addEventListener('abort', giveUp, { once: true });
      if (this.#gone !== null) return settle(wordOf(this.#gone));
      const line = { id, url, subprotocols, ...(ca === undefined ? {} : { ca }) };
      this.#child.stdin?.write(`${JSON.stringify(line)}\n`);
    });
  }

  async end(): Promise<void> {
    this.#child.stdin?.end();
    endGroup(this.#child, 'SIGTERM');
    const timer = setTimeout(() => endGroup(this.#child, 'SIGKILL'), patience);
    await this.#closed;
    clearTimeout(timer);
  }

  #hear(line: string): void {
    const word = readWord(line);
    if (word === null) return; // a line of its own log
    this.#waiting.get(word.id)?.(word);
  }

  #lose(how: string, why: string): void {
    this.#gone ??= { how, why };
    for (const settle of [...this.#waiting.values()]) settle(wordOf(this.#gone));
  }
}

function wordOf({ how, why }: { readonly how: string; readonly why: string }): ClientWord {
  return { ...silent, gone: how, error: why };
}

/** A line of a driver; null where it is none. */
export function readWord(line: string): (ClientWord & { readonly id: number }) | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    return null;
  }
  if (typeof parsed !== 'object' || parsed === null) return null;
  const { id, opened, subprotocol, error } = parsed as Readonly<Record<string, unknown>>; // any JSON object
  if (typeof id !== 'number' || typeof opened !== 'boolean') return null;
  const name = typeof subprotocol === 'string' && subprotocol !== '' ? subprotocol : null;
  return {
    ...{ id, opened },
    ...(subprotocol === undefined ? {} : { subprotocol: name }),
    ...(typeof error === 'string' ? { error } : {}),
  };
}
