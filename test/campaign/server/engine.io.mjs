// An echo over engine.io: node engine.io.mjs PORT
import { createServer } from 'node:http';
import { attach } from 'engine.io';

const httpServer = createServer((_request, reply) => reply.writeHead(404).end());
attach(httpServer, { transports: ['websocket'] }).on('connection', (socket) => {
  socket.on('message', (data) => socket.send(data));
});
httpServer.listen(Number(process.argv[2]), '127.0.0.1');
