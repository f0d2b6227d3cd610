import { setup } from 'xstate';
import type { ClauseId } from '../clauses.ts';

export type SessionState =
  | 'reading'
  | 'deciding'
  | 'authorizing'
  | 'awaitingFirstMessage'
  | 'open'
  | 'refused'
  | 'passed'
  | 'closed';

/** What can happen to a server that reads a handshake; the last seven are verdicts. */
export type SessionEvent =
  | 'LIMIT_REACHED'
  | 'HEAD_READ'
  | 'PEER_ENDED'
  | 'TIMED_OUT'
  | 'SOCKET_CLOSED'
  | 'ANSWERED'
  | 'ACCEPTED'
  | 'HELD'
  | 'ASKED'
  | 'REFUSED'
  | 'PASSED'
  | 'AUTHENTICATED'
  | 'MESSAGE_REFUSED';

export type SessionEffect =
  | 'stopWaiting'
  | 'decide'
  | 'ask'
  | 'sendReply'
  | 'awaitMessage'
  | 'report'
  | 'handOver'
  | 'passOn'
  | 'endSocket'
  | 'closeFrames'
  | 'destroySocket';

/** The clause that each event brings to bear; that of a verdict is the deciding row's own. */
export const sessionClauses = {
  LIMIT_REACHED: 'rfc9110/15.6.4/overloaded',
  HEAD_READ: 'rfc6455/4.2.1/method-get',
  PEER_ENDED: 'rfc9112/8/incomplete-request',
  TIMED_OUT: 'rfc9110/15.5.9/request-timeout',
  SOCKET_CLOSED: 'rfc9112/8/incomplete-request',
  ANSWERED: 'rfc6455/4.2.2/client-authentication',
  ACCEPTED: 'rfc6455/4.2.2/status-101',
  HELD: 'service/5.3/first-message-held',
  ASKED: 'rfc6455/4.2.2/client-authentication',
  REFUSED: 'rfc6455/4.2.1/stop-processing',
  PASSED: 'service/2.1/upgrade-absent-plain-http',
  AUTHENTICATED: 'service/5.3/first-message',
  MESSAGE_REFUSED: 'rfc6455/7.4.1/policy-violation',
} as const satisfies Record<SessionEvent, ClauseId>;

const perform = () => {};
const left = 'rfc9112/9.5/closed-at-any-time' satisfies ClauseId;

/**
 * The server's side of one connection. Whatever ends the reading, and whatever the application answers, leads
 * to `deciding`, so that every reply is a row. `stopWaiting` ends what a state waits for, and its deadline.
 */
export const serverSession = setup({
  types: { events: {} as { type: SessionEvent } }, // XState's way of naming a type: the value is never read
  actions: {
    stopWaiting: perform,
    decide: perform,
    ask: perform,
    sendReply: perform,
    awaitMessage: perform,
    report: perform,
    handOver: perform,
    passOn: perform,
    endSocket: perform,
    closeFrames: perform,
    destroySocket: perform,
  },
}).createMachine({
  id: 'serverSession',
  initial: 'reading',
  states: {
    reading: {
      exit: 'stopWaiting',
      on: {
        HEAD_READ: { target: 'deciding', description: sessionClauses.HEAD_READ },
        PEER_ENDED: { target: 'deciding', description: sessionClauses.PEER_ENDED },
        TIMED_OUT: { target: 'deciding', description: sessionClauses.TIMED_OUT },
        LIMIT_REACHED: { target: 'deciding', description: sessionClauses.LIMIT_REACHED },
        SOCKET_CLOSED: { target: 'closed', description: sessionClauses.SOCKET_CLOSED },
      },
    },
    deciding: {
      entry: 'decide',
      on: {
        ACCEPTED: { target: 'open', actions: 'sendReply', description: sessionClauses.ACCEPTED },
        HELD: { target: 'awaitingFirstMessage', actions: 'sendReply', description: sessionClauses.HELD },
        ASKED: { target: 'authorizing', description: sessionClauses.ASKED },
        REFUSED: {
          target: 'refused',
          actions: ['sendReply', 'endSocket'],
          description: sessionClauses.REFUSED,
        },
        PASSED: { target: 'passed', description: sessionClauses.PASSED },
        SOCKET_CLOSED: { target: 'closed', description: left },
      },
    },
    authorizing: {
      entry: 'ask',
      exit: 'stopWaiting',
      on: {
        ANSWERED: { target: 'deciding', description: sessionClauses.ANSWERED },
        TIMED_OUT: { target: 'deciding', description: 'rfc9110/15.6.4/answer-late' },
        PEER_ENDED: { target: 'closed', description: left },
        SOCKET_CLOSED: { target: 'closed', description: left },
      },
    },
    awaitingFirstMessage: {
      entry: 'awaitMessage',
      exit: 'stopWaiting',
      on: {
        AUTHENTICATED: { target: 'open', description: sessionClauses.AUTHENTICATED },
        MESSAGE_REFUSED: {
          target: 'refused',
          actions: 'closeFrames',
          description: sessionClauses.MESSAGE_REFUSED,
        },
        SOCKET_CLOSED: { target: 'closed', description: left },
      },
    },
    open: { type: 'final', entry: ['report', 'handOver'] },
    refused: { type: 'final', entry: 'report' },
    passed: { type: 'final', entry: ['report', 'passOn'] },
    closed: { type: 'final', entry: ['report', 'destroySocket'] },
  },
});

/** The events that verdicts are: on the opening, and on the first message. */
export const requestEvents = {
  accept: 'ACCEPTED',
  hold: 'HELD',
  ask: 'ASKED',
  refuse: 'REFUSED',
  plainHttp: 'PASSED',
} as const;
export const messageEvents = { authenticated: 'AUTHENTICATED', refused: 'MESSAGE_REFUSED' } as const;
