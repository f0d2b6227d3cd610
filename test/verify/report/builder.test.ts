import { describe, expect, test } from 'vitest';
import { type ClauseId, clauseIds, clauses as register } from '../../../models/clauses.ts';
import type { Severity } from '../../../models/verdict/breach.ts';
import { statusPhrase, textPhrase } from '../../../src/verify/judge/seen/phrase.ts';
import { buildReport, type RunHead, tellKept } from '../../../src/verify/report/builder.ts';
import type { Exhibit, ShownOctets } from '../../../src/verify/report/exhibit.ts';
import { type Gathered, joinGathered, type KeptExchange } from '../../../src/verify/report/gathered.ts';
import type { Report } from '../../../src/verify/report/report.ts';
import { Floods } from '../../../src/verify/run/flood.ts';
import type { Disposition } from '../../../src/verify/run/kept/disposition.ts';

const head = {
  ...({ version: '1.2.3', mode: 'self', target: 'self', seed: 42, runs: 7 } as const),
  startedAt: new Date('2026-01-01T00:00:00.000Z'),
  ...{ policy: {}, declared: {}, only: [] },
};
const must: ClauseId = 'rfc6455/4.2.2/accept-value';
const should: ClauseId = 'service/1/valid-request-accepted';
const may: ClauseId = 'rfc9110/15.5.9/request-timeout';

/** What came of as many cases for each of the clauses. */
function shownOf(
  counts: readonly (readonly [ClauseId, number])[],
  ...exhibits: readonly Exhibit[]
): Gathered {
  const cases = counts.reduce((sum, [, count]) => sum + count, 0);
  return {
    ...{ cases, counts: new Map(counts), exhibits, ended: null, unplayed: 0, latecomers: 0 },
    ...{ flaky: [], dispositions: new Map() },
  };
}

function exhibitOf(clause: ClauseId, severity: Severity, changes: Partial<Exhibit> = {}): Exhibit {
  return {
    clause,
    fault: {
      clause,
      kind: 'reply',
      expected: textPhrase('a'),
      observed: textPhrase('b'),
      about: 'status',
      seen: [{ side: 'response', spans: [{ start: 0, end: 1 }] }],
      severity,
      tags: [],
      ...{ guard: null, row: 'keyIsAltered' },
    },
    ...{ also: [], number: 3, replay: 'ws101 again' },
    ...{ request: Uint8Array.of(1, 2, 3), response: Uint8Array.of(255), ...changes },
  };
}

const owed = clauseIds.filter((id) => register[id].level !== 'MAY');

test('without a case every clause is untested; what a text leaves open stands apart', () => {
  const { summary, clauses, choices, findings } = buildReport(head, shownOf([]));
  expect(summary).toMatchObject({
    clauses: { pass: 0, fail: 0, warn: 0, untested: owed.length },
    ...{ noted: 0, cases: 0 },
  });
  const { notApplicable, notShown, unplayed } = summary.untested;
  expect(notApplicable + notShown + unplayed).toBe(owed.length);
  expect(clauses.map(({ id }) => id)).toEqual(owed);
  expect([...clauses, ...choices].map(({ id }) => id).sort()).toEqual([...clauseIds].sort());
  expect(findings).toEqual([]);
});

test.each([
  [must, 'MUST', null, 'pass'],
  [must, 'MUST', 'MUST', 'fail'],
  [must, 'MUST', 'SHOULD', 'warn'],
  [must, 'MUST', 'note', 'pass'],
  [should, 'SHOULD', null, 'pass'],
  [should, 'SHOULD', 'SHOULD', 'warn'],
] as const)('%s (%s) with a defect of weight %s: %s', (clause, level, severity, verdict) => {
  const exhibits = severity === null ? [] : [exhibitOf(clause, severity)];
  const { clauses } = buildReport({ ...head, only: [clause] }, shownOf([[clause, 1]], ...exhibits));
  expect(clauses).toMatchObject([{ id: clause, level, verdict, cases: 1 }]);
});

test('a finding has the octets, what was played, and what plays it again', () => {
  const { findings } = buildReport(
    head,
    shownOf([[must, 1]], exhibitOf(must, 'MUST', { scene: { of: 'case', title: 'first' } })),
  );
  expect(findings).toEqual([
    {
      clause: must,
      source: 'RFC 6455 §4.2.2',
      level: 'MUST',
      title: expect.stringMatching(/^A server .+\. Played: first\.$/),
      rule: register[must].summary,
      url: 'https://www.rfc-editor.org/rfc/rfc6455#section-4.2.2',
      expected: 'a',
      observed: 'b',
      request: 'AQID',
      response: '/w==',
      seen: [{ side: 'response', start: 0, end: 1 }],
      tags: [],
      case: 3,
      replay: 'ws101 again',
    },
  ]);
});

