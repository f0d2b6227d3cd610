import { expect, test } from 'vitest';
import type { Phrase } from '../../../../src/verify/judge/seen/phrase.ts';
import { seeReply } from '../../../../src/verify/judge/seen/seen.ts';
import { tellOddity } from '../../../../src/verify/report/title/oddity.ts';
import { titleOfAnswer } from '../../../../src/verify/report/title/server.ts';

const lines = [
  'GET / HTTP/1.1',
  'Host: a',
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version: 13',
];
const write = (all: readonly string[], behind = '') =>
  Buffer.from(`${all.join('\r\n')}\r\n\r\n${behind}`, 'latin1');
const canonical = write(lines);
const replacing = (name: string, line: string) => lines.map((each) => (each.startsWith(name) ? line : each));

test.each([
  ['an ordinary opening', canonical],
  [
    'an ordinary opening',
    write(replacing('Sec-WebSocket-Key', 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==')),
  ],
  ['`Connection: keep-alive, Upgrade`', write(replacing('Connection', 'Connection: keep-alive, Upgrade'))],
  ['`upgrade: websocket`', write(replacing('Upgrade', 'upgrade: websocket'))],
  ['`Sec-WebSocket-Key: AAAA`', write(replacing('Sec-WebSocket-Key', 'Sec-WebSocket-Key: AAAA'))],
  ['`POST / HTTP/1.1`', write(replacing('GET', 'POST / HTTP/1.1'))],
  ['`X-Odd: 1`', write([...lines, 'X-Odd: 1'])],
  ['a second `Host: a`', write([...lines, 'Host: a'])],
  ['a request without Host', write(lines.filter((line) => line !== 'Host: a'))],
  ['a request without Upgrade and Connection', write(lines.toSpliced(2, 2))],
  ['`POST / HTTP/1.1` without Host', write(['POST / HTTP/1.1', ...lines.slice(2)])],
  ['a plain `GET / HTTP/1.1`', write(lines.toSpliced(2, 4))],
  ['a plain `POST / HTTP/1.1` without Host', write(['POST / HTTP/1.1'])],
  [
    'an opening whose fields stand in another order',
    write([...lines.slice(0, 1), ...lines.slice(1).toReversed()]),
  ],
  ['5 octets after the head', write(lines, 'hello')],
  ['1 octet after the head', write(lines, 'h')],
  ['`Content-Length: 5` with 5 octets after the head', write([...lines, 'Content-Length: 5'], 'hello')],
  ['`A: 1` with `B: 2` and more', write([...lines, 'A: 1', 'B: 2', 'C: 3'])],
  [`\`A: ${'x'.repeat(69)}…\``, write([...lines, `A: ${'x'.repeat(99)}`])],
])('what is odd: %s', (told, octets) => {
  expect(tellOddity(octets, canonical)).toBe(told);
});

test('what an opening may lack is odd where nothing else is', () => {
  const offering = write([...lines, 'Sec-WebSocket-Protocol: chat']);
  expect(tellOddity(canonical, offering)).toBe('a request without Sec-WebSocket-Protocol');
  expect(tellOddity(write(replacing('GET', 'POST / HTTP/1.1')), offering)).toBe('`POST / HTTP/1.1`');
});

const reply = (status: string, ...fields: readonly string[]) => write([`HTTP/1.1 ${status}`, ...fields]);

type Told = Omit<Parameters<typeof titleOfAnswer>[0], 'seen' | 'guard'>;
type Answered = Parameters<typeof titleOfAnswer>[1];

test.each<[string, Told, Partial<Answered>?]>([
  [
    'Answers 101 to `X-Odd: 1`',
    {
      kind: 'accepted',
      about: 'status',
      observed: { is: 'status', status: 101, reason: 'Switching Protocols' },
    },
    { request: write([...lines, 'X-Odd: 1']), response: reply('101 Switching Protocols') },
  ],
  [
    'Answers 400 to an ordinary opening that comes in 2 pieces',
    { kind: 'refused', about: 'status', observed: { is: 'status', status: 400, reason: 'No' } },
    { response: reply('400 No'), pieces: [2, 9] },
  ],
  [
    'Answers 426 with `Connection: close` to an ordinary opening',
    { kind: 'reply', about: 'connection', observed: 'none' },
    { response: reply('426 Upgrade Required', 'Upgrade: websocket', 'Connection: close') },
  ],
  [
    'Answers 426 without Sec-WebSocket-Version to an ordinary opening',
    { kind: 'reply', about: 'sec-websocket-version', observed: 'none' },
    { response: reply('426 Upgrade Required') },
  ],
  // The value of the field that is wrong stands elsewhere, too, or nowhere.
  [
    'Answers 101 with `Transfer-Encoding: chunked` to an ordinary opening',
    { kind: 'reply', about: 'transfer-encoding', observed: 'none' },
    { response: reply('101 S', 'Server: chunked/1.0', 'Transfer-Encoding: chunked') },
  ],
  [
    'Answers 101 with `Content-Length: 120` to an ordinary opening',
    { kind: 'reply', about: 'content-length', observed: 'none' },
    { response: reply('101 S', 'X-Request-Id: 8120a', 'Content-Length: 120') },
  ],
  [
    'Answers 101 with `Content-Length: 0` to an ordinary opening',
    { kind: 'reply', about: 'content-length', observed: 'none' },
    { response: reply('101 S', 'Content-Length: 0') },
  ],
  [
    'Answers `HTTP/1.0 101 S` to an ordinary opening',
    { kind: 'reply', about: 'start-line', observed: 'none' },
    { response: write(['HTTP/1.0 101 S']) },
  ],
  [
    'Answers 405 with 4 octets of content to an ordinary opening',
    { kind: 'reply', about: 'content', observed: { is: 'octets', count: 4 } },
    { response: reply('405 No') },
  ],
  [
    'Answers 400 to an ordinary opening, and leaves the connection open',
    { kind: 'reply', about: 'end', observed: 'openConnection' },
    { response: reply('400 No', 'Connection: close') },
  ],
  [
    'Answers 400 to an ordinary opening, and answers a second request after it',
    { kind: 'reply', about: 'second', observed: 'replyToSecond' },
    { response: reply('400 No') },
  ],
  [
    'Answers 101 to an ordinary opening, without a 100 before it',
    { kind: 'reply', about: 'interims', observed: 'none' },
    { response: reply('101 S') },
  ],
  ...(
    [
      ['ends the connection', 'end'],
      ['sends no pong', 'none'],
      ['sends no pong', 'nothingInTime'],
      ['answers a ping that stands in its content', 'pongToContent'],
      ['sends a Close frame after it', 'closeFrame'],
      ['sends octets that are no frame of a server after it', 'octetsThatAreNoFrame'],
      ['sends a message of 2 octets after it', { is: 'message', count: 2 }],
    ] satisfies [string, Phrase][]
  ).map(([told, observed]): [string, Told, Partial<Answered>] => [
    `Answers 101 to an ordinary opening, and ${told}`,
    { kind: 'reply', about: 'pong', observed },
    { response: reply('101 Switching Protocols') },
  ]),
  [
    'Answers 200 to an ordinary opening',
    { kind: 'reply', about: 'status', observed: { is: 'status', status: 200, reason: 'OK' } },
    { response: reply('200 OK') },
  ],
  [
    'Ends the connection without a reply on an ordinary opening',
    { kind: 'refused', about: 'start-line', observed: { is: 'unanswered', interims: [], end: 'ended' } },
  ],
  [
    'Resets the connection without a reply on an ordinary opening',
    { kind: 'refused', about: 'start-line', observed: { is: 'unanswered', interims: [], end: 'reset' } },
  ],
  [
    'Says nothing in time to an ordinary opening',
    { kind: 'unanswered', about: 'start-line', observed: { is: 'unanswered', interims: [], end: 'late' } },
  ],
  [
    'Answers 103, and then the end of the connection to an ordinary opening',
    { kind: 'refused', about: 'start-line', observed: { is: 'unanswered', interims: [103], end: 'ended' } },
  ],
  [
    'Answers 3 octets that are no reply to an ordinary opening',
    { kind: 'unanswered', about: 'start-line', observed: { is: 'octetsThatAreNoReply', count: 3 } },
    { response: Buffer.from('no!') },
  ],
  [
    'Stops taking connections after an ordinary opening',
    { kind: 'gone', about: 'end', observed: 'noConnectionSince' },
  ],
  // No title states the rule.
  [
    'Answers 101 to `Host: b`',
    {
      kind: 'accepted',
      about: 'status',
      observed: { is: 'status', status: 101, reason: 'Switching Protocols' },
    },
    { request: write([...lines, 'Host: b']), response: reply('101 Switching Protocols') },
  ],
])('%s', (title, fault, scene = {}) => {
  const response = scene.response ?? new Uint8Array();
  const seen = [seeReply([fault.about], response)];
  expect(
    titleOfAnswer({ ...fault, guard: null, seen }, { request: canonical, canonical, ...scene, response }),
  ).toBe(title);
});

test('an interim reply is named before the final one', () => {
  const [early, final] = [Buffer.from('HTTP/1.1 103 Early\r\n\r\n'), reply('200 OK')];
  const response = Buffer.concat([early, final]);
  const fault = { kind: 'reply', about: 'interims', observed: { is: 'interims', statuses: [103] } } as const;
  const seen = [seeReply(['interims'], response, early.length)];
  expect(titleOfAnswer({ ...fault, guard: null, seen }, { request: canonical, canonical, response })).toBe(
    'Sends 103 before the 200 to an ordinary opening',
  );
});

test.each([
  ['an opening with another credential', 'credentialIsInvalid', canonical],
  ['an ordinary opening', 'hostIsAbsent', canonical],
  ['`X-Odd: 1`', 'credentialIsInvalid', write([...lines, 'X-Odd: 1'])],
] as const)('a credential that is hidden is not the right one: %s', (what, guard, request) => {
  const fault = { kind: 'accepted', guard, about: 'status', observed: 'switch', seen: [] } as const;
  expect(titleOfAnswer(fault, { request, canonical, response: reply('101 S') })).toBe(
    `Answers 101 to ${what}`,
  );
});
