import { describe, expect, it } from 'vitest';
import { compileLifecycle, run } from '../../models/compile.ts';
import {
  messageEvents,
  requestEvents,
  type SessionEffect,
  type SessionEvent,
  type SessionState,
  serverSession,
} from '../../models/server-session.ts';
import { pairEnds, sessionEnds, sessionEvents, sessionTransitions } from './lifecycle-expectation.ts';

const compiled = compileLifecycle<SessionState, SessionEvent, SessionEffect>(serverSession);

describe("the server's session", () => {
  it('is reading at first', () => {
    expect(compiled.initial).toBe('reading');
  });

  it.each(sessionTransitions)('is %s: %s leads to %s', (from, event, to, effects) => {
    const performed: SessionEffect[] = [];
    const lifecycle = run({ ...compiled, initial: from }, (effect) => performed.push(effect));
    lifecycle.send(event);
    expect(lifecycle.state).toBe(to);
    expect(performed).toEqual(effects);
  });

  it.each(pairEnds(sessionEnds, sessionEvents))('is %s: %s is ignored', (end, event) => {
    const performed: SessionEffect[] = [];
    const lifecycle = run({ ...compiled, initial: end }, (effect) => performed.push(effect));
    lifecycle.send(event);
    expect(lifecycle.state).toBe(end);
    expect(performed).toEqual([]);
  });
});

describe('a verdict on a request', () => {
  it.each([
    ['accept', 'ACCEPTED', 'open'],
    ['hold', 'HELD', 'awaitingFirstMessage'],
    ['ask', 'ASKED', 'authorizing'],
    ['refuse', 'REFUSED', 'refused'],
    ['plainHttp', 'PASSED', 'passed'],
  ] as const)('%s is %s: the session is %s', (verdict, event, state) => {
    const lifecycle = run({ ...compiled, initial: 'deciding' }, () => {});
    lifecycle.send(event);
    expect(requestEvents[verdict]).toBe(event);
    expect(lifecycle.state).toBe(state);
  });
});

describe('a verdict on a first message', () => {
  it.each([
    ['authenticated', 'AUTHENTICATED', 'open'],
    ['refused', 'MESSAGE_REFUSED', 'refused'],
  ] as const)('%s is %s: the session is %s', (verdict, event, state) => {
    const lifecycle = run({ ...compiled, initial: 'awaitingFirstMessage' }, () => {});
    lifecycle.send(event);
    expect(messageEvents[verdict]).toBe(event);
    expect(lifecycle.state).toBe(state);
  });
});

describe('the clause of a transition', () => {
  it.each([
    ['reading', 'LIMIT_REACHED', 'rfc9110/15.6.4/overloaded'],
    ['reading', 'HEAD_READ', 'rfc6455/4.2.1/method-get'],
    ['reading', 'PEER_ENDED', 'rfc9112/8/incomplete-request'],
    ['reading', 'TIMED_OUT', 'rfc9110/15.5.9/request-timeout'],
    ['reading', 'SOCKET_CLOSED', 'rfc9112/8/incomplete-request'],
    ['deciding', 'ACCEPTED', 'rfc6455/4.2.2/status-101'],
    ['deciding', 'HELD', 'service/5.3/first-message-held'],
    ['deciding', 'ASKED', 'rfc6455/4.2.2/client-authentication'],
    ['deciding', 'REFUSED', 'rfc6455/4.2.1/stop-processing'],
    ['deciding', 'PASSED', 'service/2.1/upgrade-absent-plain-http'],
    ['deciding', 'SOCKET_CLOSED', 'rfc9112/9.5/closed-at-any-time'],
    ['authorizing', 'ANSWERED', 'rfc6455/4.2.2/client-authentication'],
    ['authorizing', 'TIMED_OUT', 'rfc9110/15.6.4/answer-late'],
    ['authorizing', 'PEER_ENDED', 'rfc9112/9.5/closed-at-any-time'],
    ['authorizing', 'SOCKET_CLOSED', 'rfc9112/9.5/closed-at-any-time'],
    ['awaitingFirstMessage', 'AUTHENTICATED', 'service/5.3/first-message'],
    ['awaitingFirstMessage', 'MESSAGE_REFUSED', 'rfc6455/7.4.1/policy-violation'],
    ['awaitingFirstMessage', 'SOCKET_CLOSED', 'rfc9112/9.5/closed-at-any-time'],
  ] as const)('%s, %s: %s', (state, event, clause) => {
    expect(serverSession.root.states[state]?.transitions.get(event)).toMatchObject([{ description: clause }]);
  });
});
