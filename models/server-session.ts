import { setup } from 'xstate';
import type { ClauseId } from './clauses.ts';

export type SessionState = 'reading' | 'deciding' | 'open' | 'refused' | 'passed' | 'closed';

/** What can happen to a server that reads a handshake; the last three are verdicts on it. */
export type SessionEvent =
  | 'LIMIT_REACHED'
  | 'HEAD_READ'
  | 'PEER_ENDED'
  | 'TIMED_OUT'
  | 'SOCKET_CLOSED'
  | 'ACCEPTED'
  | 'REFUSED'
  | 'PASSED';

export type SessionEffect =
  | 'decide'
  | 'stopDeadline'
  | 'sendReply'
  | 'report'
  | 'handOver'
  | 'passOn'
  | 'endSocket'
  | 'destroySocket';

/** The clause that each event brings to bear; that of a verdict is the deciding row's own. */
export const sessionClauses = {
  LIMIT_REACHED: 'rfc9110/15.6.4/overloaded',
  HEAD_READ: 'rfc6455/4.2.1/method-get',
  PEER_ENDED: 'rfc9112/8/incomplete-request',
  TIMED_OUT: 'rfc9110/15.5.9/request-timeout',
  SOCKET_CLOSED: 'rfc9112/8/incomplete-request',
  ACCEPTED: 'rfc6455/4.2.2/status-101',
  REFUSED: 'rfc6455/4.2.1/stop-processing',
  PASSED: 'service/2.1/upgrade-absent-plain-http',
} as const satisfies Record<SessionEvent, ClauseId>;

const perform = () => {};

/**
 * The server's side of one connection. Whatever ends the reading leads to `deciding`, so that every reply is
 * a row of the one table.
 */
export const serverSession = setup({
  types: { events: {} as { type: SessionEvent } }, // XState's way of naming a type: the value is never read
  actions: {
    decide: perform,
    stopDeadline: perform,
    sendReply: perform,
    report: perform,
    handOver: perform,
    passOn: perform,
    endSocket: perform,
    destroySocket: perform,
  },
}).createMachine({
  id: 'serverSession',
  initial: 'reading',
  states: {
    reading: {
      on: {
        LIMIT_REACHED: { target: 'deciding', description: sessionClauses.LIMIT_REACHED },
        HEAD_READ: { target: 'deciding', description: sessionClauses.HEAD_READ },
        PEER_ENDED: { target: 'deciding', description: sessionClauses.PEER_ENDED },
        TIMED_OUT: { target: 'deciding', description: sessionClauses.TIMED_OUT },
        SOCKET_CLOSED: { target: 'closed', description: sessionClauses.SOCKET_CLOSED },
      },
    },
    deciding: {
      entry: ['stopDeadline', 'decide'],
      on: {
        ACCEPTED: { target: 'open', description: sessionClauses.ACCEPTED },
        REFUSED: { target: 'refused', description: sessionClauses.REFUSED },
        PASSED: { target: 'passed', description: sessionClauses.PASSED },
        SOCKET_CLOSED: { target: 'closed', description: sessionClauses.SOCKET_CLOSED },
      },
    },
    open: { type: 'final', entry: ['sendReply', 'report', 'handOver'] },
    refused: { type: 'final', entry: ['sendReply', 'report', 'endSocket'] },
    passed: { type: 'final', entry: ['report', 'passOn'] },
    closed: { type: 'final', entry: ['stopDeadline', 'report', 'destroySocket'] },
  },
});

/** The event that a verdict of the server's decision is. */
export const requestEvents = { accept: 'ACCEPTED', refuse: 'REFUSED', plainHttp: 'PASSED' } as const;
