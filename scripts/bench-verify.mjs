// Cases per second of `ws101 verify server`, and its CPU for each, against a floor server in a process of its own: it
// finds the key by indexOf and answers with its SHA-1, whatever else is asked.
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { readTarget } from '../dist/src/verify/target.js';
import { verifyTarget } from '../dist/src/verify/verify-server.js';

if (process.send) {
  const server = createServer({ noDelay: true }, (socket) => {
    let head = '';
    socket
      .on('error', () => {})
      .on('data', (chunk) => {
        const pong = chunk.length === 9 && chunk[0] === 0x89;
        if (pong) {
          const data = chunk.subarray(6).map((octet, at) => octet ^ chunk[2 + (at % 4)]);
          socket.write(Buffer.from([0x8a, data.length, ...data]));
          return;
        }
        head += chunk.toString('latin1');
        if (!head.includes('\r\n\r\n')) return;
        const at = head.indexOf('Sec-WebSocket-Key: ') + 19;
        const key = head.slice(at, head.indexOf('\r', at));
        const accept = createHash('sha1')
          .update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
          .digest('base64');
        socket.write(
          `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
        );
      });
  });
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
} else {
  const floor = fork(new URL(import.meta.url));
  const [port] = await once(floor, 'message');
  const target = readTarget(`ws://127.0.0.1:${port}/`, {});
  const rates = [];
  for (const runs of [40, 40, 200]) {
    const before = process.cpuUsage();
    const { report } = await verifyTarget('', target.value, { seed: 1, runs, timeout: 500 });
    const { user, system } = process.cpuUsage(before);
    const { cases } = report.summary;
    rates.push({
      runs,
      cases,
      seconds: report.durationMs / 1_000,
      'cases/s': Math.round(cases / (report.durationMs / 1_000)),
      'CPU µs/case': Math.round((user + system) / cases),
    });
  }
  console.table(rates);
  floor.kill();
}
