import type { Socket } from 'node:net';
import { compileLifecycle, run } from '../../models/compile.ts';
import { decideRequest } from '../../models/compiled/server.ts';
import { interpret } from '../../models/decide.ts';
import {
  messageEvents,
  requestEvents,
  type SessionEffect,
  type SessionEvent,
  type SessionState,
  serverSession,
} from '../../models/lifecycles/session.ts';
import { attempt } from '../attempt.ts';
import { readUnfinished } from '../facts/request-facts.ts';
import { HeadReader } from '../wire/index.ts';
import { awaitAnswer } from './await-answer.ts';
import { awaitHead } from './await-head.ts';
import { awaitFirstMessage } from './first-message.ts';
import type { Settings } from './option.ts';
import { type Decided, describeOutcome } from './outcome.ts';
import { writeReply } from './reply.ts';
import {
  type Arrival,
  conclude,
  makeConnection,
  nothing,
  type PassOn,
  readingOf,
  type Session,
} from './session-state.ts';

const compiled = compileLifecycle<SessionState, SessionEvent, SessionEffect>(serverSession);

const ignore = () => {};

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
    reader: new HeadReader('request', limits.headOctets),
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
  if (!arrival.place.admitted) {
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
    session.row = decideRequest(facts, endpoint.choices);
    session.lifecycle.send(requestEvents[session.row.verdict]);
  },
  ask: awaitAnswer,
  sendReply(session) {
    const { socket, row, settings } = session;
    if (row) socket.write(writeReply(row, readingOf(session), settings.clock.date), 'latin1');
  },
  awaitMessage(session) {
    session.waiting = awaitFirstMessage(makeConnection(session), readingOf(session), session.settings.clock, {
      onJudged(judged) {
        session.message = judged;
        session.lifecycle.send(messageEvents[judged.row.verdict]);
      },
      onGone: () => session.lifecycle.send('SOCKET_CLOSED'),
    });
    session.stopWaiting = session.waiting.stop;
    session.arrival.place.giveWay = session.waiting.giveUp;
  },
  report(session) {
    const { arrival, settings, origin, row, message } = session;
    arrival.place.decided();
    if (!origin) return;
    const decided: Decided = { row, message: message?.row ?? null, error: message?.error ?? null };
    const durationMs = settings.clock.now() - origin.arrivedAt;
    settings.onOutcome?.(describeOutcome(decided, readingOf(session), origin.peer, durationMs));
  },
  handOver(session) {
    session.arrival.place.settled();
    session.waiting?.release();
    const accepted = session.connection ?? makeConnection(session);
    attempt(() => readingOf(session).endpoint.onConnection(accepted), undefined);
  },
  passOn(session) {
    const { socket, arrival, rest } = session;
    socket.off('error', ignore);
    arrival.place.settled();
    session.passOn(socket, readingOf(session), rest);
  },
  endSocket({ socket, arrival: { place }, settings }) {
    const giveUp = settings.clock.after(lingering, () => socket.destroy());
    socket.once('close', () => {
      giveUp();
      place.settled();
    });
    if (place.isCrowded()) socket.destroySoon();
    // Whatever else the peer has sent is read and dropped, or the reply could be lost to a reset.
    else socket.resume().end();
  },
  closeFrames({ socket, arrival: { place }, waiting, message }) {
    socket.once('close', place.settled);
    waiting?.close(message?.row.code ?? 1008);
    if (place.isCrowded()) socket.destroySoon();
  },
  destroySocket({ socket, arrival }) {
    socket.destroy();
    arrival.place.settled();
  },
};
