import type { AddressInfo, Server } from 'node:net';

/**
 * Has a server listen on a TCP port. From then on a connection that the system cannot accept is warned of, and the
 * others go on.
 *
 * @param port 0 for one that the system picks
 * @returns the address that it listens on; rejects with the system's error if it cannot
 */
export async function bind(server: Server, port = 0, host = '127.0.0.1'): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject).on('error', (error) => process.emitWarning(error));
      resolve();
    });
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('a TCP address was expected');
  return address;
}

/** A host as it stands in a URL: an IPv6 address in brackets. */
export function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
