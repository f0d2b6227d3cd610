import type { Socket } from 'node:net';
import { networkOf } from '../peer-network.ts';

/** A connection's place among the others on its server. */
export interface RegistryPlace {
  /** Whether the limit on pending handshakes leaves room for this one. */
  readonly admitted: boolean;
  /** Told once, when the handshake is decided. */
  readonly decided: () => void;
  /** Told once, when nothing is left to do for it. */
  readonly settled: () => void;
  /** Whether so many refused peers are reading their reply that this one cannot be waited for. */
  readonly isCrowded: () => boolean;
  /** Decides the handshake now, because another network needs the place. Set by whoever waits for something. */
  giveWay: () => void;
}

type Peer = Pick<Socket, 'remoteAddress'>;

/** A handshake that is under way. */
interface Pending {
  readonly peer: Peer;
  readonly place: RegistryPlace;
  /** Null until it is asked for: to know it takes a call to the system. */
  network: string | null;
}

/** Who is under way on a server, and how many there may be. */
export class Registry {
  readonly #limit: number;
  readonly #waiting: (() => void)[] = [];
  /** The oldest first. */
  readonly #pending = new Set<Pending>();
  #unsettled = 0;

  /** @param limit handshakes that may be under way at once */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Handshakes that are under way, those aside for which there was no room. */
  get pending(): number {
    return this.#pending.size;
  }

  /** Whether so many refused peers are reading their reply that no more can be waited for. */
  readonly isCrowded = (): boolean => this.#unsettled > 2 * this.#limit;

  /** Enters one connection; each of the two functions must be called once. */
  enter(peer: Peer): RegistryPlace {
    if (this.#pending.size >= this.#limit) this.#makeRoomFor(peer);
    const admitted = this.#pending.size < this.#limit;
    this.#unsettled += 1;
    const place: RegistryPlace = {
      admitted,
      decided: () => void this.#pending.delete(pending),
      settled: () => {
        this.#unsettled -= 1;
        if (this.#unsettled === 0) for (const resolve of this.#waiting.splice(0)) resolve();
      },
      isCrowded: this.isCrowded,
      giveWay: () => {},
    };
    const pending = { peer, place, network: null };
    if (admitted) this.#pending.add(pending);
    return place;
  }

  /** Resolves when nothing is left to do for any. */
  emptied(): Promise<void> {
    return this.#unsettled === 0 ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve));
  }

  /**
   * The oldest handshake of the network that has most gives way, where it has two more than the newcomer's: then both
   * have as many or more than before was the lesser. So no network keeps others out, and one that is alone has all.
   */
  #makeRoomFor(peer: Peer): void {
    const networks = new Map<string, Pending[]>();
    for (const each of this.#pending) {
      each.network ??= networkOf(each.peer.remoteAddress ?? '');
      const known = networks.get(each.network);
      if (known) known.push(each);
      else networks.set(each.network, [each]);
    }
    const own = networks.get(networkOf(peer.remoteAddress ?? ''))?.length ?? 0;
    let most: readonly Pending[] = [];
    for (const each of networks.values()) if (each.length > most.length) most = each;
    if (most.length > own + 1) most[0]?.place.giveWay();
  }
}
