import { describe, expect, test } from 'vitest';
import type { ClauseId } from '../../../../models/clauses.ts';
import { mergeReports } from '../../../../src/verify/report/compare/merge.ts';
import type { ClauseResult, Flaky, Report } from '../../../../src/verify/report/report.ts';
import { countOf, finding, result, serverReport } from '../server-report-sample.ts';

const first = serverReport({
  shard: { index: 1, count: 2 },
  summary: countOf({ pass: 1, fail: 1, untested: 1 }, 10),
  clauses: [
    result('rfc6455/4.2.1/method-get', 'pass', 3),
    result('rfc6455/4.2.1/key-present', 'fail', 2),
    result('rfc6455/4.2.1/connection-token', 'untested', 0),
  ],
  findings: [finding('rfc6455/4.2.1/key-present', { case: 40 })],
  unusedWaivers: [
    { tag: 'a', reason: 'why' },
    { tag: 'b', reason: 'why' },
  ],
});
const second = serverReport({
  shard: { index: 2, count: 2 },
  startedAt: '2026-01-01T00:00:01.000Z',
  summary: countOf({ pass: 2, fail: 1 }, 9),
  clauses: [
    result('rfc6455/4.2.1/method-get', 'fail', 4),
    result('rfc6455/4.2.1/key-present', 'fail', 2),
    result('rfc6455/4.2.1/connection-token', 'pass', 1),
  ],
  findings: [
    finding('rfc6455/4.2.1/key-present', { case: 5, observed: 'earlier' }),
    finding('rfc6455/4.2.1/method-get', { case: 7 }),
  ],
  unusedWaivers: [{ tag: 'b', reason: 'why' }],
});

/** The two shards with other parts, joined. */
const mergeWith = (one: Partial<Report>, other: Partial<Report> = {}) =>
  mergeReports([
    { ...first, ...one },
    { ...second, ...other },
  ]);

test.each([
  ['in order', [first, second]],
  ['out of order', [second, first]],
])(
  'cases are summed, the worst verdict stands, and the earliest case has the finding: %s',
  (_what, reports) => {
    const { shard: _, ...others } = first;
    expect(mergeReports(reports)).toEqual({
      ok: true,
      report: {
        ...others,
        startedAt: '2026-01-01T00:00:00.000Z',
        durationMs: 1_100,
        summary: {
          ...countOf({ pass: 1, fail: 2 }, 19),
          findings: { must: 2, should: 0, literal: 0, waived: 0, flaky: 0 },
        },
        clauses: [
          result('rfc6455/4.2.1/method-get', 'fail', 7),
          result('rfc6455/4.2.1/connection-token', 'pass', 1),
          result('rfc6455/4.2.1/key-present', 'fail', 4),
        ],
        findings: [
          finding('rfc6455/4.2.1/method-get', { case: 7 }),
          finding('rfc6455/4.2.1/key-present', { case: 5, observed: 'earlier' }),
        ],
        unusedWaivers: [{ tag: 'b', reason: 'why' }],
      },
    });
  },
);

test('one of one is the run itself', () => {
  const whole = serverReport({ shard: { index: 1, count: 1 } });
  expect(mergeReports([whole])).toEqual({ ok: true, report: serverReport() });
});

test('what a defect breaks besides is joined, and has no finding of its own, as in one run', () => {
  const also = { also: ['rfc6455/4.2.1/connection-token', 'rfc6455/4.2.1/method-get'] } as const;
  const more = { also: ['rfc6455/4.2.1/upgrade-present'] } as const;
  const merged = mergeWith(
    { findings: [finding('rfc6455/4.2.1/key-present', { case: 40, ...also })] },
    {
      findings: [...second.findings.slice(1), finding('rfc6455/4.2.1/key-present', { case: 5, ...more })],
    },
  );
  expect(merged).toMatchObject({
    report: {
      findings: [
        {
          ...finding('rfc6455/4.2.1/key-present', { case: 5 }),
          also: [
            'rfc6455/4.2.1/method-get',
            'rfc6455/4.2.1/upgrade-present',
            'rfc6455/4.2.1/connection-token',
          ],
        },
      ],
    },
  });
});

test('the rows of a defect are those that any shard has found', () => {
  const of = (clause: ClauseId, number: number, ...guards: string[]) =>
    finding(clause, { case: number, guards });
  const also = { also: ['rfc6455/4.2.1/method-get'] } as const;
  const merged = mergeWith(
    { findings: [{ ...of('rfc6455/4.2.1/key-present', 40, 'keyIsAbsent'), ...also }] },
    {
      findings: [
        of('rfc6455/4.2.1/key-present', 5, 'keyIsAbsent', 'headIsTooLarge'),
        of('rfc6455/4.2.1/method-get', 6, 'methodIsNotGet'),
        of('rfc6455/4.2.1/connection-token', 7, 'connectionLacksUpgrade'),
      ],
    },
  );
  expect(merged).toMatchObject({
    report: {
      findings: [
        { guards: ['connectionLacksUpgrade'] },
        { ...also, guards: ['headIsTooLarge', 'keyIsAbsent', 'methodIsNotGet'] },
      ],
    },
  });
});

