import { once } from 'node:events';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { InspectionEvent } from 'xstate';
import { serverTable } from '../../models/decisions/server.ts';
import { requestEvents } from '../../models/lifecycles/session.ts';
import { type ClientConnection, connect, type Timeline } from '../../src/client/index.ts';
import { type Clock, systemClock } from '../../src/clock.ts';
import { type LadderStep, ladderToMermaid } from '../../src/draw/ladder.ts';
import { listen, type Outcome, type ServerConnection } from '../../src/server/index.ts';
import { sha1 } from '../../src/sha1.ts';
import { makeCertificates } from '../../src/verify/peer/certificate.ts';
import { computeAccept, type Field, fieldValues, type HttpVersion } from '../../src/wire/index.ts';

type Side = 'client' | 'server';
type Step = LadderStep<Side>;

/** A transition that was taken, with all that it did. */
interface Taken {
  readonly event: string;
  readonly from: string;
  readonly to: string;
  readonly effects: readonly string[];
}

/** One handshake as both ends saw it. */
interface Played {
  readonly client: { readonly connection: ClientConnection; readonly taken: readonly Taken[] };
  readonly server: {
    readonly connection: ServerConnection;
    readonly taken: readonly Taken[];
    readonly outcome: Outcome;
  };
}

const host = 'localhost';
/** The key of RFC 6455 §1.3. */
const sampleKey = 'dGhlIHNhbXBsZSBub25jZQ==';

/** The page of a handshake between the reference client and the reference server, over sockets. */
export async function describeHandshake(secured: boolean): Promise<string> {
  const name = secured ? 'wss' : 'ws';
  return `# A handshake over ${name}

This page shows one handshake between the reference client and the reference server, step by step. It was recorded over
sockets: the transitions are those of their state machines, and the lines are those that each side read. The steps of each side
are in the order in which it took them. The example key of [RFC 6455
§1.3](https://www.rfc-editor.org/rfc/rfc6455#section-1.3) and its accept value replace the random ones, and the port is left
out.

\`\`\`mermaid
${ladderToMermaid({ actors: ['client', 'server'], steps: await play(secured) })}\`\`\`
`;
}

async function play(secured: boolean): Promise<readonly Step[]> {
  const certificates = secured ? await makeCertificates() : null;
  const [client, server] = [new Recorder(), new Recorder()];
  const told: { outcome?: Outcome; connection?: ServerConnection } = {};
  const listening = await listen({
    subprotocols: ['chat'],
    origins: [`http://${host}`],
    ...(certificates ? { tls: { ...certificates.trusted, minVersion: 'TLSv1.3' } } : {}),
    interpreter: 'actor',
    inspect: server.inspect,
    onOutcome: (outcome) => {
      told.outcome = outcome;
    },
    onConnection: (connection) => {
      told.connection = connection;
    },
  });
  const scheme = secured ? 'wss' : 'ws';
  try {
    const connection = await connect(`${scheme}://${host}:${new URL(listening.url).port}/chat`, {
      subprotocols: ['chat'],
      origin: `http://${host}`,
      ...(certificates ? { tls: { ca: certificates.authority } } : {}),
      lookup: async () => ['127.0.0.1'],
      interpreter: 'actor',
      inspect: client.inspect,
      clock: countingClock(),
    });
    const { outcome, connection: accepted } = told;
    if (!outcome || !accepted) throw new Error('the client has a 101 that the server knows nothing of');
    const steps = tell({
      client: { connection, taken: client.taken },
      server: { connection: accepted, taken: server.taken, outcome },
    });
    const ended = once(accepted.socket, 'close');
    connection.socket.destroy();
    accepted.socket.destroy();
    await ended;
    return steps;
  } finally {
    await listening.close();
  }
}

/** A clock that counts how often it is asked: it tells what came first, and no machine makes it tell another time. */
function countingClock(): Clock {
  let count = 0;
  return {
    ...systemClock,
    now: () => {
      count += 1;
      return count;
    },
  };
}

/** Keeps the transitions that an actor takes. */
class Recorder {
  readonly taken: Taken[] = [];
  #state = '';
  #effects: string[] = [];

