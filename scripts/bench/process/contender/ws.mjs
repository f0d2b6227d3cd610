import { once } from 'node:events';
import { WebSocketServer } from 'ws';

export async function listen({ choosy = false }) {
  const server = new WebSocketServer({
    port: 0,
    host: '127.0.0.1',
    perMessageDeflate: true,
    ...(choosy && { path: '/chat' }),
  });
  server.on('connection', (webSocket) => webSocket.on('error', () => {}));
  await once(server, 'listening');
  return server.address().port;
}
