import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { onTestFinished } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { FrameConnection } from '../../src/frames/frame-connection.ts';
import { certificates } from '../certificate.ts';
import { Mailbox } from '../mailbox.ts';
import { listenUntilFinished } from '../raw-peer.ts';
import { accept, dial, type Role, type Transport } from './opened.ts';

export interface Terms {
  readonly transport: Transport;
  readonly deflate: FrameConnection['deflate'];
  /** What stands in Sec-WebSocket-Extensions, of the request and of the reply. */
  readonly extension?: string;
  /** Octets of the largest message that the WebSocket of `ws` takes. */
  readonly maxPayload?: number;
}

/** A connection in the role that is given, and a WebSocket of `ws` at its other end. */
export async function openWithWs(
  role: Role,
  terms: Terms,
): Promise<{ readonly connection: FrameConnection; readonly peer: WebSocket }> {
  return role === 'server' ? openFromWs(terms) : openToWs(terms);
}

/** The next message that comes to a WebSocket, its octets as Latin-1 text. */
export async function nextMessage(webSocket: WebSocket): Promise<{ text: string; isBinary: boolean }> {
  const [data, isBinary] = await once(webSocket, 'message');
  return { text: data.toString('latin1'), isBinary };
}

async function openFromWs({ maxPayload, ...terms }: Terms) {
  const accepted = await accept(terms);
  const peer = new WebSocket(accepted.url, {
    perMessageDeflate: terms.extension !== undefined,
    ca: accepted.authority,
    maxPayload,
  });
  onTestFinished(() => peer.terminate());
  await once(peer, 'open');
  return { connection: await accepted.connections.take(), peer };
}

async function openToWs({ transport, deflate, extension, maxPayload }: Terms) {
  const { trusted } = certificates;
  const httpServer = transport === 'TLS' ? createHttpsServer(trusted) : createHttpServer();
  const server = new WebSocketServer({
    server: httpServer,
    perMessageDeflate: extension !== undefined,
    maxPayload,
  });
  const peers = new Mailbox<WebSocket>();
  server.on('connection', peers.put);
  const port = await listenUntilFinished(httpServer);
  const scheme = transport === 'TLS' ? 'wss' : 'ws';
  const connection = await dial(`${scheme}://127.0.0.1:${port}`, { deflate, extension });
  return { connection, peer: await peers.take() };
}
