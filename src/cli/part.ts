import type { WebSocket } from 'ws';

/** Says goodbye to a peer as the protocol wants it, and does not wait for it for more than a second. */
export function part(webSocket: WebSocket, code: number, reason?: string): Promise<void> {
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => webSocket.terminate(), 1_000);
    webSocket.once('close', () => {
      clearTimeout(giveUp);
      resolve();
    });
    webSocket.close(code, reason);
  });
}
