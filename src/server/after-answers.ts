import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { keepOctets } from './keep-octets.ts';

/** So many octets that come before their turn are kept; whoever sends more has to wait. */
const most = 65_536;

/**
 * Goes on with an upgrade when the requests before it on the connection are answered: replies come in the order of
 * the requests, and none behind the one that closes the connection. The socket keeps a listener for errors from
 * here on, since Node takes its own away with the parser and a peer may reset the connection in any state. A peer that
 * ends its side before its turn gets the end of the connection, as Node would end it.
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
  const end = () => socket.end();
  const kept: Buffer[] = [];
  // The end is seen by who reads alone.
  const stopKeeping = keepOctets(socket, most, (octets) => kept.push(octets));
  socket.on('drain', drain).on('end', end);
  answer.once('close', () => {
    stopKeeping();
    socket.off('drain', drain).off('end', end);
    if (socket.writable && kept.length > 0) socket.unshift(Buffer.concat(kept));
    waitForTurn(socket, goOn, giveUp);
  });
}
