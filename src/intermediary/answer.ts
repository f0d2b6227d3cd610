import { STATUS_CODES } from 'node:http';
import { writeMessage } from './message.ts';

/** A reply of the hop's own, after which it closes the connection (RFC 9110 §3.7: towards the client it is a server). */
export function writeAnswer(status: number, date: Date): Uint8Array {
  return writeMessage({
    startLine: `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    fields: [
      ['Date', date.toUTCString()],
      ['Connection', 'close'],
      ['Content-Length', '0'],
    ],
  });
}
