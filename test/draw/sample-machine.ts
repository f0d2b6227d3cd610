import {
  and,
  assign,
  cancel,
  createMachine,
  emit,
  enqueueActions,
  fromPromise,
  log,
  not,
  or,
  raise,
  sendParent,
  sendTo,
  setup,
  spawnChild,
  stateIn,
  stopChild,
} from 'xstate';

/** A machine that has about everything that XState 5 can say. */
export const everything = setup({
  types: {
    context: {} as { count: number; name: string }, // XState's way of naming types: the values are never read
    events: {} as { type: string }, // as above
  },
  actors: { fetchUser: fromPromise(async () => 'somebody') },
  actions: { warn: (_, _params: { level: number; text: string }) => {}, tidy: () => {} },
  guards: { isOpen: () => true, isLocked: () => false, atLeast: (_, _params: { count: number }) => true },
  delays: { LONG_ENOUGH: 1000 },
}).createMachine({
  id: 'everything',
  description: 'About everything.',
  context: { count: 0, name: '' },
  initial: 'idle',
  entry: { type: 'warn', params: { level: 1, text: 'it begins' } },
  on: {
    RESET: { target: '.idle', actions: assign({ count: 0, name: 'none' }) },
    PING: { actions: [sendParent({ type: 'PONG' }), log('pinged')] },
  },
  states: {
    idle: {
      description: 'Nothing happens here.',
      tags: ['quiet'],
      exit: ['tidy', cancel('later')],
      on: {
        START: { target: 'working', guard: and(['isOpen', not(or(['isLocked', stateIn('working')]))]) },
        AGAIN: { target: 'idle', reenter: true },
        STAY: 'idle',
        COUNT: {
          guard: { type: 'atLeast', params: { count: 3 } },
          actions: assign({ count: ({ context }) => context.count + 1 }),
        },
        NEVER: {},
        BOTH: { target: ['both.left.two', 'both.right.two'] },
        'key.*': { target: 'done', guard: ({ context }) => context.count > 0 },
        '*': { actions: () => {} },
      },
      after: { 500: 'working', LONG_ENOUGH: { target: 'done', guard: 'isOpen' } },
    },
    working: {
      initial: 'first',
      invoke: {
        src: 'fetchUser',
        input: { limit: 3 },
        onDone: { target: 'done', actions: raise({ type: 'FETCHED' }, { delay: 100 }) },
        onError: [{ target: 'idle', guard: 'isLocked' }, { target: '.second' }],
      },
      onDone: 'both',
      on: {
        PAUSE: 'both',
        ONWARD: { target: '.second', reenter: true },
      },
      states: {
        first: {
          always: { target: 'second', guard: 'isLocked' },
          entry: [
            emit({ type: 'begun' }),
            enqueueActions(() => {}),
            spawnChild('fetchUser', { id: 'child' }),
          ],
          on: { UP: { target: '#everything.idle' } },
        },
        second: {
          on: { REDO: { target: '#everything.working', reenter: true } },
          exit: [stopChild('child'), sendTo('child', { type: 'STOP' }, { delay: 'LONG_ENOUGH' })],
        },
        third: { type: 'final', output: { answer: 42 } },
        before: { type: 'history', history: 'deep', target: 'second' },
      },
    },
    both: {
      type: 'parallel',
      on: { BACK: 'working.before' },
      states: {
        left: { initial: 'one', states: { one: { on: { GO: 'two' } }, two: {}, was: { type: 'history' } } },
        right: { initial: 'one', states: { one: {}, two: { on: { LEFT: '#everything.both.left.was' } } } },
        bare: {},
      },
    },
    done: { type: 'final', id: 'finished' },
  },
});

/** Names that some language has a meaning for, or that are hard to write. */
export const names = createMachine({
  id: 'names',
  initial: 'default',
  states: {
    default: { on: { note: 'note', class: 'class', end: 'end', state: 'state' } },
    note: { on: { 'a "quoted" event': 'with space' } },
    class: { on: { 'a <b>&amp;</b>': 'dots' } },
    end: { on: { 'back\\slash \\N \\l': 'da-sh' } },
    state: { on: { '%% comment; # hash : colon': 'quote"d' } },
    'with space': { on: { 日本語のイベント: '状態' } },
    dots: { on: { '- list': '#listed', '`code` **bold** _it_': '- list' } },
    'da-sh': { on: { '[brackets] {braces} (parens) | pipe': '<b>bold</b> & "co"' } },
    'quote"d': { on: { 'a\nline': 'two\nlines' } },
    状態: { on: { 'Ünïcödé → 🎉': '🎉 👩‍👩‍👧 é' } },
    '1. list': { id: 'listed' },
    '- list': {},
    '<b>bold</b> & "co"': { on: { '-->': '-->' } },
    'two\nlines': { on: { "it's": "it's" } },
    '🎉 👩‍👩‍👧 é': { on: { '\u0007bell': '[*]' } },
    '-->': {},
    "it's": {},
    '[*]': { on: { $: '$(x)' } },
    '$(x)': { description: 'A description that\ngoes on over <lines> & "more".' },
    constructor: { on: { __proto: '__proto' } },
    __proto: {},
  },
});

