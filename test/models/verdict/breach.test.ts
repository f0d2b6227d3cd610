import { expect, test } from 'vitest';
import { nothingSpecial, weights } from '../../../models/verdict/breach.ts';

test('a MUST weighs more than a SHOULD, a SHOULD more than a note, and a note more than nothing', () => {
  expect(weights).toEqual({ none: 0, note: 1, SHOULD: 2, MUST: 3 });
});

test('a request that has nothing special has nothing special in any part', () => {
  expect(nothingSpecial).toEqual({
    ...{ requestLine: 'other', httpVersion: 'other', fieldLines: 'other', target: 'other', host: 'other' },
    ...{ upgrade: 'other', content: 'other', version: 'other', subprotocol: 'other', extensions: 'other' },
    rest: 'other',
  });
});
