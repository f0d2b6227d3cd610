// A server that costs little, on the same port of many addresses: it answers with the hash of the key, and ends the
// connection as soon as anything comes behind the request. Runs in Bun.
import { createHash } from 'node:crypto';
import { answerLines } from './answer-lines.mjs';

const addresses = Array.from({ length: Number(process.argv[2]) }, (_, at) => `127.0.0.${at + 1}`);
const keyLine = /\r\nsec-websocket-key: *([^\r]*)\r\n/i;

const socket = {
  open(connection) {
    connection.data = '';
  },
  data(connection, octets) {
    if (connection.data === null) {
      connection.end();
      return;
    }
    connection.data += octets.toString('latin1');
    if (!connection.data.endsWith('\r\n\r\n')) return;
    const [, key] = keyLine.exec(connection.data);
    connection.data = null;
    const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
    connection.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
  },
  end(connection) {
    connection.end();
  },
  error() {},
};

const [first, ...others] = addresses;
const { port } = Bun.listen({ hostname: first, port: 0, socket });
for (const hostname of others) Bun.listen({ hostname, port, socket });
answerLines({ urls: addresses.map((address) => `ws://${address}:${port}/chat`) }, () => {
  const { user, system } = process.cpuUsage();
  return { cpu: user + system };
});
