import { createServer, type Socket } from 'node:net';
import { bind } from '../../bind.ts';
import { sha1 } from '../../sha1.ts';
import { computeAccept, fieldValues, HeadReader, parseRequest, type RequestHead } from '../../wire/index.ts';

/** One connection that reached a scripted server, from the moment its request was complete. */
export interface ScriptedConnection {
  readonly socket: Socket;
  readonly head: Uint8Array;
  readonly request: RequestHead;
  /** The accept value that belongs to the request's key. */
  readonly accept: string;
}

export interface ScriptedServer {
  readonly port: number;
  readonly url: string;
  /** Octets that each connection has sent behind its request, in the order of their arrival. */
  readonly extras: readonly Buffer[][];
  /** Resolves as soon as every connection that was made is closed. */
  quiet(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a server that does what a script says as soon as it has read a request. */
export async function startScripted(
  script: (connection: ScriptedConnection) => void,
): Promise<ScriptedServer> {
  const sockets = new Set<Socket>();
  const extras: Buffer[][] = [];
  const closings: Promise<unknown>[] = [];
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    closings.push(new Promise((resolve) => socket.once('close', resolve)));
    socket.once('close', () => sockets.delete(socket));
    const reader = new HeadReader('request', 65_536);
    const extra: Buffer[] = [];
    extras.push(extra);
    let read = false;
    socket.on('data', (chunk) => {
      if (read) {
        extra.push(chunk);
        return;
      }
      const progress = reader.push(chunk);
      if (progress.state !== 'complete') return;
      const parsed = parseRequest(progress.head);
      if (!parsed.ok) throw new Error(`the client sent what is no request: ${parsed.problem}`);
      read = true;
      if (progress.rest.length > 0) extra.push(Buffer.from(progress.rest));
      const key = fieldValues(parsed.value.fields, 'sec-websocket-key')[0] ?? '';
      script({ socket, head: progress.head, request: parsed.value, accept: computeAccept(key, sha1) });
    });
    socket.on('end', () => socket.end());
  });
  const { port } = await bind(server);
  return {
    port,
    url: `ws://127.0.0.1:${port}`,
    extras,
    async quiet() {
      await Promise.all(closings);
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
