import { expect, test } from 'vitest';
import { writeReproduction } from '../../../src/verify/client/reproduction.ts';
import { findSpans, type Sought } from '../../../src/verify/report/recipe.ts';

const octets = (text: string) => Buffer.from(text, 'latin1');
const write = (text: string, sought: readonly Sought[], isLast = true, pieces: readonly number[] = []) =>
  writeReproduction([{ octets: octets(text), spans: findSpans(text, sought), pieces, isLast }]);
const accept = { of: 'accept', value: 'Right' } as const;
const second = { of: 'subprotocol', nth: 1, value: 'Chat' } as const;

test.each<[string, string, readonly Sought[], string]>([
  ['what it is', 'HTTP/1.1 200 OK\r\n\r\n', [], "b'HTTP/1.1 200 OK\\r\\n\\r\\n'"],
  ['the value of the key that comes', 'a: Right\r\nb', [accept], "b'a: ' + accept + b'\\r\\nb'"],
  ['it as often as it stands there', 'RightRight', [accept], 'accept + accept'],
  ['it in other letter case', 'rIGHT', [accept], 'accept.swapcase()'],
  ['it without its ends', 'Righ ight', [accept], "accept[:-1] + b' ' + accept[1:]"],
  [
    'a name that is offered',
    'xChat, cHAT',
    [accept, second],
    "b'x' + names[1] + b', ' + names[1].swapcase()",
  ],
  ['any octet', "\x00'\\\x7f\xff\n", [], "b'\\x00\\'\\\\\\x7f\\xff\\n'"],
  ['nothing', '', [], "b''"],
])('a reply is written with %s', (_, reply, sought, written) => {
  expect(write(reply, sought)).toContain(`\nreply = ${written}\n`);
});

test('it ends the connection where the reply was the last, and there alone', () => {
  const ends = 'client.shutdown(socket.SHUT_WR)';
  expect(write('a', [], true)).toContain(ends);
  expect(write('a', [], false)).not.toContain(ends);
});

test('it sends the reply in the pieces in which it was sent', () => {
  expect(write('abc', [], false, [1, 2])).toContain('for length in [1,2]:');
});
