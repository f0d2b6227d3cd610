import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ClauseId } from '../../../models/clauses.ts';
import { bind } from '../../../src/bind.ts';
import { listen, toWebSocket } from '../../../src/server/index.ts';
import { NoVerdict, type Report, type VerifyServerOptions, verifyServer } from '../../../src/verify/index.ts';
import { acceptance } from '../../../src/verify/judge/case.ts';
import { pingData } from '../../../src/verify/peer/answer.ts';
import type { Script } from '../../../src/verify/peer/scripted/scripted-route.ts';
import { startScripted } from '../../../src/verify/peer/scripted/scripted-server.ts';
import { calibrate } from '../../../src/verify/server/calibration.ts';
import { replayFinding } from '../../../src/verify/server/replay/replay.ts';
import { verifyServer as verifyTarget } from '../../../src/verify/server/verify-server.ts';
import { certificates } from '../../certificate.ts';
import { targetOf } from '../target.ts';

const few = { seed: 7, runs: 0, timeout: 10_000 };

/** A few of all cases, those of a valid opening, and those that were made for these clauses. */
const partWith = (...clauses: readonly ClauseId[]) => ({
  shard: { index: 0, count: 12 },
  inEveryShard: [acceptance, ...clauses],
});
const pong = Buffer.from([0x8a, pingData.length, ...pingData]).toString('latin1');

/** A server that answers every request alike, and whatever cannot be read too. */
async function serve(script: Script): Promise<string> {
  const onStray = (connection: Parameters<Script>[0]) => void connection.end();
  const server = await startScripted(script, { onStray });
  onTestFinished(() => server.close());
  return server.url;
}

/** What is said of a server that answers with these octets, and ends the connection. */
async function problemOf(
  reply: string,
  path = '/',
  options: Partial<VerifyServerOptions> = {},
): Promise<string> {
  const url = await serve((connection) => connection.end(reply.replaceAll('{accept}', connection.accept)));
  const failed = verifyServer(url + path, { ...few, ...options });
  await expect(failed).rejects.toThrow(NoVerdict);
  return failed.then(String, ({ message }: Error) => message);
}

const switching =
  'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {accept}\r\n\r\n';
const close = (code: number, reason = '') => {
  const data = [code >> 8, code & 0xff, ...Buffer.from(reason)];
  return Buffer.from([0x88, data.length, ...data]).toString('latin1');
};

describe('a 101 that is followed by a Close', () => {
  test.each([
    [4406, 'the end'],
    [1002, 'a pong'],
    [1008, 'the end'],
    [4500, 'a pong'],
  ])('of %d, and then by %s, leads to a subprotocol that is well known', async (code, last) => {
    const url = await serve(async (connection, { fields }) => {
      const offer = fields.find(({ name }) => name === 'Sec-WebSocket-Protocol')?.value;
      const head = switching.replace('{accept}', connection.accept);
      const isSpoken = offer === 'mqtt';
      if (!isSpoken && last === 'the end') return connection.end(head + close(code));
      const chosen = head.replace('\r\n\r\n', '\r\nSec-WebSocket-Protocol: mqtt\r\n\r\n');
      connection.write(isSpoken ? chosen : head + close(code));
      await connection.until(() => connection.behind().length > 0, 'a ping');
      connection.end(pong);
    });
    const calibration = await calibrate(targetOf(url), '127.0.0.1', 10_000);
    expect(calibration.ok).toBe(true);
    expect(calibration.target.endpoint.subprotocols).toEqual(['mqtt']);
    // It has never refused an opening by a status, and need not.
    expect(calibration.target.options).toEqual({ subprotocols: ['mqtt'] });
  });

  test('is no fault of a server that speaks one subprotocol alone', async () => {
    const server = await listen({
      subprotocols: ['graphql-transport-ws'],
      onConnection(connection) {
        const webSocket = toWebSocket(connection).on('error', () => {});
        if (webSocket.protocol === '') webSocket.close(4406, 'Subprotocol not acceptable');
      },
    });
    onTestFinished(() => server.close());
    const { findings, summary } = await verifyServer(server.url, { ...few, timeout: 500, ...partWith() });
    expect(findings).toEqual([]);
    expect(summary.clauses.pass).toBeGreaterThan(30);
  });

  test.each([
    [
      4406,
      'Subprotocol not acceptable',
      /^the 101 was followed by Close 4406 Subprotocol not acceptable\. The server requires a subprotocol .*--subprotocol/,
    ],
    [
      4401,
      'Unauthorized',
      /^the 101 was followed by Close 4401 Unauthorized\. The server requires a credential .*--auth gives one$/,
    ],
    [1008, '', /^the 101 was followed by Close 1008\. .*--origin/],
    [4403, 'Forbidden', /^the 101 was followed by Close 4403 Forbidden\. .*--origin/],
    [1011, '', /^the 101 was followed by Close 1011\. The connection opens and closes at once (?!.*--)/],
  ])('of %d is named where nothing helps', async (code, reason, problem) => {
    expect(await problemOf(switching + close(code, reason))).toMatch(problem);
  });

  test('of no code is named, too, behind a message', async () => {
    expect(await problemOf(`${switching}\x81\x02hi\x88\x00`)).toMatch(
      /^the 101 was followed by Close without a code\. The connection opens and closes at once /,
    );
  });
});