test('a clause of level MAY that one shard has seen broken is owed in all', () => {
  const may = { id: 'rfc9110/15.5.9/request-timeout', source: 'RFC 9110 §15.5.9' } as const;
  const broken = { ...may, level: 'SHOULD', verdict: 'warn', cases: 2 } as const;
  const merged = mergeWith(
    { choices: [{ ...may, verdict: 'pass', cases: 3 }] },
    { clauses: [...second.clauses, broken] },
  );
  expect(merged).toMatchObject({
    report: {
      choices: [],
      summary: { clauses: { warn: 1 } },
      clauses: expect.arrayContaining([{ ...broken, cases: 5 }]),
    },
  });
});

test('of what was learnt, what each shard has seen of its own cases is joined', () => {
  const learnt = (statuses: object) => ({ policy: { plainHttp: 426, statuses } });
  const merged = mergeWith(
    learnt({ hostIsAbsent: [400], keyIsAbsent: [400] }),
    learnt({ hostIsAbsent: [400, 'silence'], methodIsNotGet: [405] }),
  );
  expect(merged).toMatchObject({
    report: learnt({ hostIsAbsent: [400, 'silence'], keyIsAbsent: [400], methodIsNotGet: [405] }),
  });
});

test('a note is none where another shard has a finding', () => {
  const note = { clause: 'rfc6455/4.2.1/method-get', title: 'odd', case: 0 } as const;
  expect(mergeWith({ notes: [note] })).toMatchObject({ report: { notes: [] } });
});

describe('why no shard has shown a clause', () => {
  const allow = 'rfc9110/15.5.6/allow';
  const token = 'rfc6455/4.2.1/connection-token';
  const elsewhere = { why: 'unplayed', reason: 'cases of it belong to other parts of the run' } as const;
  const leftOut = {
    why: 'unplayed',
    reason: 'cases of it were left out, since others like them had no answer',
  } as const;
  const lasting = { why: 'notShown', reason: 'nothing that is played from outside shows it' } as const;
  const of = (id: ClauseId, one: Partial<ClauseResult>, other: Partial<ClauseResult>) => {
    const untested = result(id, 'untested', 0);
    const merged = mergeWith(
      { clauses: [{ ...untested, ...one }] },
      { clauses: [{ ...untested, ...other }] },
    );
    return merged.ok ? { ...merged.report.clauses[0], counted: merged.report.summary.untested } : merged;
  };

  test('is what was seen in all of them, where each left cases to the others', () => {
    expect(of(allow, elsewhere, elsewhere)).toMatchObject({
      ...{ verdict: 'untested', why: 'notApplicable', reason: 'no reply was a 405' },
      counted: { notApplicable: 1, notShown: 0, unplayed: 0 },
    });
    expect(of(token, elsewhere, elsewhere)).toMatchObject({
      ...{ why: 'notShown', reason: 'cases of it were played, and none of them could show it' },
    });
    const key = { ...result('rfc6455/4.3/key-grammar', 'untested', 0), ...elsewhere };
    const unseen: Partial<Report> = { declared: { keyCheck: 'presence' }, clauses: [key] };
    expect(mergeWith(unseen, unseen)).toMatchObject({ report: { clauses: [{ why: 'notApplicable' }] } });
  });

  test('is that of the shard which has another, and cases that were left out count most', () => {
    expect(of(token, elsewhere, lasting)).toMatchObject(lasting);
    expect(of(token, lasting, leftOut)).toMatchObject(leftOut);
    expect(of(token, leftOut, elsewhere)).toMatchObject(leftOut);
  });

  test('is not that one of them has seen nothing, where another has', () => {
    const valueless = 'rfc7692/7.1.1.1/server-takeover-valueless';
    const unseen = { why: 'notApplicable', reason: 'no reply agreed to permessage-deflate' } as const;
    expect(of(valueless, unseen, lasting)).toMatchObject(lasting);
    expect(of(valueless, unseen, unseen)).toMatchObject(unseen);
  });

  test('is told by no shard of an earlier version', () => {
    expect(of(allow, {}, {})).toMatchObject({ why: 'notApplicable', reason: 'no reply was a 405' });
  });

  test('is nothing where another has shown it', () => {
    const shown = of(allow, elsewhere, { verdict: 'pass', cases: 1 });
    expect(shown).toMatchObject({ verdict: 'pass', cases: 1, counted: { unplayed: 0 } });
    expect(shown).not.toHaveProperty('why');
    expect(shown).not.toHaveProperty('reason');
  });
});