test.each([
  ['refused', 500, /\. Answered by 500 Oops\.$/],
  ['refused', 400, /^A server [^.]+\.$/],
  ['reply', 500, /^A server [^.]+\.$/],
] as const)('a valid request that is %s with %s: the title says so, or not', (kind, status, title) => {
  const { fault, ...others } = exhibitOf(must, 'MUST');
  const observed = statusPhrase({ status, reason: 'Oops' });
  const exhibit = { ...others, fault: { ...fault, kind, observed } };
  const { findings } = buildReport(head, shownOf([], exhibit));
  expect(findings).toMatchObject([{ title: expect.stringMatching(title) }]);
});

test('the pieces of a request that was cut stand in its finding as lengths, and how much came', () => {
  const { findings } = buildReport(head, shownOf([], exhibitOf(must, 'MUST', { pieces: [1, 2], came: 9 })));
  const observed = 'b; 9 octets came in all, of which the first are kept';
  expect(findings).toMatchObject([{ clause: must, pieces: [1, 2], came: 9, observed }]);
});

test('findings stand in the order of the register', () => {
  const { findings } = buildReport(head, shownOf([], exhibitOf(must, 'MUST'), exhibitOf(should, 'SHOULD')));
  expect(findings.map(({ clause }) => clause)).toEqual([should, must]);
});

test('`only` leaves the others out, findings too', () => {
  const { clauses, findings, summary } = buildReport(
    { ...head, only: [should] },
    shownOf([[should, 1]], exhibitOf(must, 'MUST')),
  );
  expect(clauses.map(({ id }) => id)).toEqual([should]);
  expect(findings).toEqual([]);
  expect(summary.clauses).toEqual({ pass: 1, fail: 0, warn: 0, untested: 0 });
});

test('of an actor the clauses of the others are left out', () => {
  const { clauses, choices } = buildReport({ ...head, actor: 'server' }, shownOf([]));
  expect(new Set([...clauses, ...choices].map(({ id }) => register[id].actor))).toEqual(new Set(['server']));
});

test('a choice that was not kept is a warning, and owed there', () => {
  const { clauses, choices, findings } = buildReport(
    { ...head, only: [may] },
    shownOf([[may, 1]], exhibitOf(may, 'SHOULD')),
  );
  expect(clauses).toEqual([
    { id: may, source: 'RFC 9110 §15.5.9', level: 'SHOULD', verdict: 'warn', cases: 1 },
  ]);
  expect(choices).toEqual([]);
  expect(findings).toMatchObject([{ clause: may, level: 'SHOULD' }]);
});

test('a finding names the rows that were not kept, where it is of rows', () => {
  const exhibit = exhibitOf(must, 'MUST', { guards: ['keyIsAbsent'] });
  const { findings } = buildReport({ ...head, only: [must] }, shownOf([], exhibit));
  expect(findings).toMatchObject([{ clause: must, guards: ['keyIsAbsent'] }]);
  const ofNone = buildReport(head, shownOf([], exhibitOf(must, 'MUST', { guards: [] })));
  expect(ofNone.findings[0]).not.toHaveProperty('guards');
});

test('what a defect breaks besides has no finding of its own, and fails', () => {
  const exhibit = exhibitOf(must, 'MUST', { also: [{ clause: should, severity: 'SHOULD' }] });
  const { clauses, findings } = buildReport({ ...head, only: [must, should] }, shownOf([], exhibit));
  expect(findings).toMatchObject([{ clause: must, also: [should] }]);
  expect(clauses.map(({ verdict }) => verdict)).toEqual(['warn', 'fail']);
});

test('of a run that ended early nothing passes, and why it ended is told', () => {
  const { clauses, ended } = buildReport(
    { ...head, only: [must] },
    { ...shownOf([[must, 5]]), ended: 'gone', unplayed: 4 },
  );
  expect(clauses).toMatchObject([{ verdict: 'untested', cases: 5 }]);
  expect(ended).toBe('gone');
});

test('what is nobody’s fault is a note', () => {
  const { notes, findings } = buildReport(head, { ...shownOf([], exhibitOf(must, 'note')), latecomers: 2 });
  expect(findings).toEqual([]);
  expect(notes.map(({ title }) => title)).toEqual([
    '2 requests had no answer in time, and had one when sent again.',
    expect.stringMatching(/Seen: b\.$/),
  ]);
});

