import type { Socket } from 'node:net';
import { compileDecision, compileLifecycle, run } from '../../models/compile.ts';
import { interpret, type Lifecycle } from '../../models/decide.ts';
import { serverDecision } from '../../models/server-decision.ts';
import {
  messageEvents,
  requestEvents,
  type SessionEffect,
  type SessionEvent,
  type SessionState,
  serverSession,
} from '../../models/server-session.ts';
import type { FirstMessageRow, ServerRow } from '../../models/vocabulary.ts';
import { attempt } from '../attempt.ts';
import { fillAnswer, fillLateness } from '../facts/answer-facts.ts';
import { type RequestReading, readRequestHead, readUnfinished } from '../facts/request-facts.ts';
import { HeadReader } from '../wire/index.ts';
import { askApplication } from './ask.ts';
import type { ServerConnection } from './connection.ts';
import type { ServedEndpoint } from './endpoint-option.ts';
import { awaitFirstMessage, type Waiting } from './first-message.ts';
import { keepOctets } from './keep-octets.ts';
import type { Settings } from './option.ts';
import { type Decided, describeOutcome, type Peer } from './outcome.ts';
import { writeReply } from './reply.ts';

const decide = compileDecision(serverDecision);
const compiled = compileLifecycle<SessionState, SessionEvent, SessionEffect>(serverSession);

type Reading = RequestReading<ServedEndpoint>;

/** How a session begins, and how it and the others on its server know of each other. */
export interface Arrival {
  /** Whether the limit on pending handshakes leaves room for this one. */
  readonly admitted: boolean;
  /** When the connection came, by the clock of the settings; just now where it is left out. */
  readonly arrivedAt?: number;
  /** A head that somebody else has read, and the octets that came behind it. */
  readonly read?: { readonly reading: Reading; readonly rest: Uint8Array };
  /** Told once, when the handshake is decided. */
  readonly decided: () => void;
  /** Told once, when nothing is left to do for it. */
  readonly settled: () => void;
  /** Whether so many refused peers are reading their reply that this one cannot be waited for. */
  readonly isCrowded: () => boolean;
}

/** Gives a connection to the application, with what was read of it. */
export type PassOn = (socket: Socket, reading: Reading, rest: Uint8Array) => void;

/** What is known of one connection. */
interface Session {
  readonly socket: Socket;
  readonly settings: Settings;
  readonly arrival: Arrival;
  readonly passOn: PassOn;
  /** From where and when it came; null where nobody wants to know. */
  readonly origin: { readonly peer: Peer; readonly arrivedAt: number } | null;
  /** Null where somebody else has read the head. */
  readonly reader: HeadReader | null;
  /** Null until there is something to decide on. */
  reading: Reading | null;
  /** Octets behind what was read. */
  rest: Uint8Array;
  row: ServerRow | null;
  message: { readonly row: FirstMessageRow; readonly error: unknown } | null;
  connection: ServerConnection | null;
  waiting: Waiting | null;
  stopWaiting: () => void;
  readonly lifecycle: Lifecycle<SessionState, SessionEvent>;
}

const ignore = () => {};
const nothing = Buffer.alloc(0);

/** Milliseconds that a refused peer has to read its reply before the socket is destroyed. */
const lingering = 2_000;

/**
 * Plays the server's side of one connection. It holds no rule: the table decides, the session's machine says
 * what to do next, and each effect of the machine is carried out by a function of its name.
 */
export function playSession(socket: Socket, settings: Settings, arrival: Arrival, passOn: PassOn): void {
  const { clock, interpreter, inspect, onOutcome, limits, policy } = settings;
  const carryOut = (effect: SessionEffect) => effects[effect](session);
  // Each connection costs what stands here: only what will be told is asked for.
  const session: Session = {
    socket,
    settings,
    arrival,
    passOn,
    origin: onOutcome && {
      peer: { address: socket.remoteAddress, port: socket.remotePort },
      arrivedAt: arrival.arrivedAt ?? clock.now(),
    },
    reader: arrival.read ? null : new HeadReader('request', limits.headOctets),
    reading: null,
    rest: nothing,
    row: null,
    message: null,
    connection: null,
    waiting: null,
    stopWaiting: ignore,
    lifecycle:
      interpreter === 'actor' ? interpret(serverSession, carryOut, inspect) : run(compiled, carryOut),
  };
  socket.on('error', ignore); // in every state: 'close' follows, and the session hears that
  if (!arrival.admitted) {
    conclude(session, 'LIMIT_REACHED', readUnfinished(nothing, 'unadmitted', policy));
  } else if (arrival.read) {
    session.rest = arrival.read.rest;
    conclude(session, 'HEAD_READ', arrival.read.reading);
  } else {
    awaitHead(session);
  }
}

