import { describe, expect, test } from 'vitest';
import { describeLosses } from '../../../src/verify/explain/cause.ts';
import { findCauses } from '../../../src/verify/explain/find-cause.ts';
import type { FaultyCase } from '../../../src/verify/run/kept/faulty-case.ts';
import {
  caseOf,
  type Said,
  type Script,
  scriptSubject,
  valid,
  type WordCase,
} from '../run/scripted-subject.ts';

/** The causes of whatever is wrong in these cases; what is looked for begins when they were played. */
async function explain(answer: Script, ...cases: readonly WordCase[]) {
  const subject = scriptSubject(answer);
  const faulty: FaultyCase<WordCase, { said: Said }>[] = [];
  for (const current of cases) {
    const exchange = await subject.play(current);
    const { isOpen } = subject.reactionOf(exchange);
    for (const fault of subject.judge(current, exchange).faults)
      faulty.push({ current, exchange, isOpen, fault });
  }
  const before = subject.played.length;
  const { causes } = await findCauses(faulty, subject, new Set());
  return { causes, played: subject.played.slice(before) };
}

const clauses = ({ causes }: Awaited<ReturnType<typeof explain>>) => causes.map(({ clause }) => clause);
const has =
  (word: string, yes: Said, no: Said): Script =>
  ({ words }) =>
    words.includes(word) ? yes : no;
const careless: Script = () => 101;

describe('a fault with one possible cause', () => {
  test('is played again, and is told with nothing around it', async () => {
    const wordy = caseOf(3, ['!key'], { base: ['ws', 'more', 'words'] });
    const { causes, played } = await explain(careless, wordy);
    expect(causes).toMatchObject([
      { clause: 'rfc6455/4.2.1/key-present', part: 'key', isOpen: true, current: { number: 3 } },
    ]);
    expect(causes[0]?.current.base).toEqual(['ws', '!key']);
    expect(causes[0]?.again).toEqual({ seen: 5, of: 5, isSteady: true });
    const again = Array.from({ length: 5 }, () => 'ws more words !key');
    expect(played).toEqual([...again, 'ws words !key', 'ws !key', 'ws']);
  });

  test('of several cases the heaviest with the fewest causes is told, then the first', async () => {
    const { causes } = await explain(careless, caseOf(7, ['!key']), caseOf(5, ['!key']));
    expect(causes.map(({ current }) => current.number)).toEqual([5]);
  });

  test('that comes late is waited for as patiently as when it was seen', async () => {
    const slow: Script = ({ nth, patience }) => (nth === 0 || patience > 2 ? 101 : 'late');
    const { causes } = await explain(slow, caseOf(0, ['!key']));
    expect(causes[0]?.again).toEqual({ seen: 5, of: 5, isSteady: true });
  });

  test('that does not come again is marked, with how often it came', async () => {
    const { causes } = await explain(({ nth }) => (nth === 0 ? 101 : 400), caseOf(0, ['!key']));
    expect(causes).toMatchObject([
      { clause: 'rfc6455/4.2.1/key-present', again: { seen: 0, of: 5, isSteady: false } },
    ]);
  });

  test.each([
    ['never again', [], { seen: 0, of: 5 }],
    ['once of the next five', [3], { seen: 1, of: 20 }],
    ['most of the time', [1, 2, 3, 4, 6, 7, 8, 9, 11, 12, 13, 14, 16, 17, 18, 19], { seen: 16, of: 20 }],
    ['all but once at first', Array.from({ length: 19 }, (_, nth) => nth + 2), undefined],
    ['all but once later', Array.from({ length: 17 }, (_, nth) => nth + 4), undefined],
    ['all but twice later', [1, ...Array.from({ length: 13 }, (_, nth) => nth + 8)], { seen: 14, of: 20 }],
    ['the next five times', [1, 2, 3, 4, 5], undefined],
  ])('that is seen %s is looked for again', async (_, seenAt, flaky) => {
    const script: Script = ({ nth }) => (nth === 0 || seenAt.includes(nth) ? 101 : 400);
    const { causes } = await explain(script, caseOf(0, ['!key']));
    const again = causes[0]?.again;
    expect(again?.isSteady === false ? { seen: again.seen, of: again.of } : undefined).toEqual(flaky);
  });

  test('that does not come again has no hint, whatever it shows', async () => {
    const { causes } = await explain(({ nth }) => (nth === 0 ? 'odd' : 101), caseOf(0, ['list']));
    expect(causes).toMatchObject([{ again: { seen: 0, isSteady: false } }]);
    expect(causes[0]?.fault).not.toHaveProperty('hint');
  });

  test('a refusal that does not come again is charged to no change, and told once', async () => {
    const script: Script = ({ nth }) => (nth < 2 ? 400 : 101);
    expect(clauses(await explain(script, caseOf(0, ['list']), caseOf(1, ['lines'])))).toEqual([valid]);
  });

  test('a fault of a subject that is gone when it is asked again is marked as well', async () => {
    const { causes } = await explain(
      ({ nth }) => (nth === 0 ? 101 : 'gone'),
      caseOf(0, ['!key'], { base: [] }),
    );
    expect(causes).toMatchObject([
      { clause: 'rfc6455/4.2.1/key-present', again: { seen: 0, isSteady: false } },
    ]);
  });

  test('a fault of the reply has no part, and the cause that its octets tell', async () => {
    const { causes } = await explain(() => 'odd', caseOf(0, ['list']));
    expect(causes).toMatchObject([
      {
        part: null,
        fault: { kind: 'reply', hint: { is: 'text', text: expect.stringContaining('hixie-76') } },
      },
    ]);
    expect(causes[0]?.current.base).toEqual(['ws']);
  });

  test('what was not answered in time is not sent again', async () => {
    const { causes, played } = await explain(() => 'late', caseOf(0, ['!key']));
    expect(causes).toMatchObject([{ clause: 'rfc6455/4.2.1/error-status', part: null }]);
    expect(played).toEqual([]);
  });
});