test('what came of several subjects is joined: counts are added, and of two defects of a clause the first is told', () => {
  const first = exhibitOf(must, 'MUST', { number: 1 });
  const joined = joinGathered([
    shownOf(
      [
        [must, 2],
        [should, 1],
      ],
      first,
    ),
    {
      ...shownOf([[must, 3]], exhibitOf(must, 'SHOULD', { number: 2 })),
      ended: 'gone',
      unplayed: 1,
      latecomers: 1,
      dispositions: new Map([
        [must, 'leftOut'],
        [should, 'played'],
      ]),
    },
    { ...shownOf([]), dispositions: new Map([[must, 'played']]) },
    { ...shownOf([]), dispositions: new Map([[should, 'elsewhere']]) },
  ]);
  expect(joined).toEqual({
    dispositions: new Map([
      [must, 'leftOut'],
      [should, 'elsewhere'],
    ]),
    ...{ cases: 6, ended: 'gone', unplayed: 1, latecomers: 1, exhibits: [first], flaky: [], kept: new Map() },
    counts: new Map([
      [must, 5],
      [should, 1],
    ]),
  });
});

describe('a clause that is kept', () => {
  const noteOf = (...exhibits: readonly Exhibit[]) => {
    const { clauses, summary } = buildReport({ ...head, only: [must] }, shownOf([[must, 1]], ...exhibits));
    return { ...clauses[0], noted: summary.noted };
  };

  test('says the note on it, which the summary counts', () => {
    const noted = noteOf(exhibitOf(must, 'note'));
    expect(noted).toMatchObject({
      verdict: 'pass',
      note: expect.stringMatching(/^A .* Seen: b\.$/),
      noted: 1,
    });
  });

  test('says which other note is about the same defect', () => {
    expect(noteOf(exhibitOf(should, 'SHOULD', { also: [{ clause: must, severity: 'note' }] }))).toMatchObject(
      {
        ...{ verdict: 'pass', note: `the same defect as ${should}` },
      },
    );
  });

  test('says nothing otherwise', () => {
    expect(noteOf()).toEqual({
      ...{ id: must, source: 'RFC 6455 §4.2.2', level: 'MUST', verdict: 'pass', cases: 1, noted: 0 },
    });
    expect(noteOf(exhibitOf(must, 'note'), exhibitOf(must, 'MUST'))).not.toHaveProperty('note');
  });
});

