import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { clientRows } from '../../models/decisions/client.ts';
import { serverRows } from '../../models/decisions/server.ts';
import { acceptance as accepted, opening } from '../opening.ts';
import { file, folder, run, runWith } from './run.ts';

const valid = opening.replace('server.example.com', 'a');

const key = 'dGhlIHNhbXBsZSBub25jZQ==';

/** Lines of the table of rows. */
const rowsOf = (out: string) => out.match(/^[→✓· ] {2}\d+ +\w+ .*$/gm) ?? [];

describe.concurrent('ws101 explain: a request', () => {
  test('that is accepted is 0: the verdict, and the clause of it', async () => {
    expect(await run('explain', file('valid', valid))).toEqual({
      code: 0,
      err: '',
      out:
        'Request: accepted. The reference server answers 101 Switching Protocols.\n' +
        'A server that accepts answers with a valid HTTP response of status 101.\n' +
        'RFC 6455 §4.2.2: rfc6455/4.2.2/status-101, otherwise\n',
    });
  });

  test('with --verbose has its octets, its facts, every row, and the reply as well', async () => {
    const { code, out, err } = await run('explain', file('verbose', valid), '--verbose');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(
      /otherwise\n\nOctets\n {2}GET \/chat HTTP\/1\.1\\r\\n\n {2}Host: a\\r\\n\n(?: {2}.*\\r\\n\n){4} {2}\\r\\n\n\nFacts\n/,
    );
    expect(out).toContain('\n  connection     upgrade\n');
    expect(rowsOf(out)).toHaveLength(serverRows.length);
    expect(out).toMatch(/\n→ {2}\d+ {2}otherwise +accept +rfc6455\/4\.2\.2\/status-101\n/);
    expect(out).toContain(
      '\nReply of the reference server\n  HTTP/1.1 101 Switching Protocols\\r\\n\n  Upgrade: websocket\\r\\n\n' +
        '  Connection: Upgrade\\r\\n\n  Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\\r\\n\n  \\r\\n\n',
    );
  });

  test('that is refused is 1, with the clause of each fault and the octets that make it', async () => {
    const request = valid.replace('Version: 13', 'Version: 8').replace('/chat', '/c').replace('GET', 'PUT');
    const { code, out } = await run('explain', file('refused', request), '--path', '/chat');
    expect(code).toBe(1);
    expect(out).toMatch(/^Request: refused\. The reference server answers 405 Method Not Allowed\.\n/);
    expect(out).toContain(
      '\nRFC 6455 §4.2.1: rfc6455/4.2.1/method-get, methodIsNotGet\n' +
        '  PUT /c HTTP/1.1\\r\\n\n  ^^^ methodIsNotGet\n\n',
    );
    expect(out).toContain('  Sec-WebSocket-Version: 8\\r\\n\n  ^^^^^^^^^^^^^^^^^^^^^^^^ versionIsNot13\n\n');
    expect(out).toMatch(/\n {2}PUT \/c HTTP\/1\.1\\r\\n\n {6}\^\^ pathIsUnknown\n$/);
    expect(out).not.toContain('Host: a');
  });

  test('that is refused has all marks in its octets with --verbose', async () => {
    const request = valid.replace('Version: 13', 'Version: 8').replace('/chat', '/c').replace('GET', 'PUT');
    const { out } = await run('explain', file('all', request), '--path', '/chat', '--verbose');
    expect(out).toContain(
      '\nOctets\n  PUT /c HTTP/1.1\\r\\n\n  ^^^ methodIsNotGet\n      ^^ pathIsUnknown\n  Host: a\\r\\n\n',
    );
    expect(rowsOf(out).filter((line) => /^[→✓]/.test(line))).toEqual([
      expect.stringMatching(/^→ {2}\d+ {2}methodIsNotGet /),
      expect.stringMatching(/^✓ {2}\d+ {2}versionIsNot13 /),
      expect.stringMatching(/^✓ {2}\d+ {2}pathIsUnknown /),
    ]);
    expect(out).toMatch(
      /\n {2}HTTP\/1\.1 405 Method Not Allowed\\r\\n\n {2}Date: .+ GMT\\r\\n\n {2}Allow: GET\\r\\n\n/,
    );
  });

  test('gets the subprotocol that --subprotocol names', async () => {
    const offering = valid.replace('\r\n\r\n', '\r\nSec-WebSocket-Protocol: x, chat\r\n\r\n');
    const { out } = await run('explain', file('offering', offering), '--subprotocol', 'chat', '--verbose');
    expect(out).toContain('\n  Sec-WebSocket-Protocol: chat\\r\\n\n  \\r\\n\n');
  });

  test('is held against the subprotocols as a server would: mqtt alone is required', async () => {
    const { code, out } = await run('explain', file('without-mqtt', valid), '--subprotocol', 'mqtt');
    expect(code).toBe(1);
    expect(out).toContain('\nservice §7: service/7/subprotocol-required, subprotocolIsAbsent\n');
  });

  test.each([
    ['https://a.example', 0, 'RFC 6455 §4.2.2: rfc6455/4.2.2/status-101, otherwise'],
    ['https://x.b.example', 0, 'RFC 6455 §4.2.2: rfc6455/4.2.2/status-101, otherwise'],
    ['https://c.example', 1, 'service §5.4: service/5.4/origin-allowlist, originIsForeign'],
    ['c.example', 1, 'RFC 6455 §4.2.2: rfc6455/4.2.2/origin-refused, originIsMalformed'],
  ])('from %s is held against the allowlist that --origin gives', async (origin, code, clause) => {
    const request = file(
      `origin-${encodeURIComponent(origin)}`,
      valid.replace('Host', `Origin: ${origin}\r\nHost`),
    );
    const ended = await run('explain', request, '--origin', 'https://a.example, https://*.b.example');
    expect(ended.code).toBe(code);
    expect(ended.out).toContain(`\n${clause}\n`);
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
      ...['Sec-WebSocket-Protocol: chat, bearer.S3cret', `Sec-WebSocket-Key: ${key}`],
      ...['Sec-WebSocket-Version: 13', '', ''],
    ].join('\r\n');
    const { code, out, err } = await run('explain', file('secrets', request), '--path', '/', '--verbose');
    expect(code).toBe(1);
    expect(out + err).not.toContain('S3cret');
    const target =
      '  GET /chat?token=******&a=* HTTP/1.1\\r\\n\n      ^^^^^^^^^^^^^^^^^^^^^^ pathIsUnknown\n';
    expect(out.split(target)).toHaveLength(3);
    expect(out).toContain('  Authorization: Bearer ******\\r\\n\n  Cookie: session=******\\r\\n\n');
    expect(out).toContain('  Sec-WebSocket-Protocol: chat, bearer.******\\r\\n\n');
  });

  test('that is malformed is shown without its credentials too', async () => {
    const request = valid
      .replace('/chat', '/chat?token=S3cret#')
      .replace('Host:', 'Authorization : Bearer S3cret\r\nHost:');
    const { code, out, err } = await run('explain', file('malformed-secrets', request), '--verbose');
    expect(code).toBe(1);
    expect(out + err).not.toContain('S3cret');
  });

  test.each([
    ['application', 0, /^Request: plain HTTP\. The application answers\.\n/],
    ['badRequest', 1, /^Request: refused\. The reference server answers 400 Bad Request\.\n/],
    ['upgradeRequired', 1, /^Request: refused\. The reference server answers 426 Upgrade Required\.\n/],
  ])('for plain HTTP is answered by choice: %s', async (choice, code, verdict) => {
    const plain = file(`plain-${choice}`, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    const ended = await run('explain', plain, '--plain-http', choice, '--verbose');
    expect(ended.code).toBe(code);
    expect(ended.out).toMatch(verdict);
    expect(ended.out.includes('\nReply of the reference server\n')).toBe(code === 1);
  });

  test('that expects a 100 is told the status behind it', async () => {
    const { out } = await runWith(valid.replace('Host', 'Expect: 100-continue\r\nHost'), 'explain', '-');
    expect(out).toMatch(/^Request: accepted\. The reference server answers 101 Switching Protocols\.\n/);
  });

  test('whose head is cut short is 1', async () => {
    const { code, out } = await run('explain', file('cut', valid.slice(0, 60)));
    expect(code).toBe(1);
    expect(out).toMatch(/^Request: refused\. The reference server answers 400 Bad Request\.\n/);
    expect(out).toContain('\nRFC 9112 §8: rfc9112/8/incomplete-request, headIsCut\n');
  });

  test('with LF is judged as with CR LF, and --exact as it is', async () => {
    const path = file('bare', valid.replaceAll('\r\n', '\n'));
    const edited = await run('explain', path);
    expect(edited.code).toBe(0);
    expect(edited.out).toMatch(
      /otherwise\n\nEach LF is read as CR LF\. --exact judges the octets as they are\.\n$/,
    );
    const exact = await run('explain', path, '--exact');
    expect(exact.code).toBe(1);
    expect(exact.out).toMatch(/\n {2}GET \/chat HTTP\/1\.1\\n\n {2} {18}\^+ requestLineIsMalformed: .+\n$/);
  });

  test('with both line ends is judged as it is', async () => {
    const path = file('both', valid.replace('Host: a\r\n', 'Host: a\n'));
    const { code, out } = await run('explain', path);
    expect(code).toBe(1);
    expect(out).toMatch(/\n\nSome lines end in CR LF and some in LF: the octets are judged as they are\.\n$/);
  });

  test('comes from standard input for -', async () => {
    const { code, out } = await runWith(valid, 'explain', '-');
    expect(code).toBe(0);
    expect(out).toMatch(/^Request: accepted\. /);
  });

  test('of any octets is judged, and none of them is shown raw', async () => {
    const odd = 'GET /\x1b[31m\0\xff\x9b\x7f HTTP/1.1\r\n\r\n';
    const { code, out } = await runWith(odd, 'explain', '-', '--verbose');
    expect(code).toBe(1);
    expect(out).toContain('\n  GET /\\x1b');
    expect(out).not.toMatch(/(?!\n)\p{Cc}/u);
  });
});

