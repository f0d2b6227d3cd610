import { startConnect } from './handshake.ts';
import type { ClientConnection, HandshakeOptions } from './option.ts';

/**
 * Opens one connection. No redirect is followed, nothing is tried twice.
 *
 * @param url a WebSocket URI, as a string or a `URL`, for example `ws://127.0.0.1:8080/chat`
 * @throws HandshakeError with the clause, the phase, and of a reply its status, headers and body; TypeError for an
 *   option that is unknown or of another kind
 */
export async function connect(url: string | URL, options: HandshakeOptions = {}): Promise<ClientConnection> {
  const handshake = startConnect(url, options);
  return new Promise((resolve, reject) => {
    handshake.once('open', resolve).once('error', reject);
  });
}
