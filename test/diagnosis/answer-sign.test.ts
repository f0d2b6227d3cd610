import { describe, expect, test } from 'vitest';
import { accepted, evidenceOf, exchange, idsOf, refused, signsOf } from './seen.ts';

/** What is no status line is told by what it is. */
const signs = (reply: string, changed = {}) =>
  signsOf({ opening: exchange(reply, changed) }).filter((sign) => sign !== 'statusLineIsMalformed');
const evidence = (reply: string, changed = {}) => evidenceOf({ opening: exchange(reply, changed) });
const ids = (reply: string, changed = {}) => idsOf({ opening: exchange(reply, changed) });

describe('how far it came', () => {
  test.each([
    ['ended', ['endsWithoutReply']],
    ['reset', ['resetsWithoutReply']],
    ['late', ['staysSilent']],
  ] as const)('nothing, and %s', (end, expected) => {
    expect(signs('', { end })).toEqual(expected);
  });

  test('not even a connection', () => {
    expect(signs('', { end: 'ended', unreached: 'no' })).toEqual([]);
  });

  test.each([
    ['H', 'late', '"H" arrives, then no complete header section before the timeout'],
    [
      'HTTP/1.1 200 OK\r\nA: b\r\n',
      'ended',
      String.raw`"HTTP/1.1 200 OK\r\nA: b\r\n" arrives, then the data ends`,
    ],
    ['HTTP/1.1 200', 'reset', '"HTTP/1.1 200" arrives, then the connection is reset'],
  ] as const)('a part of a head: %j', (reply, end, told) => {
    expect(signs(reply, { end })).toEqual(['replyIsPartial']);
    expect(evidence(reply, { end })).toMatchObject({ replyIsPartial: told });
  });

  test.each(['HTTP/1.1 400 Bad\nA: b\n\n', 'HTTP/1.1 101 A\nUpgrade: websocket\n'])(
    'LF alone: %j',
    (reply) => {
      expect(signs(reply, { end: 'ended' })).toContain('replyHasBareLf');
      expect(signs(reply, { end: 'ended' })).not.toContain('replyIsPartial');
      expect(ids(reply, { end: 'ended' })[0]).toBe('server/bare-lf');
    },
  );

  test('a right 101', () => {
    expect(signs(accepted())).toEqual(['opens', 'statusIs101', 'acceptIsRight']);
  });
});

describe('octets that are no HTTP', () => {
  test.each([
    ['SSH-2.0-OpenSSH_9.2p1\r\n', 'an SSH server'],
    ['220 mail.example ESMTP Postfix\r\n', 'an SMTP server'],
    ['220 (vsFTPd 3.0.5)\r\n', 'an SMTP or FTP server'],
    ["-ERR unknown command 'GET'\r\n", 'Redis'],
    ['-DENIED Redis is running in protected mode\r\n', 'Redis'],
    ['+OK Dovecot ready.\r\n', 'a POP3 server'],
    ['* OK [CAPABILITY IMAP4rev1] ready.\r\n', 'an IMAP server'],
    ['\x4a\0\0\0\n8.0.36\0\x08\0\0\0', 'MySQL'],
    ['\x45\0\0\0\xff\x6a\x04Host is not allowed', 'MySQL'],
    ['E\0\0\0\x8dSFATAL\0VFATAL\0C08P01\0', 'PostgreSQL'],
    ['RFB 003.008\n', 'a VNC server'],
    ['AMQP\0\0\x09\x01', 'an AMQP server'],
    ['ERROR\r\nERROR\r\n', 'memcached'],
    ['INFO {"server_id":"a"}\r\n', 'NATS'],
  ])('%j is named', (octets, name) => {
    expect(signs(octets, { end: 'ended' })).toEqual(['replyIsNoHttp']);
    expect(evidence(octets)['replyIsNoHttp']).toMatch(new RegExp(`, as ${name} does$`));
    expect(ids(octets)).toEqual(['server/not-http']);
  });

  test('what is known of nobody is shown', () => {
    expect(evidence('hello\x1b[31m')).toMatchObject({
      replyIsNoHttp: String.raw`the server sends "hello\u001b[31m"`,
    });
  });

  test('an alert of TLS', () => {
    expect(signs('\x15\x03\x01\0\x02\x02\x0a')).toEqual(['replyIsTlsAlert']);
    expect(ids('\x15\x03\x01\0\x02\x02\x0a')).toEqual(['tls/required']);
  });

  test.each([
    ['of the whole connection', '\0\0\x06\x04\0\0\0\0\0\0\x03\0\0\0\x64', ['replyIsHttp2']],
    ['that are empty', '\0\0\0\x04\0\0\0\0\0', ['replyIsHttp2']],
    ['of a length that there is not', '\0\0\x05\x04\0\0\0\0\0', ['replyIsNoHttp']],
    ['of one stream', '\0\0\x06\x04\0\0\0\0\x01', ['replyIsNoHttp']],
    ['that acknowledge', '\0\0\0\x04\x01\0\0\0\0', ['replyIsNoHttp']],
    ['that are cut', '\0\0\0\x04\0\0\0', ['replyIsNoHttp']],
  ])('SETTINGS of HTTP/2 %s', (_what, octets, expected) => {
    expect(signs(octets)).toEqual(expected);
  });
});

