import { once } from 'node:events';
import { createServer } from 'node:net';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { opening } from '../opening.ts';
import { portOf, RawPeer } from '../raw-peer.ts';

/** Opens a connection that offers no compression. */
export async function dial(url: string, subprotocols: readonly string[] = []): Promise<WebSocket> {
  const webSocket = new WebSocket(url, [...subprotocols], { perMessageDeflate: false });
  await once(webSocket, 'open');
  return webSocket;
}

/** A port that somebody else listens on until the test is over. */
export async function takePort(): Promise<number> {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  return portOf(other.address());
}

/** Resolves once nothing listens any more. */
export async function untilRefused(port: number): Promise<void> {
  for (;;) {
    const peer = await RawPeer.connect(port).catch(() => null);
    if (peer === null) return;
    peer.reset();
    await peer.closed;
  }
}

/** The octets of an opening at a path. */
export const openingAt = (path: string) => opening.replace('/chat', path);
