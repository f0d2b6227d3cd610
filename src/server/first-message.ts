import { decideFirstMessage } from '../../models/compiled/first-message.ts';
import type { FirstMessageRow } from '../../models/decisions/row.ts';
import type { FirstMessageFacts } from '../../models/facts/first-message.ts';
import type { Clock } from '../clock.ts';
import { messageFacts, parseAuthMessage } from '../facts/first-message-facts.ts';
import type { RequestReading } from '../facts/request-facts.ts';
import { holdMessages } from '../frames/held-message.ts';
import { describeRequest } from './ask.ts';
import type { ServerConnection } from './connection.ts';
import type { ServedEndpoint } from './endpoint-option.ts';

export interface WaitingEvents {
  /** A verdict; one that comes after `stop` is of no use any more. */
  readonly onJudged: (judged: { readonly row: FirstMessageRow; readonly error: unknown }) => void;
  /** The peer went away. */
  readonly onGone: () => void;
}

/** A connection whose first message is waited for. */
export interface Waiting {
  /** Waits no longer. */
  readonly giveUp: () => void;
  /** Nobody waits any more: no timer is left, and who still validates is told. */
  readonly stop: () => void;
  /** Lets the messages that waited through. */
  readonly release: () => void;
  /** Ends the connection by a Close frame. */
  readonly close: (code: number) => void;
}

/** Holds a connection until its first message has brought a valid credential, or is known to bring none. */
export function awaitFirstMessage(
  connection: ServerConnection,
  reading: RequestReading<ServedEndpoint>,
  clock: Clock,
  { onJudged, onGone }: WaitingEvents,
): Waiting {
  const method = reading.endpoint.firstMessage;
  if (!method) throw new Error('no first message is awaited here');
  const validating = new AbortController();
  let validation: 'ahead' | 'under way' | 'over' = 'ahead';
  const judge = (facts: FirstMessageFacts, error: unknown = null) =>
    onJudged({ row: decideFirstMessage(facts), error });
  const validate = async (token: string) => {
    const request = describeRequest(reading, connection.socket, validating.signal);
    return method.verify(token, { ...request, credential: token });
  };
  const held = holdMessages(connection, {
    maxPayload: method.maxOctets,
    maxHeld: method.maxHeld,
    onMessage(text) {
      const token = text === null ? null : parseAuthMessage(text);
      if (token === null) {
        judge(messageFacts.other);
        return;
      }
      validation = 'under way';
      validate(token)
        .finally(() => {
          validation = 'over';
        })
        .then(
          (isValid) => judge(isValid ? messageFacts.valid : messageFacts.invalid),
          (error: unknown) => judge(messageFacts.threw, error),
        );
    },
    onOverflow: (what) => judge(what === 'size' ? messageFacts.tooLarge : messageFacts.crowded),
    onGone,
  });
  const giveUp = () => judge(validation === 'under way' ? messageFacts.slow : messageFacts.late);
  const stopTimer = clock.after(method.deadline, giveUp);
  return {
    giveUp,
    stop() {
      stopTimer();
      if (validation !== 'over') validating.abort();
    },
    release: held.release,
    close: (code) => held.close(code, code === 1008 ? 'authentication failed' : 'the server cannot validate'),
  };
}
