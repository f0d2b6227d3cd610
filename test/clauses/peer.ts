import type { Socket } from 'node:net';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import {
  type ClauseId,
  first,
  type HopGuard,
  type HopVerdict,
  hopTable,
  judge,
  type ReplyGuard,
  type RequestGuard,
} from '../../models/index.ts';
import {
  type ClientConnection,
  connect,
  type HandshakeError,
  type HandshakeOptions,
  startHandshake,
} from '../../src/client/index.ts';
import { readHop } from '../../src/facts/hop-facts.ts';
import { type Behaviour, behaviours } from '../../src/intermediary/behaviour.ts';
import { type HopOptions, startHop } from '../../src/intermediary/hop.ts';
import type { HopAction } from '../../src/intermediary/hop-action.ts';
import {
  type HandshakeServer,
  type ListenOptions,
  listen,
  type Outcome,
  type ServerConnection,
  toWebSocket,
} from '../../src/server/index.ts';
import { openConnection } from '../../src/verify/peer/connection/open-connection.ts';
import type { RawConnection } from '../../src/verify/peer/connection/raw-connection.ts';
import type { ServedConnection } from '../../src/verify/peer/connection/served-connection.ts';
import { receiveReply } from '../../src/verify/peer/received-reply.ts';
import { type ScriptedServer, startScripted } from '../../src/verify/peer/scripted/scripted-server.ts';
import type { NewField } from '../../src/wire/index.ts';
import { recordUntilFinished } from '../recording-hop.ts';

/** Fields to write: one line, several lines, or none at all. */
type Fields = Readonly<Record<string, string | readonly string[] | null>>;

const openingFields = {
  Host: 'server.example.com',
  Upgrade: 'websocket',
  Connection: 'Upgrade',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version': '13',
};
const replyFields = { Upgrade: 'websocket', Connection: 'Upgrade', 'Sec-WebSocket-Accept': '{accept}' };

/** The accept value of the key in `request()`. */
export const sampleAccept = 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=';

/** A valid opening with some fields replaced, added or left out. */
export function request(changes: Fields = {}, requestLine = 'GET /chat HTTP/1.1'): string {
  return write(requestLine, { ...openingFields, ...changes });
}

/** A valid reply in the same way; `{accept}` stands for the value that the key asks for. */
export function reply(changes: Fields = {}, statusLine = 'HTTP/1.1 101 Switching Protocols'): string {
  return write(statusLine, { ...replyFields, ...changes });
}

function write(startLine: string, fields: Fields): string {
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    [value ?? []].flat().map((text) => `${name}: ${text}`),
  );
  return [startLine, ...lines, '\r\n'].join('\r\n');
}

/** A valid message with one more line in it, as it stands, behind its start line. */
export function withLine(line: string, message: string): string {
  return message.replace('\r\n', () => `\r\n${line}\r\n`);
}

// The reference server, asked by raw octets

/** What the server answered, and what it told of that to its observer. */
export interface Answer extends Pick<Outcome, 'type' | 'clause' | 'guard' | 'facts' | 'problem'> {
  readonly status: number | null;
  /** Values by the name of their field in lower case. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly interims: readonly number[];
  readonly body: string;
  readonly ended: boolean;
  readonly octets: string;
  /** Octets behind a 101 that answer a masked ping, in hexadecimal. */
  readonly pong: string | null;
  /** What the application was handed. */
  readonly connection: ServerConnection | null;
}

/** An answer that switches: whoever answers a ping by a pong speaks frames. */
export const accepted = {
  type: 'accepted',
  status: 101,
  clause: 'rfc6455/4.2.2/status-101',
  guard: 'otherwise',
  pong: '8a00',
} as const;

/** An answer that refuses under a clause, and ends the connection. */
export function refused(status: number, clause: ClauseId, guard: RequestGuard) {
  return { type: 'refused', status, clause, guard, pong: null, connection: null, ended: true } as const;
}

