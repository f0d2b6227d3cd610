import { describe, expect, it } from 'vitest';
import { compileLifecycle, run } from '../../../models/compile.ts';
import {
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionState,
  connection,
  replyEvents,
} from '../../../models/lifecycles/connection.ts';
import { connectionEnds, connectionEvents, connectionTransitions } from './lifecycle-expectation.ts';
import { testLifecycle } from './lifecycle-suite.ts';

const compiled = compileLifecycle<ConnectionState, ConnectionEvent, ConnectionEffect>(connection);

describe("the client's connection", () => {
  it('is connecting at first', () => {
    expect(compiled.initial).toBe('connecting');
  });

  testLifecycle(connection, connectionTransitions, connectionEnds, connectionEvents);
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
