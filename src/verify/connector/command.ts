import { Child } from './child.ts';
import { type ClientStatement, type Connector, NoClient, type Order } from './connector.ts';

export interface CommandOptions {
  readonly subprotocols: readonly string[];
  /** Processes at once. */
  readonly atOnce: number;
}

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
  const running = new Set<Child>();
  let held = 0;
  const started = (child: Child) => {
    running.add(child);
    void child.ended.then(({ isHeld }) => {
      running.delete(child);
      if (isHeld) held += 1;
    });
  };
  return {
    name: [program, ...args].join(' '),
    atOnce,
    subprotocols,
    get held() {
      return held;
    },
    connect: (order, signal) => run(program, args, order, signal, started),
    // Each process is ended with its case; of a run that was interrupted some are left.
    close: async () => void (await Promise.all([...running].map((child) => child.end(0)))),
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

/** @param started told of the process as soon as there is one */
function run(
  program: string,
  given: readonly string[],
  order: Order,
  signal: AbortSignal,
  started: (child: Child) => void,
): Promise<ClientStatement> {
  const { args, env } = fillIn(given, order);
  return new Promise((resolve, reject) => {
    const child = new Child(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    started(child);
    child.hear(child.process.stdout);
    child.hear(child.process.stderr);
    let timer: NodeJS.Timeout | undefined;
    const end = () => {
      timer = setTimeout(() => void child.end(grace), grace);
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
    child.process.once('error', ({ message }) =>
      reject(new NoClient(`${program} cannot be started: ${message}`)),
    );
    void child.ended.then(({ code: exitCode, signal: ending }) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      const { said: error, isTold } = child;
      const isGone = ending !== null && !isTold;
      resolve({
        opened: null,
        exitCode,
        ...(isGone ? { gone: ending } : {}),
        ...(error === '' ? {} : { error }),
      });
    });
  });
}
