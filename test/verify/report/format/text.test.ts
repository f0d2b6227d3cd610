import { describe, expect, test } from 'vitest';
import type { ClauseId } from '../../../../models/clauses.ts';
import { renderText } from '../../../../src/verify/report/format/text.ts';
import type { Finding, Report } from '../../../../src/verify/report/report.ts';
import { printedAs } from '../printed.ts';
import { behindAnother, refusedList, sampleReport, shortKey } from '../report-sample.ts';
import { countOf } from '../server-report-sample.ts';

const plain = { colour: (_name: string, text: string) => text };

test('a report for a terminal', () => {
  expect(renderText(sampleReport(), plain)).toBe(printedAs('a report for a terminal'));
});

test('without findings, notes and policy the summary stands alone', () => {
  const summary = countOf({ pass: 4 }, 8);
  const report = sampleReport({ findings: [], notes: [], policy: {}, clauses: [], summary });
  const colour = (name: string, text: string) => `<${name}>${text}`;
  expect(renderText(report, { colour })).toBe(
    '8 cases in 1.2 s, seed 42; clauses: <green>4 pass, 0 fail, 0 warn, 0 untested\n',
  );
});

test('what is waived stands last, with its reason, and is told apart', () => {
  const report = sampleReport({ notes: [], policy: {} });
  const text = renderText(
    { ...report, findings: [{ ...shortKey, waived: 'a gateway\x1b' }, refusedList] },
    plain,
  );
  expect(text).toMatch(/^SHOULD RFC 9110 §7\.8 /);
  expect(text).toContain(
    '\n\nwaived MUST RFC 6455 §4.2.1  rfc6455/4.2.1/key-16-octets\n' +
      '  A server refuses a key that does not decode to 16 octets.\n' +
      '  waived    a gateway\\x1b\n  expected ',
  );
});

test('what a defect breaks besides stands under its finding', () => {
  const also = ['rfc6455/4.2.1/key-present', 'rfc9112/3.2/host-present'] as const;
  expect(renderText({ ...sampleReport(), findings: [{ ...shortKey, also }] }, plain)).toContain(
    '  hint      the key may be hashed without being looked at\n' +
      '  also breaks rfc6455/4.2.1/key-present, rfc9112/3.2/host-present\n  request ',
  );
});

test('the request behind which alone it is seen stands before it, with its reply', () => {
  expect(renderText({ ...sampleReport(), findings: [behindAnother] }, plain)).toContain(
    '  first     GET  HTTP/1.1\\r\\n\n            \\r\\n\n' +
      '  its reply HTTP/1.1 400 No\\r\\n\n            \\r\\n\n' +
      '  request   GET / HTTP/1.1\\r\\n\n',
  );
});

test('why the run ended early, and what was left out, stand before the summary', () => {
  const bare = sampleReport({ findings: [], notes: [], policy: {}, clauses: [] });
  const colour = (name: string, text: string) => (name === 'red' ? `<${text}>` : text);
  expect(renderText({ ...bare, ended: 'the target is gone\x1b', unplayed: 12 }, { colour })).toMatch(
    /^<Partial: the run ended early: the target is gone\\x1b>\n\n12 cases were left out, because similar cases had already shown the same\n99 cases in /,
  );
  expect(renderText({ ...bare, unplayed: 1 }, plain)).toMatch(/^1 case was left out, /);
});

describe('what is said of a clause besides its verdict', () => {
  const id = 'rfc6455/4.2.1/method-get';
  const same = { id, source: 'RFC 6455 §4.2.1', level: 'MUST', cases: 4 } as const;
  const [refused, short] = sampleReport().clauses;
  const lineOf = (clauses: Report['clauses'], of: string) =>
    renderText(sampleReport({ clauses }), { ...plain, isVerbose: true })
      .split('\n')
      .find((line) => line.includes(`  ${of}  `));

  test('stands behind it, where every clause is listed', () => {
    expect(lineOf([{ ...same, verdict: 'pass' }], id)).toMatch(/^pass .* 4$/);
    expect(lineOf([{ ...same, verdict: 'pass', note: 'odd\x1b' }], id)).toMatch(
      /^pass .* 4 {2,}kept, with a note: odd\\x1b$/,
    );
    expect(
      lineOf([{ ...same, verdict: 'untested', why: 'notApplicable', reason: 'no reply was a 405' }], id),
    ).toMatch(/^untested .* {2}not shown: no reply was a 405$/);
    expect(lineOf([{ ...same, verdict: 'untested' }], id)).toMatch(/not shown: no case has shown anything/);
    expect(lineOf([{ ...same, verdict: 'fail', waived: 'a gateway' }], id)).toMatch(
      /^fail .* {2}waived: a gateway$/,
    );
  });

  test('the summary counts those that pass with a note', () => {
    const summary = { ...countOf({ pass: 3 }, 8), noted: 2 };
    expect(renderText(sampleReport({ summary }), plain)).toMatch(
      /; clauses: 3 pass \(2 with a note\), 0 fail,/,
    );
  });

  test('reasons are counted, and of the whole register the clauses named', () => {
    const unseen = (of: ClauseId, reason: string) =>
      ({ ...same, id: of, cases: 0, verdict: 'untested', why: 'notShown', reason }) as const;
    const clauses = [
      ...[refused, short].flatMap((each) => each ?? []),
      unseen('rfc9110/15.5.6/allow', 'no reply was a 405'),
      unseen('rfc9112/4/reason-space', 'no reply came'),
      unseen('rfc9110/15.5.2/challenge', 'no reply was a 405'),
    ];
    expect(renderText(sampleReport({ clauses }), plain)).toContain(
      '\n\nNot tested by this run: 3\n   2  no reply was a 405\n   1  no reply came\n\n',
    );
    expect(renderText(sampleReport({ clauses, mode: 'self', choices: [] }), plain)).toContain(
      '   2  no reply was a 405\n      rfc9110/15.5.6/allow  rfc9110/15.5.2/challenge\n   1  no reply came\n',
    );
    expect(renderText(sampleReport({ clauses }), { ...plain, isQuiet: true })).not.toContain('Not tested');
  });
});

