import { expect, test } from 'vitest';
import { markPassage } from '../../../src/verify/judge/passage.ts';

const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64');

/** The text that is marked in what went in, and in what came out. */
function markedIn(sent: string, arrived: string) {
  const { request, forwarded } = markPassage({
    ...{ request: base64(sent), forwarded: base64(arrived), response: '' },
  });
  return [request, forwarded].map(({ octets, marks }) =>
    marks.map(({ start, end }) => Buffer.from(octets).toString('latin1', start, end)),
  );
}

test.each([
  ['nothing', 'A\r\nX: 1\r\n\r\n', 'A\r\nx:1 \r\n\r\n', [], []],
  ['the first line', 'A\r\n\r\n', 'B\r\n\r\n', ['A'], ['B']],
  ['a value', 'A\r\nX: 1\r\n\r\n', 'A\r\nX: 2\r\n\r\n', ['X: 1'], ['X: 2']],
  ['a line that is there twice', 'A\r\nX: 1\r\n\r\n', 'A\r\nX: 1\r\nX: 1\r\n\r\n', [], ['X: 1']],
  ['a lost end', 'A\r\n\r\nabc', 'A\r\n\r\na', ['bc'], []],
  [
    'what differs behind an interim reply',
    'HTTP/1.1 103 E\r\n\r\nHTTP/1.1 101 S\r\nX: 1\r\n\r\nab',
    'HTTP/1.1 103 E\r\n\r\nHTTP/1.1 101 S\r\n\r\nab',
    ['X: 1'],
    [],
  ],
  ['nothing, where nothing arrives', 'A\r\n\r\n', '', [], []],
])('%s is marked', (_, sent, arrived, inSent, inArrived) => {
  expect(markedIn(sent, arrived)).toEqual([inSent, inArrived]);
});

test('what a report does not have of a large frame is not taken for lost', () => {
  const content = 'x'.repeat(20_000);
  const cut = (text: string) => text.slice(0, 16_384);
  expect(markedIn(cut(`A\r\n\r\n${content}`), cut(`A\r\nVia: h\r\n\r\n${content}`))).toEqual([
    [],
    ['Via: h'],
  ]);
});
