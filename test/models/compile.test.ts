import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createMachine, initialTransition, transition } from 'xstate';
import { clauseIds } from '../../models/clauses.ts';
import { compileLifecycle, run } from '../../models/compile.ts';
import { interpret, judge } from '../../models/decide.ts';
import type { DecisionMachine } from '../../models/decision.ts';
import { clientDecision } from '../../models/decisions/client.ts';
import { firstMessageDecision } from '../../models/decisions/first-message.ts';
import { hopDecision } from '../../models/decisions/hop.ts';
import type { Row } from '../../models/decisions/row.ts';
import { serverDecision } from '../../models/decisions/server.ts';
import { tlsDecision } from '../../models/decisions/tls.ts';
import { tunnelDecision } from '../../models/decisions/tunnel.ts';
import {
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionState,
  connection,
} from '../../models/lifecycles/connection.ts';
import {
  type SessionEffect,
  type SessionEvent,
  type SessionState,
  serverSession,
} from '../../models/lifecycles/session.ts';
import { first } from '../../models/match.ts';
import { runs } from '../property.ts';
import { anyClientChoices, clientSuite } from './decisions/client-expectation.ts';
import { firstMessageSuite } from './decisions/first-message-expectation.ts';
import { hopSuite } from './decisions/hop-expectation.ts';
import { anyServerChoices, serverSuite } from './decisions/server-expectation.ts';
import { tlsSuite } from './decisions/tls-expectation.ts';
import { tunnelSuite } from './decisions/tunnel-expectation.ts';
import { answerOf, anyFacts, holdingAnswers, noChoices, owedAnswers, type Suite } from './expectation.ts';
import {
  connectionEvents,
  connectionStates,
  foldTransitions,
  listDescriptions,
  sessionEvents,
  sessionStates,
  trace,
} from './lifecycles/lifecycle-expectation.ts';
import { decideByTransition } from './transition.ts';

const reproducibly = { seed: 20260101, numRuns: runs(150, 2_000) };

/** What holds of one table for all facts and choices. */
function propertiesOf<Facts extends object, Choices extends object, R extends Row<string, string, Choices>>(
  suite: Suite<Facts, Choices, R>,
  machine: DecisionMachine<Facts, Choices, R>,
  choices: fc.Arbitrary<Choices>,
) {
  const { table } = suite;
  const walked = (facts: Facts, chosen: Choices) => first(table, facts, chosen);
  const check = (predicate: (facts: Facts, chosen: Choices) => void) => () =>
    fc.assert(fc.property(anyFacts(suite), choices, predicate), reproducibly);
  return {
    table,
    descriptions: listDescriptions(machine),
    decidesAsTransition: check((facts, chosen) => {
      expect(walked(facts, chosen)).toBe(decideByTransition<Facts, Choices, R>(machine, facts, chosen));
    }),
    endsInTheVerdict: check((facts, chosen) => {
      const [undecided] = initialTransition(machine);
      const [decided] = transition(machine, undecided, { type: 'FACTS_READ', facts, choices: chosen });
      expect([decided.value, decided.status]).toEqual([walked(facts, chosen).verdict, 'done']);
    }),
    answersByTheEarliest: check((facts, chosen) => {
      expect(answerOf(walked(facts, chosen))).toEqual(holdingAnswers(suite, facts, chosen)[0]);
    }),
    judgesByAll: check((facts, chosen) => {
      expect(judge(table, facts, chosen).map(answerOf)).toEqual(owedAnswers(suite, facts, chosen));
    }),
    defaultStandsAlone: check((facts, chosen) => {
      const [first, ...more] = judge(table, facts, chosen).map(({ guard }) => guard);
      expect(more).not.toContain('otherwise');
      expect([first === 'otherwise', more.length > 0]).not.toEqual([true, true]);
    }),
  };
}

describe.each([
  ["the server's table", propertiesOf(serverSuite, serverDecision, anyServerChoices)],
  ['the table of first messages', propertiesOf(firstMessageSuite, firstMessageDecision, noChoices)],
  ["the client's table", propertiesOf(clientSuite, clientDecision, anyClientChoices)],
  ['the table of tunnels', propertiesOf(tunnelSuite, tunnelDecision, noChoices)],
  ['the table of TLS handshakes', propertiesOf(tlsSuite, tlsDecision, noChoices)],
  ['the table of intermediaries', propertiesOf(hopSuite, hopDecision, noChoices)],
] as const)('%s', (_, { table: { guards, rows }, descriptions, ...properties }) => {
  it('decides by the first row that holds, as transition() does', properties.decidesAsTransition);
  it('ends in the state of its verdict', properties.endsInTheVerdict);
  it('answers any number of faults by the earliest of the list', properties.answersByTheEarliest);
  it('judges by exactly the rows whose guards hold', properties.judgesByAll);
  it('never judges by the default row next to another', properties.defaultStandsAlone);

  it('has a row for each guard, and a guard for each row', () => {
    expect(new Set(rows.map(({ guard }) => guard))).toEqual(new Set(Object.keys(guards)));
  });

  it('describes each transition by the clause of its row', () => {
    expect(descriptions).toEqual(rows.map(({ clause }) => clause));
  });

  it('ends with the default row, and has no other', () => {
    expect(rows.map(({ guard }) => guard).indexOf('otherwise')).toBe(rows.length - 1);
  });
});