test('what was learnt of many requests is told by what was seen', () => {
  const statuses = { hostIsAbsent: [400], keyIsAbsent: [400], methodIsNotGet: [405, 'silence'] };
  expect(
    renderText(sampleReport({ findings: [], notes: [], policy: { statuses, none: {} } }), plain),
  ).toContain('  statuses  400: hostIsAbsent, keyIsAbsent; 405, silence: methodIsNotGet\n  none      none\n');
});

describe('what is long is cut', () => {
  const wide = (length: number) => ({
    ...refusedList,
    request: Buffer.from(`GET / HTTP/1.1\r\nUpgrade: ${'a'.repeat(length)}\r\n\r\n`).toString('base64'),
    seen: [{ side: 'request' as const, start: 16, end: 25 + length }],
    observed: 'b'.repeat(length),
  });

  test('lines, with the marks below them, and values', () => {
    const lines = renderText(sampleReport({ findings: [wide(1_000)] }), plain).split('\n');
    expect(lines).toContain(`            Upgrade: ${'a'.repeat(87)}…`);
    expect(lines).toContain(`            ${'^'.repeat(97)}`);
    expect(lines).toContain(`  observed  ${'b'.repeat(400)}…`);
  });

  test('lines of many parts', () => {
    const request = Buffer.from(`A: ${'b\x80'.repeat(60)}\n`, 'latin1').toString('base64');
    const text = renderText(sampleReport({ findings: [{ ...refusedList, request }] }), plain);
    expect(text).toContain(`  request   A: ${'b\\x80'.repeat(18)}b\\x…\n`);
  });

  test('octets', () => {
    const text = renderText(sampleReport({ findings: [wide(5_000)] }), plain);
    expect(text).toContain('\n            … 933 more octets\n');
  });

  test('lines of a head', () => {
    const request = Buffer.from('a\n'.repeat(700)).toString('base64');
    const text = renderText(sampleReport({ findings: [{ ...refusedList, request }] }), plain);
    expect(text).toContain('\n            … 660 more lines\n');
  });

  test('no finding is without its octets, unless that is wanted', () => {
    const report = sampleReport({ findings: [shortKey, shortKey, shortKey, shortKey] });
    expect(renderText(report, plain).match(/^ {2}request /gm)).toHaveLength(4);
    const quiet = renderText(report, { ...plain, isQuiet: true });
    expect(quiet.match(/^ {2}expected /gm)).toHaveLength(4);
    expect(quiet).not.toMatch(/^ {2}request /m);
  });
});

test('what the target did stands above the rule, with how sure it is and how to see it', () => {
  const finding: Finding = {
    ...refusedList,
    ...{ title: 'Answers 400 to `Upgrade: websocket, h2c`', rule: 'A server takes a list.' },
    again: { seen: 6, of: 6 },
    ...{ url: 'https://www.rfc-editor.org/rfc/rfc9110#section-7.8', reproduction: 'exec 3<>\ncat' },
  };
  const text = renderText(sampleReport({ findings: [finding] }), plain);
  expect(text).toContain(
    '\n  Answers 400 to `Upgrade: websocket, h2c`\n  rule      A server takes a list.\n' +
      '  link      https://www.rfc-editor.org/rfc/rfc9110#section-7.8\n  expected  a 101\n',
  );
  expect(text).toContain('\n  certainty seen in 6 of 6 tries\n');
  expect(text).toContain('\n  to see it without ws101, in bash:\n    exec 3<>\n    cat\n  replay ');
});

test('what is not seen every time stands apart, with how often it was', () => {
  const flaky = [{ ...refusedList, seen: 1, of: 6, case: 3 }];
  expect(renderText(sampleReport({ findings: [], flaky }), plain)).toContain(
    'Not seen every time, and not counted\n  rfc9110/7.8/upgrade-list: A server takes a list.',
  );
});
