// An echo over crossws: node crossws.mjs PORT
import { createServer } from 'node:http';
import createAdapter from 'crossws/adapters/node';

const adapter = createAdapter({
  hooks: { message: (peer, message) => void peer.send(message.rawData) },
});
createServer((_request, reply) => reply.writeHead(404).end())
  .on('upgrade', adapter.handleUpgrade)
  .listen(Number(process.argv[2]), '127.0.0.1');
