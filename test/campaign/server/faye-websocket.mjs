// An echo over faye-websocket: node faye-websocket.mjs PORT
import { createServer } from 'node:http';
import WebSocket from 'faye-websocket';

createServer((_request, reply) => reply.writeHead(404).end())
  .on('upgrade', (request, socket, head) => {
    if (!WebSocket.isWebSocket(request)) {
      socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    const webSocket = new WebSocket(request, socket, head);
    webSocket.on('message', ({ data }) => webSocket.send(data));
  })
  .listen(Number(process.argv[2]), '127.0.0.1');
