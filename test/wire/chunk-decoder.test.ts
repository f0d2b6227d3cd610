import { expect, test } from 'vitest';
import { ChunkDecoder } from '../../src/wire/chunk-decoder.ts';
import { encodeLatin1 } from '../../src/wire/octet.ts';

test.each([
  ['1\r\na\r\n', ['framing', 'framing', 'framing', 'data', 'framing', 'framing']],
  ['0\r\n\r\nHT', ['framing', 'framing', 'framing', 'framing', 'end', 'end', 'end']],
  ['1\nab', ['framing', 'malformed', 'malformed', 'malformed']],
])('each octet of %j is told apart, and a final state stays', (text, kinds) => {
  const decoder = new ChunkDecoder();
  expect([...encodeLatin1(text)].map((octet) => decoder.take(octet))).toEqual(kinds);
});
