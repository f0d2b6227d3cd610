import type { Socket } from 'node:net';

/**
 * Resets a connection. While the end of this side is on its way the system refuses that, and Node would keep the
 * descriptor for good: then it is reset as soon as the end has gone.
 */
export function resetSocket(socket: Socket): void {
  if (socket.writableEnded && !socket.writableFinished && !socket.destroyed)
    socket.once('finish', () => socket.resetAndDestroy());
  else socket.resetAndDestroy();
}