export interface SharedServer {
  readonly port: number;
  readonly server: HandshakeServer;
  /** What the application was handed, by the port of the peer. */
  readonly connections: ReadonlyMap<number | undefined, ServerConnection>;
  /** A connection of its own, on which the pieces were sent. */
  dial(...pieces: readonly (string | Uint8Array)[]): Promise<RawConnection>;
  /** What the server told of a connection. */
  told(peer: RawConnection): Promise<Outcome>;
  /** Sends the pieces on a connection of their own, each in a write of its own. */
  ask(...pieces: readonly string[]): Promise<Answer>;
}

/** A server for all tests of a file, on `/chat` with the subprotocols chat and superchat; it echoes messages. */
export function shareServer(options: Partial<ListenOptions> = {}): SharedServer {
  let server: HandshakeServer | undefined;
  const outcomes = new Map<number | null, Outcome>();
  const connections = new Map<number | undefined, ServerConnection>();
  const sockets: Socket[] = [];
  let wake = () => {};
  const running = () => {
    if (!server) throw new Error('the server is not running yet');
    return server;
  };
  beforeAll(async () => {
    server = await listen({
      paths: ['/chat'],
      subprotocols: ['chat', 'superchat'],
      onConnection(connection) {
        connections.set(connection.socket.remotePort, connection);
        sockets.push(connection.socket);
        speakFrames(connection);
      },
      onOutcome(outcome) {
        outcomes.set(outcome.remotePort, outcome);
        wake();
      },
      ...options,
    });
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    options.application?.closeAllConnections();
    await running().close();
  });
  const shared: SharedServer = {
    get port() {
      return running().port;
    },
    get server() {
      return running();
    },
    connections,
    async dial(...pieces) {
      // The system gives a port again whose connection is long gone.
      const [earlierOutcomes, earlierConnections] = [new Map(outcomes), new Map(connections)];
      const peer = await dial(running().port, ...pieces);
      const { localPort } = peer;
      if (outcomes.get(localPort) === earlierOutcomes.get(localPort)) outcomes.delete(localPort);
      if (connections.get(localPort) === earlierConnections.get(localPort)) connections.delete(localPort);
      return peer;
    },
    async told({ localPort }) {
      for (;;) {
        const outcome = outcomes.get(localPort);
        if (outcome) return outcome;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    async ask(...pieces) {
      const peer = await shared.dial(...pieces);
      const { reply: head, octets, interims, body, ended } = await receiveReply(peer);
      const { type, clause, guard, facts, problem } = await shared.told(peer);
      const fields: Record<string, string[]> = {};
      for (const { name, value } of head?.fields ?? []) {
        const key = name.toLowerCase();
        fields[key] = [...(fields[key] ?? []), value];
      }
      const [status, connection] = [head?.status ?? null, connections.get(peer.localPort) ?? null];
      return {
        ...{ type, clause, guard, facts, problem, status, fields, interims, ended, connection },
        body: latin1(body),
        octets: latin1(octets),
        pong: status === 101 ? await ping(peer) : null,
      };
    },
  };
  return shared;
}

/** A connection to a port of this host, on which the pieces were sent; it ends with the test. */
export async function dial(
  port: number,
  ...pieces: readonly (string | Uint8Array)[]
): Promise<RawConnection> {
  const peer = await openConnection({ port });
  onTestFinished(() => {
    peer.socket.destroy();
  });
  await peer.send(...pieces);
  return peer;
}

function speakFrames(connection: ServerConnection): void {
  const webSocket = toWebSocket(connection);
  webSocket.on('error', () => {}); // a peer of a test may send what is no frame
  webSocket.on('message', (data, isBinary) => webSocket.send(data, { binary: isBinary }));
}

/** What answers a masked ping, in hexadecimal. */
export async function ping(peer: RawConnection): Promise<string> {
  const before = peer.octets.length;
  await peer.send(Uint8Array.of(0x89, 0x80, 1, 2, 3, 4));
  await peer.until(({ octets }) => octets.length >= before + 2, 'a pong');
  return peer.octets.subarray(before).toString('hex');
}

/** What comes when a masked ping is in one segment with the opening: all of it, up to the pong. */
export async function pingEarly(server: SharedServer): Promise<string> {
  const peer = await server.dial(`${request()}\x89\x80\x01\x02\x03\x04`);
  await peer.until(({ text }) => text.endsWith('\x8a\x00'), 'a reply and a pong');
  return peer.text;
}

export function latin1(octets: Uint8Array): string {
  return Buffer.from(octets).toString('latin1');
}

// The reference client, answered by a script

/** What the client told its user, and what it sent. */
export interface Told {
  readonly events: readonly string[];
  readonly state: 'open' | 'failed' | 'closed';
  readonly error: HandshakeError | null;
  readonly clause: ClauseId | null;
  readonly guard: string | null;
  readonly status: number | null;
  readonly connection: ClientConnection | null;
  /** The head of its request, with `{key}` and `{port}` in place of what differs from run to run. */
  readonly sent: string;
  readonly key: string;
  /** What it sent behind that, until it closed the connection. */
  readonly behind: string;
}

/** A client that opened the connection. */
export const opened = { state: 'open', events: ['open'], error: null, clause: null } as const;

/** A client that failed before the peer had proved itself, sent nothing more and closed the connection. */
export function failed(clause: ClauseId, guard: ReplyGuard | null, status: number | null = 101) {
  return { state: 'failed', events: ['error', 'close'], clause, guard, status, behind: '' } as const;
}

/** The same from the accept value onward. */
export function closed(clause: ClauseId, guard: ReplyGuard) {
  return { ...failed(clause, guard), state: 'closed' } as const;
}

export type Script = (peer: ServedConnection) => void;
export type HearOptions = HandshakeOptions & { readonly url?: string };

/** Lets a client hear octets, or whatever a script does, in reply to its opening. */
export async function hear(answer: string | Script, options: HearOptions = {}): Promise<Told> {
  let peer: ServedConnection | undefined;
  let gone: Promise<unknown> | undefined;
  const server = await startScripted((connection) => {
    peer = connection;
    gone = new Promise((resolve) => connection.socket.once('close', resolve)); // also after a reset
    say(answer, connection);
  });
  try {
    const { url = 'ws://127.0.0.1:{port}/chat', ...more } = options;
    const told = await listenTo(url.replace('{port}', String(server.port)), more);
    told.connection?.socket.destroy();
    await gone;
    const head = latin1(peer?.head ?? new Uint8Array());
    const key = /^Sec-WebSocket-Key: (.*)\r$/m.exec(head)?.[1] ?? '';
    const sent = head.replace(key, '{key}').replace(`:${server.port}\r\n`, ':{port}\r\n');
    return { ...told, key, sent, behind: peer?.behind().toString('latin1') ?? '' };
  } finally {
    await server.close();
  }
}

/** Starts a server that answers each opening in the same way; it is closed when the test is over. */
export async function startAnswering(answer: string | Script): Promise<ScriptedServer> {
  const server = await startScripted((connection) => say(answer, connection));
  onTestFinished(() => server.close());
  return server;
}

function say(answer: string | Script, connection: ServedConnection): void {
  if (typeof answer === 'function') answer(connection);
  else connection.socket.write(fill(answer, connection), 'latin1');
}

/** A text with the accept value of the connection in place of `{accept}`. */
export function fill(text: string, { accept }: ServedConnection): string {
  return text.replaceAll('{accept}', accept);
}

function listenTo(url: string, options: HandshakeOptions) {
  return new Promise<Omit<Told, 'sent' | 'key' | 'behind'>>((resolve) => {
    const events: string[] = [];
    let error: HandshakeError | null = null;
    startHandshake(url, options)
      .on('open', (connection) => {
        events.push('open');
        resolve({ events, state: 'open', error, clause: null, guard: null, status: 101, connection });
      })
      .on('error', (failure) => {
        events.push('error');
        error = failure;
      })
      .on('close', () => {
        events.push('close');
        if (!error) throw new Error('closed without an error');
        const { state, clause, guard, status } = error;
        resolve({ events, state, error, clause, guard, status, connection: null });
      });
  });
}

/** What the client says to an input, before it looks up a name or sends anything. */
export function inputError(url: string, options: HandshakeOptions = {}): unknown {
  const lookup = () => Promise.reject(new Error('nothing may be looked up'));
  try {
    startHandshake(url, { ...options, lookup }).on('error', () => {});
  } catch (error) {
    return error;
  }
  return null;
}

/** An input that the client refuses under a clause. */
export function badInput(clause: ClauseId) {
  return { name: 'HandshakeError', phase: 'input', state: 'failed', clause } as const;
}

// Both endpoints and a hop

/** What was seen of a handshake through a hop, on both sides of it. */
export interface Passage {
  /** Guards of the hop's table that hold. */
  readonly guards: readonly string[];
  readonly verdict: HopVerdict;
  /** All octets as they came to the hop and left it, empty where none did. */
  readonly arrived: string;
  readonly forwarded: string;
  readonly replied: string;
  readonly returned: string;
}

/** A hop between two that only look on, in front of a port. */
export interface Route {
  readonly port: number;
  /** What was seen of the first handshake; `outlived` tells whether the connection lived through a pause. */
  passage(outlived?: boolean | null): Passage;
}

/** Starts a hop; it is closed when the test is over. */
export async function startRoute(
  backendPort: number,
  behaviour: Behaviour = behaviours.passes,
  options: Partial<HopOptions> = {},
): Promise<Route> {
  const inner = await recordUntilFinished({ to: backendPort });
  const hop = await startHop({ ...options, backendPort: inner.port, behaviour });
  onTestFinished(() => hop.close());
  const outer = await recordUntilFinished({ to: hop.port });
  return {
    port: outer.port,
    passage(outlived = null) {
      const [before, behind] = [outer.connections[0], inner.connections[0]];
      const sight = {
        sent: before?.sent.octets ?? new Uint8Array(),
        arrived: behind?.sent.octets ?? new Uint8Array(),
        replied: behind?.received.octets ?? new Uint8Array(),
        returned: before?.received.octets ?? new Uint8Array(),
        outlived,
      };
      const facts = readHop(sight);
      return {
        guards: judge(hopTable, facts, {}).map(({ guard }) => guard),
        verdict: first(hopTable, facts, {}).verdict,
        arrived: latin1(sight.sent),
        forwarded: latin1(sight.arrived),
        replied: latin1(sight.replied),
        returned: latin1(sight.returned),
      };
    },
  };
}

/** What a hop does, with other fields in each head that it sends. */
export function onFields(
  due: HopAction,
  change: (fields: readonly NewField[]) => readonly NewField[],
): HopAction {
  if (due.type !== 'forward') return due;
  const messages = due.messages.map((message) => ({ ...message, fields: change(message.fields) }));
  return { ...due, messages };
}

/** A hop that was seen to break the requirements of these guards, or none. */
export function seen(...guards: readonly HopGuard[]) {
  return { guards: guards.length === 0 ? ['otherwise'] : guards } as const;
}

/** The reference client through a port of this host: its open connection, or why there is none. */
export async function connectTo(port: number, options: HandshakeOptions = {}) {
  const outcome = await connect(`ws://127.0.0.1:${port}/chat`, options).catch((error: unknown) => error);
  if (outcome instanceof Error) return { connection: null, error: outcome as HandshakeError };
  const connection = outcome as ClientConnection; // connect() gives nothing else
  onTestFinished(() => {
    connection.socket.destroy();
  });
  return { connection, error: null };
}
