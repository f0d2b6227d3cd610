import { describe, expect, it } from 'vitest';
import { compileLifecycle, run } from '../../models/compile.ts';
import {
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionState,
  connection,
} from '../../models/connection.ts';
import { derivePaths } from '../../models/graph.ts';
import {
  type SessionEffect,
  type SessionEvent,
  type SessionState,
  serverSession,
} from '../../models/server-session.ts';

const connectionPaths = derivePaths<ConnectionState, ConnectionEvent>(connection);
const sessionPaths = derivePaths<SessionState, SessionEvent>(serverSession);
const compiledConnection = compileLifecycle<ConnectionState, ConnectionEvent, ConnectionEffect>(connection);
const compiledSession = compileLifecycle<SessionState, SessionEvent, SessionEffect>(serverSession);

describe('the paths of a connection', () => {
  it('cover every transition once', () => {
    expect(connectionPaths.map(({ from, event, to }) => [from, event, to])).toEqual([
      ['connecting', 'CONNECT_FAILED', 'failed'],
      ['connecting', 'TUNNEL_REFUSED', 'failed'],
      ['connecting', 'TLS_FAILED', 'failed'],
      ['connecting', 'SOCKET_CLOSED', 'failed'],
      ['connecting', 'TIMED_OUT', 'failed'],
      ['connecting', 'ABORTED', 'failed'],
      ['connecting', 'INTERIM_RECEIVED', 'connecting'],
      ['connecting', 'REPLY_FAILED', 'failed'],
      ['connecting', 'REPLY_DISPROVED', 'closed'],
      ['connecting', 'ESTABLISHED', 'open'],
    ]);
  });

  it.each(connectionPaths)('lead to $from, and by $event to $to', ({ before, from, event, to }) => {
    const lifecycle = run(compiledConnection, () => {});
    before.forEach(lifecycle.send);
    expect(lifecycle.state).toBe(from);
    lifecycle.send(event);
    expect(lifecycle.state).toBe(to);
  });
});

describe('the paths of a session', () => {
  it('cover every transition once', () => {
    expect(sessionPaths.map(({ from, event, to }) => [from, event, to])).toEqual([
      ['reading', 'HEAD_READ', 'deciding'],
      ['reading', 'PEER_ENDED', 'deciding'],
      ['reading', 'TIMED_OUT', 'deciding'],
      ['reading', 'LIMIT_REACHED', 'deciding'],
      ['reading', 'SOCKET_CLOSED', 'closed'],
      ['deciding', 'ACCEPTED', 'open'],
      ['deciding', 'HELD', 'awaitingFirstMessage'],
      ['deciding', 'ASKED', 'authorizing'],
      ['deciding', 'REFUSED', 'refused'],
      ['deciding', 'PASSED', 'passed'],
      ['deciding', 'SOCKET_CLOSED', 'closed'],
      ['awaitingFirstMessage', 'AUTHENTICATED', 'open'],
      ['awaitingFirstMessage', 'MESSAGE_REFUSED', 'refused'],
      ['awaitingFirstMessage', 'SOCKET_CLOSED', 'closed'],
      ['authorizing', 'ANSWERED', 'deciding'],
      ['authorizing', 'TIMED_OUT', 'deciding'],
      ['authorizing', 'PEER_ENDED', 'closed'],
      ['authorizing', 'SOCKET_CLOSED', 'closed'],
    ]);
  });

  it.each(sessionPaths)('lead to $from, and by $event to $to', ({ before, from, event, to }) => {
    const lifecycle = run(compiledSession, () => {});
    before.forEach(lifecycle.send);
    expect(lifecycle.state).toBe(from);
    lifecycle.send(event);
    expect(lifecycle.state).toBe(to);
  });
});
