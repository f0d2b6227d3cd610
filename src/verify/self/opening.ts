import { sampleKey } from '../judge/target.ts';
import { endpoint } from './set-up.ts';

/** A canonical opening, as text of one octet for each character; further field lines end with CRLF. */
export function writeOpening(more = '', path: string = endpoint.path): string {
  return (
    `GET ${path} HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
    `Sec-WebSocket-Key: ${sampleKey}\r\nSec-WebSocket-Version: 13\r\n${more}\r\n`
  );
}