describe.concurrent('a reply', () => {
  test.each([
    ['belongs to', key, 0, 'Reply: established. The connection opens.', 'established, otherwise'],
    [
      'is another than',
      'AAAAAAAAAAAAAAAAAAAAAA==',
      1,
      'Reply: closed. Sec-WebSocket-Accept is "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=", where the single value "ICX+Yqv66kxgM0FcWaLWlFLwTAI=" was expected.',
      'accept-value, acceptIsWrong',
    ],
  ])('whose accept value %s that of --key', async (_what, given, code, verdict, clause) => {
    const ended = await run('explain', file(`reply-${code}`, accepted), '--key', given, '--verbose');
    expect(ended.code).toBe(code);
    expect(ended.out.split('\n')[0]).toBe(verdict);
    expect(ended.out).toContain(`\nRFC 6455 §4.1: rfc6455/4.1/${clause}\n`);
    expect(ended.out).not.toContain('Not judged');
    expect(rowsOf(ended.out)).toHaveLength(clientRows.length);
  });

  test('whose accept value is made by another recipe says which', async () => {
    const { code, out } = await runWith(accepted.replace('xOo=', 'xOo'), 'explain', '-', '--key', key);
    expect(code).toBe(1);
    expect(out).toMatch(
      /\n\nSec-WebSocket-Accept does not match the key\. .*\n(?: {2}because .*\n)* {2}because {2}The value lacks the padding of base64\n/,
    );
  });

  test('without --key says what is not judged, and how it would be', async () => {
    const { code, out } = await runWith(accepted, 'explain', '-');
    expect(code).toBe(0);
    expect(out).toMatch(
      /\nNot judged: whether Sec-WebSocket-Accept matches the key of the request \(set the key with --key\)\.\n$/,
    );
  });

  test('without its request is blamed for no subprotocol or extension that may have been offered', async () => {
    const fields =
      'Sec-WebSocket-Protocol: chat\r\nSec-WebSocket-Extensions: permessage-deflate; client_max_window_bits=9\r\n\r\n';
    const path = file('chosen', accepted.replace(/\r\n$/, fields));
    const { code, out } = await run('explain', path, '--key', key);
    expect(code).toBe(0);
    expect(out).toMatch(
      /\nNot judged: whether the client offered the subprotocol \(set the offered ones with --subprotocol\); whether the client offered the extensions \(add the request to the file\)\.\n$/,
    );
    const told = await run('explain', path, '--subprotocol', 'mqtt');
    expect(told.code).toBe(1);
    expect(told.out).toMatch(
      /^Reply: closed\. Sec-WebSocket-Protocol is "chat", where one of the offered subprotocols was expected: /,
    );
  });

  test.each([
    ['Sec-WebSocket-Protocol: a b', 'subprotocolIsMalformed'],
    ['Sec-WebSocket-Protocol:', 'subprotocolIsEmpty'],
    ['Sec-WebSocket-Extensions: a;', 'extensionsAreMalformed'],
    [
      'Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=16',
      'extensionParameterIsInvalid',
    ],
    ['Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=', 'acceptIsRepeated'],
  ])('is wrong for every request with %s', async (line, guard) => {
    const { code, out } = await runWith(accepted.replace(/\r\n$/, `${line}\r\n\r\n`), 'explain', '-');
    expect(code).toBe(1);
    expect(out).toContain(`, ${guard}\n`);
  });

  test.each(['abc', 's3pPLMBiTxaQ9kYGzzhZRbK+xOo', 's3pPLMBiTxaQ9kYGzzhZRbK+xOp=', key])(
    'has an accept value that is wrong for every key: %s',
    async (accept) => {
      const reply = accepted.replace('s3pPLMBiTxaQ9kYGzzhZRbK+xOo=', accept);
      const { code, out } = await runWith(reply, 'explain', '-');
      expect(code).toBe(1);
      expect(out.split('\n')[0]).toBe(
        `Reply: closed. Sec-WebSocket-Accept "${accept}" matches no key: the value must be the base64 of 20 octets.`,
      );
      expect(out).not.toContain('Not judged');
    },
  );

  test('with a fault has it marked', async () => {
    const { code, out } = await runWith(accepted.replace('websocket', 'h2c'), 'explain', '-');
    expect(code).toBe(1);
    expect(out).toMatch(/^Reply: failed\. Upgrade is "h2c", where "websocket" was expected\.\n/);
    expect(out).toContain(
      ': rfc6455/4.1/reply-upgrade-websocket, upgradeIsNotWebsocket\n' +
        '  Upgrade: h2c\\r\\n\n  ^^^^^^^^^^^^ upgradeIsNotWebsocket\n',
    );
  });

  test('is shown without its credentials, in what is said of it too', async () => {
    const secrets = 'Set-Cookie: session=S3cret\r\nSec-WebSocket-Protocol: bearer.S3cret\r\n\r\n';
    const path = file('reply-secrets', accepted.replace(/\r\n$/, secrets));
    const { code, out, err } = await run('explain', path, '--subprotocol', 'chat', '--verbose');
    expect(code).toBe(1);
    expect(out + err).not.toContain('S3cret');
    expect(out).toContain('\n  Set-Cookie: session=******\\r\\n\n');
    expect(out).toContain('Sec-WebSocket-Protocol is "bearer.***", where ');
    expect(out).toContain("header value 'bearer.***' in response does not match any of sent values");
  });

  test('that refuses is followed by what may be the cause, and by what mends it where it is recognised', async () => {
    const page = '<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx/1.24.0</center>';
    const reply = `HTTP/1.1 502 Bad Gateway\r\nServer: nginx/1.24.0\r\nContent-Length: ${page.length}\r\n\r\n${page}`;
    const { code, out } = await runWith(reply, 'explain', '-');
    expect(code).toBe(1);
    expect(out).toMatch(
      /\n\nThe proxy cannot reach the server behind it\. {2}hop\/backend-down, certain, hop\n {2}because {2}the content says "502 Bad Gateway"\n/,
    );
    expect(out).toMatch(/\n {2}fix {6}Start the server behind the proxy.*\n {11}nginx:\n/);
    expect(out).toContain('\nA browser shows only this: ');
  });

  test('that refuses shows its request as far as the cause depends on it', async () => {
    const refused = 'HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n';
    const secret = valid.replace('Host:', 'Authorization: Bearer S3cret\r\nHost:');
    expect((await runWith(`${secret}${refused}`, 'explain', '-')).out).toContain(
      ' server/credential-refused, ',
    );
    const without = await runWith(`${valid}${refused}`, 'explain', '-');
    expect(without.out).toContain(' server/credential-missing, likely, ');
  });

  test('that is right is followed by none', async () => {
    const { out } = await runWith(accepted, 'explain', '-', '--key', key);
    expect(out).not.toContain('because');
  });

  test.each([
    ['403 Forbidden', 1, /^Reply: failed\. The server answered 403 Forbidden, where 101 was expected\.\n/],
    ['103 Early Hints', 0, /^Reply: interim\. The client waits for the final reply\.\n/],
  ])('with status %s', async (status, code, verdict) => {
    const ended = await runWith(`HTTP/1.1 ${status}\r\n\r\n`, 'explain', '-');
    expect(ended.code).toBe(code);
    expect(ended.out).toMatch(verdict);
  });

  test('behind interim ones is the one that is judged', async () => {
    const interim = 'HTTP/1.1 103 Early Hints\r\n\r\n';
    const told = await runWith(`${interim}${interim}${accepted.replace('websocket', 'h2c')}`, 'explain', '-');
    expect(told.code).toBe(1);
    expect(told.out).toMatch(/^Reply: failed\. Upgrade is "h2c"/);
    const flood = await runWith(`${interim.repeat(9)}${accepted}`, 'explain', '-');
    expect(flood.out).toContain(', interimsAreTooMany\n');
  });

  test('whose head is cut short is 1', async () => {
    const { code, out } = await runWith('HTTP/1.1 101 Switching', 'explain', '-', '--verbose');
    expect(code).toBe(1);
    expect(out).toMatch(
      /^Reply: failed\. The header section is incomplete: its final empty line is missing\.\n/,
    );
    expect(out).toMatch(/\n\nOctets\n {2}HTTP\/1\.1 101 Switching\n$/);
  });
});