describe('a clause that is untested says why', () => {
  const key: ClauseId = 'rfc6455/4.2.1/key-present';
  const allow: ClauseId = 'rfc9110/15.5.6/allow';
  const server = { ...head, mode: 'server', target: 'ws://a.test/' } as const;
  const whyOf = (id: ClauseId, run: Partial<RunHead> = {}, gathered: Partial<Gathered> = {}) => {
    const { clauses, choices } = buildReport(
      { ...server, ...run, only: [id] },
      { ...shownOf([]), ...gathered },
    );
    const [only] = [...clauses, ...choices];
    return `${only?.why}: ${only?.reason}`;
  };
  const unseen = 'notShown: nothing that is played from outside shows it';
  const unlooked = 'notApplicable: the target was declared not to look that closely';
  const disposition = (each: Disposition): Partial<Gathered> => ({ dispositions: new Map([[key, each]]) });

  test('by what became of its cases', () => {
    expect(whyOf(key)).toBe(unseen);
    expect(whyOf(key, { mode: 'self' })).toBe('notShown: nothing that is played shows it');
    expect(whyOf(key, {}, disposition('played'))).toBe(
      'notShown: cases of it were played, and none of them could show it',
    );
    expect(whyOf(key, {}, disposition('leftOut'))).toMatch(/^unplayed: cases of it were left out/);
    expect(whyOf(key, {}, disposition('elsewhere'))).toMatch(/^unplayed: .*other parts of the run$/);
    expect(whyOf(key, { isPart: true }, disposition('played'))).toMatch(/^notShown/);
  });

  test('by the end of the run, if it has any case', () => {
    const ended = { ended: 'gone' };
    expect(whyOf(key, {}, { ...disposition('leftOut'), ...ended })).toBe('unplayed: the run ended early');
    expect(whyOf(key, {}, { counts: new Map([[key, 3]]), ...ended })).toBe(
      'unplayed: the run ended early, and nothing passes in such a run',
    );
    expect(whyOf(allow, {}, ended)).toBe('unplayed: the run ended early');
    expect(whyOf(key, {}, ended)).toMatch(/^notShown/);
  });

  test('by what no reply was', () => {
    expect(whyOf(allow)).toBe('notApplicable: no reply was a 405');
    expect(whyOf(allow, { isPart: true })).toMatch(/^unplayed: .*other parts of the run$/);
    const leftOut = new Map([[allow, 'leftOut']] as const);
    expect(whyOf(allow, { isPart: true }, { dispositions: leftOut })).toMatch(/^unplayed: .*had no answer$/);
    const valueless = 'rfc7692/7.1.1.1/server-takeover-valueless';
    expect(whyOf(valueless)).toBe('notApplicable: no reply agreed to permessage-deflate');
    const agreed = { counts: new Map([['rfc7692/5/answered-once', 1] as const]) };
    expect(whyOf(valueless, {}, agreed)).toMatch(/^notShown/);
  });

  test.each<[ClauseId, Partial<RunHead>, string]>([
    ['service/5.2/credential-missing', {}, 'unplayed: no credential was declared (--auth)'],
    [
      'service/5.2/credential-missing',
      { declared: { auth: 'first-message' } },
      'notApplicable: the credential comes in the first message',
    ],
    [
      'service/5.3/first-message-held',
      { declared: { auth: 'query:token' } },
      'notApplicable: the credential comes in the opening',
    ],
    [
      'rfc6455/10.2/origin-403',
      { declared: { origin: ['https://a.test'] } },
      'notApplicable: no origin was answered by 403',
    ],
    [
      'service/7/subprotocol-required',
      { declared: { subprotocolRequired: false } },
      'unplayed: the target was not declared to demand a subprotocol (--subprotocol-required)',
    ],
    [
      'rfc6455/11.3.4/subprotocol-sent-once',
      { declared: { subprotocol: ['chat'] } },
      'notApplicable: no 101 named a subprotocol',
    ],
    ['rfc6455/4.4/all-versions-listed', {}, 'notApplicable: no reply that refused a version listed any'],
    ['rfc6455/4.3/key-grammar', { declared: { keyCheck: 'length' } }, unlooked],
    ['rfc4648/3.3/alphabet', { declared: { keyCheck: 'presence' } }, unlooked],
    ['rfc6455/11.3.1/key-once', { declared: { keyCheck: 'length' } }, unseen],
    ['rfc6455/10.6/tls-supported', {}, 'notApplicable: the URL is ws://, where no TLS is seen'],
    ['rfc6455/10.6/tls-supported', { target: 'WSS://a.test/' }, unseen],
    [
      'rfc9110/7.4/https-on-plain',
      { target: 'wss://a.test/' },
      'notApplicable: the URL is wss://, where every request comes secured',
    ],
    ['service/5.1/accept-is-no-credential', {}, 'notShown: no octets on a wire can show it'],
    ['service/5.2/credential-missing', { mode: 'self' }, 'notShown: nothing that is played shows it'],
  ])('%s, %j: %s', (id, run, why) => {
    expect(whyOf(id, run)).toBe(why);
  });
});

test('the exchange behind which alone it is seen stands with a finding, in base64', () => {
  const current = {
    ...{ number: 7, clause: may, title: 'x', group: null, isLiteral: true, base: null, changes: [] },
    isCut: true,
  };
  const octets = { request: Uint8Array.of(4, 5), pieces: [1, 1], response: Uint8Array.of(6) };
  const exhibit = exhibitOf(must, 'MUST', { after: { current, ...octets } });
  const { findings } = buildReport(head, shownOf([[must, 1]], exhibit));
  expect(findings[0]?.after).toEqual({
    ...{ clause: may, case: 7, request: 'BAU=', pieces: [1, 1], response: 'Bg==' },
  });
});

