import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { clientRows } from '../../models/client-decision.ts';
import { serverRows } from '../../models/server-decision.ts';
import { file, folder, run, runWith } from './run.ts';

const valid = [
  ...['GET /chat HTTP/1.1', 'Host: a', 'Upgrade: websocket', 'Connection: Upgrade'],
  ...['Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Version: 13', '', ''],
].join('\r\n');

const accepted = [
  ...['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'],
  ...['Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=', '', ''],
].join('\r\n');

/** Lines of the table of rows. */
const rowsOf = (out: string) => out.match(/^[→✓· ] {2}\d+ +\w+ .*$/gm) ?? [];

describe.concurrent('ws101 explain: a request', () => {
  test('that is accepted is 0, with its octets, its facts, every row, and the reply', async () => {
    const { code, out, err } = await run('explain', file('valid', valid));
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(
      /^Request\n {2}GET \/chat HTTP\/1\.1\\r\\n\n {2}Host: a\\r\\n\n(?: {2}.*\\r\\n\n){4} {2}\\r\\n\n\nFacts\n/,
    );
    expect(out).toContain('\n  connection     upgrade\n');
    expect(rowsOf(out)).toHaveLength(serverRows.length);
    expect(out).toMatch(/\n→ {2}\d+ {2}otherwise +accept +rfc6455\/4\.2\.2\/status-101\n/);
    expect(out).toContain('\nVerdict\naccept: otherwise, rfc6455/4.2.2/status-101 (RFC 6455 §4.2.2)\n');
    expect(out).toContain(
      '\nReply\n  HTTP/1.1 101 Switching Protocols\\r\\n\n  Upgrade: websocket\\r\\n\n  Connection: Upgrade\\r\\n\n' +
        '  Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\\r\\n\n  \\r\\n\n',
    );
  });

  test('that is refused is 1, with the octets marked that make each guard hold', async () => {
    const request = valid.replace('Version: 13', 'Version: 8').replace('/chat', '/c').replace('GET', 'PUT');
    const { code, out } = await run('explain', file('refused', request), '--path', '/chat');
    expect(code).toBe(1);
    expect(out).toContain(
      '  PUT /c HTTP/1.1\\r\\n\n  ^^^ methodIsNotGet\n      ^^ pathIsUnknown\n  Host: a\\r\\n\n',
    );
    expect(out).toContain('  Sec-WebSocket-Version: 8\\r\\n\n  ^^^^^^^^^^^^^^^^^^^^^^^^ versionIsNot13\n');
    expect(rowsOf(out).filter((line) => /^[→✓]/.test(line))).toEqual([
      expect.stringMatching(/^→ {2}\d+ {2}methodIsNotGet /),
      expect.stringMatching(/^✓ {2}\d+ {2}versionIsNot13 /),
      expect.stringMatching(/^✓ {2}\d+ {2}pathIsUnknown /),
    ]);
    expect(out).toContain('\nVerdict\nrefuse: methodIsNotGet, rfc6455/4.2.1/method-get (RFC 6455 §4.2.1)\n');
    expect(out).toMatch(
      /\n {2}HTTP\/1\.1 405 Method Not Allowed\\r\\n\n {2}Date: .+ GMT\\r\\n\n {2}Allow: GET\\r\\n\n/,
    );
  });

  test('gets the subprotocol that --subprotocol names', async () => {
    const offering = valid.replace('\r\n\r\n', '\r\nSec-WebSocket-Protocol: x, chat\r\n\r\n');
    const { out } = await run('explain', file('offering', offering), '--subprotocol', 'chat');
    expect(out).toContain('\n  Sec-WebSocket-Protocol: chat\\r\\n\n  \\r\\n\n');
  });

  test('is held against the subprotocols as a server would: mqtt alone is required', async () => {
    const { code, out } = await run('explain', file('without-mqtt', valid), '--subprotocol', 'mqtt');
    expect(code).toBe(1);
    expect(out).toContain('\nVerdict\nrefuse: subprotocolIsAbsent, service/7/subprotocol-required ');
  });

  test.each([
    ['https://a.example', 0, 'accept: otherwise, rfc6455/4.2.2/status-101 (RFC 6455 §4.2.2)'],
    ['https://x.b.example', 0, 'accept: otherwise, rfc6455/4.2.2/status-101 (RFC 6455 §4.2.2)'],
    ['https://c.example', 1, 'refuse: originIsForeign, service/5.4/origin-allowlist (service §5.4)'],
    ['c.example', 1, 'refuse: originIsMalformed, rfc6455/4.2.2/origin-refused (RFC 6455 §4.2.2)'],
  ])('from %s is held against the allowlist that --origin gives', async (origin, code, verdict) => {
    const request = file(
      `origin-${encodeURIComponent(origin)}`,
      valid.replace('Host', `Origin: ${origin}\r\nHost`),
    );
    const ended = await run('explain', request, '--origin', 'https://a.example, https://*.b.example');
    expect(ended.code).toBe(code);
    expect(ended.out).toContain(`\nVerdict\n${verdict}\n`);
  });

  test('from a foreign origin has that marked; without --origin every origin will do', async () => {
    const request = file('foreign', valid.replace('Host', 'Origin: https://c.example\r\nHost'));
    const { out } = await run('explain', request, '--origin', 'https://a.example');
    expect(out).toContain(
      '\n  Origin: https://c.example\\r\\n\n  ^^^^^^^^^^^^^^^^^^^^^^^^^ originIsForeign\n',
    );
    expect((await run('explain', request)).code).toBe(0);
  });

  test('is shown without its credentials, and the marks stay where they belong', async () => {
    const request = [
      ...['GET /chat?token=S3cret&a=b HTTP/1.1', 'Host: a', 'Upgrade: websocket', 'Connection: Upgrade'],
      ...['Authorization: Bearer S3cret', 'Cookie: session=S3cret', 'X-API-Key: S3cret'],
      ...['Sec-WebSocket-Protocol: chat, bearer.S3cret', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='],
      ...['Sec-WebSocket-Version: 13', '', ''],
    ].join('\r\n');
    const { code, out, err } = await run('explain', file('secrets', request), '--path', '/');
    expect(code).toBe(1);
    expect(out + err).not.toContain('S3cret');
    expect(out).toContain(
      '  GET /chat?token=******&a=b HTTP/1.1\\r\\n\n      ^^^^^^^^^^^^^^^^^^^^^^ pathIsUnknown\n',
    );
    expect(out).toContain('  Authorization: Bearer ******\\r\\n\n  Cookie: session=******\\r\\n\n');
    expect(out).toContain('  Sec-WebSocket-Protocol: chat, bearer.******\\r\\n\n');
  });

  test('that is malformed is shown without its credentials too', async () => {
    const request = valid
      .replace('/chat', '/chat?token=S3cret#')
      .replace('Host:', 'Authorization : Bearer S3cret\r\nHost:');
    const { code, out, err } = await run('explain', file('malformed-secrets', request));
    expect(code).toBe(1);
    expect(out + err).not.toContain('S3cret');
  });

  test.each([
    ['application', 0, "\nReply\nthe application's own: this is plain HTTP\n"],
    ['badRequest', 1, '\nReply\n  HTTP/1.1 400 Bad Request\\r\\n\n'],
    ['upgradeRequired', 1, '\nReply\n  HTTP/1.1 426 Upgrade Required\\r\\n\n'],
  ])('for plain HTTP is answered by choice: %s', async (choice, code, reply) => {
    const plain = file(`plain-${choice}`, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    const ended = await run('explain', plain, '--plain-http', choice);
    expect(ended.code).toBe(code);
    expect(ended.out).toContain(reply);
  });

  test('whose head is cut short is 1', async () => {
    const { code, out } = await run('explain', file('cut', valid.slice(0, 60)));
    expect(code).toBe(1);
    expect(out).toContain('\nVerdict\nrefuse: headIsCut, rfc9112/8/incomplete-request (RFC 9112 §8)\n');
    expect(out).toContain('\n  HTTP/1.1 400 Bad Request\\r\\n\n');
  });

  test('with bare line feeds is malformed, unless --crlf says what they stand for', async () => {
    const path = file('bare', valid.replaceAll('\r\n', '\n'));
    const bare = await run('explain', path);
    expect(bare.code).toBe(1);
    expect(bare.out).toMatch(/\n {2}GET \/chat HTTP\/1\.1\\n\n {2} {18}\^+ requestLineIsMalformed: .+\n/);
    expect((await run('explain', path, '--crlf')).code).toBe(0);
    expect((await run('explain', file('valid-too', valid), '--crlf')).code).toBe(0);
  });

  test('comes from standard input for -', async () => {
    const { code, out } = await runWith(valid, 'explain', '-');
    expect(code).toBe(0);
    expect(out).toContain('\nVerdict\naccept: ');
  });

  test('of any octets is judged, and none of them is shown raw', async () => {
    const { code, out } = await runWith('GET /\x1b[31m\0\xff\x9b\x7f HTTP/1.1\r\n\r\n', 'explain', '-');
    expect(code).toBe(1);
    expect(out).toContain('\n  GET /\\x1b');
    expect(out).not.toMatch(/(?!\n)\p{Cc}/u);
  });
});

describe.concurrent('a reply', () => {
  test.each([
    [
      'belongs to',
      'dGhlIHNhbXBsZSBub25jZQ==',
      0,
      'established: otherwise, rfc6455/4.1/established (RFC 6455 §4.1)',
    ],
    [
      'is another than',
      'AAAAAAAAAAAAAAAAAAAAAA==',
      1,
      'closed: acceptIsWrong, rfc6455/4.1/accept-value (RFC 6455 §4.1)',
    ],
  ])('whose accept value %s that of --key', async (_what, key, code, verdict) => {
    const ended = await run('explain', file(`reply-${code}`, accepted), '--key', key);
    expect(ended.code).toBe(code);
    expect(ended.out).toContain(`\nVerdict\n${verdict}\n`);
    expect(ended.out).not.toContain('taken as it is');
    expect(rowsOf(ended.out)).toHaveLength(clientRows.length);
  });

  test('whose accept value is made by another recipe says which', async () => {
    const unpadded = accepted.replace('xOo=', 'xOo');
    const { code, out } = await runWith(unpadded, 'explain', '-', '--key', 'dGhlIHNhbXBsZSBub25jZQ==');
    expect(code).toBe(1);
    expect(out).toMatch(/was expected\.\nThe padding of base64 is missing\.\n$/);
  });

  test('without --key says that the accept value was not checked', async () => {
    const { code, out } = await runWith(accepted, 'explain', '-');
    expect(code).toBe(0);
    expect(out).toMatch(/^Reply\n/);
    expect(out).toContain(
      '\nSec-WebSocket-Accept was taken as it is: --key gives the key that it must belong to.\n',
    );
  });

  test('with a fault has it marked', async () => {
    const { code, out } = await runWith(accepted.replace('websocket', 'h2c'), 'explain', '-');
    expect(code).toBe(1);
    expect(out).toContain('\n  Upgrade: h2c\\r\\n\n  ^^^^^^^^^^^^ upgradeIsNotWebsocket\n');
    expect(out).toContain('\nVerdict\nfailed: upgradeIsNotWebsocket, rfc6455/4.1/reply-upgrade-websocket ');
  });

  test('is shown without its credentials, in what is said of it too', async () => {
    const secrets = 'Set-Cookie: session=S3cret\r\nSec-WebSocket-Protocol: bearer.S3cret\r\n\r\n';
    const { code, out, err } = await runWith(accepted.replace(/\r\n$/, secrets), 'explain', '-');
    expect(code).toBe(1);
    expect(out + err).not.toContain('S3cret');
    expect(out).toContain('\n  Set-Cookie: session=******\\r\\n\n');
    expect(out).toContain('Sec-WebSocket-Protocol is "bearer.***", where ');
  });

  test.each([
    ['403 Forbidden', 1, 'failed: statusIsNot101, rfc6455/4.1/status-101 (RFC 6455 §4.1)'],
    ['103 Early Hints', 0, 'interim: statusIsInterim, rfc9110/15.2/interim-replies (RFC 9110 §15.2)'],
  ])('with status %s', async (status, code, verdict) => {
    const ended = await runWith(`HTTP/1.1 ${status}\r\n\r\n`, 'explain', '-');
    expect(ended.code).toBe(code);
    expect(ended.out).toContain(`\nVerdict\n${verdict}\n`);
  });

  test('whose head is cut short is 1', async () => {
    const { code, out } = await runWith('HTTP/1.1 101 Switching', 'explain', '-');
    expect(code).toBe(1);
    expect(out).toContain('The head has no end: an empty line is missing.\n');
  });
});

describe.concurrent('2, there is nothing to judge', () => {
  test('a file that is not there', async () => {
    const path = join(folder, 'missing');
    const { code, out, err } = await run('explain', path);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^ws101: .*missing cannot be read: Error: ENOENT/);
  });

  test.each([
    [
      '--origin',
      'a.example',
      '"a.example" is no origin: scheme://host[:port], scheme://*.domain[:port] or null',
    ],
    ['--origin', 'https://a.example,', '"" is no origin: '],
    ['--subprotocol', 'a,a', 'the subprotocol "a" is named twice: '],
  ])('%s %s', async (option, value, message) => {
    const { code, out, err } = await run('explain', file('good', valid), option, value);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(`ws101: ${message}`);
  });

  test('an empty file, and empty input', async () => {
    const path = file('empty', '');
    expect(await run('explain', path)).toEqual({
      code: 2,
      out: '',
      err: `ws101: ${path} is empty: a raw request or reply was expected\n`,
    });
    expect((await runWith('', 'explain', '-')).code).toBe(2);
  });
});