test('a Close that no subprotocol prevents is no matter where the pong comes all the same', async () => {
  const url = await serve(async (connection) => {
    connection.write(switching.replace('{accept}', connection.accept) + close(4000));
    await connection.until(() => connection.behind().length > 0, 'a ping');
    connection.end(pong);
  });
  const target = targetOf(url);
  expect(await calibrate(target, '127.0.0.1', 10_000)).toMatchObject({ ok: true, target });
});

test.each([400, 501])('a %d may be for want of a subprotocol', async (status) => {
  expect(await problemOf(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`)).toMatch(/--subprotocol/);
});

describe('a server that sends no pong', () => {
  const pong = 'rfc6455/5.5.2/pong';
  const untested = ['rfc6455/7.3/not-ended-at-once', 'rfc6455/4.1/early-frames-kept'] as const;
  const replied = 'rfc6455/4.2.2/accept-value';
  const refused = 'rfc6455/4.2.1/upgrade-websocket';
  const unkeyed = 'rfc6455/4.2.1/key-present';
  const replies = /nothing but the replies was judged/;
  const silence = /^No pong came to a ping behind the 101/;
  type End = 'is silent' | 'ends the connection';

  /** A server that reads requests, and sends its 101 through `says`. */
  async function openRightly(end: End, says = (reply: string) => reply): Promise<string> {
    return serve(async (connection, { fields }) => {
      const is = (name: string, value: string) =>
        fields.find((each) => each.name.toLowerCase() === name)?.value.toLowerCase() === value;
      if (!is('upgrade', 'websocket') || !is('sec-websocket-version', '13')) {
        return connection.end('HTTP/1.1 400 No\r\nSec-WebSocket-Version: 13\r\nContent-Length: 0\r\n\r\n');
      }
      connection.write(says(switching.replace('{accept}', connection.accept)));
      if (end === 'ends the connection') connection.end();
      else await connection.ended();
    });
  }

  test.each<[End, Partial<VerifyServerOptions>, object]>([
    ['is silent', partWith(refused, unkeyed, ...untested), { why: 'unplayed' }],
    ['ends the connection', {}, { why: 'notShown', reason: expect.stringMatching(replies) }],
  ])('and %s is held to its replies alone, and a note says so', async (end, part, untold) => {
    const { findings, notes, clauses, ended } = await verifyServer(await openRightly(end), {
      ...{ ...few, timeout: 500 },
      ...part,
    });
    expect(ended).toBeUndefined();
    expect(notes[0]).toMatchObject({ clause: pong, title: expect.stringMatching(silence) });
    const of = (clause: string) => clauses.find(({ id }) => id === clause);
    expect(of(pong)).toMatchObject({ verdict: 'untested', ...untold });
    for (const clause of untested) expect(of(clause)).toMatchObject({ verdict: 'untested' });
    for (const clause of [replied, refused]) expect(of(clause)).toMatchObject({ verdict: 'pass' });
    expect(findings.map(({ clause }) => clause)).not.toContain(pong);
    expect(findings.map(({ clause }) => clause)).toContain(unkeyed);
  });

  test.each<[string, (reply: string) => string, string]>([
    ['no accept value', (reply) => reply.replace(/Sec-.*\r\n/, ''), 'rfc6455/4.2.2/accept-value'],
    ['a wrong accept value', (reply) => reply.replace(/=\r/, 'A\r'), 'rfc6455/4.2.2/accept-value'],
    ['no Upgrade', (reply) => reply.replace(/Upgrade: .*\r\n/, ''), 'rfc6455/4.2.2/reply-upgrade'],
    ['no Connection', (reply) => reply.replace(/Conn.*\r\n/, ''), 'rfc6455/4.2.2/reply-connection'],
  ])('but has %s in its 101 is told so, and all else is judged', async (_what, says, clause) => {
    const url = await openRightly('ends the connection', says);
    const report = await verifyServer(url, { ...few, ...partWith(refused) });
    expect(report.findings.map((each) => each.clause)).toContain(clause);
    expect(report.clauses.find(({ id }) => id === refused)).toMatchObject({ verdict: 'pass' });
  });

  test('answers every request by one 101: that is found', async () => {
    const url = await serve((connection) => connection.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'));
    const { findings } = await verifyServer(url, { ...few, ...partWith('rfc6455/4.2.1/upgrade-present') });
    const broken = findings.map(({ clause }) => clause);
    expect(broken).toContain('rfc6455/4.2.2/accept-value');
    expect(broken).toContain('rfc6455/4.2.2/reply-upgrade');
    expect(broken).toContain('rfc6455/4.2.1/upgrade-present');
  });

  test('keeps quiet before a credential without any merit', async () => {
    const held = 'service/5.3/first-message-held';
    const target = targetOf(await openRightly('is silent'), { auth: { in: 'firstMessage', value: 'key' } });
    const run = await verifyTarget('0', target, { ...few, timeout: 500, only: [held] });
    if (!run.ok) throw new Error(run.problem);
    expect(run.report.clauses.find(({ id }) => id === held)).toMatchObject({
      verdict: 'untested',
      why: 'notShown',
    });
  });
});

describe('the scheme of the other', () => {
  test.each<[string, string]>([
    ['an alert', '\x15\x03\x01\x00\x02\x02\x46'],
    ...[
      'The plain HTTP request was sent to HTTPS port',
      'Client sent an HTTP request to an HTTPS server.',
      "Reason: You're speaking plain HTTP to an SSL-enabled server port.",
    ].map((text): [string, string] => [
      text,
      `HTTP/1.1 400 Bad Request\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
    ]),
  ])('TLS is known by %j', async (_what, reply) => {
    expect(await problemOf(reply)).toMatch(
      /\. The port requires TLS, but the client does not use it \(certain\): .* wss:\/\/127\.0\.0\.1:[0-9]+ may be meant$/,
    );
  });

  test('TLS is known by its handshake', async () => {
    const server = createSecureServer(certificates.trusted);
    onTestFinished(() => void server.close());
    const { port } = await bind(server);
    await expect(verifyServer(`ws://127.0.0.1:${port}/`, few)).rejects.toThrow(
      `the port answers a ClientHello with TLS. Use wss:// with this port, or ws:// with the port that does not use TLS. wss://127.0.0.1:${port} may be meant`,
    );
  });

  test('the end of a connection is no TLS', async () => {
    const said = await problemOf('');
    expect(said).toMatch(
      /^the canonical opening was answered by the end of the connection, where a 101 was expected\. The connection is closed without a reply /,
    );
    expect(said).not.toContain('wss:');
  });

  test('a port without TLS is known by what OpenSSL says', async () => {
    const server = createServer();
    onTestFinished(() => void server.close());
    const { port } = await bind(server);
    const host = `127.0.0.1:${port}`;
    const failed = verifyServer(`wss://${host}/`, few).then(String, ({ message }: Error) => message);
    const said = await failed;
    expect(said).toContain(`no connection to ${host}. The port does not speak TLS (certain): `);
    expect(said).toContain(` ws://${host} may be meant`);
  });
});

