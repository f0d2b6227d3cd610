import { describe, expect, test } from 'vitest';
import { found, head } from './paste.ts';

const hosted = 'Host is what curl sends for the URL.';
const asRequest = (request: string, ...notes: readonly string[]) => ({
  kind: 'command',
  request,
  reply: null,
  notes,
});

describe('a command line of curl', () => {
  test('as a browser copies it for bash', () => {
    const command = [
      "curl 'wss://example.com:8443/chat?room=1' \\",
      "  -H 'Upgrade: websocket' \\",
      "  -H 'Connection: Upgrade' \\",
      "  -b 'session=a; b=c' \\",
      "  -H $'X-Odd: it\\'s \\u0021\\x41\\n' \\",
      '  --compressed',
    ].join('\n');
    const fields = ['Upgrade: websocket', 'Connection: Upgrade', 'Cookie: session=a; b=c', "X-Odd: it's !A"];
    const request = head('GET /chat?room=1 HTTP/1.1', 'Host: example.com:8443', ...fields, 'X-Odd: ');
    expect(found(command)).toEqual(asRequest(request, hosted));
  });

  test('as a browser copies it for cmd', () => {
    const command = 'curl.exe ^"https://a/b^" ^\r\n  -H ^"Origin: http://x^" ^\r\n  --insecure';
    expect(found(command)).toEqual(asRequest(head('GET /b HTTP/1.1', 'Host: a', 'Origin: http://x'), hosted));
  });

  test.each([
    ['curl ws://a -A b', ['GET / HTTP/1.1', 'Host: a', 'User-Agent: b'], [hosted]],
    ['$ curl -v -o out -X PUT "ws://a/\\"x"', ['PUT /%22x HTTP/1.1', 'Host: a'], [hosted]],
    [
      'curl --url ws://a -H Host:b -H "X;" -H Accept: -e c',
      ['GET / HTTP/1.1', 'Host: b', 'X: ', 'Referer: c'],
      [],
    ],
    ['curl --doh-url ws://b --new x -sSLH A:b -XPUT ws://a', ['PUT / HTTP/1.1', 'Host: a', 'A: b'], [hosted]],
    ['curl -i ws://a/\\$x', ['GET /$x HTTP/1.1', 'Host: a'], [hosted]],
  ])('%s', (command, lines, notes) => {
    expect(found(command)).toEqual(asRequest(head(...lines), ...notes));
  });

  test.each(['curl -v', 'curl example.com'])('%s has no URL', (command) => {
    expect(found(command)).toBe('the command line of curl has no URL with a scheme');
  });
});
