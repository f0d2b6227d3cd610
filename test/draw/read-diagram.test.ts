import { describe, expect, test } from 'vitest';
import { and, assign, createMachine, fromPromise, not, or, sendTo, stateIn } from 'xstate';
import { connection } from '../../models/lifecycles/connection.ts';
import { serverSession } from '../../models/lifecycles/session.ts';
import { escapeId, listStates } from '../../src/draw/diagram.ts';
import { readDiagram } from '../../src/draw/read-diagram.ts';
import { describeTransition } from '../../src/draw/state-text.ts';
import { crowd, everything, names } from './sample-machine.ts';

const diagram = readDiagram(everything);
const states = new Map(listStates(diagram.root).map((state) => [state.id, state]));

describe('the states of a machine', () => {
  test('are read in the order of the source, whatever kind they are', () => {
    expect([...states.values()].map(({ id, kind }) => [id, kind])).toEqual([
      ['everything', 'compound'],
      ['everything.idle', 'atomic'],
      ['everything.working', 'compound'],
      ['everything.working.first', 'atomic'],
      ['everything.working.second', 'atomic'],
      ['everything.working.third', 'final'],
      ['everything.working.before', 'history'],
      ['everything.both', 'parallel'],
      ['everything.both.left', 'compound'],
      ['everything.both.left.one', 'atomic'],
      ['everything.both.left.two', 'atomic'],
      ['everything.both.left.was', 'history'],
      ['everything.both.right', 'compound'],
      ['everything.both.right.one', 'atomic'],
      ['everything.both.right.two', 'atomic'],
      ['everything.both.bare', 'atomic'],
      ['finished', 'final'],
    ]);
  });

  test('have what was written, and nothing that XState adds for delays', () => {
    expect(states.get('everything.idle')).toEqual({
      id: 'everything.idle',
      key: 'idle',
      kind: 'atomic',
      entry: [],
      exit: [
        { kind: 'named', text: 'tidy' },
        { kind: 'cancel', text: 'cancel later' },
      ],
      invokes: [],
      tags: ['quiet'],
      description: 'Nothing happens here.',
      states: [],
    });
  });

  test('tell where they begin, what they invoke, remember and give', () => {
    expect(states.get('everything.working')).toMatchObject({
      initial: 'everything.working.first',
      invokes: [{ id: '0.everything.working', src: 'fetchUser', input: '{limit: 3}' }],
    });
    expect(states.get('everything.working.before')).toMatchObject({ history: 'deep' });
    expect(states.get('everything.both.left.was')).toMatchObject({ history: 'shallow' });
    expect(states.get('everything.working.third')).toMatchObject({ output: '{answer: 42}' });
    expect(states.get('everything.both')).not.toHaveProperty('initial');
  });
});

test('transitions are read in the order of the source, in words', () => {
  const lines = diagram.transitions.map(
    (each) => `${each.source} → ${each.targets.join(' + ')}: ${describeTransition(each)}`,
  );
  expect(lines).toEqual([
    'everything → everything.idle: RESET / assign count: 0, name: none',
    'everything → : PING / send PONG to parent, log pinged',
    'everything.idle → everything.working: START [isOpen and not (isLocked or in working)]',
    'everything.idle → everything.idle: AGAIN (reenter)',
    'everything.idle → everything.idle: STAY',
    'everything.idle → : COUNT [atLeast (count: 3)] / assign count',
    'everything.idle → : NEVER (ignored)',
    'everything.idle → everything.both.left.two + everything.both.right.two: BOTH',
    'everything.idle → finished: key.* [inline]',
    'everything.idle → : * / inline',
    'everything.idle → everything.working: after 500 ms',
    'everything.idle → finished: after LONG_ENOUGH [isOpen]',
    'everything.working → finished: onDone fetchUser / raise FETCHED after 100 ms',
    'everything.working → everything.idle: onError fetchUser [isLocked]',
    'everything.working → everything.working.second: onError fetchUser',
    'everything.working → everything.both: onDone',
    'everything.working → everything.both: PAUSE',
    'everything.working → everything.working.second: ONWARD (reenter)',
    'everything.working.first → everything.working.second: always [isLocked]',
    'everything.working.first → everything.idle: UP',
    'everything.working.second → everything.working: REDO (reenter)',
    'everything.working.before → everything.working.second: ',
    'everything.both → everything.working.before: BACK',
    'everything.both.left.one → everything.both.left.two: GO',
    'everything.both.left.was → everything.both.left.one: ',
    'everything.both.right.two → everything.both.left.was: LEFT',
  ]);
});

