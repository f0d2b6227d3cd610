import { expect, test } from 'vitest';
import { type Scene, tellDeed } from '../../../src/verify/server/deed.ts';
import { tellOddity } from '../../../src/verify/server/oddity.ts';

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
  ['an opening without Host', write(lines.filter((line) => line !== 'Host: a'))],
  ['an opening without Upgrade and Connection', write(lines.toSpliced(2, 2))],
  ['5 octets behind the head', write(lines, 'hello')],
  ['1 octet behind the head', write(lines, 'h')],
  ['`Content-Length: 5` with 5 octets behind the head', write([...lines, 'Content-Length: 5'], 'hello')],
  ['`A: 1` with `B: 2` and more', write([...lines, 'A: 1', 'B: 2', 'C: 3'])],
  [`\`A: ${'x'.repeat(69)}…\``, write([...lines, `A: ${'x'.repeat(99)}`])],
])('what is odd: %s', (told, octets) => {
  expect(tellOddity(octets, canonical)).toBe(told);
});

const reply = (status: string, ...fields: readonly string[]) => write([`HTTP/1.1 ${status}`, ...fields]);

test.each<[string, Parameters<typeof tellDeed>[0], Partial<Scene>]>([
  [
    'Answers 101 to `X-Odd: 1`',
    { kind: 'accepted', clause: 'rfc9112/5/field-lines', observed: '101 Switching Protocols' },
    { request: write([...lines, 'X-Odd: 1']), response: reply('101 Switching Protocols') },
  ],
  [
    'Answers 400 to an ordinary opening that comes in 2 pieces',
    { kind: 'refused', clause: 'service/1/valid-request-accepted', observed: '400 No' },
    { response: reply('400 No'), pieces: [2, 9] },
  ],
  [
    'Answers 426 with `Connection: close` to an ordinary opening',
    { kind: 'reply', clause: 'rfc9110/7.8/connection-option-with-upgrade', observed: 'close' },
    { response: reply('426 Upgrade Required', 'Upgrade: websocket', 'Connection: close') },
  ],
  [
    'Answers 426 with no sec-websocket-version to an ordinary opening',
    { kind: 'reply', clause: 'rfc6455/4.2.2/version-advertised', observed: 'no sec-websocket-version' },
    { response: reply('426 Upgrade Required') },
  ],
  [
    'Answers 101 to an ordinary opening, and then: the end of the connection',
    { kind: 'reply', clause: 'rfc6455/5.5.2/pong', observed: 'the end of the connection' },
    { response: reply('101 Switching Protocols') },
  ],
  [
    'Answers 200 to an ordinary opening',
    { kind: 'reply', clause: 'rfc6455/4.2.2/status-101', observed: '200 OK' },
    { response: reply('200 OK') },
  ],
  [
    'Ends the connection without a reply on an ordinary opening',
    { kind: 'refused', clause: 'service/1/valid-request-accepted', observed: 'the end of the connection' },
    {},
  ],
  [
    'Resets the connection without a reply on an ordinary opening',
    { kind: 'refused', clause: 'service/1/valid-request-accepted', observed: 'a reset' },
    {},
  ],
  [
    'Says nothing in time to an ordinary opening',
    { kind: 'unanswered', clause: 'rfc6455/4.2.1/error-status', observed: 'nothing in time' },
    {},
  ],
  [
    'Answers 3 octets that are no reply to an ordinary opening',
    { kind: 'unanswered', clause: 'rfc9112/4/status-line-sent', observed: '3 octets that are no reply' },
    { response: Buffer.from('no!') },
  ],
  [
    'Takes no connection any more behind an ordinary opening',
    { kind: 'gone', clause: 'rfc6455/10.7/input-validated', observed: 'no connection has been taken since' },
    {},
  ],
  // No title states the rule.
  [
    'Answers 101 to `Host: b`',
    { kind: 'accepted', clause: 'rfc9112/3.2/host-once', observed: '101 Switching Protocols' },
    { request: write([...lines, 'Host: b']), response: reply('101 Switching Protocols') },
  ],
])('%s', (title, fault, scene) => {
  expect(tellDeed(fault, { request: canonical, response: new Uint8Array(), canonical, ...scene })).toBe(
    title,
  );
});
