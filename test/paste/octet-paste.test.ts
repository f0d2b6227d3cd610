import { describe, expect, test } from 'vitest';
import { found, foundExactly, head } from './paste.ts';

const request = head('GET /chat HTTP/1.1', 'Host: a');
const reply = head('HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket');
const edited = 'Each LF is read as CR LF.';
const ended = 'An empty line is added to end the head.';
const mixed = 'Some lines end in CR LF and some in LF: the octets are judged as they are.';

const asRequest = (text: string, ...notes: readonly string[]) => ({
  ...{ kind: 'octets', request: text, reply: null, notes },
});

describe('octets of a message', () => {
  test.each([
    ['with CR LF are themselves', request, request, []],
    ['with LF have lost their CR in an editor', 'GET /chat HTTP/1.1\nHost: a\n\n', request, [edited]],
    ['without the empty line were not copied whole', request.slice(0, -2), request, [ended]],
    [
      'that end with their last field were not either',
      'GET /chat HTTP/1.1\nHost: a',
      request,
      [edited, ended],
    ],
    ['behind empty lines are the same', `\r\n\r\n${request.slice(0, -2)}`, `\r\n\r\n${request}`, [ended]],
    ['behind a byte order mark are the same', `\ufeff${request}`, request, []],
    [
      'with both line ends are meant so',
      'GET / HTTP/1.1\r\nHost: a\nA: b\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: a\nA: b\r\n\r\n',
      [mixed],
    ],
    ['that end within a line are cut', 'GET / HTTP/1.1\r\nHo', 'GET / HTTP/1.1\r\nHo', []],
    ['without any line end are cut', 'GET / HTTP/1.1', 'GET / HTTP/1.1', []],
    ['that are nothing known are a request', 'digraph {\n', 'digraph {\r\n\r\n', [edited, ended]],
  ])('%s', (_what, text, octets, notes) => {
    expect(found(text)).toEqual(asRequest(octets, ...notes));
  });

  test('of a reply are known by their first line; line ends of its content say nothing', () => {
    const refusal = `${head('HTTP/1.1 400 Bad Request')}<html>\n`;
    expect(found(refusal)).toEqual({ kind: 'octets', request: null, reply: refusal, notes: [] });
  });

  test.each([
    ['CR LF', '\r\n', []],
    ['LF', '\n', [edited]],
  ])('with %s of a request and a reply behind it are both', (_what, end, notes) => {
    const text = `${request}${reply}`.replaceAll('\r\n', end);
    expect(found(text)).toEqual({ kind: 'octets', request, reply, notes });
    expect(found(text.replace('HTTP/1.1 101', `${end}HTTP/1.1 101`))).toEqual({
      kind: 'octets',
      request,
      reply,
      notes,
    });
  });

  test('as tools write those of HTTP/2 are judged as of HTTP/1.1', () => {
    const newer =
      'It was sent by HTTP/2 or later, which has no Upgrade: it is judged as it would stand in HTTP/1.1.';
    expect(found(head('HTTP/2 404', 'server: a'))).toEqual({
      ...{ kind: 'octets', request: null, reply: head('HTTP/1.1 404', 'server: a'), notes: [newer] },
    });
    expect(found(head('GET / HTTP/3', 'host: a'))).toEqual(
      asRequest(head('GET / HTTP/1.1', 'host: a'), newer),
    );
    expect(found('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')).toEqual(asRequest('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'));
  });
});

describe('exact octets', () => {
  test.each([
    'GET / HTTP/1.1\n\n',
    '{"log":{}}',
    '> GET / HTTP/1.1\n',
    '\xef\xbb\xbfGET',
    '\r\nHTTP/1.1 101\n',
  ])('%j are a request as they are', (text) => {
    expect(foundExactly(text)).toEqual(asRequest(text));
  });

  test('that begin with HTTP/ are a reply as they are', () => {
    expect(foundExactly('HTTP/1.1 101\n')).toEqual({
      kind: 'octets',
      request: null,
      reply: 'HTTP/1.1 101\n',
      notes: [],
    });
  });
});
