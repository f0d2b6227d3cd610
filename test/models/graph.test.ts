import { describe, expect, it } from 'vitest';
import { compileLifecycle, run } from '../../models/compile.ts';
import { derivePaths } from '../../models/graph.ts';
import { connection } from '../../models/lifecycles/connection.ts';
import { serverSession } from '../../models/lifecycles/session.ts';
import { connectionTransitions, sessionTransitions } from './lifecycles/lifecycle-expectation.ts';

describe.each([
  ['connection', connection, connectionTransitions],
  ['session', serverSession, sessionTransitions],
] as const)('the paths of a %s', (_, machine, transitions) => {
  const paths = derivePaths(machine);

  it('cover every transition once', () => {
    expect(paths.map(({ from, event, to }) => [from, event, to])).toEqual(
      transitions.map(([from, event, to]) => [from, event, to]),
    );
  });

  it.each(paths)('lead to $from, and by $event to $to', ({ before, from, event, to }) => {
    const lifecycle = run(compileLifecycle(machine), () => {});
    before.forEach(lifecycle.send);
    expect(lifecycle.state).toBe(from);
    lifecycle.send(event);
    expect(lifecycle.state).toBe(to);
  });
});
