// An echo over hono and @hono/node-ws: node hono.mjs PORT
import { serve } from '@hono/node-server';
import { createNodeWebSocket } from '@hono/node-ws';
import { Hono } from 'hono';

const app = new Hono();
const { injectWebSocket, upgradeWebSocket } = createNodeWebSocket({ app });
app.get(
  '/',
  upgradeWebSocket(() => ({ onMessage: ({ data }, socket) => socket.send(data) })),
);
injectWebSocket(serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.argv[2]) }));
