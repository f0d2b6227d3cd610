import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Goes on with an upgrade when the requests before it on the connection are answered: replies come in the order of
 * the requests, and none behind the one that closes the connection. The socket keeps a listener for errors from
 * here on, since Node takes its own away with the parser and a peer may reset the connection in any state.
 *
 * @param goOn is called at most once, with a socket that may be written to
 * @param giveUp is called in its place where the connection has ended before
 * @see RFC 9112 §9.3.2, §9.6
 */
export function afterAnswers(socket: Socket, goOn: () => void, giveUp = () => {}): void {
  socket.off('error', ignore).on('error', ignore);
  waitForTurn(socket, goOn, giveUp);
}

function ignore(): void {}

function waitForTurn(socket: Socket, goOn: () => void, giveUp: () => void): void {
  if (!socket.writable) {
    giveUp();
    return;
  }
  const { _httpMessage: answer } = socket as Socket & { _httpMessage?: ServerResponse | null }; // Node's own
  if (!answer) {
    goOn();
    return;
  }
  const drain = () => answer.emit('drain'); // Node's own listener went with the parser
  socket.on('drain', drain);
  answer.once('close', () => {
    socket.off('drain', drain);
    waitForTurn(socket, goOn, giveUp);
  });
}
