import { describe, expect, it } from 'vitest';
import { compileLifecycle, run } from '../../models/compile.ts';
import {
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
    ['accept', 'open'],
    ['refuse', 'refused'],
    ['plainHttp', 'passed'],
  ] as const)('%s: the session is %s', (verdict, state) => {
    const lifecycle = run({ ...compiled, initial: 'deciding' }, () => {});
    lifecycle.send(requestEvents[verdict]);
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
    ['deciding', 'REFUSED', 'rfc6455/4.2.1/stop-processing'],
    ['deciding', 'PASSED', 'service/2.1/upgrade-absent-plain-http'],
    ['deciding', 'SOCKET_CLOSED', 'rfc9112/8/incomplete-request'],
  ] as const)('%s, %s: %s', (state, event, clause) => {
    expect(serverSession.root.states[state]?.transitions.get(event)).toMatchObject([{ description: clause }]);
  });
});