const long = 'aVeryLongNameThatGoesOnAndOnWithoutAnySpaceInIt'.repeat(4);

/** Names longer than anybody should give. */
export const lengthy = createMachine({
  id: 'lengthy',
  initial: long,
  states: {
    [long]: {
      description:
        'A description that is a good deal longer than the box is wide, and has to be parted. '.repeat(3),
      entry: [`${long}Action`, { type: 'anAction', params: { text: 'a text with spaces in it '.repeat(8) } }],
      on: {
        [`${long}_EVENT`]: {
          target: 'end',
          guard: and([`${long}Guard`, not('isShort')]),
          actions: ['one', 'two'],
        },
        SHORT: { target: 'end' },
      },
    },
    end: { type: 'final' },
  },
});

const verbose = Array.from({ length: 8 }, (_, place) => `EVENT_NUMBER_${place}_WITH_A_LONG_NAME`);

/** Many transitions between the same two states, and of one to itself. */
export const busy = createMachine({
  id: 'busy',
  initial: 'left',
  states: {
    left: {
      on: {
        ...Object.fromEntries(
          verbose.map((event, place) => [
            event,
            { target: 'right', guard: `guardThatSaysMuchAboutIt${place}`, actions: [`act${place}`] },
          ]),
        ),
        AGAIN: { target: 'left', reenter: true },
        ONCE_MORE: { target: 'left', reenter: true, guard: 'isMeant' },
        STAY: 'left',
      },
    },
    right: { on: Object.fromEntries(verbose.map((event) => [`BACK_${event}`, 'left'])) },
  },
});

/** Regions in regions, with ways in and out at every depth. */
export const deep = createMachine({
  id: 'deep',
  initial: 'a',
  on: { ANYWHERE: '.c', AFRESH: { target: '.a.both', reenter: true } },
  states: {
    a: {
      initial: 'both',
      onDone: 'b',
      on: { ITSELF: { target: 'a', reenter: true }, INSIDE: '.q', OUT: 'c' },
      states: {
        both: {
          type: 'parallel',
          on: { ASIDE: 'q' },
          states: {
            left: {
              initial: 'one',
              on: { ON: '.two' },
              states: {
                one: {
                  on: { NEXT: 'two', FAR_OUT: '#deep.c', SAME: { target: 'one', reenter: true } },
                },
                two: { on: { NEXT: 'one' } },
              },
            },
            right: {
              initial: 'one',
              states: {
                one: { on: { NEXT: 'two' } },
                two: {
                  initial: 'y',
                  states: {
                    y: {
                      initial: 'z',
                      states: {
                        z: { on: { ACROSS: '#deep.a.both.left.two' } },
                        deepest: { type: 'history', history: 'deep' },
                      },
                    },
                  },
                },
                was: { type: 'history' },
              },
            },
          },
        },
        q: { on: { BACK: 'both.right.was', ALL_BACK: '#deep.a.both.right.two.y.deepest' } },
        end: { type: 'final' },
        was: { type: 'history', history: 'deep' },
      },
    },
    b: {
      on: { X: 'a.was', Y: 'a.both', Z: { target: ['a.both.left.two', 'a.both.right.two'] } },
    },
    c: { on: { TO_A: 'a', TO_B: 'b', AGAIN: { target: 'c', reenter: true } } },
  },
});

/** Letters that are much wider in other fonts than in Helvetica, and letters that Graphviz does not know. */
export const thin = createMachine({
  id: 'thin',
  initial: 'till tilt',
  states: {
    'till tilt': {
      entry: ['filter - titill (if)', 'tttttttttttttttttt – flit'],
      on: { 'tilt+till (if-it)': 'fitté', tttttttttttttttttttttt: 'fitté' },
    },
    fitté: {
      description: 'Ein längerer Text für ffffff tttttt: ill-fitting fjord – wörtlich.',
      on: { '→ ☃ ✓': 'till tilt' },
    },
  },
});

/** So many states in a row, some with a way back. */
function makeCrowd(count: number) {
  const many = Array.from({ length: count }, (_, place) => `state ${place}`);
  return createMachine({
    id: 'crowd',
    initial: 'state 0',
    states: Object.fromEntries(
      many.map((name, place) => [
        name,
        {
          on: {
            NEXT: many[(place + 1) % count] ?? '',
            ...(place % 20 === 19 ? { BACK: many[place - 19] ?? '' } : {}),
          },
        },
      ]),
    ),
  });
}

export const crowd = makeCrowd(200);

/** As the crowd, but soon drawn. */
export const smallCrowd = makeCrowd(40);
