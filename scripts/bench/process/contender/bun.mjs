// Runs in Bun.
import { subprotocols } from './granted.mjs';

export function listen() {
  const { port } = globalThis.Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request, server) {
      const offered = request.headers.get('sec-websocket-protocol')?.split(', ') ?? [];
      const chosen = offered.find((name) => subprotocols.includes(name));
      const headers = chosen === undefined ? {} : { 'Sec-WebSocket-Protocol': chosen };
      if (!server.upgrade(request, { headers })) return new Response('', { status: 400 });
    },
    websocket: { perMessageDeflate: true, message() {} },
  });
  return port;
}
