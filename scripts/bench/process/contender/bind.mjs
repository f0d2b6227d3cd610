import { once } from 'node:events';

/** Listens on a port of the system's choice. */
export async function bind(server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server.address().port;
}
