import { lookup } from 'node:dns/promises';
import { createConnection, type Socket } from 'node:net';
import { takeTurn } from './turn.ts';

/** What came of trying to reach a host. */
export type Dialled =
  /** `endTurn` lets the next handshake with this address begin. */
  | { readonly ok: true; readonly socket: Socket; readonly endTurn: () => void }
  | { readonly ok: false; readonly phase: 'dns' | 'tcp'; readonly cause: unknown };

export interface DialOptions {
  readonly host: string;
  readonly port: number;
  readonly lookup: ((host: string) => Promise<readonly string[]>) | undefined;
  /** Aborted when nobody waits for the connection any more. */
  readonly signal: AbortSignal;
  readonly onResolved: () => void;
}

/** Resolves the host and connects to the first of its addresses that answers, one after the other. */
export async function dial(options: DialOptions): Promise<Dialled> {
  const { host, port, signal } = options;
  let addresses: readonly string[];
  try {
    addresses = await (options.lookup ?? lookupAll)(host);
  } catch (cause) {
    return { ok: false, phase: 'dns', cause };
  }
  options.onResolved();
  let cause: unknown = new Error(`${host} has no address`);
  for (const address of addresses) {
    const endTurn = await takeTurn(`${address} ${port}`);
    const socket = signal.aborted ? null : await open(address, port, signal);
    if (socket && !(socket instanceof Error)) return { ok: true, socket, endTurn };
    endTurn();
    if (signal.aborted) break;
    cause = socket;
  }
  return { ok: false, phase: 'tcp', cause };
}

/** The connected socket, or what has kept it from connecting. */
function open(host: string, port: number, signal: AbortSignal): Promise<Socket | Error> {
  return new Promise((resolve) => {
    const socket = createConnection({ host, port, noDelay: true });
    const giveUp = () => socket.destroy(new Error('the connection was given up'));
    const settle = (outcome: Socket | Error) => {
      signal.removeEventListener('abort', giveUp);
      resolve(outcome);
    };
    signal.addEventListener('abort', giveUp, { once: true });
    socket.on('error', settle); // stays for good, so that no later error is unhandled
    socket.once('connect', () => settle(socket));
  });
}

async function lookupAll(host: string): Promise<readonly string[]> {
  const addresses = await lookup(host, { all: true });
  return addresses.map(({ address }) => address);
}
