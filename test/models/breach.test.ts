import { expect, test } from 'vitest';
import { nothingSpecial, weights } from '../../models/breach.ts';

test('a MUST weighs more than a SHOULD, and a SHOULD more than a note', () => {
  expect(weights).toEqual({ note: 0, SHOULD: 1, MUST: 2 });
});

test('a request that has nothing special has nothing special in any part', () => {
  expect(nothingSpecial).toEqual({
    ...{ requestLine: 'other', httpVersion: 'other', fieldLines: 'other', target: 'other', host: 'other' },
    ...{ upgrade: 'other', content: 'other', version: 'other', subprotocol: 'other', extensions: 'other' },
    rest: 'other',
  });
});