describe.concurrent('a paste', () => {
  const marked = (sign: string, text: string) => text.replace(/[^\n]*\n/g, (line) => `${sign} ${line}`);

  test('of both messages has both judged, the reply by the key of the request', async () => {
    const wrong = accepted.replace('s3pP', 'S3pP');
    const { code, out } = await runWith(`${marked('>', valid)}${marked('<', wrong)}`, 'explain', '-');
    expect(code).toBe(1);
    expect(out).toMatch(
      /^Request: accepted\. .*\n.*\n.*\n\nReply: closed\. Sec-WebSocket-Accept is "S3pP.*", where the single value "s3pP/,
    );
    expect(out).toMatch(/\n\nRead as the output of curl -v\.\n$/);
  });

  test('of both messages that are right is 0, by what the request offers', async () => {
    const offers = 'Sec-WebSocket-Protocol: x, chat\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n';
    const chosen = 'Sec-WebSocket-Protocol: chat\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n';
    const request = valid.replace(/\r\n$/, offers);
    const right = await runWith(`${request}${accepted.replace(/\r\n$/, chosen)}`, 'explain', '-');
    expect(right).toMatchObject({ code: 0, out: expect.not.stringContaining('Not judged') });
    const wrong = await runWith(`${valid}${accepted.replace(/\r\n$/, chosen)}`, 'explain', '-');
    expect(wrong).toMatchObject({ code: 1, out: expect.stringContaining(', subprotocolIsUnoffered\n') });
  });

  test('of a request that is refused is 1, whatever the reply', async () => {
    const { code, out } = await runWith(`${valid.replace('13', '8')}${accepted}`, 'explain', '-');
    expect(code).toBe(1);
    expect(out).toContain('\n\nReply: established. ');
  });

  test('of a request that cannot be read leaves open what it offered', async () => {
    const chosen = accepted.replace(/\r\n$/, 'Sec-WebSocket-Protocol: chat\r\n\r\n');
    const path = file('unread', `${valid.replace('Host: a', 'Host : a')}${chosen}`);
    const { out } = await run('explain', path, '--subprotocol', 'mqtt');
    expect(out).toContain('\n\nReply: established. ');
    expect(out).toContain('\nNot judged: whether Sec-WebSocket-Accept ');
  });

  test('of a request with two keys leaves open which of them is answered', async () => {
    const twice = valid.replace('Host', 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nHost');
    const { out } = await runWith(`${twice}${accepted}`, 'explain', '-');
    expect(out).toContain('\n\nReply: established. ');
    expect(out).toContain('\nNot judged: whether Sec-WebSocket-Accept ');
  });

  test('has its reply judged by --key where that is given', async () => {
    const path = file('other-key', `${valid}${accepted}`);
    expect((await run('explain', path, '--key', 'AAAAAAAAAAAAAAAAAAAAAA==')).out).toContain(
      ', acceptIsWrong\n',
    );
  });

  test.each([
    [
      'command',
      `curl 'ws://a/chat' -H 'Upgrade: websocket'`,
      'Read as a command line of curl. Host is what ',
    ],
    ['fields', 'Host: a\nUpgrade: websocket\n', 'Read as fields from the developer tools of a browser. The '],
    [
      'har',
      JSON.stringify({ request: { method: 'GET', url: 'ws://a/', headers: [] } }).replace(/./g, '$&\0'),
      'Read as an HTTP archive. The archive has no reply: ',
    ],
  ])('of another kind says what it was read as: %s', async (name, text, told) => {
    const { code, out } = await run('explain', file(name, text));
    expect(code).toBe(1);
    expect(out).toMatch(/^Request: refused\. /);
    expect(out).toContain(`\n\n${told}`);
  });

  test('is one message as it is with --exact', async () => {
    const { code, out } = await run('explain', file('exact', valid.replace(/./gs, '$&\0')), '--exact');
    expect(code).toBe(1);
    expect(out).toContain(', requestLineIsMalformed\n');
    expect(out).not.toContain('Read as');
  });
});

describe.concurrent('the words of an error', () => {
  test('are told: who says so, what it means, what may be the cause, and what to run next', async () => {
    const words =
      "WebSocket connection to 'wss://a.example/chat' failed: Error during WebSocket handshake: Unexpected response code: 502\n";
    const { code, out, err } = await runWith(words, 'explain', '-');
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out).toMatch(/^Message from Chromium .*: ".*502"\.\n[A-Z].*\.\n\n/);
    expect(out).toMatch(/\. {2}hop\/backend-down, possible, hop\n {2}because {2}the status is 502/);
    expect(out).toMatch(/\n\nNext: ws101 doctor wss:\/\/a\.example\/chat --as chromium\n$/);
  });

  test('beside a request are told behind it', async () => {
    const trace = `${valid.replaceAll('\r\n', '\n').replace(/^.*\n/gm, '> $&')}* Empty reply from server\ncurl: (52) Empty reply from server\n`;
    const { code, out } = await runWith(trace, 'explain', '-');
    expect(code).toBe(1);
    expect(out).toMatch(
      /^Request: accepted\. .*\n(?:.*\n)*\nMessage from curl: "Empty reply from server"\.\n/,
    );
    expect(out).toMatch(/\nNext: ws101 doctor ws:\/\/a\/chat\n\nRead as the output of curl -v\./);
  });

  test('are none with --exact', async () => {
    const { code } = await runWith('Unexpected server response: 403', 'explain', '-', '--exact');
    expect(code).not.toBe(0);
    expect((await runWith('Unexpected server response: 403', 'explain', '-', '--exact')).out).not.toContain(
      'Next:',
    );
  });
});

describe.concurrent('2, there is nothing to judge', () => {
  test('a file that is not there', async () => {
    const path = join(folder, 'missing');
    const { code, out, err } = await run('explain', path);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^ws101: .*missing: there is no such file/);
  });

  test.each([
    [
      '--origin',
      'a.example',
      '"a.example" is not an origin: scheme://host[:port], scheme://*.domain[:port] or null',
    ],
    ['--origin', 'https://a.example,', '"" is not an origin: '],
    ['--subprotocol', 'a,a', 'the subprotocol "a" is named twice: '],
  ])('%s %s', async (option, value, message) => {
    const { code, out, err } = await run('explain', file('good', valid), option, value);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(`ws101: ${message}`);
  });

  test.each([
    ['json', '{"a":1}', 'this is JSON, but not an HTTP archive: '],
    ['binary', '\x7fELF\x00\x01'.repeat(9), 'it is binary, and no message of HTTP'],
    [
      'refused-connection',
      '* connect to ::1 port 1 failed\n',
      'curl sent no request ("> ") and had no reply ',
    ],
  ])('a paste without a message: %s', async (name, text, problem) => {
    const path = file(name, text);
    const { code, out, err } = await run('explain', path);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(`ws101: ${path} has nothing to judge: ${problem}`);
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
