import { describe, expect, test } from 'vitest';
import type { Topic } from '../../../../models/topic.ts';
import {
  type Seen,
  seeOdd,
  seeRefused,
  seeReply,
  seeRequest,
} from '../../../../src/verify/judge/seen/seen.ts';

const cut = ({ spans }: Seen, text: string) => spans.map(({ start, end }) => text.slice(start, end));
const octets = (text: string) => Buffer.from(text, 'latin1');

const request = 'GET / HTTP/1.0\r\nHost: a\r\nUpgrade: websocket, h2c\r\nSec-WebSocket-Key: AAAA\r\n\r\nabc';
const reply = 'HTTP/1.1 426 Up\r\nServer: close/1\r\nConnection: close\r\nX: a\r\n b\r\n\r\ncontent';
const early = 'HTTP/1.1 103 Early\r\n\r\n';

describe('in a request', () => {
  test.each<[Topic, readonly string[]]>([
    ['method', ['GET']],
    ['target', ['/']],
    ['http-version', ['HTTP/1.0']],
    ['start-line', ['GET / HTTP/1.0']],
    ['upgrade', ['Upgrade: websocket, h2c']],
    ['sec-websocket-key', ['Sec-WebSocket-Key: AAAA']],
    ['origin', []],
    ['content', ['abc']],
    ['head', []],
    ['pong', []],
  ])('a rule about %s looks at %j', (topic, seen) => {
    expect(cut(seeRequest([topic], octets(request)), request)).toEqual(seen);
    const later = `\r\n\r\n${request}`;
    expect(cut(seeRequest([topic], octets(later)), later)).toEqual(seen);
  });

  test.each([
    ['x-api-key', ['X-Api-Key: a']],
    ['target', ['/?key=a']],
    ['cookie', []],
    [undefined, []],
  ])('a credential is looked for at %s', (place, seen) => {
    const text = 'GET /?key=a HTTP/1.1\r\nHost: a\r\nX-Api-Key: a\r\n\r\n';
    expect(cut(seeRequest(['credential'], octets(text), place), text)).toEqual(seen);
  });

  test('what cannot be read is seen where it stands', () => {
    const text = 'GET / HTTP/1.1\r\nA : b\r\n\r\n';
    expect(cut(seeRequest(['fields', 'start-line'], octets(text)), text)).toEqual([' ']);
    const spaced = 'GET  / HTTP/1.1\r\n\r\n';
    expect(cut(seeRequest(['start-line', 'target', 'host'], octets(spaced)), spaced)).toEqual([' ']);
    expect(seeRequest(['host'], octets(spaced))).toEqual({ side: 'request', spans: [] });
  });
});

test.each(['\rA / HTTP/1.1\r\n\r\n', 'A\n/ HTTP/1.1\r\n\r\n'])(
  'no more than line ends are left out before a request: %j',
  (text) => {
    expect(seeRequest(['method'], octets(text)).spans).toEqual([{ start: 0, end: text.indexOf(' ') }]);
  },
);

describe('in a reply', () => {
  test.each<[Topic, readonly string[]]>([
    ['status', ['426']],
    ['start-line', ['HTTP/1.1 426 Up']],
    ['connection', ['Connection: close']],
    ['fields', [' b']],
    ['behind', ['content']],
    ['interims', []],
    ['end', []],
  ])('a rule about %s looks at %j', (topic, seen) => {
    expect(cut(seeReply([topic], octets(reply)), reply)).toEqual(seen);
  });

  test('what stands behind an interim reply is seen there, and each part once', () => {
    const text = early + reply;
    const topics: readonly Topic[] = ['interims', 'status', 'connection', 'status'];
    expect(cut(seeReply(topics, octets(text), early.length), text)).toEqual([
      early,
      '426',
      'Connection: close',
    ]);
  });

  test('no octets show nothing', () => {
    expect(seeReply(['status', 'fields'], octets('')).spans).toEqual([]);
    expect(seeReply(['behind'], octets(early)).spans).toEqual([]);
    expect(seeReply(['upgrade'], octets('what?')).spans).toEqual([]);
  });
});

test('what was odd shows only why a message is refused, beside what the answer shows', () => {
  const before: Seen = { side: 'request', spans: [{ start: 4, end: 5 }] };
  const odd: Seen = { side: 'request', spans: [{ start: 1, end: 2 }] };
  const answer: Seen = { side: 'response', spans: [] };
  const seen = [before, answer];
  expect(seeRefused({ kind: 'refused', seen }, () => odd).seen).toEqual([odd, answer]);
  expect(seeRefused({ kind: 'gone', seen }, () => odd).seen).toEqual([odd, answer]);
  expect(seeRefused({ kind: 'accepted', seen }, () => odd).seen).toEqual(seen);
});

describe('what is odd in a message', () => {
  const usual = 'GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n\r\n';
  const odd = (text: string, canonical = usual) =>
    cut(
      seeOdd('request', octets(text), octets(canonical), (line) => line === 'Key: b'),
      text,
    );

  test.each<[string, readonly string[]]>([
    [usual, []],
    [usual.replace('Host: a\r\nUpgrade: websocket', 'Upgrade: websocket\r\nHost: a'), []],
    [usual.replace('GET', 'POST'), ['POST / HTTP/1.1']],
    [usual.replace('Upgrade', 'upgrade'), ['upgrade: websocket']],
    [usual.replace('Host: a', 'Host: a\r\nHost: a'), ['Host: a']],
    [usual.replace('Host: a', 'Host: a\r\nKey: b'), []],
    [`\r\n${usual}`, []],
    [`GET / HTTP/1.1\r\n${usual}`, ['GET / HTTP/1.1']],
    [`${usual}abc`, ['abc']],
    ['GET / HTTP/1.1\r\nX', ['X']],
  ])('%j: %j', (text, seen) => {
    expect(odd(text)).toEqual(seen);
  });

  test('in a reply lines of what goes before it, too, and no frames that are the same', () => {
    const [text, frames] = ['HTTP/1.1 101 S\r\nA: b\r\n\r\n', '\x89\x00'];
    expect(odd(`${early}${text}${frames}`, text + frames)).toEqual(['HTTP/1.1 103 Early']);
  });
});
