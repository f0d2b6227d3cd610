import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { waiveFindings } from '../../../../src/verify/report/compare/waiver.ts';
import { renderJunit } from '../../../../src/verify/report/format/junit.ts';
import { printedAs } from '../printed.ts';
import { behindAnother, hostileReport, refusedList, sampleReport, shortKey } from '../report-sample.ts';

const read = (xml: string) => new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' }).parse(xml);
const suiteOf = (xml: string) => read(xml).testsuites.testsuite;

test.each([
  ['a report', sampleReport()],
  ['a report whose peer means harm', hostileReport],
  ['an empty report', sampleReport({ clauses: [], choices: [], findings: [] })],
])('%s is well-formed XML', (_what, report) => {
  const xml = renderJunit(report);
  expect(XMLValidator.validate(xml)).toBe(true);
  expect(xml.replaceAll('\n', '')).not.toMatch(/\p{C}/u);
});

test('every clause is a test case of its section, and no choice', () => {
  const suite = suiteOf(renderJunit(sampleReport()));
  expect(suite).toMatchObject({
    name: 'ws101 verify ws://a/',
    tests: '4',
    failures: '1',
    skipped: '1',
    time: '1.234',
    timestamp: '2026-01-01T00:00:00.000Z',
  });
  expect(suite.testcase).toMatchObject([
    { name: 'rfc9110/7.8/upgrade-list', classname: 'RFC 9110 §7.8' },
    { name: 'rfc6455/4.2.1/key-16-octets', classname: 'RFC 6455 §4.2.1' },
    { name: 'rfc6455/4.2.1/key-present', classname: 'RFC 6455 §4.2.1' },
    { name: 'rfc9112/3.2/host-present', classname: 'RFC 9112 §3.2' },
  ]);
});

test('the request behind which alone it is seen stands before it, with its reply', () => {
  const { testcase } = suiteOf(renderJunit(sampleReport({ findings: [behindAnother] })));
  expect(testcase[0]['system-out']).toContain(
    'first:\n  GET  HTTP/1.1\\r\\n\n  \\r\\n\nits reply:\n  HTTP/1.1 400 No\\r\\n\n  \\r\\n\nrequest:\n  GET /',
  );
});

test('what fails is a failure, with its octets', () => {
  const { testcase } = suiteOf(renderJunit(sampleReport()));
  expect(testcase[1].failure).toEqual({
    message: 'expected: an error status (keyIsNot16Octets); observed: 101 Switching Protocols',
    type: 'MUST',
    '#text': printedAs('a failure of JUnit'),
  });
});

test('a warning passes and is told, what passes is bare, what was not tested is skipped', () => {
  const { testcase } = suiteOf(renderJunit(sampleReport()));
  expect(testcase[0]['system-out']).toContain(refusedList.title);
  expect(testcase[0].failure).toBeUndefined();
  expect(Object.keys(testcase[2])).toEqual(['name', 'classname', 'time']);
  expect(testcase[3].skipped).toEqual({ message: 'not shown: the run ended early' });
});

test('a clause that is kept with a note has it as its output', () => {
  const clauses = sampleReport().clauses.map((each) =>
    each.verdict === 'pass' ? { ...each, note: 'odd\x1b' } : each,
  );
  const { testcase, skipped } = suiteOf(renderJunit(sampleReport({ clauses })));
  expect(testcase[2]).toMatchObject({ 'system-out': 'kept, with a note: odd\\x1b' });
  expect(skipped).toBe('1');
});

test('a finding that is waived is skipped, with the reason', () => {
  const waiver = { clause: shortKey.clause, reason: 'a gateway stands before it' };
  const suite = suiteOf(renderJunit(waiveFindings(sampleReport(), [waiver])));
  expect(suite).toMatchObject({ failures: '0', skipped: '2' });
  expect(suite.testcase[1]).toMatchObject({ skipped: { message: 'waived: a gateway stands before it' } });
  expect(suite.testcase[1].failure).toBeUndefined();
});

test('octets beyond the limit are counted', () => {
  const request = Buffer.alloc(5_000, 'a').toString('base64');
  const xml = renderJunit(sampleReport({ findings: [{ ...shortKey, request }] }));
  expect(suiteOf(xml).testcase[1].failure['#text']).toContain('\n  … 904 more octets\n');
});

test('a clause that nothing breaks but the defect of another is skipped, and names that', () => {
  const also = [refusedList.clause, 'rfc6455/4.2.1/key-present'] as const;
  const clauses = sampleReport().clauses.map((each) => ({ ...each, verdict: 'fail' as const }));
  const report = sampleReport({ clauses, findings: [{ ...shortKey, also }] });
  const told = suiteOf(renderJunit(report));
  const skipped = { message: 'the same defect as rfc6455/4.2.1/key-16-octets' };
  expect(told.testcase[0]).toMatchObject({ skipped });
  expect(told.testcase[1].failure['#text']).toContain(
    '\nalso breaks: rfc9110/7.8/upgrade-list, rfc6455/4.2.1/key-present\n',
  );
  expect(told.testcase[2]).toMatchObject({ skipped });
  const waiver = { tag: 'leniency', reason: 'a gateway' };
  const suite = suiteOf(renderJunit(waiveFindings(report, [waiver])));
  expect(suite.testcase[2].skipped).toEqual({ message: 'waived: a gateway' });
});

test('a clause that is broken without a finding in the report is a failure all the same', () => {
  const clauses = sampleReport().clauses.filter(({ verdict }) => verdict === 'fail');
  const { testcase } = suiteOf(renderJunit(sampleReport({ clauses, findings: [] })));
  expect(testcase.failure).toMatchObject({
    message: 'broken by a defect whose finding is under a clause that was not asked for',
  });
});

test('why a run ended early is output of the suite, and what was left out a property', () => {
  const suite = suiteOf(renderJunit({ ...sampleReport(), ended: 'the target is <gone>\x1b', unplayed: 12 }));
  expect(suite['system-out']).toBe('Partial: the run ended early: the target is <gone>\\x1b');
  expect(suite.properties.property).toContainEqual({ name: 'unplayed', value: '12' });
});