  readonly inspect = (inspected: unknown): void => {
    const event = inspected as InspectionEvent; // it is XState that calls
    if (event.type === '@xstate.action') this.#effects.push(nameAction(event.action));
    if (event.type !== '@xstate.microstep' && event.type !== '@xstate.snapshot') return;
    const { value } = event.snapshot as unknown as { readonly value: string }; // ours are flat machines
    if (event.type === '@xstate.microstep') {
      this.taken.push({ event: event.event.type, from: this.#state, to: value, effects: this.#effects });
      this.#effects = [];
    }
    this.#state = value;
  };
}

function nameAction({ type, params }: { readonly type: string; readonly params: unknown }): string {
  if (type !== 'xstate.emit') return type;
  const { event } = params as { readonly event: { readonly type: string } }; // what emit is given
  return `emit ${event.type}`;
}

/** What happened, each step behind what caused it: first the client alone, then the server, then the client again. */
function tell({ client, server }: Played): readonly Step[] {
  const { request } = server.connection;
  const { reply, timeline, socket } = client.connection;
  const show = hideRandomness(request.fields, reply.fields);
  const [start, state] = [client.taken[0]?.from ?? '', server.taken[0]?.from ?? ''];
  const reached = orderPhases(timeline);
  const replied = reached.indexOf('upgrade');
  return [
    note('client', [start]),
    ...reached.slice(0, replied).map((phase) => tellPhase(phase, socket)),
    note('server', [state]),
    arrow('client', 'server', [
      `${request.method} ${request.target} ${formatVersion(request.version)}`,
      ...request.fields.map(show),
    ]),
    ...server.taken.flatMap((taken) => [
      ...(taken.event === requestEvents.accept ? [note('server', [describeRow(server.outcome)])] : []),
      tellTaken('server', taken),
    ]),
    arrow('server', 'client', [
      `${formatVersion(reply.version)} ${reply.status} ${reply.reason}`,
      ...reply.fields.map(show),
    ]),
    ...reached.slice(replied).map((phase) => tellPhase(phase, socket)),
    ...client.taken.map((taken) => tellTaken('client', taken)),
  ];
}

/** The sample key for the one that was sent, its accept value for the other, and no port. */
function hideRandomness(sent: readonly Field[], received: readonly Field[]): (field: Field) => string {
  const [key = ''] = fieldValues(sent, 'sec-websocket-key');
  const [accept = ''] = fieldValues(received, 'sec-websocket-accept');
  if (accept !== computeAccept(key, sha1)) throw new Error(`${accept} is not the accept value of ${key}`);
  const shown = new Map([
    [key, sampleKey],
    [accept, computeAccept(sampleKey, sha1)],
  ]);
  return ({ name, value }) => `${name}: ${shown.get(value) ?? value.replace(/^(localhost):\d+$/, '$1')}`;
}

/** The phases that were reached, in the order in which their ends were marked. */
function orderPhases(timeline: Timeline): readonly (keyof Timeline)[] {
  const marks = Object.entries(timeline) as readonly [keyof Timeline, number | null][]; // it forgets the keys
  return marks
    .flatMap(([phase, mark]) => (mark === null ? [] : [{ phase, mark }]))
    .sort((a, b) => a.mark - b.mark)
    .map(({ phase }) => phase);
}

function tellPhase(phase: keyof Timeline, socket: Socket): Step {
  switch (phase) {
    case 'dns':
      return note('client', ['dns: the host has an address']);
    case 'tcp':
      return arrow('client', 'server', ['tcp: a connection']);
    case 'proxy':
      return arrow('client', 'server', ['proxy: a tunnel']);
    case 'tls': {
      if (!(socket instanceof TLSSocket)) throw new Error('TLS over no TLS');
      const certificate = socket.authorized ? 'a valid certificate' : 'a certificate that is not valid';
      return arrow('client', 'server', [
        `tls: ${socket.getProtocol()}, ${certificate}`,
        `ALPN ${socket.alpnProtocol}`,
      ]);
    }
    case 'upgrade':
      return note('client', ['upgrade: the head of the reply is complete']);
    case 'open':
      return note('client', ['open: the reply is a valid one']);
  }
}

function tellTaken(side: Side, { event, from, to, effects }: Taken): Step {
  return note(side, [
    `${event}: ${from} → ${to}`,
    ...(effects.length > 0 ? [`/ ${effects.join(', ')}`] : []),
  ]);
}

/** The row that has decided, by its number. */
function describeRow({ guard, clause, source, status }: Outcome): string {
  const place = serverTable.rows.findIndex((row) => row.guard === guard && row.clause === clause);
  return `row ${place + 1} of the server's table: ${guard}, ${status} (${source})`;
}

function formatVersion({ major, minor }: HttpVersion): string {
  return `HTTP/${major}.${minor}`;
}

function note(over: Side, lines: readonly string[]): Step {
  return { kind: 'note', over, lines };
}

function arrow(from: Side, to: Side, lines: readonly string[]): Step {
  return { kind: 'message', from, to, lines };
}
