import { WebSocket } from 'ws';

/** Destroys its socket as soon as it is open. */
export function open(url, { isOpen, isClosed, hasFailed }) {
  const webSocket = new WebSocket(url, { perMessageDeflate: false });
  webSocket.on('error', hasFailed).on('close', isClosed);
  webSocket.on('open', () => {
    isOpen();
    webSocket.terminate();
  });
}
