import { describe, expect, test } from 'vitest';
import type { ClauseResult, Finding, Report } from '../../../src/verify/index.ts';
import { result, serverReport } from '../../verify/report/server-report-sample.ts';
import { gatherFindings, gatherKept, gatherVerdicts, publish, publishExchange, type Run } from './gather.ts';

const octets = (text: string) => Buffer.from(text, 'latin1').toString('base64');
const request = octets('GET / HTTP/1.1\r\nHost: 127.0.0.1:4711\r\n\r\n');
const response = octets('HTTP/1.1 101 x\r\nDate: Tue, 24 Nov 2026 09:03:31 GMT\r\n\r\n');

const finding = (more: Partial<Finding> = {}): Finding => ({
  ...{ source: '', level: 'MUST', clause: 'rfc9112/3.2/host-present', title: 'Answers 101 at :4711' },
  ...{ expected: '400', observed: '101', tags: [], replay: '', request, response, ...more },
});

const report = (findings: readonly Finding[], clauses: readonly ClauseResult[] = []): Report =>
  serverReport({ findings, clauses });

const launched = { ports: [4711], describe: () => ({ sent: 'no Host at :4711', came: '101' }) };
const runOf = (seed: number, findings: readonly Finding[], clauses: readonly ClauseResult[] = []): Run => {
  const made = report(findings, clauses);
  return { seed, isLiteral: seed === 0, report: made, findings: publish(made, launched), kept: new Map() };
};

describe('of a report is published', () => {
  test('a finding with one port for all, without its date', () => {
    const [shown] = publish(report([finding()]), launched, () => 'http');
    expect(shown?.published).toMatchObject({
      ...{ title: 'Answers 101 at :9001', sent: 'no Host at :9001', decidedBy: 'http' },
      request: octets('GET / HTTP/1.1\r\nHost: 127.0.0.1:9001\r\n\r\n'),
      response: octets('HTTP/1.1 101 x\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\n\r\n'),
    });
  });

  test('what else it breaks, without what is withheld', () => {
    const also = ['rfc9112/5/field-lines', 'rfc9112/3.2/host-once'] as const;
    const [shown] = publish(report([finding({ also })]), launched);
    expect(shown?.published.also).toEqual(['rfc9112/3.2/host-once']);
  });

  test.each<[string, Partial<Finding>]>([
    ['by its clause', { clause: 'rfc9112/5/field-lines' }],
    ['by its tag', { tags: ['smuggling'] }],
    ['by its octets', { request: octets('GET / HTTP/1.1\r\nX: a\rb\r\n\r\n') }],
    ['by its title', { title: 'Answers 101 to `X: a\\x00`' }],
  ])('nothing that is withheld %s', (_how, more) => {
    expect(publish(report([finding(more)]), launched)).toEqual([]);
  });

  test.each(['nothing in time', '500 Internal Server Error', 'a reset'])(
    'nothing to which came %s',
    (came) => {
      expect(publish(report([finding()]), { ...launched, describe: () => ({ sent: 'x', came }) })).toEqual(
        [],
      );
    },
  );
});

describe('of several runs', () => {
  const other = finding({ clause: 'rfc6455/4.2.1/method-get', title: 'Answers 101 to HEAD' });
  const runs = [runOf(0, [finding()]), runOf(1, [finding(), other]), runOf(2, [finding()])];

  test('each finding is told once, by clause, with the seeds that have it', () => {
    const told = gatherFindings(runs).map(({ published, seeds, isLiteral, isOfAll }) => {
      return [published.clause, seeds, isLiteral, isOfAll];
    });
    expect(told).toEqual([
      ['rfc6455/4.2.1/method-get', [1], false, false],
      ['rfc9112/3.2/host-present', [1, 2], true, true],
    ]);
  });

  test('one defect that another request shows is told once', () => {
    const byAnother = finding({ title: 'Answers 101 to another request' });
    const told = gatherFindings([runOf(0, [finding()]), runOf(1, [byAnother]), runOf(2, [finding()])]);
    expect(told).toMatchObject([
      { published: { title: 'Answers 101 at :9001' }, seeds: [1, 2], isOfAll: true },
    ]);
  });

  test('one defect that is told under another clause that it breaks is told once', () => {
    const led = finding({ clause: 'rfc9112/3.2/host-once', title: 'Answers 101 to a second Host' });
    const leader = finding({ also: ['rfc9112/3.2/host-once'] });
    const told = gatherFindings([runOf(0, [leader]), runOf(1, [led]), runOf(2, [leader])]);
    expect(told).toMatchObject([
      { published: { clause: 'rfc9112/3.2/host-present' }, seeds: [1, 2], isLiteral: true, isOfAll: true },
    ]);
  });

  test('two defects of one clause are told where all runs show both', () => {
    const second = finding({ title: 'Answers 101 to another request' });
    expect(gatherFindings([runOf(0, [finding(), second]), runOf(1, [finding(), second])])).toHaveLength(2);
  });

  test('a clause is broken by what is kept alone, and passes where no run has it broken', () => {
    const clauses = (verdict: ClauseResult['verdict']) => [
      result('rfc6455/4.2.1/method-get', verdict),
      result('rfc9112/3.2/host-present', 'fail'),
      result('rfc9112/3.2/host-once', 'warn'),
      result('rfc6455/4.2.1/key-present', 'pass'),
      result('rfc6455/4.2.1/version-present', 'untested'),
      result('rfc9112/5/field-lines', 'fail'),
    ];
    const also = ['rfc9112/3.2/host-once'] as const;
    const all = [
      runOf(0, [finding({ also })], clauses('pass')),
      runOf(1, [finding({ also }), other], clauses('fail')),
    ];
    const kept = gatherFindings(all).filter(({ isOfAll }) => isOfAll);
    expect(gatherVerdicts(all, kept)).toEqual({
      'rfc6455/4.2.1/key-present': 'pass',
      'rfc6455/4.2.1/method-get': 'untested',
      'rfc6455/4.2.1/version-present': 'untested',
      'rfc9112/3.2/host-once': 'warn',
      'rfc9112/3.2/host-present': 'fail',
    });
  });

  test('a broken clause whose finding is withheld is told untested', () => {
    const withheld = finding({ response: octets('HTTP/1.1 500 x\r\n\r\n') });
    const made = report([withheld], [result('rfc9112/3.2/host-present', 'fail')]);
    const describe = () => ({ sent: 'no Host', came: '500 x' });
    const run = {
      seed: 0,
      isLiteral: true,
      report: made,
      findings: publish(made, { ports: [], describe }),
      kept: new Map(),
    };
    expect(gatherVerdicts([run], gatherFindings([run]))).toEqual({ 'rfc9112/3.2/host-present': 'untested' });
  });
});

