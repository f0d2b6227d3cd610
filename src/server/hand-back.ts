import type { Server as HttpServer } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import { equalsIgnoringCase, type RequestHead } from '../wire/index.ts';

/** Gives a connection to a server of Node's, as if it had just arrived there and nothing of it had been read. */
export function handToHttp(server: HttpServer | HttpsServer, socket: Socket, octets: Uint8Array): void {
  if (octets.length > 0) socket.unshift(octets);
  // A server of https takes the connections that TLS has secured; one of http takes any.
  server.emit(server instanceof TlsServer ? 'secureConnection' : 'connection', socket);
}

/** The fields in which Node's parser looks for the option `upgrade`. */
const connectionNames = ['connection', 'proxy-connection'];

/**
 * A head as it came, but for the option `upgrade` in Connection: with it, Node's parser would hand the request
 * to the `upgrade` listeners again.
 */
export function writeWithoutUpgrade({ method, target, version, fields }: RequestHead): Uint8Array {
  const lines = fields.map(({ name, value }) => {
    const isConnection = connectionNames.some((known) => equalsIgnoringCase(name, known));
    return `${name}: ${isConnection ? withoutUpgrade(value) : value}\r\n`;
  });
  const line = `${method} ${target} HTTP/${version.major}.${version.minor}`;
  return Buffer.from(`${line}\r\n${lines.join('')}\r\n`, 'latin1');
}

function withoutUpgrade(value: string): string {
  const options = value.split(',').map((option) => option.trim());
  return options.filter((option) => !equalsIgnoringCase(option, 'upgrade')).join(', ');
}
