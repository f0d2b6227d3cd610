import { Child, type ChildEnd } from './child.ts';
import { type ClientStatement, type Connector, NoClient, type Order, silent } from './connector.ts';
import { lineLimit, readLines } from './line-reader.ts';

export interface DriverOptions {
  readonly subprotocols: readonly string[];
  /** Processes at once, each of which makes one connection after the other. */
  readonly atOnce: number;
}

/** Milliseconds for which the word of a driver is waited for when the connection has told already. */
const grace = 1_000;

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
  let held = 0;
  const take = () => {
    // One that has ended meanwhile was ended by none of the cases to come.
    for (let old = idle.pop(); old; old = idle.pop()) {
      if (old.fault !== null) throw new NoClient(old.fault);
      if (old.isFree) return old;
    }
    const started = new Process(program, args);
    all.add(started);
    return started;
  };
  const giveBack = (driver: Process) => {
    if (driver.fault !== null) throw new NoClient(driver.fault);
    if (driver.isFree) idle.push(driver);
    else void end(driver);
  };
  const end = async (driver: Process) => {
    const { isHeld } = await driver.end();
    if (isHeld && all.has(driver)) held += 1;
    all.delete(driver);
  };
  return {
    name: [program, ...args].join(' '),
    atOnce,
    subprotocols,
    get held() {
      return held;
    },
    async connect(order, signal) {
      const driver = take();
      const word = await driver.ask(order, signal);
      if (word.gone !== undefined && !isKnown && driver.fault === null)
        throw new NoClient(word.error ?? word.gone);
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
      await Promise.all([...all].map(end));
    },
  };
}

/** One process of a driver. */
class Process {
  readonly #child: Child;
  readonly #waiting = new Map<number, (word: ClientStatement) => void>();
  #next = 0;
  #fault: string | null = null;
  #gone: { readonly how: string; readonly why: string } | null = null;

  constructor(program: string, args: readonly string[]) {
    const child = new Child(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child = child;
    child.hear(child.process.stderr);
    const onLine = (line: string) => this.#hear(line);
    readLines(child.process.stdout, onLine, () => {
      this.#fault = `the driver wrote a line of more than ${lineLimit} octets: expected one JSON object a line`;
      this.#lose('ended by ws101', this.#fault);
      void child.end(0);
    });
    child.process.once('error', ({ message }) =>
      this.#lose('unstarted', `${program} cannot be started: ${message}`),
    );
    void child.ended.then(({ code, signal }) => {
      const last = child.said.split('\n').at(-1) ?? '';
      const how = signal ?? `status ${code}`;
      this.#lose(how, `the driver ended (${how})${last === '' ? '' : `: ${last}`}`);
    });
  }

  /** Why it is no driver; null as long as it may be one. */
  get fault(): string | null {
    return this.#fault;
  }

  /** Whether it has answered whatever it was asked. */
  get isFree(): boolean {
    return this.#gone === null && this.#waiting.size === 0;
  }

  /** @returns what it says; nothing where it has not soon after the signal was aborted */
  ask({ url, subprotocols, ca }: Order, signal: AbortSignal): Promise<ClientStatement> {
    const id = this.#next++;
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const settle = (word: ClientStatement) => {
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
      this.#child.process.stdin?.write(`${JSON.stringify(line)}\n`);
    });
  }

  end(): Promise<ChildEnd> {
    return this.#child.end();
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

function wordOf({ how, why }: { readonly how: string; readonly why: string }): ClientStatement {
  return { ...silent, gone: how, error: why };
}

/** A line of a driver; null where it is none. */
export function readWord(line: string): (ClientStatement & { readonly id: number }) | null {
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
    id,
    opened,
    ...(subprotocol === undefined ? {} : { subprotocol: name }),
    ...(typeof error === 'string' ? { error } : {}),
  };
}
