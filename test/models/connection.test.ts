import { describe, expect, it } from 'vitest';
import { compileLifecycle, run } from '../../models/compile.ts';
import {
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionState,
  connection,
  replyEvents,
} from '../../models/connection.ts';
import {
  connectionEnds,
  connectionEvents,
  connectionTransitions,
  pairEnds,
} from './lifecycle-expectation.ts';

const compiled = compileLifecycle<ConnectionState, ConnectionEvent, ConnectionEffect>(connection);

describe("the client's connection", () => {
  it('is connecting at first', () => {
    expect(compiled.initial).toBe('connecting');
  });

  it.each(connectionTransitions)('is %s: %s leads to %s', (from, event, to, effects) => {
    const performed: ConnectionEffect[] = [];
    const lifecycle = run({ ...compiled, initial: from }, (effect) => performed.push(effect));
    lifecycle.send(event);
    expect(lifecycle.state).toBe(to);
    expect(performed).toEqual(effects);
  });

  it.each(pairEnds(connectionEnds, connectionEvents))('is %s: %s is ignored', (end, event) => {
    const performed: ConnectionEffect[] = [];
    const lifecycle = run({ ...compiled, initial: end }, (effect) => performed.push(effect));
    lifecycle.send(event);
    expect(lifecycle.state).toBe(end);
    expect(performed).toEqual([]);
  });
});

describe('a verdict on a reply', () => {
  it.each([
    ['established', 'ESTABLISHED', 'open'],
    ['interim', 'INTERIM_RECEIVED', 'connecting'],
    ['failed', 'REPLY_FAILED', 'failed'],
    ['closed', 'REPLY_DISPROVED', 'closed'],
  ] as const)('%s is %s: the connection is %s', (verdict, event, state) => {
    const lifecycle = run(compiled, () => {});
    lifecycle.send(event);
    expect(replyEvents[verdict]).toBe(event);
    expect(lifecycle.state).toBe(state);
  });
});

describe('the clause of a transition', () => {
  it.each([
    ['CONNECT_FAILED', 'rfc6455/4.1/connection-failed'],
    ['TUNNEL_REFUSED', 'rfc9110/9.3.6/tunnel-refused'],
    ['TLS_FAILED', 'rfc6455/4.1/tls-failure'],
    ['SOCKET_CLOSED', 'service/7/closed-without-response'],
    ['TIMED_OUT', 'service/3/no-response'],
    ['ABORTED', 'rfc6455/7.1.7/no-close-frame'],
    ['INTERIM_RECEIVED', 'rfc9110/15.2/interim-replies'],
    ['REPLY_FAILED', 'rfc6455/4.1/status-101'],
    ['REPLY_DISPROVED', 'rfc6455/4.1/accept-value'],
    ['ESTABLISHED', 'rfc6455/4.1/established'],
  ] as const)('%s: %s', (event, clause) => {
    expect(connection.root.states['connecting']?.transitions.get(event)).toMatchObject([
      { description: clause },
    ]);
  });
});
