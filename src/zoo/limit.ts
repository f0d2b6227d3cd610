import type { Clock } from '../clock.ts';
import { isLoopback, networkOf } from '../peer-network.ts';

/** Those by address leave out this machine's own, unless `loopback` is true. */
export interface ZooLimits {
  /** Connections at once, of one address and of all together. */
  readonly connectionsPerAddress: number;
  readonly connections: number;
  /** Requests a minute, of one address. */
  readonly requestsPerMinute: number;
  readonly loopback: boolean;
}

export const defaultLimits: ZooLimits = {
  connectionsPerAddress: 64,
  connections: 1_024,
  requestsPerMinute: 1_200,
  loopback: false,
};

/** Why somebody is turned away. */
export interface Excess {
  readonly text: string;
  /** Seconds until it is worth another try. */
  readonly retryAfter: number;
}

/** A connection that is counted. */
export interface Visitor {
  /** Null where it is within the limits. */
  readonly excess: Excess | null;
  readonly leave: () => void;
}

/** Connections beyond the limit of all together that may wait for their refusal. */
export const refusalRoom = 64;

/** Addresses whose requests are counted by themselves; those beyond share one count. */
const addressLimit = 16_384;
const minute = 60_000;

/** What the zoo keeps of its visitors: two counts for each address, the second of which is forgotten every minute. */
export class Counters {
  readonly #limits: ZooLimits;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #tell: (line: string) => void;
  readonly #connections = new Map<string, number>();
  readonly #requests = new Map<string, number>();
  /** Lines that have been told in this minute. */
  readonly #told = new Set<string>();
  #all = 0;
  #since: number;

  /** @param tell is given a line about a limit that is exceeded, once a minute */
  constructor(limits: ZooLimits, clock: Pick<Clock, 'now'>, tell: (line: string) => void = () => {}) {
    this.#limits = limits;
    this.#clock = clock;
    this.#tell = tell;
    this.#since = clock.now();
  }

  /**
   * Counts a connection until it leaves; null where nothing may be said to it, because as many of its address wait for
   * a refusal as may be connected.
   */
  enter(address: string): Visitor | null {
    const { connectionsPerAddress, connections } = this.#limits;
    const name = networkOf(address);
    const count = this.#connections.get(name) ?? 0;
    const isMuch = this.#isLimited(address) && count >= connectionsPerAddress;
    if (isMuch) this.#tellOnce(`${name} has ${connectionsPerAddress} connections, and more are refused`);
    if (isMuch && count >= 2 * connectionsPerAddress) return null;
    const isFull = this.#all >= connections;
    if (isFull) this.tellOfAll();
    this.#connections.set(name, count + 1);
    this.#all += 1;
    const leave = () => {
      this.#all -= 1;
      const left = (this.#connections.get(name) ?? 1) - 1;
      if (left > 0) this.#connections.set(name, left);
      else this.#connections.delete(name);
    };
    if (!isMuch && !isFull) return { excess: null, leave };
    const text = isMuch
      ? `more than ${connectionsPerAddress} connections of this address at once`
      : `more than ${connections} connections at once`;
    return { excess: { text, retryAfter: 1 }, leave };
  }

  /** Counts a request, and says whether it is one too many in this minute. */
  countRequest(address: string): Excess | null {
    if (!this.#isLimited(address)) return null;
    const { requestsPerMinute } = this.#limits;
    const passed = this.#forget();
    const own = networkOf(address);
    const name = this.#requests.size >= addressLimit && !this.#requests.has(own) ? 'others' : own;
    const count = (this.#requests.get(name) ?? 0) + 1;
    this.#requests.set(name, count);
    if (count <= requestsPerMinute) return null;
    this.#tellOnce(`${name} has sent ${requestsPerMinute} requests in a minute, and more are refused`);
    const text = `more than ${requestsPerMinute} requests of this address in a minute`;
    return { text, retryAfter: Math.ceil((minute - passed) / 1_000) };
  }

  tellOfAll(): void {
    this.#tellOnce(`there are ${this.#limits.connections} connections, and more are refused`);
  }

  /** A peer that has left already has no address, and is nobody's. */
  #isLimited(address: string): boolean {
    return address !== '' && (this.#limits.loopback || !isLoopback(address));
  }

  #tellOnce(line: string): void {
    this.#forget();
    if (this.#told.size >= addressLimit || this.#told.has(line)) return;
    this.#told.add(line);
    this.#tell(line);
  }

  /** @returns milliseconds of this minute that have passed */
  #forget(): number {
    const now = this.#clock.now();
    if (now - this.#since >= minute) {
      this.#requests.clear();
      this.#told.clear();
      this.#since = now;
    }
    return now - this.#since;
  }
}
