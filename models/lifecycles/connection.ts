import { emit, setup } from 'xstate';
import type { ClauseId } from '../clauses.ts';

export type ConnectionState = 'connecting' | 'open' | 'failed' | 'closed';

/** What can happen to a client that waits for the server's reply; the last four are verdicts on a reply. */
export type ConnectionEvent =
  | 'CONNECT_FAILED'
  | 'TUNNEL_REFUSED'
  | 'TLS_FAILED'
  | 'SOCKET_CLOSED'
  | 'TIMED_OUT'
  | 'ABORTED'
  | 'INTERIM_RECEIVED'
  | 'REPLY_FAILED'
  | 'REPLY_DISPROVED'
  | 'ESTABLISHED';

/** What a transition has done: the first two by the shell, the others told to whoever listens. */
export type ConnectionEffect = 'stopDeadline' | 'destroySocket' | 'open' | 'error' | 'close';

/** The clause that each event brings to bear. */
export const connectionClauses = {
  CONNECT_FAILED: 'rfc6455/4.1/connection-failed',
  TUNNEL_REFUSED: 'rfc9110/9.3.6/tunnel-refused',
  TLS_FAILED: 'rfc6455/4.1/tls-failure',
  SOCKET_CLOSED: 'service/7/closed-without-response',
  TIMED_OUT: 'service/3/no-response',
  ABORTED: 'rfc6455/7.1.7/no-close-frame',
  INTERIM_RECEIVED: 'rfc9110/15.2/interim-replies',
  REPLY_FAILED: 'rfc6455/4.1/status-101',
  REPLY_DISPROVED: 'rfc6455/4.1/accept-value',
  ESTABLISHED: 'rfc6455/4.1/established',
} as const satisfies Record<ConnectionEvent, ClauseId>;

const { createMachine } = setup({
  types: {
    events: {} as { type: ConnectionEvent }, // XState's way of naming types: the values are never read
    emitted: {} as { type: 'open' | 'error' | 'close' },
  },
  actions: {
    stopDeadline: () => {},
    destroySocket: () => {},
    emitOpen: emit({ type: 'open' }),
    emitError: emit({ type: 'error' }),
    emitClose: emit({ type: 'close' }),
  },
});

const end = { type: 'final', entry: ['stopDeadline', 'destroySocket', 'emitError', 'emitClose'] } as const;

/**
 * The client's connection. A fault before the peer has proved itself leads to `failed`, one from the accept
 * value onward to `closed`; both emit `error`, then `close`. What happens to an open connection belongs to the
 * frames.
 */
export const connection = createMachine({
  id: 'connection',
  initial: 'connecting',
  states: {
    connecting: {
      on: {
        CONNECT_FAILED: { target: 'failed', description: connectionClauses.CONNECT_FAILED },
        TUNNEL_REFUSED: { target: 'failed', description: connectionClauses.TUNNEL_REFUSED },
        TLS_FAILED: { target: 'failed', description: connectionClauses.TLS_FAILED },
        SOCKET_CLOSED: {
          target: 'failed',
          description: connectionClauses.SOCKET_CLOSED,
        },
        TIMED_OUT: { target: 'failed', description: connectionClauses.TIMED_OUT },
        ABORTED: { target: 'failed', description: connectionClauses.ABORTED },
        INTERIM_RECEIVED: {
          target: 'connecting',
          description: connectionClauses.INTERIM_RECEIVED,
        },
        REPLY_FAILED: { target: 'failed', description: connectionClauses.REPLY_FAILED },
        REPLY_DISPROVED: { target: 'closed', description: connectionClauses.REPLY_DISPROVED },
        ESTABLISHED: { target: 'open', description: connectionClauses.ESTABLISHED },
      },
    },
    open: { type: 'final', entry: ['stopDeadline', 'emitOpen'] },
    failed: end,
    closed: end,
  },
});

/** The event that a verdict of the client's decision is. */
export const replyEvents = {
  established: 'ESTABLISHED',
  interim: 'INTERIM_RECEIVED',
  failed: 'REPLY_FAILED',
  closed: 'REPLY_DISPROVED',
} as const;
