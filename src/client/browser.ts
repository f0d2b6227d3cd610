import type { ClauseId } from '../../models/clauses.ts';
import type { NewField } from '../wire/index.ts';
import { HandshakeError } from './handshake-error.ts';
import type { ClientConnection, HandshakeOptions } from './option.ts';

/** What a script has set that it has no say in; null when it has not. */
export function checkScript(
  headers: readonly NewField[],
  { permessageDeflate }: HandshakeOptions,
): { readonly problem: string; readonly clause: ClauseId } | null {
  const guarded = headers.find(([name]) => /^sec-/i.test(name));
  if (guarded) {
    const problem = `the field ${guarded[0]} cannot be set: no script can set a field whose name begins with Sec-`;
    return { problem, clause: 'service/2.6/sec-fields-guarded' };
  }
  if (headers.length > 0) {
    const problem = 'header fields are set, but a script can set only the URL and the subprotocols';
    return { problem, clause: 'service/4/browser-constructor' };
  }
  if (permessageDeflate === undefined) return null;
  const problem = 'permessageDeflate is set, but a browser decides on compression by itself';
  return { problem, clause: 'service/2.5/compression-unscripted' };
}

/** An http or https URL as the ws or wss URL that it is taken for; any other as it is. */
export function toWebSocketUrl(url: string): string {
  return url.replace(/^http(s?):/i, 'ws$1:');
}

/** The connection as a script is shown it. */
export function hideReply(connection: ClientConnection): ClientConnection {
  return { ...connection, reply: { ...connection.reply, fields: [] }, cookies: [] };
}

/**
 * The one error that a script is told of every failure: it would otherwise learn which hosts and ports of the
 * user's network answer.
 */
export function hideFailure(): HandshakeError {
  const error = new HandshakeError({
    clause: 'whatwg/4/failure-untold',
    phase: 'upgrade',
    message: 'the connection failed, and a script is not told why',
  });
  error.stack = String(error); // the calls that led here would tell
  return error;
}
