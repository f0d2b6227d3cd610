// An echo over websocket: node websocket.mjs PORT
import { createServer } from 'node:http';
import websocket from 'websocket';

const httpServer = createServer((_request, reply) => reply.writeHead(404).end());
new websocket.server({ httpServer }).on('request', (request) => {
  const connection = request.accept();
  connection.on('error', () => {});
  connection.on('message', ({ type, utf8Data, binaryData }) => {
    if (type === 'utf8') connection.sendUTF(utf8Data);
    else connection.sendBytes(binaryData);
  });
});
httpServer.listen(Number(process.argv[2]), '127.0.0.1');