describe('what is not seen every time', () => {
  const flakyOf = (seen: number, of: number, number = 3) => ({
    ...exhibitOf(must, 'MUST', { number }),
    again: { seen, of, isSteady: false },
  });
  const build = (...flaky: readonly ReturnType<typeof flakyOf>[]) =>
    buildReport(head, { ...shownOf([[must, 9]]), flaky });
  const verdictIn = ({ clauses }: Report) => clauses.find(({ id }) => id === must);

  test('stands apart, with how often it was seen of all times that it was sent', () => {
    const { flaky, findings } = build(flakyOf(0, 5));
    expect(findings).toEqual([]);
    expect(flaky).toEqual([
      {
        ...{ clause: must, source: 'RFC 6455 §4.2.2', title: register[must].summary },
        ...{ rule: register[must].summary, seen: 1, of: 6 },
        ...{ expected: 'a', observed: 'b', request: 'AQID', response: '/w==', case: 3 },
      },
    ]);
  });

  test('is one for each clause: the first, with how often all were seen', () => {
    const { flaky } = build(flakyOf(0, 5, 7), flakyOf(3, 20, 2));
    expect(flaky).toMatchObject([{ seen: 5, of: 27, case: 2 }]);
  });

  test('is no reason against a pass where it is rare', () => {
    expect(verdictIn(build(flakyOf(0, 5), flakyOf(4, 20)))).toMatchObject({ verdict: 'pass' });
  });

  test('leaves the clause untested where it is not rare', () => {
    expect(verdictIn(build(flakyOf(5, 20)))).toMatchObject({
      ...{ verdict: 'untested', why: 'notShown' },
      reason: 'it is kept at times: broken 6 of 21 times by the same request',
    });
  });

  test('is nobody’s fault, and no note is flaky', () => {
    const note = { ...exhibitOf(must, 'note'), again: { seen: 0, of: 5, isSteady: false } };
    expect(build(note).flaky).toEqual([]);
  });
});

test('what the subject did is the title, and stands with how often it was seen and how to see it', () => {
  const again = { seen: 5, of: 5, isSteady: true };
  const told: Partial<Exhibit> = {
    scene: { of: 'pair', title: 'a GET' },
    reproduction: 'cat',
    behind: Uint8Array.of(7),
    again,
  };
  const { findings } = buildReport(head, shownOf([[must, 1]], exhibitOf(must, 'MUST', told)));
  expect(findings).toMatchObject([
    {
      title: 'Changes Sec-WebSocket-Key: a GET',
      reproduction: 'cat',
      behind: 'Bw==',
      again: { seen: 6, of: 6 },
    },
  ]);
});

describe('the exchange of a clause that passes is told', () => {
  const octets = (...all: readonly number[]) => Uint8Array.from(all);
  const keep = (shown: ShownOctets, ...broken: readonly ClauseId[]): KeptExchange => ({
    show: () => shown,
    broken: broken.map((clause) => ({ clause, tags: [] })),
  });
  const kept = new Map([
    [may, keep({ request: octets(7), response: octets(8) }, must)],
    [must, keep({ request: octets(1), response: octets(2), behind: octets(3) })],
    [should, keep({ request: octets(), response: octets() })],
  ]);
  const tell = (gathered: Gathered) => {
    const told: unknown[] = [];
    tellKept(buildReport(head, gathered), gathered, (...each) => told.push(each));
    return told;
  };
  const shown = shownOf([
    [may, 1],
    [must, 1],
    [should, 1],
  ]);

  test('as a report has octets, in its order, where there are any', () => {
    expect(tell({ ...shown, kept })).toEqual([
      [must, { request: 'AQ==', response: 'Ag==', behind: 'Aw==' }, []],
      [may, { request: 'Bw==', response: 'CA==' }, [{ clause: must, tags: [] }]],
    ]);
  });

  test('not where the clause is broken, or the run has ended early', () => {
    expect(tell({ ...shown, kept, exhibits: [exhibitOf(must, 'MUST')] })).toHaveLength(1);
    expect(tell({ ...shown, kept, ended: 'gone' })).toEqual([]);
  });

  test('from the first of several subjects that has one', () => {
    const other = new Map([...kept].map(([id]) => [id, keep({ request: octets(9), response: octets(9) })]));
    const { kept: joined } = joinGathered([shown, { ...shown, kept }, { ...shown, kept: other }]);
    expect(joined).toEqual(kept);
  });
});

test('what a subject says is told as far as anybody reads it; what a run has to say stands among the notes', () => {
  const long = exhibitOf(must, 'MUST', {
    scene: { of: 'pair', title: 'a'.repeat(1_001) },
  });
  const floods = new Floods();
  expect(floods.tell(must)).toEqual([]);
  const end = { sent: [], received: [], ending: 'open', isCut: true } as const;
  for (const came of [2_000_000, 3_000_000]) floods.see({ client: { ...end, came }, server: null });
  const gathered = joinGathered([shownOf([], long), { ...shownOf([]), notes: floods.tell(must) }]);
  const { findings, notes } = buildReport(head, gathered);
  expect(findings[0]?.title).toMatch(/^Changes Sec-WebSocket-Key: a+… \(1028 characters\)$/);
  expect(notes.map(({ title }) => title)).toEqual([
    '2 connections brought more than 1048576 octets, up to 3000000: what came behind these was not kept.',
  ]);
});
