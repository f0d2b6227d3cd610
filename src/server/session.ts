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
import { type Decided, describeOutcome } from './outcome.ts';
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
  /** Gives the connection to the application, with what was read of it. */
  readonly passOn: (reading: Reading, rest: Uint8Array) => void;
  /** Told once, when the handshake is decided. */
  readonly decided: () => void;
  /** Told once, when nothing is left to do for it. */
  readonly settled: () => void;
  /** Whether so many refused peers are reading their reply that this one cannot be waited for. */
  readonly isCrowded: () => boolean;
}

const ignore = () => {};

/** Milliseconds that a refused peer has to read its reply before the socket is destroyed. */
const lingering = 2_000;

/**
 * Plays the server's side of one connection. It holds no rule: the table decides, the session's machine says
 * what to do next, and each effect of the machine is carried out here.
 */
export function playSession(socket: Socket, settings: Settings, arrival: Arrival): void {
  const { clock, limits, policy } = settings;
  const reader = new HeadReader('request', limits.headOctets);
  const { arrivedAt = clock.now() } = arrival;
  const peer = { address: socket.remoteAddress, port: socket.remotePort };
  let reading: Reading = readUnfinished(reader.partial, 'cut', policy);
  let row: ServerRow | null = null;
  let message: { readonly row: FirstMessageRow; readonly error: unknown } | null = null;
  let rest: Uint8Array = reader.partial;
  let connection: ServerConnection | null = null;
  let waiting: Waiting | null = null;
  let stopWaiting = () => {};

  const perform: Record<SessionEffect, () => void> = {
    stopWaiting: () => stopWaiting(),
    decide() {
      row = decide(reading.facts, reading.endpoint.choices);
      lifecycle.send(requestEvents[row.verdict]);
    },
    ask() {
      const asking = new AbortController();
      const stopTimer = clock.after(reading.endpoint.answerDeadline, () => {
        reading = fillLateness(reading);
        lifecycle.send('TIMED_OUT');
      });
      const stopKeeping = keepOctets(socket, limits.headOctets, (octets) => {
        rest = Buffer.concat([rest, octets]);
      });
      const stopListening = listenForEnd();
      const stop = () => {
        stopTimer();
        stopKeeping();
        stopListening();
      };
      stopWaiting = () => {
        stop();
        asking.abort();
      };
      void askApplication(reading, socket, asking.signal).then((answered) => {
        stopWaiting = stop;
        reading = fillAnswer(reading, answered);
        lifecycle.send('ANSWERED');
      });
    },
    sendReply() {
      if (row) socket.write(writeReply(row, reading, clock.date()));
    },
    awaitMessage() {
      const held = connect();
      waiting = awaitFirstMessage(held, reading, clock, {
        onJudged(judged) {
          message = judged;
          lifecycle.send(messageEvents[judged.row.verdict]);
        },
        onGone: () => lifecycle.send('SOCKET_CLOSED'),
      });
      stopWaiting = waiting.stop;
    },
    report() {
      arrival.decided();
      const decided: Decided = { row, message: message?.row ?? null, error: message?.error ?? null };
      settings.onOutcome(describeOutcome(decided, reading, peer, clock.now() - arrivedAt));
    },
    handOver() {
      arrival.settled();
      waiting?.release();
      const accepted = connection ?? connect();
      attempt(() => reading.endpoint.onConnection(accepted), undefined);
    },
    passOn() {
      socket.off('error', ignore);
      arrival.settled();
      arrival.passOn(reading, rest);
    },
    endSocket() {
      const giveUp = clock.after(lingering, () => socket.destroy());
      socket.once('close', arrival.settled).once('close', giveUp);
      if (arrival.isCrowded()) socket.destroySoon();
      // Whatever else the peer has sent is read and dropped, or the reply could be lost to a reset.
      else socket.resume().end();
    },
    closeFrames() {
      socket.once('close', arrival.settled);
      waiting?.close(message?.row.code ?? 1008);
      if (arrival.isCrowded()) socket.destroySoon();
    },
    destroySocket() {
      socket.destroy();
      arrival.settled();
    },
  };
  const carryOut = (effect: SessionEffect) => perform[effect]();
  const lifecycle: Lifecycle<SessionState, SessionEvent> =
    settings.interpreter === 'actor'
      ? interpret(serverSession, carryOut, settings.inspect)
      : run(compiled, carryOut);

  function connect(): ServerConnection {
    const { request, target, subprotocol, extensions, deflate, answer } = reading;
    if (!request || !target || !('path' in target)) throw new Error('accepted what was not read');
    const { path } = target;
    const context = answer?.context;
    const head = Buffer.from(rest);
    connection = {
      ...{ role: 'server', socket, head, request, path },
      ...{ subprotocol, extensions, deflate, context },
    };
    return connection;
  }
  function conclude(event: SessionEvent, read: Reading): void {
    reading = read;
    lifecycle.send(event);
  }
  function read(): void {
    for (let chunk = socket.read(); chunk !== null; chunk = socket.read()) {
      const progress = reader.push(chunk);
      if (progress.state === 'incomplete') continue;
      if (progress.state === 'complete') rest = progress.rest;
      conclude('HEAD_READ', readRequestHead(progress, policy));
      return;
    }
  }
  /** Hears when the peer ends its side, or is gone. */
  function listenForEnd(): () => void {
    const ended = () => conclude('PEER_ENDED', row ? reading : readUnfinished(reader.partial, 'cut', policy));
    const gone = () => lifecycle.send('SOCKET_CLOSED');
    socket.on('end', ended).on('close', gone);
    return () => socket.off('end', ended).off('close', gone);
  }

  socket.on('error', ignore); // in every state: 'close' follows, and the session hears that
  if (!arrival.admitted) {
    conclude('LIMIT_REACHED', readUnfinished(reader.partial, 'unadmitted', policy));
  } else if (arrival.read) {
    rest = arrival.read.rest;
    conclude('HEAD_READ', arrival.read.reading);
  } else {
    const late = () => conclude('TIMED_OUT', readUnfinished(reader.partial, 'late', policy));
    const stopTimer = clock.after(Math.max(arrivedAt + settings.deadline - clock.now(), 0), late);
    const stopListening = listenForEnd();
    socket.on('readable', read);
    stopWaiting = () => {
      stopTimer();
      stopListening();
      socket.off('readable', read);
    };
  }
}
