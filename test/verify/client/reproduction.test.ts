import { expect, test } from 'vitest';
import { writeReproduction } from '../../../src/verify/client/reproduction.ts';

const octets = (text: string) => Buffer.from(text, 'latin1');
const lineOf = (script: string) => script.split('\n').find((line) => line.startsWith('client.sendall'));

test.each([
  ['what it is', 'HTTP/1.1 200 OK\r\n\r\n', '', "client.sendall(b'HTTP/1.1 200 OK\\r\\n\\r\\n')"],
  [
    'the value of the key that comes',
    'a: RIGHT\r\nb',
    'RIGHT',
    "client.sendall(b'a: ' + accept + b'\\r\\nb')",
  ],
  ['it as often as it stands there', 'RIGHTRIGHT', 'RIGHT', 'client.sendall(accept + accept)'],
  ['any octet', "\x00'\\\x7f\xff\n", '', "client.sendall(b'\\x00\\'\\\\\\x7f\\xff\\n')"],
])('a reply is written with %s', (_, reply, accept, line) => {
  expect(lineOf(writeReproduction(octets(reply), accept, true))).toBe(line);
});

test('it ends the connection where the reply was the last, and there alone', () => {
  const ends = 'client.shutdown(socket.SHUT_WR)';
  expect(writeReproduction(octets('a'), '', true)).toContain(ends);
  expect(writeReproduction(octets('a'), '', false)).not.toContain(ends);
});
