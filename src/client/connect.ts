import { startHandshake } from './handshake.ts';
import type { ClientConnection, HandshakeOptions } from './option.ts';

/**
 * Opens one connection. No redirect is followed, nothing is tried twice.
 *
 * @param url a WebSocket URI, for example `ws://127.0.0.1:8080/chat`
 * @throws HandshakeError with the clause, the phase, and of a reply its status, headers and body
 */
export async function connect(url: string, options: HandshakeOptions = {}): Promise<ClientConnection> {
  const handshake = startHandshake(url, options);
  return new Promise((resolve, reject) => {
    handshake.once('open', resolve).once('error', reject);
  });
}
