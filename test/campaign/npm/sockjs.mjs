// An echo over sockjs, by its raw WebSocket at /echo/websocket: node sockjs.mjs PORT
import { createServer } from 'node:http';
import sockjs from 'sockjs';

const echo = sockjs.createServer({ log() {} });
echo.on('connection', (connection) => connection?.on('data', (data) => connection.write(data)));
const httpServer = createServer((_request, reply) => reply.writeHead(404).end());
echo.installHandlers(httpServer, { prefix: '/echo' });
httpServer.listen(Number(process.argv[2]), '127.0.0.1');
