import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha1 } from '../../src/explore/sha1.ts';
import { sha1 as ofNode } from '../../src/sha1.ts';
import { computeAccept, decodeLatin1 } from '../../src/wire/index.ts';
import { runs } from '../property.ts';

test('the example of RFC 6455 §1.3', () => {
  expect(computeAccept('dGhlIHNhbXBsZSBub25jZQ==', sha1)).toBe('s3pPLMBiTxaQ9kYGzzhZRbK+xOo=');
});

test('it is the SHA-1 of Node, at the borders of blocks and everywhere else', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (octets) => {
      expect(sha1(decodeLatin1(octets))).toBe(ofNode(decodeLatin1(octets)));
    }),
    {
      seed: 1,
      numRuns: runs(125, 500),
      examples: [0, 1, 54, 55, 56, 57, 63, 64, 65, 119, 120, 128].map((length) => [
        new Uint8Array(length).fill(0xff),
      ]),
    },
  );
});
