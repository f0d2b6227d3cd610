import { describe, expect, test } from 'vitest';
import { found, head } from './paste.ts';

const request = head('GET /chat HTTP/1.1', 'Host: a', 'Upgrade: websocket');
const reply = head('HTTP/1.1 400 Bad Request', 'Server: x');
const mark = (sign: string, text: string) => text.replace(/[^\n]*\n/g, (line) => `${sign} ${line}`);
const edited = 'Each LF is read as CR LF.';

/** As curl 7.88.1 writes it into a file: heads with their CR LF. */
const trace = [
  '*   Trying 127.0.0.1:80...\n* Connected to a (127.0.0.1) port 80 (#0)\n',
  mark('>', request),
  mark('<', reply),
  '{ [9 bytes data]\n* Connection #0 to host a left intact\n<html>\nno\n',
].join('');

describe('the output of curl -v', () => {
  test('has both messages, with the line ends that they had', () => {
    expect(found(trace)).toEqual({ kind: 'trace', request, reply, notes: [] });
  });

  test('copied from a terminal has lost CR, and white space at the end of lines', () => {
    const copied = `$ curl -v http://a/chat\n${trace.replaceAll('\r', '').replace(/^([<>]) $/gm, '$1')}`;
    expect(found(copied)).toEqual({ kind: 'trace', request, reply, notes: [edited] });
  });

  test('shows a bare LF in a reply', () => {
    const bare = trace.replace('Server: x\r\n', 'Server: x\n');
    expect(found(bare)).toMatchObject({
      reply: reply.replace('Server: x\r\n', 'Server: x\n'),
      notes: ['Some lines end in CR LF and some in LF: the octets are judged as they are.'],
    });
  });

  test('may stand behind a progress meter', () => {
    const meter = '\r  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0';
    expect(found(trace.replace('> GET', `${meter}> GET`).replace('*   T', `${meter}*   T`))).toMatchObject({
      request,
      reply,
    });
  });

  test('of a redirection has the last request, and the reply to it', () => {
    const first = `${mark('>', head('GET / HTTP/1.1'))}${mark('<', head('HTTP/1.1 301 Moved'))}`;
    expect(found(`${first}${trace}`)).toMatchObject({ request, reply });
  });

  test('has interim replies before the last', () => {
    const interim = head('HTTP/1.1 103 Early Hints');
    expect(found(trace.replace('< HTTP', `${mark('<', interim)}< HTTP`))).toMatchObject({
      reply: `${interim}${reply}`,
    });
  });

  test('over HTTP/2 is judged as of HTTP/1.1', () => {
    expect(found(trace.replaceAll('HTTP/1.1', 'HTTP/2'))).toMatchObject({
      ...{ request, reply, notes: [expect.stringMatching(/^It was sent by HTTP\/2/)] },
    });
  });

  test.each([
    ['a reply', mark('>', request), { request, reply: null, notes: ['The trace has no reply ("< ").'] }],
    ['a request', mark('<', reply), { request: null, reply, notes: ['The trace has no request ("> ").'] }],
  ])('without %s says so', (_what, text, expected) => {
    expect(found(text)).toEqual({ kind: 'trace', ...expected });
  });

  test.each([
    ['* connect to 127.0.0.1 port 1 failed: Connection refused\ncurl: (7) Failed\n', /^curl sent no request/],
    [
      mark('>', head('CONNECT a:443 HTTP/1.1')) + mark('<', head('HTTP/1.1 403 No')),
      /no further than its proxy/,
    ],
  ])('without either is none: %#', (text, problem) => {
    expect(found(text)).toMatch(problem);
  });
});
