import { createServer } from 'node:http';
import WebSocket from 'faye-websocket';
import { bind } from './bind.mjs';
import { subprotocols } from './granted.mjs';

export function listen() {
  const server = createServer();
  server.on('upgrade', (request, socket, head) => {
    new WebSocket(request, socket, head, subprotocols).on('error', () => {});
  });
  return bind(server);
}
