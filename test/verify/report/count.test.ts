import { XMLParser } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { renderHtml } from '../../../src/verify/html/html.ts';
import { waiveFindings } from '../../../src/verify/report/compare/waiver.ts';
import { renderJunit } from '../../../src/verify/report/format/junit.ts';
import { renderText } from '../../../src/verify/report/format/text.ts';
import type { Report } from '../../../src/verify/report/report.ts';
import { hostileReport, refusedList, sampleReport, shortKey } from './report-sample.ts';

/** The numbers that every form of a report tells. */
interface Counts {
  readonly pass: number;
  readonly fail: number;
  readonly warn: number;
  readonly untested: number;
  readonly waived: number;
  readonly must: number;
  readonly should: number;
  readonly literal: number;
  readonly waivedFindings: number;
  readonly flaky: number;
  readonly cases: number;
}

const number = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0);

function readJson(report: Report): Counts {
  const { clauses, waived, findings, cases } = JSON.parse(JSON.stringify(report)).summary;
  return {
    ...clauses,
    ...{ waived, must: findings.must, should: findings.should, literal: findings.literal },
    ...{ waivedFindings: findings.waived, flaky: findings.flaky, cases },
  };
}

function readText(report: Report): Counts {
  const line =
    renderText(report, { colour: (_name, text) => text })
      .trimEnd()
      .split('\n')
      .at(-1) ?? '';
  const [, clauses = '', findings = ''] = line.split('; ');
  return {
    pass: number(clauses, /(\d+) pass/),
    fail: number(clauses, /(\d+) fail/),
    warn: number(clauses, /(\d+) warn/),
    untested: number(clauses, /(\d+) untested/),
    waived: number(clauses, /(\d+) broken but waived/),
    must: number(findings, /(\d+) MUST/),
    should: number(findings, /(\d+) SHOULD/),
    literal: number(findings, /(\d+) by the letter/),
    waivedFindings: number(findings, /(\d+) waived/),
    flaky: number(findings, /(\d+) flaky/),
    cases: number(line, /^(\d+) cases/),
  };
}

function readHtml(report: Report): Counts {
  const head = /<header>[\s\S]*<\/header>/.exec(renderHtml(report))?.[0] ?? '';
  const found = /<p class="outcome">.*<\/p>/.exec(head)?.[0] ?? '';
  const countOf = (verdict: string) => number(head, new RegExp(`<li class="${verdict}"><b>(\\d+)<`));
  return {
    ...{ pass: countOf('pass'), fail: countOf('fail'), warn: countOf('warn'), untested: countOf('untested') },
    waived: number(head, /(\d+) broken but waived/),
    must: number(found, /(\d+) MUST/),
    should: number(found, /(\d+) SHOULD/),
    literal: number(found, /(\d+) by the letter/),
    waivedFindings: number(found, /(\d+) waived/),
    flaky: number(found, /(\d+) flaky/),
    cases: number(head, /<dt>Cases<\/dt><dd>(\d+)/),
  };
}

function readJunit(report: Report): Counts {
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' });
  const { property } = parser.parse(renderJunit(report)).testsuites.testsuite.properties;
  const countOf = (name: string) =>
    Number(property.find((each: { readonly name: string }) => each.name === name)?.value);
  return {
    pass: countOf('clauses.pass'),
    fail: countOf('clauses.fail'),
    warn: countOf('clauses.warn'),
    untested: countOf('clauses.untested'),
    waived: countOf('clauses.waived'),
    must: countOf('findings.must'),
    should: countOf('findings.should'),
    literal: countOf('findings.literal'),
    waivedFindings: countOf('findings.waived'),
    flaky: countOf('findings.flaky'),
    cases: countOf('cases'),
  };
}

const [warned, failed, kept, untested] = sampleReport().clauses;
const every = [warned, failed, kept, untested].flatMap((each) => each ?? []);
const waiver = { tag: 'leniency', reason: 'a gateway' };
const shared = {
  clauses: every.map((each) => (each === kept ? { ...each, verdict: 'fail' as const } : each)),
  findings: [refusedList, { ...shortKey, also: ['rfc6455/4.2.1/key-present'] as const }],
};

const none: Counts = {
  ...{ pass: 0, fail: 0, warn: 0, untested: 0, waived: 0 },
  ...{ must: 0, should: 0, literal: 0, waivedFindings: 0, flaky: 0, cases: 99 },
};
/** One clause of each verdict. */
const oneEach: Counts = { ...none, pass: 1, fail: 1, warn: 1, untested: 1, must: 1, should: 1 };

const reports: readonly (readonly [string, Report, Counts])[] = [
  ['a report', sampleReport(), oneEach],
  ['one of the whole register', sampleReport({ mode: 'self', target: 'self' }), oneEach],
  [
    'one with a defect that breaks two clauses',
    sampleReport(shared),
    { ...none, fail: 2, warn: 1, untested: 1, must: 1, should: 1 },
  ],
  [
    'the same, where that is waived',
    waiveFindings(sampleReport(shared), [waiver]),
    { ...none, fail: 2, warn: 1, untested: 1, waived: 2, should: 1, waivedFindings: 1 },
  ],
  [
    'one with what is not seen every time',
    waiveFindings(
      sampleReport({
        flaky: [1, 2].map((at) => ({ ...refusedList, seen: at, of: 6, case: at })),
      }),
      [],
    ),
    { ...oneEach, flaky: 2 },
  ],
  [
    'one without findings',
    sampleReport({ clauses: kept ? [kept, kept] : [], findings: [] }),
    { ...none, pass: 2 },
  ],
  [
    'one that is broken by the letter alone',
    sampleReport({
      clauses: every.map((each) => (each.verdict === 'fail' ? { ...each, verdict: 'warn' as const } : each)),
      findings: [{ ...shortKey, level: 'MUST', tags: ['literal'] }],
    }),
    { ...none, pass: 1, warn: 2, untested: 1, literal: 1 },
  ],
  ['one whose peer means harm', hostileReport, { ...oneEach, should: 0 }],
];

describe.each(reports)('%s tells the same numbers', (_what, report, counts) => {
  test.each([
    ['JSON', readJson],
    ['text', readText],
    ['HTML', readHtml],
    ['JUnit', readJunit],
  ] as const)('as %s', (_form, read) => {
    expect(read(report)).toEqual(counts);
  });

  test('as JUnit, whose test cases are the clauses', () => {
    const suite = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' }).parse(
      renderJunit(report),
    ).testsuites.testsuite;
    const { pass, fail, warn, untested } = counts;
    expect(Number(suite.tests)).toBe(pass + fail + warn + untested);
    expect(Number(suite.failures)).toBe(counts.must);
  });
});
