// A driver around a client of a package of npm: node driver.mjs <ws|undici|websocket|faye-websocket>.
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { WebSocket as Undici } from 'undici';
import { WebSocket as Ws } from 'ws';

const require = createRequire(import.meta.url);

/** Each opens one connection, and tells once what comes of it. */
const connect = {
  ws(url, subprotocols, tell) {
    const socket = new Ws(url, subprotocols);
    socket.on('open', () => tell({ opened: true, subprotocol: socket.protocol }));
    socket.on('error', ({ message }) => tell({ opened: false, error: message }));
  },
  undici(url, subprotocols, tell) {
    const socket = new Undici(url, subprotocols);
    socket.addEventListener('open', () => tell({ opened: true, subprotocol: socket.protocol }));
    socket.addEventListener('error', ({ message }) => tell({ opened: false, error: message }));
  },
  websocket(url, subprotocols, tell) {
    const client = new (require('websocket').client)();
    client.on('connect', ({ protocol }) => tell({ opened: true, subprotocol: protocol }));
    client.on('connectFailed', (error) => tell({ opened: false, error: String(error) }));
    client.connect(url, subprotocols);
  },
  'faye-websocket'(url, subprotocols, tell) {
    const socket = new (require('faye-websocket').Client)(url, subprotocols);
    socket.on('open', () => tell({ opened: true, subprotocol: socket.protocol }));
    socket.on('error', ({ message }) => tell({ opened: false, error: message }));
    socket.on('close', ({ code }) => tell({ opened: false, error: `closed with ${code}` }));
  },
}[process.argv[2]];

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, url, subprotocols } = JSON.parse(line);
  let isTold = false;
  connect(url, subprotocols, (word) => {
    if (!isTold) process.stdout.write(`${JSON.stringify({ id, ...word })}\n`);
    isTold = true;
  });
});