const start = {
  connection: {
    compiled: (perform: (effect: ConnectionEffect) => void) =>
      run(compileLifecycle<ConnectionState, ConnectionEvent, ConnectionEffect>(connection), perform),
    actor: (perform: (effect: ConnectionEffect) => void) =>
      interpret<ConnectionState, ConnectionEvent, ConnectionEffect>(connection, perform),
  },
  serverSession: {
    compiled: (perform: (effect: SessionEffect) => void) =>
      run(compileLifecycle<SessionState, SessionEvent, SessionEffect>(serverSession), perform),
    actor: (perform: (effect: SessionEffect) => void) =>
      interpret<SessionState, SessionEvent, SessionEffect>(serverSession, perform),
  },
};

describe.each(['compiled', 'actor'] as const)('a lifecycle by the %s interpreter', (interpreter) => {
  it('takes a connection where transition() takes it, with the same effects', () => {
    const events = fc.array(fc.constantFrom(...connectionEvents), { maxLength: 8 });
    const property = fc.property(events, (sent) => {
      expect(trace(start.connection[interpreter], sent)).toEqual(foldTransitions(connection, sent));
    });
    fc.assert(property, reproducibly);
  });

  it('takes a session where transition() takes it, with the same effects', () => {
    const events = fc.array(fc.constantFrom(...sessionEvents), { maxLength: 8 });
    const property = fc.property(events, (sent) => {
      expect(trace(start.serverSession[interpreter], sent)).toEqual(foldTransitions(serverSession, sent));
    });
    fc.assert(property, reproducibly);
  });

  it('starts without effects', () => {
    const effects: string[] = [];
    expect(start.connection[interpreter]((effect) => effects.push(effect)).state).toBe('connecting');
    expect(start.serverSession[interpreter]((effect) => effects.push(effect)).state).toBe('reading');
    expect(effects).toEqual([]);
  });

  it('lets an event sent by an effect wait its turn', () => {
    const effects: string[] = [];
    const session = start.serverSession[interpreter]((effect) => {
      effects.push(effect);
      session.send('ACCEPTED');
    });
    session.send('HEAD_READ');
    expect(session.state).toBe('open');
    expect(effects).toEqual(['stopWaiting', 'decide', 'sendReply', 'report', 'handOver']);
  });

  it('ignores an event sent by the effect that ends it', () => {
    const effects: string[] = [];
    const client = start.connection[interpreter]((effect) => {
      effects.push(effect);
      client.send('REPLY_FAILED');
    });
    client.send('ESTABLISHED');
    expect(client.state).toBe('open');
    expect(effects).toEqual(['stopDeadline', 'open']);
  });
});

describe('a final state', () => {
  it('is left by no event, not even by one that the machine has a transition for', () => {
    const machine = createMachine({
      initial: 'done',
      states: { done: { type: 'final', on: { LEFT: 'elsewhere' } }, elsewhere: {} },
    });
    const lifecycle = run(compileLifecycle(machine), () => {});
    lifecycle.send('LEFT');
    expect(lifecycle.state).toBe('done');
  });

  it('of an actor takes later events in silence', () => {
    const warn = vi.spyOn(console, 'warn');
    const client = start.connection.actor(() => {});
    client.send('ESTABLISHED');
    client.send('SOCKET_CLOSED');
    expect(warn).not.toHaveBeenCalled();
  });
});

describe('an actor that is inspected', () => {
  it('tells the inspector each transition of the machine', () => {
    const seen: unknown[] = [];
    const client = interpret<ConnectionState, ConnectionEvent, ConnectionEffect>(
      connection,
      () => {},
      (inspected) => seen.push(inspected),
    );
    client.send('INTERIM_RECEIVED');
    client.send('ESTABLISHED');
    expect(seen).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ type: '@xstate.event', event: { type: 'INTERIM_RECEIVED' } }),
        expect.objectContaining({ type: '@xstate.event', event: { type: 'ESTABLISHED' } }),
      ]),
    );
  });
});

describe.each([
  ['connection', connection, connectionStates, connectionEvents],
  ['session', serverSession, sessionStates, sessionEvents],
] as const)('the lifecycle of a %s', (_, machine, states, events) => {
  it('has exactly its states', () => {
    expect(Object.keys(machine.root.states)).toEqual(states);
    expect([...compileLifecycle(machine).step.keys()]).toEqual(states);
  });

  it('has exactly its events', () => {
    expect(new Set(machine.events)).toEqual(new Set(events));
  });

  it('describes each transition by a clause', () => {
    expect(clauseIds).toEqual(expect.arrayContaining(listDescriptions(machine)));
  });
});