test('a note of any shard stands beside what passes in all, and not beside what fails in one', () => {
  const noted = { ...result('rfc6455/4.2.1/upgrade-present', 'pass', 2), note: 'odd' };
  const plain = result('rfc6455/4.2.1/upgrade-present', 'pass', 1);
  const merge = (one: ClauseResult, other: ClauseResult) =>
    mergeWith({ clauses: [one], findings: [] }, { clauses: [other], findings: [] });
  expect(merge(plain, noted)).toMatchObject({
    report: { clauses: [{ verdict: 'pass', cases: 3, note: 'odd' }], summary: { noted: 1 } },
  });
  expect(merge({ ...plain, verdict: 'fail' }, noted)).toMatchObject({
    report: { clauses: [{ ...plain, verdict: 'fail', cases: 3 }], summary: { noted: 0 } },
  });
});

test('a clause whose finding is waived is so in all shards', () => {
  const waive = (report: Report) => ({
    ...report,
    findings: report.findings.map((each) =>
      each.clause === 'rfc6455/4.2.1/key-present' ? { ...each, waived: 'why' } : each,
    ),
  });
  const merged = mergeReports([waive(first), waive(second)]);
  const waivedOf = ({ clauses }: Report) => clauses.map(({ waived }) => waived);
  expect(merged.ok && waivedOf(merged.report)).toEqual([undefined, undefined, 'why']);
});

test('of notes the earliest stays', () => {
  const note = { clause: 'rfc6455/4.2.1/upgrade-present' } as const;
  const merged = mergeWith(
    { notes: [{ ...note, title: 'late', case: 9 }] },
    { notes: [{ ...note, title: 'early', case: 2 }] },
  );
  expect(merged).toMatchObject({ report: { notes: [{ ...note, title: 'early', case: 2 }] } });
});

test('why shards ended early is kept, and what they left out summed', () => {
  const ended = 'the target is gone';
  const [one, two] = [
    { ended, unplayed: 2 },
    { ended, unplayed: 3 },
  ];
  expect(mergeWith(one, two)).toMatchObject({ report: { ended, unplayed: 5 } });
  expect(mergeWith({}, two)).toMatchObject({ report: two });
  expect(mergeWith(one, { ended: 'late' })).toMatchObject({ report: { ended: `${ended}; late` } });
  expect(mergeReports([first, second])).not.toMatchObject({ report: { ended: expect.anything() } });
});

describe('nothing is joined', () => {
  const unsplit = 'the reports are not shards of one run: each must come from --shard I/N with the same N';

  test.each([
    ['of nothing', [], 'no report was given'],
    ['where a shard is missing', [second], 'missing: shard 1/2'],
    ['where one stands twice', [first, second, second], 'shard 2/2 was given twice'],
    ['of a run in one part', [serverReport()], unsplit],
    ['of shards of different sizes', [first, { ...second, shard: { index: 2, count: 3 } }], unsplit],
  ])('%s', (_what, reports, problem) => {
    expect(mergeReports(reports)).toEqual({ ok: false, problem });
  });

  test.each<[what: string, other: Partial<Report>, problem: string]>([
    ['seed', { seed: 2 }, 'their seed differs'],
    ['target', { target: 'ws://b.test/' }, 'their target differs'],
    ['number of variants', { runs: 3 }, 'their runs differs'],
    ['declaration', { declared: { keyCheck: 'length' } }, 'their declared differs'],
    ['list of clauses', { clauses: [] }, 'their clauses differ'],
  ])('of another %s', (_what, other, problem) => {
    expect(mergeReports([first, { ...second, ...other }])).toEqual({
      ok: false,
      problem: `the reports are of different runs: ${problem}`,
    });
  });
});

test('what is not seen every time is joined: the earliest case, and how often all were seen', () => {
  const flakyOf = (number: number, seen: number, of: number): Flaky => ({
    ...{ clause: 'rfc6455/4.2.1/method-get', source: 'RFC 6455 §4.2.1', title: 'a', seen, of },
    ...{ expected: 'b', observed: 'c', request: '', response: '', case: number },
  });
  const shards = [flakyOf(7, 1, 6), flakyOf(3, 2, 21)].map((each, at) =>
    serverReport({ shard: { index: at + 1, count: 2 }, flaky: [each] }),
  );
  const merged = mergeReports(shards);
  expect(merged.ok && merged.report.flaky).toEqual([flakyOf(3, 3, 27)]);
});
