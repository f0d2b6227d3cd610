import { readRequestHead, readUnfinished } from '../facts/request-facts.ts';
import { conclude, listenForEnd, type Session } from './session-state.ts';

/** Reads until the head is complete, or known to become none, or its time is over. */
export function awaitHead(session: Session): void {
  const { socket, settings, reader, arrival } = session;
  const { clock, deadline, policy } = settings;
  const read = (chunk: Uint8Array) => {
    const progress = reader.push(chunk);
    if (progress.state === 'incomplete') return;
    if (progress.state === 'complete') session.rest = progress.rest;
    conclude(session, 'HEAD_READ', readRequestHead(progress, policy));
  };
  const late = () => conclude(session, 'TIMED_OUT', readUnfinished(reader.partial, 'late', policy));
  const passed = arrival.arrivedAt === null ? 0 : clock.now() - arrival.arrivedAt;
  const stopTimer = clock.after(Math.max(deadline - passed, 0), late);
  arrival.place.giveWay = () =>
    conclude(session, 'LIMIT_REACHED', readUnfinished(reader.partial, 'unadmitted', policy));
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
