import { lookup } from 'node:dns/promises';
import { isIP, Socket } from 'node:net';
import type { Ending } from './ending.ts';
import { enterQueue } from './queue.ts';

/** What came of trying to reach a host. */
export type Dialled =
  /** `leaveQueue` lets the next handshake with this address begin. */
  | { readonly ok: true; readonly socket: Socket; readonly leaveQueue: () => void }
  | { readonly ok: false; readonly phase: 'dns' | 'tcp'; readonly cause: unknown };

export interface DialOptions {
  readonly host: string;
  readonly port: number;
  /** The host behind a proxy that `host` is, whose turn is waited for in place of the proxy's. */
  readonly destination: { readonly host: string; readonly port: number } | null;
  readonly lookup: ((host: string) => Promise<readonly string[]>) | undefined;
  /** Comes when nobody waits for the connection any more. */
  readonly ending: Ending;
  /** Told what it is about to do: wait for its turn with an address, connect to it. */
  readonly onPhase: (phase: 'turn' | 'tcp') => void;
  readonly onDone: (phase: 'dns') => void;
}

/** Resolves the host and connects to the first of its addresses that answers, one after the other. */
export async function dial(options: DialOptions): Promise<Dialled> {
  const { host, port, destination, ending, onPhase, onDone } = options;
  let addresses: readonly string[];
  try {
    addresses = await (options.lookup ?? lookupAll)(host);
    const odd = addresses.find((address) => isIP(address) === 0);
    if (odd !== undefined) throw new TypeError(`${JSON.stringify(odd)} is no IP address`);
  } catch (cause) {
    return { ok: false, phase: 'dns', cause };
  }
  onDone('dns');
  let cause: unknown;
  for (const address of addresses) {
    onPhase('turn');
    const leaveQueue = await enterQueue(
      destination ? nameQueue(destination) : nameQueue({ host: address, port }),
    );
    onPhase('tcp');
    const socket = ending.hasCome ? null : await open(address, port, ending);
    if (socket && !(socket instanceof Error)) return { ok: true, socket, leaveQueue };
    leaveQueue();
    if (ending.hasCome) break;
    cause = socket;
  }
  return { ok: false, phase: 'tcp', cause: cause ?? new Error(`${host} has no address`) };
}

function nameQueue({ host, port }: { readonly host: string; readonly port: number }): string {
  return `${nameAddress(host)} ${port}`;
}

/** One name for an address however it is written; an IPv4 address mapped into IPv6 goes by its own. */
function nameAddress(address: string): string {
  if (isIP(address) !== 6) return address;
  const { hostname } = new URL(`http://[${address.replace(/%.*/, '')}]`);
  const mapped = /^\[::ffff:([0-9a-f]+):([0-9a-f]+)\]$/.exec(hostname);
  if (!mapped) return hostname;
  const octets = mapped.slice(1).flatMap((group) => {
    const number = Number.parseInt(group, 16);
    return [number >> 8, number & 255];
  });
  return octets.join('.');
}

/** The connected socket, or what has kept it from connecting. */
function open(host: string, port: number, ending: Ending): Promise<Socket | Error> {
  return new Promise((resolve) => {
    // Options go to `connect` alone: given to the Socket, they would make it take many times as long to create.
    const socket = new Socket().setNoDelay().connect({ host, port });
    const giveUp = () => socket.destroy(new Error('the connection was given up'));
    const settle = (outcome: Socket | Error) => {
      ending.ignore(giveUp);
      resolve(outcome);
    };
    ending.listen(giveUp);
    socket.on('error', settle); // stays for good, so that no later error is unhandled
    socket.once('connect', () => settle(socket));
  });
}

async function lookupAll(host: string): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  const addresses = await lookup(host, { all: true });
  return addresses.map(({ address }) => address);
}