describe('an engine.io server that does not know the query', () => {
  const refusal = (body: string) =>
    `HTTP/1.1 400 Bad Request\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

  test.each(['{"code":0,"message":"Transport unknown"}', 'Transport unknown', 'Session ID unknown'])(
    'says %j',
    async (body) => {
      expect(await problemOf(refusal(body))).toContain('/socket.io/?EIO=4&transport=websocket');
    },
  );

  test('may also name its version, to who asks for its transport', async () => {
    const body = 'Unsupported protocol version';
    expect(await problemOf(refusal(body), '/socket.io/?transport=websocket')).toContain('EIO=4');
    expect(await problemOf(refusal(body))).not.toContain('EIO=4');
  });
});

test('a proxy that answers by itself is called one, and may do so for the path', async () => {
  const page = '<center><h1>400 Bad Request</h1></center>\r\n<hr><center>nginx</center>';
  const reply = `HTTP/1.1 400 Bad Request\r\nServer: nginx\r\nContent-Length: ${page.length}\r\n\r\n${page}`;
  expect(await problemOf(reply)).toMatch(
    /^the canonical opening was answered by .*\. A proxy refuses the handshake \(likely\): .*\. If the endpoint is at another path, /,
  );
});

test.each([
  ['\x88\x02\x03\xea', '; a frame of WebSocket came in the place of the reply: Close 1002'],
  ['\x81\x02hi', '; a frame of WebSocket came in the place of the reply'],
  ['\0\0\x06\x04\0\0\0\0\0\0\x03\0\0\0\x64', '. The port speaks only HTTP/2 (certain): '],
  ['HTTP/1.1 403 No\n\n', '; its reply cannot be read: a bare LF, at octet 15. '],
  ['220 mail', '. The server does not speak HTTP (certain): the server sends "220 mail", as an SMTP server '],
])('octets that are no reply are called what they are: %j', async (octets, words) => {
  const said = `the canonical opening was answered by ${octets.length} octets that are no reply, where a 101 was expected`;
  expect(await problemOf(octets)).toContain(`${said}${words}`);
});

describe('a WebSocket server at work that does not answer the canonical opening rightly', () => {
  const status = 'rfc6455/4.2.2/status-101';

  /** The report on a server that answers with these octets, and each ping with its pong where it can. */
  async function reportOn(reply: string): Promise<readonly [Report, string]> {
    const url = await serve((connection) => connection.end(reply.replaceAll('{accept}', connection.accept)));
    return [await verifyServer(url, few), url];
  }

  test.each<[string, string, string, string | undefined]>([
    ['another status', switching.replace('101 Switching', '200 Switching'), status, undefined],
    [
      'octets before the status line',
      `\r\n${switching}`,
      status,
      'a reply that does not begin with HTTP/, at octet 0',
    ],
    ['bare LF', switching.replaceAll('\r\n', '\n'), status, 'a bare LF, at octet 32'],
    [
      'bare LF and another accept value',
      switching.replace('{accept}', 'none').replaceAll('\r\n', '\n'),
      status,
      'a bare LF, at octet 32',
    ],
  ])('%s is a finding, and nothing passes', async (_what, reply, clause, hint) => {
    const [report, url] = await reportOn(reply);
    const found = report.findings.find((each) => each.clause === clause);
    expect(found).toMatchObject({ level: 'MUST', ...(hint === undefined ? {} : { hint }) });
    expect(report.ended).toMatch(/^the canonical opening was answered by /);
    expect(report.summary.clauses.pass).toBe(0);
    expect(report.clauses.find(({ id }) => id === 'rfc6455/4.2.1/key-present')?.verdict).toBe('untested');
    expect(report.summary.cases).toBe(1);

    if (!found) throw new Error('there is a finding');
    const replayed = await replayFinding(found, report.declared, targetOf(url), 10_000);
    expect(replayed.outcome).toBe('still fails');
  });

  test.each([
    ['a refusal is one whatever stands beside it', switching.replace('101 Switching', '403 Switching')],
    [
      'and one that cannot be read',
      switching.replace('101 Switching', '403 Switching').replaceAll('\r\n', '\n'),
    ],
    [
      'the accept value of another key',
      switching.replace('{accept}', 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=').replace('101', '200'),
    ],
  ])('no finding: %s', async (_what, reply) => {
    expect(await problemOf(reply)).toMatch(/^the canonical opening was answered by /);
  });

  test('what it refuses shows nothing when it is sent again', async () => {
    const url = await serve((connection) => {
      const isKeyed = connection.text.includes('Sec-WebSocket-Key');
      const reply = isKeyed
        ? switching.replace('101', '200')
        : 'HTTP/1.1 400 No\r\nContent-Length: 0\r\n\r\n';
      connection.end(reply.replace('{accept}', connection.accept));
    });
    const unkeyed =
      'GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\r\n';
    const request = Buffer.from(unkeyed).toString('base64');
    const finding = { clause: 'rfc6455/4.2.1/key-present', request } as const;
    expect(await replayFinding(finding, {}, targetOf(url), 10_000)).toMatchObject({
      outcome: 'cannot tell',
      problem: expect.stringContaining('answered by 200'),
    });
  });

  test('its lines may come one by one', async () => {
    const url = await serve(async (connection) => {
      const lines = switching
        .replace('{accept}', connection.accept)
        .replaceAll('\r\n', '\n')
        .split(/(?<=\n)/);
      await connection.sendApart(lines, 5);
      connection.end();
    });
    const { findings } = await verifyServer(url, few);
    expect(findings.map(({ clause }) => clause)).toEqual([status]);
  });

  test('clauses that are asked for alone have no finding by another', async () => {
    const reply = switching.replace('101', '200');
    expect(await problemOf(reply, '/', { only: ['rfc6455/4.2.1/key-present'] })).toMatch(/200/);
  });
});

test('what is lost later is no verdict: the canonical opening is sent again at the end', async () => {
  let isPlayed = false;
  const server = await listen({
    onConnection(connection) {
      const webSocket = toWebSocket(connection).on('error', () => {});
      if (isPlayed) webSocket.terminate();
    },
  });
  onTestFinished(() => server.close());
  const onProgress = (done: number, total: number) => {
    isPlayed = done === total;
  };
  await expect(verifyServer(server.url, { ...few, ...partWith(), onProgress })).rejects.toThrow(
    /^at the end of the run the canonical opening was answered by 101 .* not proved by a pong/,
  );
});
