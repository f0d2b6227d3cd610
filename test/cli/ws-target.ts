import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { type ServerOptions, WebSocketServer } from 'ws';
import { portOf } from '../raw-peer.ts';

/** Starts a server of `ws`, which has breaches of several MUST and SHOULD. */
export async function startWs(options: ServerOptions = {}): Promise<string> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', ...options });
  server.on('connection', (webSocket) => webSocket.on('error', () => {}));
  await once(server, 'listening');
  onTestFinished(() => {
    for (const client of server.clients) client.terminate();
    server.close();
  });
  return `ws://127.0.0.1:${portOf(server.address())}/`;
}
