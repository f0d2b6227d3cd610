// An echo over @fastify/websocket: node fastify.mjs PORT
import websocket from '@fastify/websocket';
import createApplication from 'fastify';

const application = createApplication();
await application.register(websocket);
application.get('/', { websocket: true }, (socket) => {
  socket.on('message', (data, binary) => socket.send(data, { binary }));
});
await application.listen({ host: '127.0.0.1', port: Number(process.argv[2]) });
