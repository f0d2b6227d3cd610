import { describe, expect, test } from 'vitest';
import { readInput } from '../../src/doctor/asked.ts';
import type { DoctorOptions } from '../../src/doctor/option.ts';
import { writeRequest } from '../../src/doctor/request.ts';

describe('what cannot be used', () => {
  test.each([
    ['http://a.example/chat', {}, 'scheme', 'try ws://a.example/chat'],
    ['HTTPS://a.example/chat', {}, 'scheme', 'try wss://a.example/chat'],
    ['ftp://a.example/', {}, 'scheme', 'is not a WebSocket URI'],
    ['a.example/chat', {}, 'schemeMissing', 'try ws://a.example/chat'],
    ['a.example:8080', {}, 'schemeMissing', 'try ws://a.example:8080'],
    ['user:word@a.example/', {}, 'schemeMissing', 'has no scheme'],
    ['', {}, 'schemeMissing', 'has no scheme'],
    ['ws://a.example/#b', {}, 'fragment', 'is not a WebSocket URI'],
    ['ws://user:word@a.example/', {}, 'userInformation', 'ws://***@a.example/'],
    ['ws://a.example:99999/', {}, 'port', 'is not a WebSocket URI'],
    ['ws://a.example/', { subprotocols: ['two words'] }, 'subprotocol', 'two words'],
    ['ws://a.example/', { subprotocols: [''] }, 'subprotocol', ''],
    ['ws://a.example/', { subprotocols: ['a', 'a'] }, 'subprotocol', ''],
    ['ws://a.example/', { headers: [['sec-websocket-key', 'a']] }, 'handshakeField', 'sec-websocket-key'],
    ['ws://a.example/', { headers: [['Connection', 'close']] }, 'handshakeField', 'Connection'],
    ['ws://a.example/', { headers: [['Content-Length', '1']] }, 'handshakeField', 'Content-Length'],
  ] satisfies [string, DoctorOptions, string, string][])('%s with %j', (url, options, kind, said) => {
    const read = readInput(url, options);
    expect(read).toMatchObject({ ok: false, fault: { kind } });
    const problem = read.ok ? '' : read.fault.problem;
    expect(problem).toContain(said);
    expect(problem).not.toContain('word@');
  });
});

describe('what is asked for', () => {
  test.each([
    [{}, null],
    [{ origin: 'http://b.example' }, 'http://b.example'],
    [{ headers: [['origin', 'http://c.example']] }, 'http://c.example'],
    [{ as: 'chromium' }, 'https://a.example'],
    [{ as: 'chromium', authority: 'b.example' }, 'https://b.example'],
    [{ as: 'node' }, null],
    [{ as: 'firefox', origin: 'null' }, 'null'],
  ] satisfies [DoctorOptions, string | null][])('%j sends the Origin %s', (options, origin) => {
    expect(readInput('wss://a.example/chat', options)).toMatchObject({ ok: true, asked: { origin } });
  });

  test.each([
    ['/chat', {}, false],
    ['/chat?room=1', {}, false],
    ['/chat?token=1', {}, true],
    ['/chat', { headers: [['X-Room', '1']] }, false],
    ['/chat', { headers: [['Cookie', 'a=b']] }, true],
    ['/chat', { headers: [['Authorization', 'Basic YQ==']] }, true],
    ['/chat', { subprotocols: ['chat', 'bearer.a'] }, true],
  ] satisfies [string, DoctorOptions, boolean][])(
    '%s with %j has a credential: %s',
    (path, options, isSent) => {
      const read = readInput(`ws://a.example${path}`, options);
      expect(read).toMatchObject({ ok: true, asked: { isCredentialSent: isSent } });
    },
  );
});

describe('how it is written', () => {
  function write(changed: Partial<Parameters<typeof writeRequest>[1]>): readonly string[] {
    const read = readInput('ws://a.example/chat', {});
    if (!read.ok) throw new Error(read.fault.problem);
    const variation = {
      ...{ target: '/chat', origin: null, subprotocols: ['chat'], headers: [['X-A', 'b']] as const },
      ...{ isDeflateOffered: false, profile: null, connection: null, isUpgrade: true, ...changed },
    };
    return Buffer.from(writeRequest(read.uri, variation, 'key'))
      .toString('latin1')
      .split('\r\n');
  }

  test('as a program does', () => {
    expect(write({})).toEqual([
      ...['GET /chat HTTP/1.1', 'Host: a.example', 'Upgrade: websocket', 'Connection: Upgrade'],
      ...['Sec-WebSocket-Key: key', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Protocol: chat'],
      ...['X-A: b', '', ''],
    ]);
  });

  test.each([
    [true, null, true],
    [false, null, false],
    [true, 'chromium', true],
    [false, 'chromium', false],
    [false, 'firefox', false],
  ] as const)('permessage-deflate is offered %s, as %s', (isDeflateOffered, profile, isThere) => {
    const lines = write({ isDeflateOffered, profile });
    expect(lines.some((line) => line.startsWith('Sec-WebSocket-Extensions: permessage-deflate'))).toBe(
      isThere,
    );
  });

  test('with the order of a browser, and another Connection', () => {
    const lines = write({ profile: 'chromium', connection: 'keep-alive, Upgrade', origin: 'http://b' });
    expect(lines.slice(0, 3)).toEqual([
      ...['GET /chat HTTP/1.1', 'Host: a.example', 'Connection: keep-alive, Upgrade'],
    ]);
    expect(lines).toContain('Origin: http://b');
  });

  test('as a plain GET, which has nothing of the handshake', () => {
    expect(write({ isUpgrade: false, origin: 'http://b' })).toEqual([
      ...['GET /chat HTTP/1.1', 'Host: a.example', 'Connection: close', 'Accept: */*', 'X-A: b', '', ''],
    ]);
  });

  test('what cannot be sent is refused', () => {
    expect(() => write({ headers: [['A', 'b\r\nc: d']] })).toThrow(/cannot be sent/);
  });
});
