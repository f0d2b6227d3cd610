import { onTestFinished } from 'vitest';
import {
  type HandshakeServer,
  type ListenOptions,
  listen,
  type Outcome,
  type ServerConnection,
} from '../../src/server/index.ts';
import { HandClock } from '../../src/verify/peer/hand-clock.ts';
import { Mailbox } from '../mailbox.ts';
import { RawPeer } from '../raw-peer.ts';

export { acceptance, opening } from '../opening.ts';

/** The whole of a refusal, at the time at which the clock of `serve` stands still. */
export function refusal(status: string, ...fields: readonly string[]): string {
  return [
    `HTTP/1.1 ${status}`,
    'Date: Thu, 01 Jan 1970 00:00:00 GMT',
    ...(fields.length > 0 ? fields : ['Connection: close']),
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${status.length + 1}`,
    '',
    `${status}\n`,
  ].join('\r\n');
}

export const badRequest = refusal('400 Bad Request');

/** How a connection of a test begins. */
export interface DialOptions {
  readonly allowHalfOpen?: boolean;
}

/** What is asked on connections of their own. */
export interface Exchanges {
  /** Sends octets, and leaves what comes to the test. */
  begin(octets: string, options?: DialOptions): Promise<RawPeer>;
  /** Sends octets, and gives all that comes until the server ends the connection. */
  ask(octets: string): Promise<string>;
  /** Sends octets on a connection that stays open, and gives what comes up to the end of a head. */
  open(octets: string): Promise<string>;
}

export function exchangesBy(dial: (options?: DialOptions) => Promise<RawPeer>): Exchanges {
  const begin: Exchanges['begin'] = async (octets, options) => {
    const peer = await dial(options);
    await peer.send(octets);
    return peer;
  };
  return {
    begin,
    async ask(octets) {
      const peer = await begin(octets);
      return peer.ended;
    },
    async open(octets) {
      const peer = await begin(octets);
      return peer.until('\r\n\r\n');
    },
  };
}

export interface Served extends Exchanges {
  readonly server: HandshakeServer;
  readonly clock: HandClock;
  readonly outcomes: Mailbox<Outcome>;
  readonly connections: Mailbox<ServerConnection>;
  /** A connection of its own to the server. */
  dial(options?: DialOptions): Promise<RawPeer>;
}

/** A server on a clock that stands still; when the test is over, it and all of its connections are ended. */
export async function serve(options: Partial<ListenOptions> = {}): Promise<Served> {
  const clock = new HandClock();
  const outcomes = new Mailbox<Outcome>();
  const connections = new Mailbox<ServerConnection>();
  const peers: RawPeer[] = [];
  const server = await listen({
    clock,
    onConnection: connections.put,
    onOutcome: outcomes.put,
    ...options,
  });
  const dial: Served['dial'] = async (how) => {
    const peer = await RawPeer.connect(server.port, how);
    peers.push(peer);
    return peer;
  };
  onTestFinished(async () => {
    for (const { socket } of [...peers, ...connections.all]) socket.destroy();
    await server.close();
  });
  return { server, clock, outcomes, connections, dial, ...exchangesBy(dial) };
}
