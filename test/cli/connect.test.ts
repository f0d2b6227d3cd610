import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ServedConnection } from '../../src/verify/peer/connection/served-connection.ts';
import { type ScriptedServer, startScripted } from '../../src/verify/peer/scripted/scripted-server.ts';
import { certificates } from '../certificate.ts';
import { startProxy } from '../client/proxy.ts';
import { acceptance, scriptTls } from '../client/scripted-server.ts';
import { file, folder, run } from './run.ts';
import { Spawned } from './spawn.ts';

let server: ScriptedServer;
let reply: (connection: ServedConnection) => string | Buffer;
let heads: string[];

beforeEach(async () => {
  heads = [];
  server = await startScripted((connection) => {
    heads.push(Buffer.from(connection.head).toString('latin1'));
    connection.socket.end(reply(connection));
  });
});
afterEach(() => server.close());

const accepted = (accept: string, more = '') =>
  `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n${more}\r\n`;

describe('ws101 connect: 0, the handshake leads to an open connection', () => {
  test('the reply, the clause and the times are told', async () => {
    reply = ({ accept }) => accepted(accept, 'Sec-WebSocket-Protocol: mqtt\r\n');
    const { code, out, err } = await run('connect', `${server.url}/a`, '--subprotocol', 'chat, mqtt');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(
      /^open {2}ws:\/\/127\.0\.0\.1:\d+\/a, subprotocol mqtt\nclause {4}rfc6455\/4\.1\/established \(RFC 6455 §4\.1\)\ntimeline {2}dns \d+\.\d ms, tcp \d+\.\d ms, upgrade \d+\.\d ms, open \d+\.\d ms \(since the start\)\n\nHTTP\/1\.1 101 Switching Protocols\nUpgrade: websocket\n/,
    );
    expect(heads[0]).toContain('\r\nSec-WebSocket-Protocol: chat, mqtt\r\n');
  });

  test('fields and Origin are sent as they were given', async () => {
    reply = ({ accept }) => accepted(accept);
    const fields = ['--header', 'X-One: 1', '--header', 'X-Two:two: 2', '--origin', 'http://a.example'];
    expect(await run('connect', server.url, ...fields)).toMatchObject({
      code: 0,
      out: expect.stringContaining(', no subprotocol\n'),
    });
    expect(heads[0]).toContain('\r\nX-One: 1\r\nX-Two: two: 2\r\n');
    expect(heads[0]).toContain('\r\nOrigin: http://a.example\r\n');
  });
});

describe('1, the handshake fails', () => {
  test('403: its fields and its content are shown, the clause and what may be the cause', async () => {
    reply = () => 'HTTP/1.1 403 Forbidden\r\nX-Why: origin\r\nContent-Length: 14\r\n\r\nnot\nfrom here\n';
    const { code, out } = await run('connect', server.url);
    expect(code).toBe(1);
    expect(out).toMatch(
      /^failed {2}.+\(RFC 6455 §4\.1\)\nclause {4}rfc6455\/4\.1\/status-101 \(RFC 6455 §4\.1\)\n/,
    );
    expect(out).toContain(
      '\n\nHTTP/1.1 403 Forbidden\nX-Why: origin\nContent-Length: 14\n\nnot\nfrom here\n\n' +
        'Possible causes, the most certain first:\n- The server requires an Origin (possible)',
    );
  });

  test('a redirect is reported and not followed', async () => {
    reply = () => 'HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n';
    const { code, out } = await run('connect', server.url);
    expect(code).toBe(1);
    expect(out).toContain('\nLocation: /elsewhere\n');
    expect(out).toContain('- The handshake request is redirected (certain): Location: /elsewhere.');
    expect(heads).toHaveLength(1);
  });

  test('a wrong accept value closes', async () => {
    reply = () => accepted('s3pPLMBiTxaQ9kYGzzhZRbK+xOo=');
    const { code, out } = await run('connect', server.url);
    expect(code).toBe(1);
    expect(out).toMatch(/^closed {2}/);
    expect(out).toContain('clause    rfc6455/4.1/accept-value (RFC 6455 §4.1)\n');
    expect(out).toContain('- Sec-WebSocket-Accept does not match the key (certain): ');
    expect(out).toContain('; The server sends the value of the example in RFC 6455 for every key.');
  });

  test('a connection that is closed without a reply', async () => {
    reply = () => '';
    const { code, out } = await run('connect', server.url);
    expect(code).toBe(1);
    expect(out).toContain('clause    service/7/closed-without-response (service §7)\n');
    expect(out).toContain('- The connection is closed without a reply (certain)');
  });
});

