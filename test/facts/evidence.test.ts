import { describe, expect, test } from 'vitest';
import type { Topic } from '../../models/topic.ts';
import { locateTopic } from '../../src/facts/evidence.ts';
import { encodeLatin1, parseRequest } from '../../src/wire/index.ts';

const head = [
  'GET /chat HTTP/1.1',
  'Host: a',
  'origin: http://b',
  'Sec-WebSocket-Key: c',
  'ORIGIN: http://d',
  'Content-Length: 1',
  'Transfer-Encoding: chunked',
  '\r\n',
].join('\r\n');

/** The octets of the head that a rule about this part of it looks at, as text. */
function evidence(topic: Topic, text = head, fault: { start: number; end: number } | null = null) {
  const parsed = parseRequest(encodeLatin1(text));
  const fields = parsed.ok ? parsed.value.fields : [];
  const spans = locateTopic(topic, { head: encodeLatin1(text), fields, fault: fault && { span: fault } });
  return spans.map(({ start, end }) => text.slice(start, end));
}

describe('the octets that a rule looks at', () => {
  test.each<[Topic, readonly string[]]>([
    ['method', ['GET']],
    ['target', ['/chat']],
    ['http-version', ['HTTP/1.1']],
    ['start-line', ['GET /chat HTTP/1.1']],
    ['host', ['Host: a']],
    ['sec-websocket-key', ['Sec-WebSocket-Key: c']],
    ['origin', ['origin: http://b', 'ORIGIN: http://d']],
    ['framing', ['Content-Length: 1', 'Transfer-Encoding: chunked']],
    ['transfer-encoding', ['Transfer-Encoding: chunked']],
    ['fields', []],
    ['upgrade', []],
    ['credential', []],
    ['head', []],
  ])('about %s', (topic, octets) => {
    expect(evidence(topic)).toEqual(octets);
  });

  test.each([
    ['target', [{ start: 4, end: 9 }]],
    [
      'Origin',
      [
        { start: 29, end: 45 },
        { start: 69, end: 85 },
      ],
    ],
    ['Cookie', []],
    [undefined, []],
  ])('a credential is looked for at %s', (credentialAt, spans) => {
    const parsed = parseRequest(encodeLatin1(head));
    const fields = parsed.ok ? parsed.value.fields : [];
    expect(
      locateTopic('credential', { head: encodeLatin1(head), fields, fault: null, credentialAt }),
    ).toEqual(spans);
  });

  test('the status of a reply is the second word of its status line', () => {
    const head = encodeLatin1('HTTP/1.1 404 Not Found\r\n\r\n');
    expect(locateTopic('status', { head, fields: [], fault: null })).toEqual([{ start: 9, end: 12 }]);
    expect(locateTopic('http-version', { head, fields: [], fault: null })).toEqual([{ start: 0, end: 8 }]);
  });

  test('a line that goes on with the line before is seen without what stands before it', () => {
    expect(evidence('fields', 'GET / HTTP/1.1\r\nA: b\r\n \tc d\r\n\r\n e')).toEqual([' \tc d']);
  });

  test('of what cannot be read: those of the fault, where it is in that part', () => {
    const [spaced, nameless] = ['GET  / HTTP/1.1\r\n\r\n', 'GET / HTTP/1.1\r\nA\r\n\r\n'];
    expect(evidence('start-line', spaced, { start: 4, end: 5 })).toEqual([' ']);
    expect(evidence('target', spaced, { start: 4, end: 5 })).toEqual([' ']);
    expect(evidence('fields', spaced, { start: 4, end: 5 })).toEqual([]);
    expect(evidence('fields', nameless, { start: 16, end: 17 })).toEqual(['A']);
    expect(evidence('start-line', nameless, { start: 16, end: 17 })).toEqual([]);
    expect(evidence('target', nameless, { start: 16, end: 17 })).toEqual(['/']);
  });

  test('of a line that lacks the word: none', () => {
    expect(evidence('target', 'GET\r\n\r\n')).toEqual([]);
    expect(evidence('http-version', 'GET /\r\n\r\n')).toEqual([]);
  });
});
