import type { Socket } from 'node:net';
import { compileDecision, compileLifecycle, run } from '../../models/compile.ts';
import { interpret, type Lifecycle } from '../../models/decide.ts';
import { serverDecision } from '../../models/server-decision.ts';
import {
  requestEvents,
  type SessionEffect,
  type SessionEvent,
  type SessionState,
  serverSession,
} from '../../models/server-session.ts';
import type { ServerRow } from '../../models/vocabulary.ts';
import { type RequestReading, readRequestHead, readUnfinished } from '../facts/request-facts.ts';
import { HeadReader } from '../wire/index.ts';
import type { Settings } from './option.ts';
import { describeOutcome } from './outcome.ts';
import { writeReply } from './reply.ts';

const decide = compileDecision(serverDecision);
const compiled = compileLifecycle<SessionState, SessionEvent, SessionEffect>(serverSession);

/** How a session and the others on its server know of each other. */
export interface Pending {
  /** Told once, when the handshake is decided. */
  readonly decided: () => void;
  /** Told once, when nothing is left to do for it. */
  readonly settled: () => void;
  /** Whether so many refused peers are reading their reply that this one cannot be waited for. */
  readonly isCrowded: () => boolean;
}

/** Milliseconds that a refused peer has to read its reply before the socket is destroyed. */
const lingering = 2_000;

/**
 * Plays the server's side of one connection. It holds no rule: the table decides, the session's machine says
 * what to do next, and each effect of the machine is carried out here.
 *
 * @param admitted whether the limit on pending handshakes leaves room for this one
 */
export function playSession(socket: Socket, settings: Settings, admitted: boolean, pending: Pending): void {
  const { clock, limits, policy, choices } = settings;
  const reader = new HeadReader('request', limits.headOctets);
  const arrivedAt = clock.now();
  const peer = { address: socket.remoteAddress, port: socket.remotePort };
  let reading: RequestReading = readUnfinished(reader.partial, 'cut');
  let row: ServerRow | null = null;
  let rest: Uint8Array = reader.partial;

  const perform: Record<SessionEffect, () => void> = {
    decide() {
      row = decide(reading.facts, choices);
      lifecycle.send(requestEvents[row.verdict]);
    },
    stopDeadline() {
      stopDeadline();
      socket.off('readable', read).off('end', endOfPeer).off('close', gone);
    },
    sendReply() {
      if (row) socket.write(writeReply(row, reading, clock.date()));
    },
    report() {
      pending.decided();
      settings.onOutcome(describeOutcome(row, reading, peer, clock.now() - arrivedAt));
    },
    handOver() {
      pending.settled();
      const { request, target, subprotocol } = reading;
      if (!request || !target || !('path' in target)) throw new Error('accepted what was not read');
      const head = Buffer.from(rest);
      const { path } = target;
      settings.onConnection({ role: 'server', socket, head, request, path, subprotocol, extensions: [] });
    },
    passOn() {
      pending.settled();
      socket.unshift(Buffer.concat([reading.head, rest]));
      settings.application?.emit('connection', socket);
    },
    endSocket() {
      socket.once('close', pending.settled);
      if (pending.isCrowded()) {
        socket.destroySoon();
        return;
      }
      // Whatever else the peer has sent is read and dropped, or the reply could be lost to a reset.
      socket.resume().end();
      const giveUp = clock.after(lingering, () => socket.destroy());
      socket.once('close', giveUp);
    },
    destroySocket() {
      socket.destroy();
      pending.settled();
    },
  };
  const carryOut = (effect: SessionEffect) => perform[effect]();
  const lifecycle: Lifecycle<SessionState, SessionEvent> =
    settings.interpreter === 'actor'
      ? interpret(serverSession, carryOut, settings.inspect)
      : run(compiled, carryOut);

  function conclude(event: SessionEvent, read: RequestReading): void {
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
  const endOfPeer = () => conclude('PEER_ENDED', readUnfinished(reader.partial, 'cut'));
  const gone = () => lifecycle.send('SOCKET_CLOSED');
  const late = () => conclude('TIMED_OUT', readUnfinished(reader.partial, 'late'));

  socket.on('error', () => {}); // in every state: 'close' follows, and the session hears that
  socket.on('readable', read).on('end', endOfPeer).on('close', gone);
  const stopDeadline = clock.after(settings.deadline, late);
  if (!admitted) conclude('LIMIT_REACHED', readUnfinished(reader.partial, 'unadmitted'));
}