describe('a fault with several possible causes', () => {
  test('is charged to the change that it needs', async () => {
    const script = has('list', 400, 101);
    const { causes } = await explain(script, caseOf(0, ['lines', 'list']));
    expect(causes).toMatchObject([{ clause: 'rfc9110/7.8/upgrade-list', part: 'list' }]);
    expect(causes[0]?.current.base).toEqual(['ws', 'list']);
  });

  test('says nothing new where one of its changes is known to be a cause', async () => {
    const script = has('list', 400, 101);
    const { causes, played } = await explain(script, caseOf(0, ['list']), caseOf(1, ['lines', 'list']));
    expect(causes).toHaveLength(1);
    expect(played.join()).not.toContain('lines');
  });

  test('that needs two of them is charged to a known-good opening', async () => {
    const both: Script = ({ words }) => (words.includes('list') && words.includes('lines') ? 400 : 101);
    const { causes } = await explain(both, caseOf(0, ['lines', 'list']));
    expect(causes).toMatchObject([{ clause: valid, current: { base: ['ws', 'lines', 'list'] } }]);
  });

  test('is charged to the fault that the subject takes, and not to the one beside it', async () => {
    const script = has('!host', 400, 101);
    const { causes } = await explain(
      ({ words, ...asked }) => (words.length > 2 ? 101 : script({ words, ...asked })),
      caseOf(0, ['!host', '!key']),
    );
    expect(clauses({ causes, played: [] })).toEqual(['rfc6455/4.2.1/key-present']);
  });

  test('that nothing shows in one piece is no accepted fault', async () => {
    const script: Script = ({ isCut }) => (isCut ? 101 : 400);
    expect((await explain(script, caseOf(0, ['!key', '!host'], { isCut: true }))).causes).toEqual([]);
  });
});

describe('a refusal of what came in several pieces', () => {
  test('is due to the pieces where the same is taken in one', async () => {
    const { causes } = await explain(({ isCut }) => (isCut ? 400 : 101), caseOf(0, [], { isCut: true }));
    expect(causes).toMatchObject([
      {
        clause: valid,
        part: null,
        fault: {
          severity: 'MUST',
          hint: 'cutRequest',
        },
      },
    ]);
  });

  test.each([0, 1, 4])('is marked where it is seen %i times of five', async (often) => {
    const script: Script = ({ nth }) => (nth <= often ? 400 : 101);
    const { causes } = await explain(script, caseOf(0, [], { isCut: true }));
    expect(causes).toMatchObject([{ clause: valid, again: { seen: often, of: 5, isSteady: false } }]);
  });

  test('has another cause where it is refused in one piece as well', async () => {
    const { causes } = await explain(() => 400, caseOf(0, [], { isCut: true }));
    expect(causes).toHaveLength(1);
    expect(causes[0]?.fault).not.toHaveProperty('hint');
  });

  test('with harmless changes, none of which it needs, is due to the pieces', async () => {
    const script: Script = ({ isCut }) => (isCut ? 400 : 101);
    const { causes } = await explain(script, caseOf(0, ['list', 'lines'], { isCut: true }));
    expect(causes).toMatchObject([{ clause: valid, current: { changes: [] } }]);
  });
});

test.each([
  ['the first', [false, false], 4, 'noConnectionSince'],
  ['one that was seen again', [false, true], 5, 'noConnectionAgain'],
] as const)(
  'cases that the subject did not survive are one cause, told by %s',
  (_, again, number, observed) => {
    const losses = again.map((isReproduced, at) => ({
      current: caseOf(4 + at, ['!key']),
      exchange: null,
      isReproduced,
    }));
    expect(describeLosses(losses)).toMatchObject([
      {
        clause: 'rfc6455/10.7/input-validated',
        current: { number },
        fault: { kind: 'gone', severity: 'MUST', observed },
        others: [{ current: { number: 9 - number } }],
      },
    ]);
    expect(describeLosses([])).toEqual([]);
  },
);

test('of several that are alike one that is not spoilt as a whole is told', async () => {
  const [whole, single] = [caseOf(1, ['!key']), caseOf(2, ['!key'])];
  const spoilt = { ...whole, changes: whole.changes.map((each) => ({ ...each, part: 'message' })) };
  const { causes } = await explain(careless, spoilt, single);
  expect(causes.map(({ current }) => current.number)).toEqual([2]);
});

test('what keeps the subject from being asked for another reason is thrown', async () => {
  const subject = scriptSubject(careless);
  const current = caseOf(0, ['!key']);
  const exchange = await subject.play(current);
  const [fault] = subject.judge(current, exchange).faults;
  const broken = { ...subject, play: () => Promise.reject(new Error('a mistake')) };
  const faulty = fault ? [{ current, exchange, isOpen: true, fault }] : [];
  await expect(findCauses(faulty, broken, new Set())).rejects.toThrow('a mistake');
});
