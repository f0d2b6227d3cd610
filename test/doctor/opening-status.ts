import { once } from 'node:events';
import { expect } from 'vitest';
import { type connect, type HandshakeError, toWebSocket } from '../../src/client/index.ts';

/** The status with which an opening is refused, or 101, where a message has come back. */
export async function statusOf(opening: ReturnType<typeof connect>): Promise<number | null> {
  try {
    const webSocket = toWebSocket(await opening);
    webSocket.send('there?');
    expect(String((await once(webSocket, 'message'))[0])).toBe('there?');
    webSocket.terminate();
    return 101;
  } catch (error) {
    // Whatever `connect` rejects with is one.
    return (error as HandshakeError).status;
  }
}