test.each([
  ['200 OK', ['hop/upgrade-stripped', 'server/no-handler']],
  ['400 Bad Request', ['hop/upgrade-stripped']],
  ['401 Unauthorized', ['server/credential-missing']],
  ['403 Forbidden', ['server/origin-required', 'server/credential-missing', 'hop/denied']],
  ['404 Not Found', ['hop/upgrade-stripped', 'server/no-handler']],
  ['426 Upgrade Required', ['hop/upgrade-stripped', 'server/version']],
  ['502 Bad Gateway', ['hop/backend-down']],
  ['503 Service Unavailable', ['server/overloaded']],
])('%s has its causes, the surest first', async (status, ids) => {
  reply = () => `HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`;
  const { code, out } = await run('connect', server.url, '--json', '-');
  expect(code).toBe(1);
  const { diagnoses, hints }: { diagnoses: { id: string }[]; hints: string[] } = JSON.parse(out);
  expect(diagnoses.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  expect(diagnoses[0]?.id).toBe(ids[0]);
  expect(hints).toHaveLength(diagnoses.length);
});

test('a wrong accept value has the cause that it tells itself', async () => {
  reply = ({ accept }) => accepted(Buffer.from(accept, 'base64').toString('hex'));
  const { code, out } = await run('connect', server.url, '--json', '-');
  expect(code).toBe(1);
  expect(JSON.parse(out).hints).toEqual([
    expect.stringContaining('The server writes the SHA-1 hash in hexadecimal; it must be in base64.'),
  ]);
});

describe('2, the input is bad, and nothing is sent', () => {
  test.each([
    [['http://127.0.0.1/'], 'clause    rfc6455/3/scheme (RFC 6455 §3)'],
    [['URL/#fragment'], 'clause    rfc6455/3/no-fragment (RFC 6455 §3)'],
    [['ws://'], 'clause    rfc6455/3/valid-components (RFC 6455 §3)'],
    [['URL', '--header', 'X: a\r\nY: b'], 'clause    rfc9110/5.5/no-injection (RFC 9110 §5.5)'],
    [['URL', '--origin', 'http://a\r\nX: y'], 'clause    rfc9110/5.5/no-injection (RFC 9110 §5.5)'],
    [
      ['URL', '--header', 'Sec-WebSocket-Key: x'],
      'clause    rfc6455/11.3.1/key-sent-once (RFC 6455 §11.3.1)',
    ],
    [['URL', '--subprotocol', 'a,b,a'], 'clause    rfc6455/4.1/subprotocol-unique (RFC 6455 §4.1)'],
  ])('%j', async (args, line) => {
    const { code, out, err } = await run('connect', ...args.map((arg) => arg.replace('URL', server.url)));
    expect({ code, err }).toEqual({ code: 2, err: '' });
    expect(out.split('\n')).toContain(line);
    expect(server.connections).toEqual([]);
  });

  test.each([
    [['--header', 'no colon'], "'Name: value' was expected (RFC 9110 §5.1)."],
    [['--header', 'X\r\nY: a'], "'Name: value' was expected (RFC 9110 §5.1)."],
    [['--subprotocol', 'a b'], '"a b" is not a token (RFC 6455 §4.1).'],
    [['--subprotocol', 'a,,b'], '"" is not a token (RFC 6455 §4.1).'],
  ])('%j is bad usage', async (args, sentence) => {
    const { code, out, err } = await run('connect', server.url, ...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(sentence);
    expect(server.connections).toEqual([]);
  });
});

describe('3, the target cannot be reached', () => {
  test('nothing listens there', async () => {
    await server.close();
    const { code, out } = await run('connect', server.url);
    expect(code).toBe(3);
    expect(out).toMatch(/^failed {2}no TCP connection to 127\.0\.0\.1:\d+: connect ECONNREFUSED /);
    expect(out).toContain('- The port is closed: nothing listens on it (certain)');
  });

  test('nobody knows the host', async () => {
    const { code, out } = await run('connect', 'ws://x.invalid/');
    expect(code).toBe(3);
    expect(out).toMatch(/^failed {2}the host x\.invalid cannot be resolved: /);
    expect(out).toContain('- The host name does not resolve to an address (certain)');
  });
});

describe('--json', () => {
  const keys = [
    ...['url', 'verdict', 'clause', 'source', 'phase', 'message', 'timeline', 'status', 'reason', 'headers'],
    ...['body', 'bodyTruncated', 'subprotocol', 'extensions', 'diagnoses', 'hints'],
  ];

  test('to a file, beside what is printed', async () => {
    reply = () => 'HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno';
    const path = join(folder, 'outcome.json');
    const { code, out } = await run('connect', server.url, '--json', path);
    expect(code).toBe(1);
    expect(out).toMatch(/^failed {2}/);
    const outcome = JSON.parse(readFileSync(path, 'utf8'));
    expect(Object.keys(outcome)).toEqual(keys);
    expect(outcome).toMatchObject({
      url: server.url,
      verdict: 'failed',
      clause: 'rfc6455/4.1/status-101',
      source: 'RFC 6455 §4.1',
      phase: 'upgrade',
      timeline: { tls: null, upgrade: expect.any(Number), open: null },
      status: 403,
      reason: 'Forbidden',
      headers: [['Content-Length', '2']],
      body: 'no',
      bodyTruncated: false,
      subprotocol: null,
    });
  });

  test('a message that repeats what a server says is bounded', async () => {
    const long = await startScripted(({ socket, accept }) =>
      socket.write(
        acceptance.replace('{accept}', `${accept}\r\nSec-WebSocket-Protocol: ${'x'.repeat(60_000)}`),
      ),
    );
    const { out } = await run('connect', long.url, '--json', '-');
    await long.close();
    const { message, clause } = JSON.parse(out);
    expect([clause, message.length < 1_100]).toEqual(['rfc6455/4.1/subprotocol-offered', true]);
  });

  test('to standard output, and nothing else there', async () => {
    reply = ({ accept }) => accepted(accept, 'Sec-WebSocket-Protocol: chat\r\n');
    const { code, out } = await run('connect', server.url, '--subprotocol', 'chat', '--json', '-');
    expect(code).toBe(0);
    expect(Object.keys(JSON.parse(out))).toEqual(keys);
    expect(JSON.parse(out)).toMatchObject({ verdict: 'open', status: 101, subprotocol: 'chat', hints: [] });
  });

  test('to where nothing can be written is 2, before anything is asked', async () => {
    reply = ({ accept }) => accepted(accept);
    const { code, out, err } = await run('connect', server.url, '--json', join(folder, 'no/such/folder'));
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^ws101: .*no\/such\/folder cannot be written: there is no such folder/);
  });
});

const authority = file('authority.pem', certificates.authority);
const clean = { http_proxy: '', https_proxy: '', all_proxy: '', no_proxy: '' };

/** A wss server that answers its first peer. */
async function startSecure(pair = certificates.trusted) {
  const secure = await scriptTls(pair);
  const answer = async () => {
    const peer = await secure.peers.take();
    await peer.reply(acceptance);
    await peer.until('\x88');
    peer.end();
  };
  void answer();
  return secure;
}

describe('wss', () => {
  test('with --ca: 0, and TLS is in the timeline', async () => {
    const secure = await startSecure();
    const { code, out } = await run('connect', secure.url, '--ca', authority);
    expect(code).toBe(0);
    expect(out).toMatch(/\ntimeline {2}dns \S+ ms, tcp \S+ ms, tls \S+ ms, upgrade \S+ ms, open \S+ ms /);
  });

  test('a certificate that is wrong: 1', async () => {
    const secure = await startSecure(certificates.expired);
    const { code, out } = await run('connect', secure.url, '--ca', authority);
    expect(code).toBe(1);
    expect(out).toMatch(/^failed {2}the certificate of the server, or one above it, has expired: /);
    expect(out).toContain('\nclause    rfc6455/4.1/certificate-verified (RFC 6455 §4.1)\n');
    expect(out).toContain('- The certificate has expired (certain)');
  });

  test('--insecure takes any: 0', async () => {
    const secure = await startSecure(certificates.selfSigned);
    expect(await run('connect', secure.url, '--insecure')).toMatchObject({ code: 0 });
  });

  test.each([
    ['that is not there', join(folder, 'nowhere.pem'), 'there is no such file\n'],
    ['without a certificate', file('empty.pem', 'nothing'), 'cannot be read as PEM certificates: '],
  ])('--ca with a file %s: 2', async (_, path, problem) => {
    const { code, out, err } = await run('connect', server.url, '--ca', path);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(problem);
  });
});

describe('--proxy', () => {
  test('goes through it: 0, and it is in the timeline', async () => {
    reply = ({ accept }) => accepted(accept);
    const proxy = await startProxy({ credentials: 'user:s3cret' });
    const url = `http://user:s3cret@127.0.0.1:${proxy.port}`;
    const { code, out } = await run('connect', server.url, '--proxy', url);
    expect(code).toBe(0);
    expect(out).toMatch(/\ntimeline {2}dns \S+ ms, tcp \S+ ms, proxy \S+ ms, upgrade \S+ ms, open \S+ ms /);
    expect(proxy.heads[0]).toMatch(/^CONNECT 127\.0\.0\.1:\d+ HTTP\/1\.1\r\n/);
  });

  test('that refuses: 1, with its own reply, and no credentials', async () => {
    const proxy = await startProxy({ credentials: 'user:other' });
    const url = `http://user:s3cret@127.0.0.1:${proxy.port}`;
    const { code, out } = await run('connect', server.url, '--proxy', url);
    expect(code).toBe(1);
    expect(out).toMatch(
      /^failed {2}the proxy, not the server, answered CONNECT with 407 Who, where 2xx was expected /,
    );
    expect(out).toContain('\n\nHTTP/1.1 407 Who\nProxy-Authenticate: Basic realm="a"\n');
    expect(out).toContain('- The proxy requires credentials (certain)');
    expect(out).not.toMatch(/user|s3cret/);
    expect(heads).toEqual([]);
  });

  test('that is not there: 3', async () => {
    const { port } = server;
    await server.close();
    const { code, out } = await run('connect', 'ws://a.example/', '--proxy', `http://127.0.0.1:${port}`);
    expect(code).toBe(3);
    expect(out).toMatch(/^failed {2}no TCP connection to the proxy 127\.0\.0\.1:\d+: connect ECONNREFUSED /);
  });

  test('that is none: 2', async () => {
    const { code, out } = await run('connect', server.url, '--proxy', 'socks5://user:s3cret@a.example');
    expect(code).toBe(2);
    expect(out).toContain('clause    rfc6455/4.1/proxy-tunnel (RFC 6455 §4.1)\n');
    expect(out).not.toContain('s3cret');
  });

  test('--proxy-from-environment takes it from there, and only then', async () => {
    reply = ({ accept }) => accepted(accept);
    const proxy = await startProxy();
    const environment = { ...clean, HTTP_PROXY: `http://127.0.0.1:${proxy.port}` };
    expect(await new Spawned(['connect', server.url], '', environment).ended).toMatchObject({ code: 0 });
    expect(proxy.heads).toHaveLength(0);
    const args = ['connect', server.url, '--proxy-from-environment'];
    expect(await new Spawned(args, '', environment).ended).toMatchObject({ code: 0 });
    expect(proxy.heads).toHaveLength(1);
  });

  test('over TLS, with --ca', async () => {
    reply = ({ accept }) => accepted(accept);
    const proxy = await startProxy({ pair: certificates.trusted });
    const args = ['--proxy', `https://localhost:${proxy.port}`, '--ca', authority];
    expect(await run('connect', server.url, ...args)).toMatchObject({ code: 0 });
  });
});

describe('--deflate', () => {
  const deflate = 'Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover\r\n';

  test('offers it, and what is agreed is shown', async () => {
    reply = ({ accept }) => accepted(accept, deflate);
    const { code, out } = await run('connect', server.url, '--deflate');
    expect(code).toBe(0);
    expect(heads[0]).toContain(
      '\r\nSec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n',
    );
    expect(out.split('\n')[0]).toMatch(
      /, no subprotocol, extensions permessage-deflate; server_no_context_takeover$/,
    );
  });

  test('nothing is offered without it', async () => {
    reply = ({ accept }) => accepted(accept, deflate);
    const { code, out } = await run('connect', server.url);
    expect(code).toBe(1);
    expect(heads[0]).not.toContain('Sec-WebSocket-Extensions');
    expect(out).toContain('clause    rfc6455/4.1/extension-offered (RFC 6455 §4.1)\n');
  });
});

describe('--rules whatwg', () => {
  test('no subprotocol chosen: 1, and all of it is told', async () => {
    reply = ({ accept }) => accepted(accept);
    const { code, out } = await run('connect', server.url, '--rules', 'whatwg', '--subprotocol', 'chat');
    expect(code).toBe(1);
    expect(out).toMatch(
      /^closed {2}the reply has no Sec-WebSocket-Protocol, where one of the offered subprotocols was expected: /,
    );
    expect(out).toContain('clause    whatwg/2.2/subprotocol-chosen (WHATWG §2.2)\n');
    expect(out).toContain('\n\nHTTP/1.1 101 Switching Protocols\n');
  });

  test('an http URL is one of ws: 0', async () => {
    reply = ({ accept }) => accepted(accept);
    const url = server.url.replace('ws:', 'http:');
    expect(await run('connect', url, '--rules', 'whatwg')).toMatchObject({ code: 0 });
    expect(heads[0]).toContain('\r\nOrigin: null\r\n');
  });

  test.each([
    [['--header', 'X: a'], 'service/4/browser-constructor'],
    [['--header', 'Sec-X: a'], 'service/2.6/sec-fields-guarded'],
    [['--deflate'], 'service/2.5/compression-unscripted'],
  ])('%j: 2', async (args, clause) => {
    const { code, out } = await run('connect', server.url, '--rules', 'whatwg', ...args);
    expect(code).toBe(2);
    expect(out).toContain(`clause    ${clause} (service §`);
  });

  test('other rules are bad usage', async () => {
    expect(await run('connect', server.url, '--rules', 'hixie')).toMatchObject({ code: 2, out: '' });
  });
});

describe('credentials are not shown', () => {
  const args = (...more: readonly string[]) => ['connect', `${server.url}/?token=s3cret&a=b`, ...more];

  test('of an open connection', async () => {
    reply = ({ accept }) =>
      accepted(accept, 'Set-Cookie: id=s3cret; Path=/\r\nSec-WebSocket-Protocol: token.s3cret\r\n');
    const { code, out } = await run(
      ...args('--subprotocol', 'token.s3cret', '--header', 'Authorization: Bearer s3cret'),
    );
    expect(code).toBe(0);
    expect(out).toContain('/?token=***&a=***, subprotocol token.***\n');
    expect(out).toContain('\nSet-Cookie: id=***; Path=/\n');
    expect(out).not.toContain('s3cret');
    expect(heads[0]).toContain('/?token=s3cret&a=b HTTP/1.1');
  });

  test('of one that closes', async () => {
    reply = ({ accept }) => accepted(accept, 'Sec-WebSocket-Protocol: token.other\r\n');
    const { out } = await run(...args('--subprotocol', 'token.s3cret'));
    expect(out).toMatch(
      /^closed {2}Sec-WebSocket-Protocol is "token\.\*\*\*", where one of the offered subprotocols was expected: token\.\*\*\* /,
    );
    expect(out).not.toMatch(/s3cret|token\.other/);
  });

  test('as JSON', async () => {
    reply = () => 'HTTP/1.1 401 No\r\nSet-Cookie: id=s3cret\r\nContent-Length: 0\r\n\r\n';
    const { out } = await run(...args('--json', '-'));
    expect(out).not.toContain('s3cret');
    expect(JSON.parse(out)).toMatchObject({
      url: `${server.url}/?token=***&a=***`,
      headers: [
        ['Set-Cookie', 'id=***'],
        ['Content-Length', '0'],
      ],
    });
  });

  test('of a URL that is none', async () => {
    const { code, out } = await run('connect', 'ws://user:s3cret@a.example/?token=s3cret');
    expect(code).toBe(2);
    expect(out).toContain('"ws://***@a.example/?token=***" is not a WebSocket URI: it has user information');
    expect(out).not.toContain('s3cret');
  });
});

describe('control octets of the peer reach nobody’s terminal', () => {
  const hostile = Buffer.concat([
    Buffer.from('HTTP/1.1 403 \x80\x9b31m\r\nX-Any: \x9b32m\r\nContent-Length: 16\r\n\r\n', 'latin1'),
    Buffer.from('\x1b[2J\x07\r\n\x9b33mend\x7f', 'utf8'),
  ]);

  test('as text', async () => {
    reply = () => hostile;
    const { code, out } = await run('connect', server.url);
    expect(code).toBe(1);
    expect(out).toContain('HTTP/1.1 403 \\x80\\x9b31m\nX-Any: \\x9b32m\n');
    expect(out).toContain('\\x1b[2J\\x07\\r\n\\x9b33mend\\x7f\n');
    expect(out).not.toMatch(/(?!\n)\p{Cc}/u);
  });

  test('as JSON, whose values are what came', async () => {
    reply = () => hostile;
    const { out } = await run('connect', server.url, '--json', '-');
    expect(out).not.toMatch(/(?!\n)\p{Cc}/u);
    expect(JSON.parse(out)).toMatchObject({
      reason: '\x80\x9b31m',
      headers: [
        ['X-Any', '\x9b32m'],
        ['Content-Length', '16'],
      ],
      body: '\x1b[2J\x07\r\n\x9b33mend\x7f',
    });
  });

  test('an escape in the reason phrase makes the status line malformed, and is not shown', async () => {
    reply = () => 'HTTP/1.1 403 \x1b[31mNo\r\n\r\n';
    const { code, out } = await run('connect', server.url);
    expect(code).toBe(1);
    expect(out).toContain('clause    rfc9112/4/status-line (RFC 9112 §4)\n');
    expect(out).not.toContain('\x1b');
  });
});
