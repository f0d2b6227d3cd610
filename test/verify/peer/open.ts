import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket, type TlsOptions } from 'node:tls';
import { onTestFinished } from 'vitest';
import { bind } from '../../../src/bind.ts';
import { type Destination, openConnection } from '../../../src/verify/peer/connection/open-connection.ts';
import type { RawConnection } from '../../../src/verify/peer/connection/raw-connection.ts';

/** Both ends of a connection; they are gone when the test is over. */
export interface Ends<S extends Socket = Socket> {
  readonly port: number;
  readonly connection: RawConnection;
  /** The other end, which does nothing by itself. */
  readonly far: S;
}

export async function open(options: Partial<Destination> = {}): Promise<Ends> {
  const server = createServer({ allowHalfOpen: true, noDelay: true });
  return openTo(server, 'connection', options);
}

/** The same over TLS. */
export async function openTls(tls: TlsOptions, options: Partial<Destination>): Promise<Ends<TLSSocket>> {
  const server = createTlsServer({ ...tls, allowHalfOpen: true, noDelay: true });
  return (await openTo(server, 'secureConnection', options)) as Ends<TLSSocket>; // as this event tells
}

async function openTo(
  server: ReturnType<typeof createServer>,
  event: 'connection' | 'secureConnection',
  options: Partial<Destination>,
): Promise<Ends> {
  const { port } = await bind(server);
  const accepted = once(server, event);
  const connection = await openConnection({ port, ...options });
  const [far]: [Socket] = (await accepted) as [Socket]; // as net.Server emits it
  far.on('error', () => {});
  onTestFinished(async () => {
    connection.destroy();
    far.destroy();
    server.close();
    await once(server, 'close');
  });
  return { port, connection, far };
}
