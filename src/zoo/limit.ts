import { isIPv6 } from 'node:net';
import type { Clock } from '../clock.ts';

export interface Limits {
  /** Connections at once, of one address and of all together. */
  readonly connectionsPerAddress: number;
  readonly connections: number;
  /** Requests a minute, of one address. */
  readonly requestsPerMinute: number;
}

export const defaultLimits: Limits = {
  connectionsPerAddress: 64,
  connections: 1_024,
  requestsPerMinute: 1_200,
};

/** Addresses whose requests are counted by themselves; those beyond share one count. */
const addressLimit = 16_384;
const minute = 60_000;

/** What the zoo keeps of its visitors: two counts for each address, the second of which is forgotten every minute. */
export class Counters {
  readonly #limits: Limits;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #connections = new Map<string, number>();
  readonly #requests = new Map<string, number>();
  #since: number;

  constructor(limits: Limits, clock: Pick<Clock, 'now'>) {
    this.#limits = limits;
    this.#clock = clock;
    this.#since = clock.now();
  }

  /** Counts a connection until the function that is returned is called; null where there are too many. */
  enter(address: string): (() => void) | null {
    const name = nameOf(address);
    const count = this.#connections.get(name) ?? 0;
    if (count >= this.#limits.connectionsPerAddress) return null;
    this.#connections.set(name, count + 1);
    return () => {
      const left = (this.#connections.get(name) ?? 1) - 1;
      if (left > 0) this.#connections.set(name, left);
      else this.#connections.delete(name);
    };
  }

  /** Counts a request, and says whether it is one too many in this minute. */
  isTooMuch(address: string): boolean {
    const now = this.#clock.now();
    if (now - this.#since >= minute) {
      this.#requests.clear();
      this.#since = now;
    }
    const own = nameOf(address);
    const name = this.#requests.size >= addressLimit && !this.#requests.has(own) ? 'others' : own;
    const count = (this.#requests.get(name) ?? 0) + 1;
    this.#requests.set(name, count);
    return count > this.#limits.requestsPerMinute;
  }
}

/** An address, or the network of 64 bits that one household or host has in IPv6. */
function nameOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address.replace(/^.*:/, '');
  const [head = '', tail] = address.split('::');
  const start = head.split(':');
  const end = tail === undefined ? [] : tail.split(':').filter((group) => group !== '');
  const zeros = Math.max(0, 8 - start.length - end.length);
  return [...start, ...Array<string>(tail === undefined ? 0 : zeros).fill('0'), ...end].slice(0, 4).join(':');
}
