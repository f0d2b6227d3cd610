import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import { portOf } from '../raw-peer.ts';

/** A plain relay to a port that keeps what comes by. */
export interface Spy {
  readonly port: number;
  /** Everything that was sent towards the port, as Latin-1 text. */
  sent(): string;
  close(): Promise<void>;
}

export async function startSpy(target: number): Promise<Spy> {
  const sent: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = createConnection({ host: '127.0.0.1', port: target, allowHalfOpen: true });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {}).once('close', () => other.destroy());
    }
    near.on('data', (chunk: Buffer) => sent.push(chunk));
    near.pipe(far);
    far.pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: portOf(server.address()),
    sent: () => Buffer.concat(sent).toString('latin1'),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
