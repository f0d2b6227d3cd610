import { expect, test } from 'vitest';
import { markEvidence, unmarked } from '../../../../src/verify/judge/seen/evidence.ts';

const base64 = (octets: string) => Buffer.from(octets, 'latin1').toString('base64');

test('octets have the marks of their side', () => {
  const seen = [
    { side: 'request', start: 0, end: 3 },
    { side: 'response', start: 1, end: 2 },
    { side: 'forwarded', start: 5, end: 6 },
  ] as const;
  const { request, response } = markEvidence({ request: base64('GET /'), response: base64('HTTP'), seen });
  expect(request).toEqual({ octets: Buffer.from('GET /'), marks: [seen[0]] });
  expect(response).toEqual({ octets: Buffer.from('HTTP'), marks: [seen[1]] });
});

test('octets of which nothing is known have no marks', () => {
  expect(unmarked(base64('ab\xff'))).toEqual({ octets: Buffer.from('ab\xff', 'latin1'), marks: [] });
  expect(markEvidence({ request: '', response: '' }).request.marks).toEqual([]);
});
