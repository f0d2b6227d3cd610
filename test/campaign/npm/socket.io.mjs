// An echo over socket.io: node socket.io.mjs PORT
import { createServer } from 'node:http';
import { Server } from 'socket.io';

const httpServer = createServer((_request, reply) => reply.writeHead(404).end());
new Server(httpServer, { transports: ['websocket'] }).on('connection', (socket) => {
  socket.on('message', (data) => socket.send(data));
});
httpServer.listen(Number(process.argv[2]), '127.0.0.1');
