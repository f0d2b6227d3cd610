import { expect, test } from 'vitest';
import { applyWaivers } from '../../../../src/verify/report/compare/waiver.ts';
import { finding, result } from '../server-report-sample.ts';

const once = finding('rfc9112/3.2/host-once', { tags: ['http-layer'] });
const present = finding('rfc6455/4.2.1/key-present');
const findings = [once, present];
const clauses = [
  result('rfc9112/3.2/host-once', 'fail'),
  result('rfc6455/4.2.1/key-present', 'fail'),
  result('rfc6455/4.2.1/method-get', 'pass'),
  result('rfc6455/4.2.1/upgrade-present', 'untested'),
];

test('a finding of the clause is marked with the reason, others are not', () => {
  const waiver = { clause: 'rfc6455/4.2.1/key-present', reason: 'why' } as const;
  expect(applyWaivers({ findings, clauses }, [waiver])).toEqual({
    findings: [once, { ...present, waived: 'why' }],
    clauses: clauses.map((each) => (each.id === waiver.clause ? { ...each, waived: 'why' } : each)),
    unusedWaivers: [],
  });
});

test('so is every finding that has the tag', () => {
  expect(applyWaivers({ findings, clauses }, [{ tag: 'http-layer', reason: 'why' }])).toMatchObject({
    findings: [{ ...once, waived: 'why' }, present],
    unusedWaivers: [],
  });
});

test('of two waivers the first gives the reason, and both were needed', () => {
  const waivers = [
    { tag: 'http-layer', reason: 'first' },
    { clause: 'rfc9112/3.2/host-once', reason: 'second' },
  ] as const;
  expect(applyWaivers({ findings, clauses }, waivers)).toMatchObject({
    findings: [{ ...once, waived: 'first' }, present],
    unusedWaivers: [],
  });
});

test('what no finding needed is told, but for a clause that was not tested', () => {
  const waivers = [
    { clause: 'rfc6455/4.2.1/method-get', reason: 'why' },
    { clause: 'rfc6455/4.2.1/upgrade-present', reason: 'why' },
    { tag: 'leniency', reason: 'why' },
  ] as const;
  expect(applyWaivers({ findings, clauses }, waivers)).toEqual({
    ...{ findings, clauses },
    unusedWaivers: [
      { clause: 'rfc6455/4.2.1/method-get', reason: 'why' },
      { tag: 'leniency', reason: 'why' },
    ],
  });
});

test('a waiver of what another defect breaks too may be needed, and waives nothing else', () => {
  const also = { also: ['rfc6455/4.2.1/method-get'] } as const;
  const waiver = { clause: 'rfc6455/4.2.1/method-get', reason: 'why' } as const;
  expect(applyWaivers({ findings: [{ ...once, ...also }], clauses }, [waiver])).toEqual({
    findings: [{ ...once, ...also }],
    clauses,
    unusedWaivers: [],
  });
});

test('a clause is waived where every finding that breaks it is', () => {
  const also = { also: ['rfc6455/4.2.1/method-get'] } as const;
  const two = [
    { ...once, ...also },
    { ...present, ...also },
  ];
  const waivedBy = (...reasons: readonly string[]) =>
    applyWaivers(
      { findings: two, clauses },
      reasons.map((reason, at) =>
        at === 0 ? { tag: 'http-layer', reason } : { clause: 'rfc6455/4.2.1/key-present', reason },
      ),
    ).clauses.map(({ waived }) => waived);
  expect(waivedBy('one')).toEqual(['one', undefined, undefined, undefined]);
  expect(waivedBy('one', 'two')).toEqual(['one', 'two', 'one', undefined]);
});