/** What the machine's effects come to. */
const effects: Record<SessionEffect, (session: Session) => void> = {
  stopWaiting: (session) => session.stopWaiting(),
  decide(session) {
    const { facts, endpoint } = readingOf(session);
    session.row = decide(facts, endpoint.choices);
    session.lifecycle.send(requestEvents[session.row.verdict]);
  },
  ask,
  sendReply(session) {
    const { socket, row, settings } = session;
    if (row) socket.write(writeReply(row, readingOf(session), settings.clock.date), 'latin1');
  },
  awaitMessage(session) {
    session.waiting = awaitFirstMessage(connect(session), readingOf(session), session.settings.clock, {
      onJudged(judged) {
        session.message = judged;
        session.lifecycle.send(messageEvents[judged.row.verdict]);
      },
      onGone: () => session.lifecycle.send('SOCKET_CLOSED'),
    });
    session.stopWaiting = session.waiting.stop;
  },
  report(session) {
    const { arrival, settings, origin, row, message } = session;
    arrival.decided();
    if (!origin) return;
    const decided: Decided = { row, message: message?.row ?? null, error: message?.error ?? null };
    const durationMs = settings.clock.now() - origin.arrivedAt;
    settings.onOutcome?.(describeOutcome(decided, readingOf(session), origin.peer, durationMs));
  },
  handOver(session) {
    session.arrival.settled();
    session.waiting?.release();
    const accepted = session.connection ?? connect(session);
    attempt(() => readingOf(session).endpoint.onConnection(accepted), undefined);
  },
  passOn(session) {
    const { socket, arrival, rest } = session;
    socket.off('error', ignore);
    arrival.settled();
    session.passOn(socket, readingOf(session), rest);
  },
  endSocket({ socket, arrival, settings }) {
    const giveUp = settings.clock.after(lingering, () => socket.destroy());
    socket.once('close', arrival.settled).once('close', giveUp);
    if (arrival.isCrowded()) socket.destroySoon();
    // Whatever else the peer has sent is read and dropped, or the reply could be lost to a reset.
    else socket.resume().end();
  },
  closeFrames({ socket, arrival, waiting, message }) {
    socket.once('close', arrival.settled);
    waiting?.close(message?.row.code ?? 1008);
    if (arrival.isCrowded()) socket.destroySoon();
  },
  destroySocket({ socket, arrival }) {
    socket.destroy();
    arrival.settled();
  },
};

/** What was read; where nothing was, what there is of the head. */
function readingOf(session: Session): Reading {
  session.reading ??= readUnfinished(session.reader?.partial ?? nothing, 'cut', session.settings.policy);
  return session.reading;
}

function conclude(session: Session, event: SessionEvent, reading: Reading): void {
  session.reading = reading;
  session.lifecycle.send(event);
}

/** Reads until the head is complete, or known to become none, or its time is over. */
function awaitHead(session: Session): void {
  const { socket, settings, reader, arrival } = session;
  const { clock, deadline, policy } = settings;
  if (!reader) return;
  const read = (chunk: Uint8Array) => {
    const progress = reader.push(chunk);
    if (progress.state === 'incomplete') return;
    if (progress.state === 'complete') session.rest = progress.rest;
    conclude(session, 'HEAD_READ', readRequestHead(progress, policy));
  };
  const late = () => conclude(session, 'TIMED_OUT', readUnfinished(reader.partial, 'late', policy));
  const passed = arrival.arrivedAt === undefined ? 0 : clock.now() - arrival.arrivedAt;
  const stopTimer = clock.after(Math.max(deadline - passed, 0), late);
  const stopListening = listenForEnd(session);
  socket.on('data', read);
  session.stopWaiting = () => {
    stopTimer();
    stopListening();
    socket.off('data', read);
    // As node:http leaves a socket at an upgrade: what comes is kept until somebody reads.
    (socket as { readableFlowing: boolean | null }).readableFlowing = null; // in Node's types it cannot be set
  };
}

/** Hears when the peer ends its side, or is gone. */
function listenForEnd(session: Session): () => void {
  const { socket } = session;
  const ended = () => conclude(session, 'PEER_ENDED', readingOf(session));
  const gone = () => session.lifecycle.send('SOCKET_CLOSED');
  socket.on('end', ended).on('close', gone);
  return () => socket.off('end', ended).off('close', gone);
}

/** Asks the application, and keeps what the peer sends meanwhile. */
function ask(session: Session): void {
  const { socket, settings } = session;
  const reading = readingOf(session);
  const asking = new AbortController();
  const stopTimer = settings.clock.after(reading.endpoint.answerDeadline, () =>
    conclude(session, 'TIMED_OUT', fillLateness(reading)),
  );
  const stopKeeping = keepOctets(socket, settings.limits.headOctets, (octets) => {
    session.rest = Buffer.concat([session.rest, octets]);
  });
  const stopListening = listenForEnd(session);
  const stop = () => {
    stopTimer();
    stopKeeping();
    stopListening();
  };
  session.stopWaiting = () => {
    stop();
    asking.abort();
  };
  void askApplication(reading, socket, asking.signal).then((answered) => {
    session.stopWaiting = stop;
    conclude(session, 'ANSWERED', fillAnswer(reading, answered));
  });
}

/** What the application is given. */
function connect(session: Session): ServerConnection {
  const { socket, rest } = session;
  const { request, target, subprotocol, extensions, deflate, answer } = readingOf(session);
  if (!request || !target || !('path' in target)) throw new Error('accepted what was not read');
  session.connection = {
    role: 'server',
    socket,
    head: rest.length === 0 ? nothing : Buffer.from(rest.buffer, rest.byteOffset, rest.length),
    request,
    path: target.path,
    subprotocol,
    extensions,
    deflate,
    context: answer?.context,
  };
  return session.connection;
}
