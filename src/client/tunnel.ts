import type { Socket } from 'node:net';
import { connectionClauses } from '../../models/lifecycles/connection.ts';
import type { Ending } from './ending.ts';
import { exchange } from './exchange.ts';
import type { Setback } from './handshake-error.ts';
import { describeTunnelFailure } from './reason.ts';
import type { TunnelReader } from './reply-reader.ts';

export interface TunnelOptions {
  /** The connection to the proxy. */
  readonly socket: Socket;
  /** CONNECT, one character for each octet. */
  readonly request: string;
  readonly reader: TunnelReader;
  readonly ending: Ending;
}

/**
 * Asks a proxy for a tunnel. Once it is formed, what comes from the socket comes from the other end, the octets
 * behind the head of the reply first.
 *
 * @see RFC 9110 §9.3.6
 */
export function openTunnel(options: TunnelOptions): Promise<{ readonly ok: true } | Setback> {
  const { socket, reader } = options;
  return new Promise((resolve) => {
    exchange({
      ...options,
      onEnd(judged, cause) {
        if (judged?.row.verdict === 'tunnelled') {
          if (judged.rest.length > 0) socket.unshift(judged.rest);
          resolve({ ok: true });
        } else if (judged) {
          resolve({ ok: false, event: 'TUNNEL_REFUSED', failure: describeTunnelFailure(judged) });
        } else {
          const head = reader.partial;
          const message =
            head.length > 0
              ? `the proxy closed the connection after ${head.length} octets of a reply to CONNECT`
              : 'the proxy closed the connection without a reply to CONNECT';
          const clause = connectionClauses.CONNECT_FAILED;
          resolve({
            ok: false,
            event: 'CONNECT_FAILED',
            failure: { clause, phase: 'proxy', message, head, cause },
          });
        }
      },
    });
  });
}