describe('how many replies', () => {
  const early = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n';
  const again = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n';

  test('an interim one before is no second', () => {
    const seen = signs(`${early}${refused('403 Forbidden')}`);
    expect(seen).toContain('replyIsInterim');
    expect(seen).not.toContain('repliesTwice');
    expect(signs(`${early}${early}${accepted()}`)).toEqual(
      expect.arrayContaining(['opens', 'replyIsInterim']),
    );
  });

  test('too many interim ones are no two answers', () => {
    expect(ids(early.repeat(20) + accepted())).toEqual(['server/reply-limits']);
  });

  test('a head of which no more is read is not one that ends', () => {
    const begun = 'HTTP/1.1 101 S\r\nX-A: b';
    expect(ids(begun, { end: 'ended' })).toEqual(['server/partial-head']);
    expect(ids(begun, { end: 'ended', isCut: true })).toEqual(['server/reply-limits']);
  });

  test('one behind a refusal', () => {
    expect(signs(`${refused('404 Not Found', 'no')}\r\n${again}`)).toContain('repliesTwice');
    expect(signs(`${refused('404 Not Found')}${again}`)).toContain('repliesTwice');
    expect(signs(`${early}${refused('404 Not Found')}${again}`)).toContain('repliesTwice');
  });

  test('content that shows one is none', () => {
    expect(signs(refused('200 OK', `How it looks:\r\n${again}`))).not.toContain('repliesTwice');
  });

  test('one behind a 101', () => {
    expect(ids(`${accepted()}${again}`)[0]).toBe('server/two-answers');
    expect(ids(`${accepted()}\r\n${again}`)[0]).toBe('server/two-answers');
  });
});

