import { describe, expect, test } from 'vitest';
import type { Topic } from '../../../../models/topic.ts';
import { markPassage, seePassage } from '../../../../src/verify/judge/seen/passage.ts';

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
  ['nothing, where an empty line in front is left out', '\r\nA\r\nX: 1\r\n\r\n', 'A\r\nX: 1\r\n\r\n', [], []],
  ['what is no head at all', 'junk', 'trash', ['junk'], ['trash']],
  ['an end that was added', 'A\r\n\r\na', 'A\r\n\r\nabc', [], ['bc']],
  ['content of the same length', 'A\r\n\r\nxab', 'A\r\n\r\nxcd', ['ab'], ['cd']],
  [
    'white space in content that looks like a field',
    'A\r\n\r\nX: 1\r\n',
    'A\r\n\r\nX:1\r\n',
    [' 1\r\n'],
    ['1\r\n'],
  ],
  [
    'white space in content behind an interim reply and the final one',
    'HTTP/1.1 103 E\r\nL: a\r\n\r\nHTTP/1.1 200 OK\r\n\r\nX: 1\r\n',
    'HTTP/1.1 103 E\r\nL: a\r\n\r\nHTTP/1.1 200 OK\r\n\r\nX:1\r\n',
    [' 1\r\n'],
    ['1\r\n'],
  ],
  [
    'white space in content behind a line that merely has the status of an interim reply in it',
    'GET /HTTP/1.1 100\r\n\r\nX: 1\r\n',
    'GET /HTTP/1.1 100\r\n\r\nX:1\r\n',
    [' 1\r\n'],
    ['1\r\n'],
  ],
  [
    'an interim reply that was dropped',
    'HTTP/1.1 103 E\r\nL: a\r\n\r\nHTTP/1.1 200 OK\r\n\r\n',
    'HTTP/1.1 200 OK\r\n\r\n',
    ['HTTP/1.1 103 E', 'L: a'],
    [],
  ],
  [
    'the letter case of what stands before a colon in the first line',
    'GET http://a/ HTTP/1.1\r\n\r\n',
    'GET HTTP://a/ HTTP/1.1\r\n\r\n',
    ['GET http://a/ HTTP/1.1'],
    ['GET HTTP://a/ HTTP/1.1'],
  ],
  ['white space in a line without a colon', 'A\r\nabc \r\n\r\n', 'A\r\nabc\t\r\n\r\n', ['abc '], ['abc\t']],
  [
    'nothing, where a field without a name is spaced otherwise',
    'A\r\n: 1\r\n\r\n',
    'A\r\n:1\r\n\r\n',
    [],
    [],
  ],
  ['another name outside ASCII', 'A\r\n\xdf: 1\r\n\r\n', 'A\r\nSS: 1\r\n\r\n', ['\xdf: 1'], ['SS: 1']],
])('%s is marked', (_, sent, arrived, inSent, inArrived) => {
  expect(markedIn(sent, arrived)).toEqual([inSent, inArrived]);
});

describe('what changed is told', () => {
  test.each([
    ['nothing', 'A\r\nX: 1\r\n\r\nab', 'A\r\nX: 1\r\n\r\nab', [], []],
    ['fields by their names, each once', 'A\r\nX: 1\r\nX: 2\r\nY: 3\r\n\r\n', 'A\r\n\r\n', ['X', 'Y'], []],
    ['the first line', 'GET a:b\r\n\r\n', 'GET c\r\n\r\n', ['the first line'], ['the first line']],
    ['content', 'A\r\n\r\nab', 'A\r\n\r\na', ['octets behind the head'], []],
    [
      'all of that',
      'A\r\nX: 1\r\n\r\na',
      'B\r\n\r\nb',
      ['the first line', 'X', 'octets behind the head'],
      ['the first line', 'octets behind the head'],
    ],
    ['nothing, where nothing arrives', 'A\r\nX: 1\r\n\r\nab', '', [], []],
  ])('%s', (_, sent, arrived, inSent, inArrived) => {
    const { request, forwarded } = markPassage({
      ...{ request: base64(sent), forwarded: base64(arrived), response: '' },
    });
    expect([request.changed, forwarded.changed]).toEqual([inSent, inArrived]);
  });
});

test('what came from the backend is compared with what the client got', () => {
  const { answered, response } = markPassage({
    ...{
      request: '',
      answered: base64('HTTP/1.1 200 A\r\n\r\n'),
      response: base64('HTTP/1.1 200 B\r\n\r\n'),
    },
  });
  expect(Buffer.from(answered.octets).toString('latin1')).toBe('HTTP/1.1 200 A\r\n\r\n');
  expect(answered.marks).toEqual([{ start: 0, end: 14 }]);
  expect(Buffer.from(response.octets).toString('latin1')).toBe('HTTP/1.1 200 B\r\n\r\n');
  expect(response.marks).toEqual([{ start: 0, end: 14 }]);
});

