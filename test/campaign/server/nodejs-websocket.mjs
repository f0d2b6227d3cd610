// An echo over nodejs-websocket: node nodejs-websocket.mjs PORT
import { createServer } from 'nodejs-websocket';

createServer((connection) => {
  connection.on('error', () => {});
  connection.on('text', (text) => connection.sendText(text));
}).listen(Number(process.argv[2]), '127.0.0.1');
