import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPaste } from '../../src/paste/index.ts';
import { runs } from '../property.ts';

const printed = [
  `GET /chat HTTP/1.1|HTTP/1.1 101|HTTP/2 200|Host: a|Host:|:status: 200|:path: /|> |< |* |curl |'ws://a/'|-H 'A: b'|$`,
  String.raw`'|"|^"|\|\u00|-|Request Headers|General|(|)|{"request":|"headers":[|{"name":"a"|,`,
  `}|]|1|null|--:--:-- 0|Request URL: |ws://[|:`,
];
const pieces = [
  ...printed.flatMap((each) => each.split('|')),
  ...['\n', '\r\n', '\r', ' ', '\t', '\xef\xbb\xbf', '\xff', '\0'],
];

test('whatever is pasted, there is a message in it, or a sentence that says why there is none', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 20 }), (taken) => {
      const read = readPaste(Buffer.from(taken.join(''), 'latin1'));
      if (read.ok) expect(read.value.request ?? read.value.reply).not.toBeNull();
      else expect(read.problem).toMatch(/^\S.*\w\.?$/s);
    }),
    { seed: 1, numRuns: runs(2_000, 20_000) },
  );
});

test.each([
  ['one line', 'a'],
  ['one word in quotes', "curl '"],
  ['many colons', ': '],
  ['many empty lines', '\n'],
  ['many carets', 'curl ^"'],
  ['many meters', '* --:--:-- 0'],
])(
  'a paste of a million octets is read at once: %s',
  (_what, piece) => {
    const octets = Buffer.from(piece.repeat(1_000_000 / piece.length));
    expect(readPaste(octets)).toHaveProperty('ok');
  },
  60_000,
);
