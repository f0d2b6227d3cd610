import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import { type BenchPlan, type ServedBench, startBench } from '../../src/verify/self/bench.ts';
import { portOf } from '../raw-peer.ts';

export interface FaultyBench extends ServedBench {
  close(): Promise<void>;
}

export interface Fault {
  /** Spoils what the reference server says, as Latin-1 text. */
  readonly spoil?: (reply: string) => string;
  /** Whether a connection is left open that the reference server ends. */
  readonly staysOpen?: boolean;
  /** What the reference server is like. */
  readonly plan?: BenchPlan;
}

/** The reference server with one fault on its way out. */
export async function startFaulty({
  spoil = (reply) => reply,
  staysOpen = false,
  plan = {},
}: Fault): Promise<FaultyBench> {
  const bench = await startBench(plan);
  const sockets = new Set<Socket>();
  const ports = new Map<number, number>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, async (near) => {
    sockets.add(near.on('error', () => {}));
    const nearPort = near.remotePort ?? 0;
    const far = createConnection({ host: '127.0.0.1', port: bench.port, noDelay: true, allowHalfOpen: true });
    sockets.add(far.on('error', () => {}));
    await once(far, 'connect');
    ports.set(nearPort, far.localPort ?? 0);
    near.pipe(far);
    near.once('close', () => far.destroy());
    far.on('data', (chunk: Buffer) => near.write(spoil(chunk.toString('latin1')), 'latin1'));
    far.on('end', () => staysOpen || near.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: portOf(server.address()),
    choices: bench.choices,
    target: bench.target,
    authority: null,
    guards: bench.guards,
    outcomeOf: (port) => bench.outcomeOf(ports.get(port) ?? 0),
    handedOver: (port) => bench.handedOver(ports.get(port) ?? 0),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
      await bench.close();
    },
  };
}
