import { describe, expect, test } from 'vitest';
import { assign, createMachine, raise } from 'xstate';
import { connection } from '../../models/lifecycles/connection.ts';
import { serverSession } from '../../models/lifecycles/session.ts';
import { tracePath } from '../../src/draw/trace-path.ts';
import { everything } from './sample-machine.ts';

const counter = createMachine({
  id: 'counter',
  context: { count: 0 },
  initial: 'low',
  states: {
    low: {
      on: {
        ADD: { actions: assign({ count: ({ context }) => context.count + 1 }) },
        MARK: {
          guard: ({ context }) => context.count > 1,
          target: 'high',
          actions: raise({ type: 'NOTED' }),
        },
      },
      after: { 500: 'late' },
    },
    high: { on: { NOTED: 'noted' } },
    noted: { always: 'end' },
    late: {},
    end: { type: 'final' },
  },
});

const ended = createMachine({
  id: 'ended',
  initial: 'end',
  on: { AGAIN: '.end' },
  states: { end: { type: 'final' } },
});

const broken = createMachine({
  id: 'm',
  on: {
    GO: {
      guard: () => {
        throw new Error('no context');
      },
    },
  },
});

/** Which steps each transition is taken at. */
function stepsOf(...args: Parameters<typeof tracePath>) {
  const traced = tracePath(...args);
  return traced.ok ? Object.fromEntries(traced.overlay.steps ?? []) : traced.problem;
}

function trace(...args: Parameters<typeof tracePath>) {
  const traced = tracePath(...args);
  if (!traced.ok) return traced.problem;
  const { states, transitions } = traced.overlay;
  return { states: [...(states?.keys() ?? [])], transitions: [...(transitions?.keys() ?? [])] };
}

test('events light the states and transitions on their way', () => {
  expect(trace(serverSession, ['HEAD_READ', 'ASKED', 'ANSWERED', 'ACCEPTED'])).toEqual({
    states: [
      'serverSession.reading',
      'serverSession.deciding',
      'serverSession.authorizing',
      'serverSession.open',
    ],
    transitions: [
      'serverSession.reading-HEAD__READ-0',
      'serverSession.deciding-ASKED-0',
      'serverSession.authorizing-ANSWERED-0',
      'serverSession.deciding-ACCEPTED-0',
    ],
  });
});

test('without events it is where the machine begins', () => {
  expect(trace(connection, [])).toEqual({ states: ['connection.connecting'], transitions: [] });
});

test('guards, assignments, raised events and what needs no event are followed', () => {
  expect(trace(counter, ['ADD', 'ADD', 'MARK'])).toEqual({
    states: ['counter.low', 'counter.high', 'counter.noted', 'counter.end'],
    transitions: [
      'counter.low-ADD-0',
      'counter.low-MARK-0',
      'counter.high-NOTED-0',
      'counter.noted-always-0',
    ],
  });
});

describe('steps are numbered', () => {
  test('as they are taken, and all of those of what is taken twice', () => {
    expect(stepsOf(counter, ['ADD', 'ADD', 'MARK'])).toEqual({
      'counter.low-ADD-0': [1, 2],
      'counter.low-MARK-0': [3],
      'counter.high-NOTED-0': [4],
      'counter.noted-always-0': [5],
    });
  });

  test('as one where an event is taken in several regions', () => {
    const region = { initial: 'off', states: { off: { on: { GO: 'on' } }, on: { on: { GO: 'off' } } } };
    const both = createMachine({ id: 'both', type: 'parallel', states: { left: region, right: region } });
    expect(stepsOf(both, ['GO', 'GO'])).toEqual({
      'both.left.off-GO-0': [1],
      'both.right.off-GO-0': [1],
      'both.left.on-GO-0': [2],
      'both.right.on-GO-0': [2],
    });
  });

  test('with the way on from a history state, as long as it remembers nothing', () => {
    const player = createMachine({
      id: 'player',
      initial: 'off',
      states: {
        off: { on: { RESUME: 'on.last' } },
        on: {
          initial: 'first',
          on: { STOP: 'paused' },
          states: { first: {}, last: { type: 'history' } },
        },
        paused: { always: 'on.last' },
      },
    });
    expect(stepsOf(player, ['RESUME', 'STOP'])).toEqual({
      'player.off-RESUME-0': [1],
      'player.on.last-_.-0': [1],
      'player.on-STOP-0': [2],
      'player.paused-always-0': [3],
    });
  });
});

test('delays go by how they are drawn', () => {
  expect(trace(counter, ['after 500 ms'])).toMatchObject({ states: ['counter.low', 'counter.late'] });
});

test('states around and beside are lit too', () => {
  expect(trace(everything, ['BOTH'])).toMatchObject({
    states: expect.arrayContaining(['everything.both', 'everything.both.left.two', 'everything.both.bare']),
    transitions: ['everything.idle-BOTH-0'],
  });
});

test.each([
  [counter, ['MARK'], 'MARK leads nowhere from low: the events there are ADD, MARK, after 500 ms'],
  [ended, ['AGAIN'], 'AGAIN leads nowhere from end: it has ended there'],
  [connection, ['ESTABLISHED', 'ABORTED'], 'ABORTED leads nowhere from open: it has ended there'],
  [broken, ['GO'], /^m cannot be followed: /],
])('%#: an event that leads nowhere is a problem', (machine, events, problem) => {
  expect(trace(machine, events)).toEqual(expect.stringMatching(problem));
});
