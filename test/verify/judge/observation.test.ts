import { expect, test } from 'vitest';
import { judgeObservations, observe } from '../../../src/verify/judge/observation.ts';
import { textPhrase } from '../../../src/verify/judge/seen/phrase.ts';

test.each([
  [400, 400, { ok: true, expected: '400', observed: '400' }],
  [400, 426, { ok: false, expected: '400', observed: '426' }],
  [['a'], ['a'], { ok: true, expected: '["a"]', observed: '["a"]' }],
  [null, undefined, { ok: false, expected: 'null', observed: 'nothing' }],
  [undefined, undefined, { ok: true, expected: 'nothing', observed: 'nothing' }],
])('%j was expected, and %j was seen', (expected, observed, seen) => {
  expect(observe('rfc6455/4.1/method-get', expected, observed)).toEqual({
    clause: 'rfc6455/4.1/method-get',
    ok: seen.ok,
    expected: textPhrase(seen.expected),
    observed: textPhrase(seen.observed),
  });
});

test('each shows its clause, and one that is broken weighs what the register says', () => {
  const judged = judgeObservations([
    observe('rfc6455/4.1/method-get', 'GET', 'GET'),
    observe('rfc6455/4.2.2/status-101', 101, 200),
    observe('service/1/valid-request-accepted', 101, 403),
  ]);
  const inReply = { kind: 'reply', about: 'head', seen: [], guard: null, tags: [] };
  expect(judged).toEqual({
    shown: ['rfc6455/4.1/method-get', 'rfc6455/4.2.2/status-101', 'service/1/valid-request-accepted'],
    faults: [
      {
        ...inReply,
        clause: 'rfc6455/4.2.2/status-101',
        expected: textPhrase('101'),
        observed: textPhrase('200'),
        severity: 'MUST',
      },
      {
        ...inReply,
        clause: 'service/1/valid-request-accepted',
        expected: textPhrase('101'),
        observed: textPhrase('403'),
        severity: 'SHOULD',
      },
    ],
  });
});
