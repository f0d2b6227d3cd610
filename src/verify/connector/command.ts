import { type ChildProcess, spawn } from 'node:child_process';
import { type ClientWord, type Connector, NoClient, type Order } from './connector.ts';

export interface CommandOptions {
  readonly subprotocols: readonly string[];
  /** Processes at once. */
  readonly atOnce: number;
}

/** So many octets of what a process has written last are kept, to say why it failed. */
const kept = 4_000;

/** Milliseconds that a process may take to end by itself when its case is over, and then when it was told to. */
const grace = 300;

/**
 * A program that is started once for each connection. `{url}`, `{subprotocols}` and `{ca}` in its arguments are
 * replaced; they are in its environment as well, as `WS101_URL`, `WS101_SUBPROTOCOLS` and `WS101_CA`.
 */
export function createCommand(
  [program = '', ...args]: readonly string[],
  { subprotocols, atOnce }: CommandOptions,
): Connector {
  return {
    name: [program, ...args].join(' '),
    atOnce,
    subprotocols,
    connect: (order, signal) => run(program, args, order, signal),
    close: async () => {}, // each process is ended with its case
  };
}

/** Puts what a client is asked to do into its arguments, and into its environment. */
export function fillIn(args: readonly string[], { url, subprotocols, ca = '' }: Order) {
  const names = subprotocols.join(',');
  const replace = (text: string) =>
    text.replaceAll('{url}', url).replaceAll('{subprotocols}', names).replaceAll('{ca}', ca);
  const variables = { WS101_URL: url, WS101_SUBPROTOCOLS: names, ...(ca === '' ? {} : { WS101_CA: ca }) };
  return { args: args.map(replace), env: { ...process.env, ...variables } };
}

function run(
  program: string,
  given: readonly string[],
  order: Order,
  signal: AbortSignal,
): Promise<ClientWord> {
  const { args, env } = fillIn(given, order);
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    let said = '';
    const hear = (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-kept);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    const timers: NodeJS.Timeout[] = [];
    let isTold = false;
    const endBy = (name: NodeJS.Signals) => {
      isTold = true;
      endGroup(child, name);
    };
    const end = () => {
      timers.push(setTimeout(() => endBy('SIGTERM'), grace));
      timers.push(setTimeout(() => endBy('SIGKILL'), 2 * grace));
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
    child.once('error', (error) => reject(new NoClient(`${program} cannot be started: ${error.message}`)));
    child.once('close', (exitCode, ending) => {
      for (const timer of timers) clearTimeout(timer);
      signal.removeEventListener('abort', end);
      const error = said.trim();
      const isGone = ending !== null && !isTold;
      resolve({
        ...{ opened: null, exitCode },
        ...(isGone ? { gone: ending } : {}),
        ...(error === '' ? {} : { error }),
      });
    });
  });
}

/** Ends a process and what it has started: a shell hands no signal on. */
export function endGroup({ pid }: ChildProcess, name: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, name);
  } catch {
    // It has ended by itself.
  }
}
