import { fillAnswer, fillLateness } from '../facts/answer-facts.ts';
import { askApplication } from './ask.ts';
import { keepOctets } from './keep-octets.ts';
import { conclude, listenForEnd, readingOf, type Session } from './session-state.ts';

/** Asks the application, and keeps what the peer sends meanwhile. */
export function awaitAnswer(session: Session): void {
  const { socket, settings } = session;
  const reading = readingOf(session);
  const asking = new AbortController();
  const late = () => conclude(session, 'TIMED_OUT', fillLateness(reading));
  const stopTimer = settings.clock.after(reading.endpoint.answerDeadline, late);
  session.arrival.place.giveWay = late;
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
