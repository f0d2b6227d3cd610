import { createServer } from 'node:http';
import { attach, listen as listenAlone, toWebSocket } from '../../../../dist/src/server/index.js';
import { bind } from './bind.mjs';
import { openFrames as openByHand } from './floor.mjs';
import { subprotocols } from './granted.mjs';

export async function listen({ attached = false, frames = '', choosy = false }) {
  const endpoint = {
    subprotocols,
    permessageDeflate: true,
    onConnection: handOver[frames] ?? endWithPeer,
    ...(choosy && { origins: ['http://127.0.0.1'] }),
  };
  if (!attached) {
    const { port } = await listenAlone({ ...endpoint, ...(choosy && { paths: ['/chat'] }) });
    return port;
  }
  const server = createServer();
  attach(server, { '/chat': endpoint });
  return bind(server);
}

function endWithPeer({ socket }) {
  socket.resume().on('end', () => socket.end());
}

const handOver = {
  toWebSocket: (connection) => toWebSocket(connection).on('error', () => {}),
  byHand: ({ socket, head, deflate }) => openByHand(socket, deflate !== null, head),
};