describe('what the fields of a reply show', () => {
  test.each([
    ['401 A', ['WWW-Authenticate: Basic'], 'asksForCredentials'],
    ['426 A', ['Sec-WebSocket-Version: 13'], 'offersVersions'],
    ['400 A', ['Sec-WebSocket-Version: 8, 7'], 'offersOtherVersions'],
    ['503 A', ['Retry-After: 5'], 'hasRetryAfter'],
    ['502 A', ['Via: 1.1 a'], 'hopIsNamed'],
    ['200 A', ['Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo='], 'acceptIsRight'],
  ])('%s with %j', (status, lines, sign) => {
    expect(signs(refused(status, '', ...lines))).toContain(sign);
  });

  test('an accept value in a refusal, which HAProxy adds to a 426 that has Upgrade, says nothing', () => {
    const accept = 'Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=';
    const refusal = refused('426 Upgrade Required', '', 'Upgrade: websocket', accept);
    expect(signs(refusal)).not.toContain('acceptIsRight');
    expect(ids(refusal)[0]).toBe('hop/upgrade-stripped');
  });

  test('a wrong accept value stands beside the right one', () => {
    const reply = accepted().replace(/s3pPL.*=/, '\x9b');
    expect(evidence(reply)['acceptIsWrong']).toMatch(/is "\\x9b", .* "s3pPLMBiTxaQ9kYGzzhZRbK\+xOo="$/);
    const unknown = evidence(reply.replace('\x9b', ''), { request: new Uint8Array() });
    expect(unknown['acceptIsWrong']).toBe('Sec-WebSocket-Accept is "", which matches no key');
  });

  test('13 among the versions is no other', () => {
    expect(signs(refused('426 A', '', 'Sec-WebSocket-Version: 13, 8'))).not.toContain('offersOtherVersions');
  });

  test.each([
    [899, 'answersSoon'],
    [900, 'answersSlowly'],
  ])('%i ms', (ms, sign) => {
    const seen = signs(refused('502 A'), { ms });
    expect(seen.filter((each) => each.startsWith('answers'))).toEqual([sign]);
  });

  test.each([
    ['no subprotocol', 'Sec-WebSocket-Protocol: chat', [], 'subprotocolIsNotChosen'],
    ['another one', '', ['Sec-WebSocket-Protocol: a'], 'subprotocolIsUnoffered'],
  ])('%s is chosen', (_what, offered, lines, sign) => {
    const request = new TextEncoder().encode(
      `GET / HTTP/1.1\r\nHost: a\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${offered}${offered && '\r\n'}\r\n`,
    );
    expect(signs(accepted(...lines), { request })).toContain(sign);
  });

  test.each([
    [accepted().replace(' Switching Protocols', ' '), 'reasonIsEmpty'],
    [accepted().replace('Connection: Upgrade', 'Connection: keep-alive, Upgrade'), 'connectionHasMore'],
  ])('what is lawful, and strict clients reject: %j', (reply, sign) => {
    expect(signs(reply)).toEqual(expect.arrayContaining(['opens', sign]));
    expect(ids(reply)).toEqual(['client/strictness']);
  });
});

describe('hostile replies', () => {
  const size = 131_072;
  test.each([
    ['one line', `HTTP/1.1 200 ${'a'.repeat(size)}`],
    ['empty lines', '\r\n'.repeat(size / 2)],
    ['status lines', 'HTTP/1.1 200 OK\r\n'.repeat(size / 17)],
    ['whole replies', `HTTP/1.1 404 A\r\nContent-Length: 0\r\n\r\n`.repeat(size / 40)],
    ['interim replies', 'HTTP/1.1 100 A\r\n\r\n'.repeat(size / 18)],
    ['fields', `HTTP/1.1 200 OK\r\n${'Via: a\r\n'.repeat(size / 8)}\r\n`],
    ['Server', `HTTP/1.1 200 OK\r\nServer: ${'nginx/'.repeat(10_000)}\r\n\r\n`],
    ['a page', refused('200 OK', '<html><hr><center>'.repeat(size / 18), 'Server: nginx')],
    ['a reason phrase', `HTTP/1.1 403 ${'a'.repeat(60_000)}\r\n\r\n`],
    ['versions', refused('426 A', '', `Sec-WebSocket-Version: ${'8,'.repeat(30_000)}`)],
    ['Via', refused('502 A', '', `Via: ${'1.1 a,'.repeat(10_000)}`)],
    ['chunks', `HTTP/1.1 200 A\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(size / 6)}`],
    ['white space', refused('400 No', ' '.repeat(60_000))],
    ['a Location', refused('302 A', '', `Location: ${'/log'.repeat(15_000)}`)],
    ['an accept value', accepted().replace('Accept: ', `Accept: ${'a'.repeat(60_000)}`)],
    ['Connection', accepted().replace('Connection: ', `Connection: ${'a,'.repeat(30_000)}`)],
    ['digits', refused('500 A', '0123456789abcdef'.repeat(size / 16))],
  ])('%s, read in a second of the processor', (_what, reply) => {
    const before = process.cpuUsage();
    const contrasts = [{ name: 'plainGet', change: 'as a plain GET', exchange: exchange(reply) }] as const;
    const told = evidenceOf({ opening: exchange(reply), contrasts });
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
    for (const text of Object.values(told)) expect((text ?? '').length).toBeLessThan(1000);
  });
});
