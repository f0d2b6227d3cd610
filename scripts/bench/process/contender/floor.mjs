// What Node itself costs: a connection is accepted, its key found and hashed, an answer written. Nothing is checked.
import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import { PerMessageDeflate, WebSocket } from 'ws';
import { bind } from './bind.mjs';

const before = 'Sec-WebSocket-Key: ';
const switched = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n';
const chosen = 'Sec-WebSocket-Protocol: v2.chat\r\n';
const compressed = 'Sec-WebSocket-Extensions: permessage-deflate\r\n';
const settings = {
  allowSynchronousEvents: true,
  autoPong: true,
  skipUTF8Validation: false,
  maxBufferedChunks: 256 * 1024,
  maxFragments: 16 * 1024,
  maxPendingAutoPongs: 60,
};

export function listen({ frames = false }) {
  const ignore = () => {};
  const server = createServer({ noDelay: true, allowHalfOpen: frames }, (socket) => {
    socket.on('error', ignore);
    socket.once('data', (octets) => {
      const head = octets.latin1Slice();
      const at = head.indexOf(before) + before.length;
      const key = `${head.slice(at, at + 24)}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
      const accept = createHash('sha1').update(key).digest('base64');
      const subprotocol = head.includes('v2.chat') ? chosen : '';
      const deflate = head.includes('permessage-deflate') ? compressed : '';
      socket.write(`${switched}Sec-WebSocket-Accept: ${accept}\r\n${subprotocol}${deflate}\r\n`);
      if (frames) openFrames(socket, deflate !== '');
      else socket.resume();
    });
  });
  return bind(server);
}

/** The least that makes a WebSocket of `ws` speak on a socket. */
export function openFrames(socket, compresses, head = Buffer.alloc(0)) {
  const webSocket = new WebSocket(null, undefined, settings);
  if (compresses) {
    const deflate = new PerMessageDeflate({ isServer: true });
    deflate.accept([{}]);
    webSocket._extensions[PerMessageDeflate.extensionName] = deflate;
  }
  webSocket.setSocket(socket, head, { ...settings, maxPayload: 100 * 1024 * 1024 });
  webSocket.on('error', () => {});
}
