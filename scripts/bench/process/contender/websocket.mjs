import { createServer } from 'node:http';
import websocket from 'websocket';
import { bind } from './bind.mjs';

export function listen() {
  const httpServer = createServer();
  const server = new websocket.server({ httpServer });
  server.on('request', (request) => {
    request.accept(request.requestedProtocols[0] ?? null, request.origin).on('error', () => {});
  });
  return bind(httpServer);
}
