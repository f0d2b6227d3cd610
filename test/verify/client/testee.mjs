// A client of the kind that the Autobahn test suite asks for: node testee.mjs <ws|faye> <base URL>.
import { createRequire } from 'node:module';
import { WebSocket } from 'ws';

const require = createRequire(import.meta.url);

/** Each opens one connection, echoes or hands over what comes, and resolves once the connection is over. */
const visits = {
  ws: (url, onText) =>
    new Promise((resolve) => {
      const socket = new WebSocket(url);
      socket.on('message', (data, isBinary) =>
        onText ? onText(String(data)) : socket.send(data, { binary: isBinary }),
      );
      socket.on('error', () => {});
      socket.on('close', resolve);
    }),
  faye: (url, onText) =>
    new Promise((resolve) => {
      const socket = new (require('faye-websocket').Client)(url);
      socket.on('message', ({ data }) => (onText ? onText(data) : socket.send(data)));
      socket.on('error', () => {});
      socket.on('close', resolve);
    }),
};

const [library, base] = process.argv.slice(2);
const visit = visits[library];
let count = 0;
await visit(`${base}/getCaseCount`, (text) => {
  count = Number(text);
});
for (let nth = 1; nth <= count; nth += 1) await visit(`${base}/runCase?case=${nth}&agent=${library}`);
await visit(`${base}/updateReports?agent=${library}`);
