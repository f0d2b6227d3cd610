import { createConnection, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { bind } from '../../../bind.ts';
import { type Clock, patientClock } from '../../../clock.ts';
import { passOn } from '../../../intermediary/pass-on.ts';
import { decodeLatin1, HeadReader } from '../../../wire/index.ts';
import { type RecordedConnection, Recording } from '../connection/recording.ts';
import { resetSocket } from '../connection/reset.ts';

export type { RecordedConnection, RecordedSide } from '../connection/recording.ts';

export interface RecordingHopOptions {
  /** The port of 127.0.0.1 that octets are passed on to, or `asked` for the one that a tunnel is asked for. */
  readonly to: number | 'asked';
  /**
   * What the hop answers, as a proxy, to the head of a request for a tunnel, as Latin-1 text: a status of 2xx forms the
   * tunnel. If it is not given, no tunnel is asked for, and octets are passed on from the first one.
   */
  readonly answer?: (head: string) => string;
  /** Its certificate and key, where clients speak TLS to it. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Milliseconds after which every connection is ended. Default 60,000. */
  readonly deadline?: number;
  /** Octets that are kept at most of each direction of a connection; `mostKept`, if it is not given. */
  readonly keeps?: number;
  readonly clock?: Clock;
}

export interface RecordingHop {
  readonly port: number;
  /** In the order in which they were made. */
  readonly connections: readonly RecordedConnection[];
  /** Resolves as soon as what was recorded satisfies the test. */
  until(satisfied: (connections: readonly RecordedConnection[]) => boolean): Promise<void>;
  close(): Promise<void>;
}

/** Starts a hop that passes octets on unchanged, and keeps a copy. No octets can make it fail. */
export async function startRecordingHop(options: RecordingHopOptions): Promise<RecordingHop> {
  const { tls, deadline = 60_000, clock = patientClock } = options;
  const connections: Recording[] = [];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    const stop = clock.after(deadline, () => socket.destroy());
    socket
      .on('error', () => {})
      .once('close', () => {
        stop();
        sockets.delete(socket);
      });
    return socket;
  };
  const waiting = new Set<() => void>();
  const tell = () => {
    for (const resolve of waiting) resolve();
    waiting.clear();
  };
  const onConnection = (near: Socket) => {
    near.on('error', () => {});
    const recording = new Recording(near.remotePort ?? 0, clock.now, tell, options.keeps);
    connections.push(recording);
    const dial = (port: number) => keep(createConnection({ ...toBackend, port }));
    if (options.answer) readAsked(near, { ...options, answer: options.answer }, recording, dial);
    else join(near, dial(portOf(options.to, '')), recording);
  };
  const server = tls
    ? createTlsServer({ ...tls, allowHalfOpen: true, noDelay: true }, onConnection)
    : createServer({ allowHalfOpen: true, noDelay: true }, onConnection);
  server.on('connection', keep); // the socket below TLS, so that the deadline also ends a TLS handshake that fails
  const { port } = await bind(server);
  return {
    port,
    connections,
    async until(satisfied) {
      while (!satisfied(connections)) await new Promise<void>((resolve) => waiting.add(resolve));
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

const toBackend = { host: '127.0.0.1', noDelay: true, allowHalfOpen: true } as const;

/** The port of a tunnel's target, `host:port`. Where it names none: 0, on which nothing listens. */
function portOf(to: RecordingHopOptions['to'], head: string): number {
  const port = to === 'asked' ? Number(/^\S+ \S*:(\d{1,5}) /.exec(head)?.[1] ?? 0) : to;
  return port < 65_536 ? port : 0;
}

function readAsked(
  near: Socket,
  { to, answer }: RecordingHopOptions & { readonly answer: (head: string) => string },
  recording: Recording,
  dial: (port: number) => Socket,
): void {
  const reader = new HeadReader('request', 65_536);
  const read = (chunk: Buffer) => {
    const progress = reader.push(chunk);
    if (progress.state === 'incomplete') return;
    near.off('data', read).pause();
    const head = decodeLatin1(progress.head);
    recording.ask(head);
    const said = answer(head);
    if (progress.state !== 'complete' || !/^HTTP\/1\.\d 2/.test(said)) {
      near.resume().end(said, 'latin1');
      return;
    }
    const far = dial(portOf(to, head));
    far.once('connect', () => near.write(said, 'latin1'));
    if (progress.rest.length > 0) near.unshift(progress.rest);
    join(near, far, recording);
    near.resume();
  };
  near.on('data', read);
}

/** Joins two sockets: octets, FIN and RST that one receives are sent by the other. */
function join(near: Socket, far: Socket, recording: Recording): void {
  far.once('connect', () => recording.reach(far.localPort ?? 0));
  carry(near, far, recording, 'sent');
  carry(far, near, recording, 'received');
}

function carry(from: Socket, to: Socket, recording: Recording, side: 'sent' | 'received'): void {
  from
    .on('data', (octets: Buffer) => {
      recording.take(side, octets);
      passOn(from, to, octets);
    })
    .on('end', () => {
      recording.end(side, 'fin');
      to.end();
    })
    .on('error', ({ syscall, code }: NodeJS.ErrnoException) => {
      const isUnreached = syscall === 'connect' && code !== 'ECONNRESET';
      recording.end(side, isUnreached ? 'unreached' : 'reset');
      resetSocket(to);
    })
    .on('close', () => {
      if (!from.readableEnded) to.destroy();
    });
}