describe('an exchange that shows a clause kept', () => {
  const plain = { request, response: octets('HTTP/1.1 400 x\r\n\r\n') };

  test('is published with one port for all, and what went behind it', () => {
    expect(publishExchange('server', { ...plain, behind: octets('a'), pieces: [3] }, [], [4711])).toEqual({
      request: octets('GET / HTTP/1.1\r\nHost: 127.0.0.1:9001\r\n\r\n'),
      ...{ response: plain.response, behind: octets('a') },
    });
  });

  test.each([
    ['a failure of the server', { response: octets('HTTP/1.1 500 x\r\n\r\n') }],
    ['no reply', { response: '' }],
    ['content', { request: octets('GET / HTTP/1.1\r\nContent-Length: 1\r\n\r\na') }],
    ['a control octet', { request: octets('GET / HTTP/1.1\r\nX: \0\r\n\r\n') }],
    ['an empty line first', { request: octets('\r\nGET / HTTP/1.1\r\n\r\n') }],
    ['a folded line', { request: octets('GET / HTTP/1.1\r\nX: a\r\n b\r\n\r\n') }],
    ['a space before a colon', { request: octets('GET / HTTP/1.1\r\nX : a\r\n\r\n') }],
    ['an odd line at a backend', { forwarded: octets('GET / HTTP/1.1\r\nX\r\n\r\n') }],
  ])('is withheld with %s', (_what, changes) => {
    expect(publishExchange('server', { ...plain, ...changes }, [], [])).toBeNull();
  });

  test('is withheld where it breaks what is withheld, and where it lets something past', () => {
    const of = (...broken: Parameters<typeof publishExchange>[2]) =>
      publishExchange('server', plain, broken, []);
    expect(of({ clause: 'rfc9112/5/field-lines', tags: [] })).toBeNull();
    expect(of({ clause: 'rfc9112/3.2/host-once', tags: ['smuggling'] })).toBeNull();
    expect(of({ clause: 'rfc9112/3.2/host-once', tags: ['leniency'] })).not.toBeNull();
  });

  test('stands once for all clauses that it shows, and is of the first run that has it', () => {
    const [one, other] = [plain, { ...plain, request: octets('GET /other HTTP/1.1\r\n\r\n') }];
    const first = { kept: new Map([['rfc9112/3.2/host-once', one] as const]) };
    const second = {
      kept: new Map([
        ['rfc9112/3.2/host-once', other],
        ['rfc9112/3.2/host-present', { ...one }],
        ['rfc6455/4.2.1/method-get', other],
      ] as const),
    };
    const verdicts = {
      ...({ 'rfc9112/3.2/host-present': 'pass', 'rfc9112/3.2/host-once': 'pass' } as const),
      ...({ 'rfc6455/4.2.1/method-get': 'fail', 'rfc6455/4.2.1/key-present': 'pass' } as const),
    };
    expect(gatherKept([first, second], verdicts)).toEqual({
      kept: { 'rfc9112/3.2/host-once': 0, 'rfc9112/3.2/host-present': 0 },
      exchanges: [one],
    });
  });
});
