import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * The connection on which an upgrade is asked for. Where the request announces content that has not arrived yet,
 * Node 26 gives a stream in its place, which begins behind the content and ends as the connection does. Whoever
 * takes the connection itself refuses such a request, so both the content and the stream are read and dropped.
 */
export function socketOf(message: IncomingMessage, stream: Duplex): Socket {
  if (stream !== message.socket) stream.on('error', ignore).resume();
  return message.socket;
}

function ignore(): void {}
