import { createConnection, createServer, type Socket } from 'node:net';
import { bind } from '../../bind.ts';

/** Passes octets on, and looks at those that come from the client. */
export interface Relay {
  readonly port: number;
  /** Octets that clients have sent. */
  sent(): number;
  /** What the clients and the server have said, as it came. */
  readonly seen: Buffer[];
  close(): Promise<void>;
}

export async function startRelay(backendPort: number): Promise<Relay> {
  const sockets = new Set<Socket>();
  const seen: Buffer[] = [];
  let sent = 0;
  const server = createServer({ noDelay: true }, (client) => {
    const backend = createConnection({ host: '127.0.0.1', port: backendPort, noDelay: true });
    for (const [from, to] of [
      [client, backend],
      [backend, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk: Buffer) => {
        if (from === client) sent += chunk.length;
        seen.push(chunk);
        to.write(chunk);
      });
      from.on('end', () => to.end()).on('error', () => to.destroy());
      from.once('close', () => sockets.delete(from));
    }
  });
  const { port } = await bind(server);
  return {
    port,
    sent: () => sent,
    seen,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
