// An echo over ws: node ws.mjs PORT [--deflate]
import { WebSocketServer } from 'ws';

const [port, deflate] = process.argv.slice(2);
const options = { host: '127.0.0.1', port: Number(port), perMessageDeflate: deflate === '--deflate' };
new WebSocketServer(options).on('connection', (socket) => {
  socket.on('error', () => {});
  socket.on('message', (data, binary) => socket.send(data, { binary }));
});
