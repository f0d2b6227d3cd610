import { lookup } from 'node:dns/promises';
import { isIP, Socket } from 'node:net';
import { codeOf } from '../client/secure.ts';
import { patientClock } from '../clock.ts';
import type { AddressSeen } from '../diagnosis/index.ts';

/** Addresses of one host that are tried at most. */
const most = 6;

/** The addresses of a host, in the order of the system, six at most; or why it has none. */
export async function findAddresses(
  host: string,
): Promise<
  | { readonly ok: true; readonly addresses: readonly string[] }
  | { readonly ok: false; readonly problem: string }
> {
  if (isIP(host) !== 0) return { ok: true, addresses: [host] };
  try {
    const found = await lookup(host, { all: true });
    return { ok: true, addresses: [...new Set(found.map(({ address }) => address))].slice(0, most) };
  } catch (error) {
    return {
      ok: false,
      problem: `the host ${host} cannot be resolved: ${error instanceof Error ? error.message : ''}`,
    };
  }
}

const outcomes: Readonly<Record<string, AddressSeen['outcome']>> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EACCES: 'unreachable',
};

/** What a connection came to, by the code of its error. */
export function outcomeOf(code: string): AddressSeen['outcome'] {
  return outcomes[code] ?? 'unanswered';
}

/**
 * What becomes of a TCP connection to an address; it is closed at once.
 *
 * @param ms milliseconds that it may take
 */
export function tryAddress(address: string, port: number, ms: number): Promise<AddressSeen> {
  const family = isIP(address) === 6 ? 6 : 4;
  return new Promise((resolve) => {
    const socket = new Socket();
    const settle = (outcome: AddressSeen['outcome']) => {
      cancel();
      socket.destroy();
      resolve({ address, family, outcome });
    };
    const cancel = patientClock.after(ms, () => settle('unanswered'));
    socket.once('connect', () => settle('open'));
    socket.on('error', (error) => settle(codeOf(error) === 'ECONNRESET' ? 'open' : outcomeOf(codeOf(error))));
    socket.connect({ host: address, port });
  });
}