test('what a transition is, stands in it as data too', () => {
  expect(diagram.transitions.find(({ event }) => event === 'after 500 ms')).toEqual({
    id: 'everything.idle-after_20_500_20_ms-0',
    source: 'everything.idle',
    targets: ['everything.working'],
    trigger: { kind: 'after', name: '500 ms', type: 'xstate.after.500.everything.idle' },
    event: 'after 500 ms',
    actions: [],
    reenter: false,
    forbidden: false,
  });
});

test('our own machines are read with the clauses that they cite', () => {
  const [failed] = readDiagram(connection).transitions;
  expect(failed).toMatchObject({
    id: 'connection.connecting-CONNECT__FAILED-0',
    targets: ['connection.failed'],
    description: 'rfc6455/4.1/connection-failed',
  });
  expect(readDiagram(connection).transitions).toHaveLength(10);
  expect(readDiagram(serverSession).transitions).toHaveLength(18);
});

test('ids are all different, and the same each time', () => {
  const ids = [everything, names, crowd].flatMap((machine) =>
    readDiagram(machine).transitions.map(({ id }) => id),
  );
  expect(new Set(ids).size).toBe(ids.length);
  expect(readDiagram(everything)).toEqual(diagram);
});

test.each([
  ['', '_.'],
  ['a.b', 'a.b'],
  ['a_b', 'a__b'],
  ['a-b', 'a_2d_b'],
  ['9', '_39_'],
  ['a 9', 'a_20_9'],
  ['状態', '_72b6__614b_'],
  ['🎉', '_1f389_'],
])('the name %j is written as %s', (name, id) => {
  expect(escapeId(name)).toBe(id);
});

describe('guards in words', () => {
  const named = () => true;
  test.each([
    ['isOpen', 'isOpen'],
    [{ type: 'atLeast', params: { count: 3, of: ['a', 'b c'] } }, 'atLeast (count: 3, of: [a, "b c"])'],
    [{ type: 'atLeast', params: () => ({}) }, 'atLeast (inline)'],
    [{ type: 'bare', params: {} }, 'bare'],
    [and(['a', 'b']), 'a and b'],
    [or(['a', and(['b', 'c'])]), 'a or (b and c)'],
    [not('a'), 'not a'],
    [not(not('a')), 'not not a'],
    [not(and(['a', or(['b', 'c'])])), 'not (a and (b or c))'],
    [and([stateIn('#x.y'), 'a']), 'in #x.y and a'],
    [stateIn({ a: 'b' }), 'in {a: b}'],
    [and([() => true, 'a']), 'inline and a'],
    [named, 'named'],
  ])('%#', (guard, words) => {
    const machine = createMachine({
      on: { GO: { guard: guard as never, target: '.a' } },
      initial: 'a',
      states: { a: {} },
    }); // as no setup() types it
    expect(readDiagram(machine).transitions[0]?.guard).toBe(words);
  });
});

test('actors without a name, and messages to them', () => {
  const child = createMachine({ id: 'child' });
  const machine = createMachine({
    id: 'm',
    initial: 'a',
    states: {
      a: {
        entry: [assign(() => ({})), sendTo(() => ({}) as never, (() => ({})) as never)], // never sent
        invoke: [
          { src: child, id: 'kid', onDone: 'b' },
          { src: fromPromise(async () => {}), onError: 'b', onSnapshot: 'b' },
        ],
      },
      b: {},
    },
  });
  const { root, transitions } = readDiagram(machine);
  expect(root.states[0]?.invokes).toEqual([
    { id: 'kid', src: 'child' },
    { id: '1.m.a', src: 'inline' },
  ]);
  expect(root.states[0]?.entry.map(({ text }) => text)).toEqual(['assign', 'send inline to inline']);
  expect(transitions.map(({ event }) => event)).toEqual([
    'onDone kid',
    'onError inline',
    'onSnapshot inline',
  ]);
});

test('nothing of a machine is run', () => {
  const fail = () => {
    throw new Error('was run');
  };
  const machine = createMachine({
    context: fail,
    entry: fail,
    initial: 'a',
    states: { a: { invoke: { src: fromPromise(fail) }, on: { GO: { guard: fail, actions: fail } } } },
  });
  expect(readDiagram(machine).transitions.map(describeTransition)).toEqual(['GO [fail] / fail']);
});
