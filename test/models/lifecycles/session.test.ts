import { describe, expect, it } from 'vitest';
import { compileLifecycle, run } from '../../../models/compile.ts';
import {
  messageEvents,
  requestEvents,
  type SessionEffect,
  type SessionEvent,
  type SessionState,
  serverSession,
} from '../../../models/lifecycles/session.ts';
import { sessionEnds, sessionEvents, sessionTransitions } from './lifecycle-expectation.ts';
import { testLifecycle } from './lifecycle-suite.ts';

const compiled = compileLifecycle<SessionState, SessionEvent, SessionEffect>(serverSession);

describe("the server's session", () => {
  it('is reading at first', () => {
    expect(compiled.initial).toBe('reading');
  });

  testLifecycle(serverSession, sessionTransitions, sessionEnds, sessionEvents);
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
