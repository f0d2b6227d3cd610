import type { Socket } from 'node:net';
import type { Ending } from './ending.ts';

/** What reads a reply, as `ReplyReader` does. */
interface Reader<Judged> {
  push(chunk: Uint8Array): Judged | null;
  end(closed: boolean): Judged | null;
}

/** One request and what is said to it. */
export interface RequestExchange<Judged> {
  readonly socket: Socket;
  /** One character for each octet. */
  readonly request: string;
  readonly reader: Reader<Judged>;
  /** Comes when nobody waits for the reply any more. */
  readonly ending: Ending;
  /**
   * Called once, with the reply as it was judged; with null where the connection has ended before, or nobody
   * waits any more. `cause`: the error that broke the connection.
   */
  readonly onEnd: (judged: Judged | null, cause: unknown) => void;
}

/** Sends a request, and reads from the socket until the reply is judged; what lies behind it is left there. */
export function exchange<Judged>({ socket, request, reader, ending, onEnd }: RequestExchange<Judged>): void {
  let cause: unknown;
  const finish = (judged: Judged | null) => {
    socket.off('readable', read).off('error', note).off('end', closed).off('close', closed);
    ending.ignore(giveUp);
    onEnd(judged, cause);
  };
  const read = () => {
    for (let chunk = socket.read(); chunk !== null; chunk = socket.read()) {
      const judged = reader.push(chunk);
      if (judged) {
        finish(judged);
        return;
      }
    }
  };
  const note = (error: unknown) => {
    cause = error;
  };
  // Content until close is complete unless the connection broke (RFC 9112 §8).
  const closed = () => finish(reader.end(cause === undefined));
  const giveUp = () => finish(null);
  if (ending.hasCome) giveUp();
  // What the socket has told before, it does not tell again.
  else if (socket.readableEnded || socket.destroyed) closed();
  else {
    ending.listen(giveUp);
    socket.on('readable', read).on('error', note).on('end', closed).on('close', closed);
    socket.write(request, 'latin1');
  }
}