test('where nothing reached the backend, nothing of the exchange is marked', () => {
  const shown = markPassage({ request: base64('A\r\n\r\n'), response: base64('B\r\n\r\n') });
  const seen = Object.entries(shown).map(([name, { octets, marks, changed }]) => [
    ...[name, Buffer.from(octets).toString('latin1')],
    ...[marks, changed],
  ]);
  expect(seen).toEqual([
    ['request', 'A\r\n\r\n', [], []],
    ['forwarded', '', [], []],
    ['answered', '', [], []],
    ['response', 'B\r\n\r\n', [], []],
  ]);
});

describe('of octets that a report has cut off', () => {
  const cut = (text: string) => text.slice(0, 16_384);
  const head = 'A\r\n\r\n';
  const longer = 'A\r\nVia: h\r\n\r\n';
  const plenty = 'x'.repeat(20_000);
  /** So long that with the longer head alone it is longer than a report has it. */
  const content = 'x'.repeat(16_384 - head.length - 1);

  test.each([
    ['of both, where a line was added', head + plenty, longer + plenty, [], ['Via: h']],
    ['of both, where a line was dropped', longer + plenty, head + plenty, ['Via: h'], []],
    ['of what arrived alone', head + content, longer + content, [], ['Via: h']],
    ['of what was sent alone', longer + content, head + content, ['Via: h'], []],
  ])('%s, the missing end is not taken for lost', (_, sent, arrived, inSent, inArrived) => {
    expect(markedIn(cut(sent), cut(arrived))).toEqual([inSent, inArrived]);
  });

  test('what differs is marked all the same', () => {
    const [sent, arrived] = [cut(`${head}${plenty}`), cut(`${longer}y${plenty}`)];
    expect(markedIn(sent, arrived)).toEqual([
      [sent.slice(head.length)],
      ['Via: h', arrived.slice(longer.length)],
    ]);
  });
});

describe('what both sides of a hop show of a part', () => {
  const request = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: x-hop\r\nX-Hop: 1\r\nB: 2\r\nB: 3\r\n\r\nabc';
  const reply = 'HTTP/1.1 103 E\r\n\r\nHTTP/1.1 403 F\r\nFoo: a\r\nDate: b\r\n\r\nabc';

  test.each<[Topic, 'forth' | 'back', string, readonly string[], readonly string[]]>([
    ['host', 'forth', request.replace('Host: a', 'Host: b'), ['Host: a'], ['Host: b']],
    ['target', 'forth', request.replace('/', '/b'), ['/'], ['/b']],
    ['nominated', 'forth', request, ['Connection: x-hop'], ['X-Hop: 1']],
    ['fields', 'forth', request.replace('2', '4'), ['B: 2', 'B: 3'], ['B: 4', 'B: 3']],
    ['fields', 'forth', request.replace('B: 2\r\nB: 3', 'B: 3\r\nB: 2'), ['B: 2', 'B: 3'], ['B: 3', 'B: 2']],
    ['fields', 'forth', request.replace('Host: a', 'Host: b'), [], []],
    ['fields', 'forth', 'no request', [], []],
    ['behind', 'forth', request.replace('abc', 'adc'), ['bc'], ['dc']],
    ['behind', 'forth', request.replace('abc', 'xyz'), ['abc'], ['xyz']],
    ['behind', 'forth', request.replace('Host: a', 'Host: b'), ['abc'], ['abc']],
    ['head', 'forth', 'GET / HTTP/1.1\r\n\r\nabc', request.split('\r\n').slice(1, 6), []],
    ['head', 'forth', '', [], []],
    ['status', 'back', reply.replace('403', '502'), ['403'], ['502']],
    ['interims', 'back', reply.slice(18), ['HTTP/1.1 103 E\r\n\r\n'], []],
    ['fields', 'back', reply.replace('Foo: a', 'X: y'), ['Foo: a'], []],
    ['fields', 'back', 'no reply', [], []],
    ['content', 'back', reply.replace('abc', 'a'), ['bc'], []],
  ])('%s, on the way %s: %j', (about, way, out, before, behind) => {
    const came = way === 'forth' ? request : reply;
    const [sides, none] = [
      way === 'forth' ? ['request', 'forwarded'] : ['answered', 'response'],
      Buffer.alloc(0),
    ];
    const passage = { request: none, forwarded: none, answered: none, response: none };
    const [one = '', other = ''] = sides;
    const seen = seePassage(about, way, { ...passage, [one]: Buffer.from(came), [other]: Buffer.from(out) });
    const cut = (text: string, at: number) => seen[at]?.spans.map(({ start, end }) => text.slice(start, end));
    expect(seen.map(({ side }) => side)).toEqual(sides);
    expect([cut(came, 0), cut(out, 1)]).toEqual([before, behind]);
  });
});
