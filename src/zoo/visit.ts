import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import { type Offer, offerOf } from '../arbitraries/offer.ts';
import type { Clock } from '../clock.ts';
import { toWebSocket } from '../frames/to-web-socket.ts';
import { sha1 } from '../sha1.ts';
import type { Field } from '../wire/index.ts';
import type { ZooCase } from './case.ts';
import { firstHalf, judgeReply } from './expectation.ts';
import { writeReply } from './reply.ts';

/** Milliseconds. */
export const pauses = {
  /** Between two halves, and before a reply that is late. */
  halves: 500,
  late: 1_000,
  /** From a 101 to the message behind it, so that it has a segment of its own. */
  message: 50,
  /** From a reply that is wrong to the end of its connection. */
  moment: 500,
  /** From a 101 to the Close. */
  open: 3_000,
  /** What a peer has to take its leave. */
  leave: 1_000,
} as const;

/** One connection on which a case is shown, until its end; that comes by itself. */
export class Visit {
  readonly #shown: ZooCase;
  readonly #socket: Socket;
  readonly #clock: Clock;
  readonly #offer: Offer;
  #webSocket: WebSocket | null = null;
  #stopTimer = () => {};

  /** @param fields those of the request */
  constructor(shown: ZooCase, socket: Socket, fields: readonly Field[], head: Buffer, clock: Clock) {
    this.#shown = shown;
    this.#socket = socket;
    this.#clock = clock;
    this.#offer = offerOf({ fields }, sha1);
    socket.setTimeout(0);
    socket.once('close', () => this.#stopTimer());
    socket.once('end', () => {
      if (!this.#webSocket) this.#end();
    });
    this.#send(writeReply(shown, this.#offer), head);
  }

  /** Ends it before its time. */
  stop(): void {
    if (this.#webSocket) this.#part(this.#webSocket, 1001, 'the zoo closes');
    else this.#socket.destroy();
  }

  #send(octets: Uint8Array, head: Buffer): void {
    const socket = this.#socket;
    const { delivery } = this.#shown;
    const half = firstHalf(octets);
    switch (delivery) {
      case 'none':
        this.#end();
        break;
      case 'cut':
        socket.write(half);
        this.#end();
        break;
      case 'late':
        this.#after(pauses.late, () => this.#show(octets, octets, head));
        break;
      case 'halves':
        socket.write(half);
        this.#after(pauses.halves, () => this.#show(octets, octets.subarray(half.length), head));
        break;
      case 'withMessage':
        socket.cork();
        this.#show(octets, octets, head);
        socket.uncork();
        break;
      default:
        this.#show(octets, octets, head);
    }
  }

  /** @param left what has not been sent of the reply */
  #show(octets: Uint8Array, left: Uint8Array, head: Buffer): void {
    const socket = this.#socket;
    socket.write(left);
    const { expect, id, delivery } = this.#shown;
    const { reply = null, deflate = null } = judgeReply(octets, this.#offer)?.reading ?? {};
    const isOther = reply !== null && reply.status !== 101;
    if (expect.rfc6455 === 'fail' || isOther) {
      // What the peer sends is nothing to a connection that is not open.
      socket.resume();
      this.#after(pauses.moment, () => this.#end());
      return;
    }
    const webSocket = toWebSocket(
      { role: 'server', socket, head, subprotocol: null, deflate },
      { maxPayload: 65_536 },
    );
    this.#webSocket = webSocket.on('error', () => {});
    const greet = () => {
      webSocket.send(id);
      this.#after(pauses.open, () => this.#part(webSocket, 1000));
    };
    if (delivery === 'withMessage') greet();
    else this.#after(pauses.message, greet);
  }

  #part(webSocket: WebSocket, code: number, reason?: string): void {
    webSocket.close(code, reason);
    this.#after(pauses.leave, () => webSocket.terminate());
  }

  #end(): void {
    this.#socket.resume().end();
    this.#after(pauses.leave, () => this.#socket.destroy());
  }

  /** Sets the one timer anew. */
  #after(ms: number, then: () => void): void {
    this.#stopTimer();
    this.#stopTimer = this.#socket.destroyed ? () => {} : this.#clock.after(ms, then);
  }
}
