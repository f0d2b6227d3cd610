import { describe, expect, test } from 'vitest';
import {
  bitString,
  encode,
  implicit,
  integer,
  objectId,
  octetString,
  sequence,
  setOf,
  tagged,
  time,
  utf8String,
  yes,
} from '../../src/verify/peer/der.ts';

const hex = (octets: Buffer) => octets.toString('hex');

describe('a length', () => {
  test.each([
    [0, '0400'],
    [127, '047f'],
    [128, '048180'],
    [255, '0481ff'],
    [256, '04820100'],
    [65_535, '0482ffff'],
    [65_536, '0483010000'],
  ])('of %i is as short as it can be', (length, head) => {
    const octets = octetString(Buffer.alloc(length));
    expect(hex(octets.subarray(0, octets.length - length))).toBe(head);
  });
});

describe('an object identifier', () => {
  test.each([
    ['2.5.29.17', '0603551d11'],
    ['1.2.840.10045.4.3.2', '06082a8648ce3d040302'],
    ['1.2.840.113549', '06062a864886f70d'],
  ])('%s', (id, octets) => {
    expect(hex(objectId(id))).toBe(octets);
  });
});

describe('a time', () => {
  test.each([
    ['2026-11-22T17:04:29.750Z', 0x17, '261122170429Z'],
    ['2049-12-31T23:59:59.999Z', 0x17, '491231235959Z'],
    ['2050-01-01T00:00:00.000Z', 0x18, '20500101000000Z'],
  ])('%s', (date, tag, digits) => {
    expect(time(new Date(date))).toEqual(encode(tag, Buffer.from(digits)));
  });
});

test.each([
  ['a sequence', sequence(yes, utf8String('é')), '30070101ff0c02c3a9'],
  ['a set', setOf(integer(Buffer.from([2]))), '3103020102'],
  ['bits', bitString(Buffer.from([0x04]), 2), '03020204'],
  ['a value with a tag around it', tagged(3, yes), 'a3030101ff'],
  ['a value with another tag', implicit(2, Buffer.from('a')), '820161'],
])('%s', (_what, octets, expected) => {
  expect(hex(octets)).toBe(expected);
});
