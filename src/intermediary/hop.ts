import { createConnection, createServer, type Socket } from 'node:net';
import { bind } from '../bind.ts';
import { type Clock, systemClock } from '../clock.ts';
import { HeadReader, parseReply, parseRequest } from '../wire/index.ts';
import { type Behaviour, behaviours } from './behaviour.ts';

/** The heads that one connection through a hop has brought, as they arrived there. */
export interface HopRecord {
  request: Uint8Array | null;
  reply: Uint8Array | null;
}

export interface HopOptions {
  /** Port of the backend, on 127.0.0.1. */
  readonly backendPort: number;
  readonly behaviour?: Behaviour;
  /** Milliseconds without an octet in either direction after which both sides are closed. Default 60,000. */
  readonly idleTimeout?: number;
  readonly clock?: Clock;
}

export interface Hop {
  readonly port: number;
  /** One record for each connection, in the order of their arrival. */
  readonly records: readonly HopRecord[];
  close(): Promise<void>;
}

/** Starts an intermediary on an ephemeral port of 127.0.0.1. */
export async function startHop(options: HopOptions): Promise<Hop> {
  const records: HopRecord[] = [];
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const record: HopRecord = { request: null, reply: null };
    records.push(record);
    const backend = relay(client, record, options);
    for (const socket of [client, backend]) {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    }
  });
  const { port } = await bind(server);
  return {
    port,
    records,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** Carries one connection to the backend and back, its two heads by way of the behaviour. */
function relay(client: Socket, record: HopRecord, options: HopOptions): Socket {
  const { behaviour = behaviours.passes, clock = systemClock, idleTimeout = 60_000 } = options;
  const backend = createConnection({ host: '127.0.0.1', port: options.backendPort, allowHalfOpen: true });
  const drop = () => {
    client.destroy();
    backend.destroy();
  };
  let stopIdling = clock.after(idleTimeout, drop);
  const touch = () => {
    stopIdling();
    stopIdling = clock.after(idleTimeout, drop);
  };
  const stop = () => {
    stopIdling();
    drop();
  };
  for (const socket of [client, backend]) socket.on('error', stop).on('close', stop);

  carry(client, backend, 'request', touch, (octets) => {
    record.request = octets;
    const head = parseRequest(octets);
    return head.ok ? behaviour.request(head.value, octets) : octets;
  });
  carry(backend, client, 'reply', touch, (octets) => {
    record.reply = octets;
    const head = parseReply(octets);
    return head.ok ? behaviour.reply(head.value, octets) : octets;
  });
  return backend;
}

function carry(
  from: Socket,
  to: Socket,
  kind: 'request' | 'reply',
  touch: () => void,
  change: (head: Uint8Array) => Uint8Array | null,
): void {
  const reader = new HeadReader(kind, 65_536);
  let through = false;
  const pass = (octets: Uint8Array) => {
    if (to.write(octets)) return;
    from.pause();
    to.once('drain', () => from.resume());
  };
  from.on('data', (chunk) => {
    touch();
    if (through) {
      pass(chunk);
      return;
    }
    const before = reader.received;
    const progress = reader.push(chunk);
    if (progress.state === 'incomplete') return;
    through = true;
    if (progress.state !== 'complete') {
      // What is no head goes on as it came.
      pass(Buffer.concat([reader.partial, chunk.subarray(reader.received - before)]));
      return;
    }
    const head = change(progress.head);
    if (head === null) {
      from.destroy();
      return;
    }
    pass(Buffer.concat([head, progress.rest]));
  });
  from.on('end', () => to.end(through ? new Uint8Array() : reader.partial));
}
