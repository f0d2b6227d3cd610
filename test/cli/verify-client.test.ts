import { describe, expect, test } from 'vitest';
import { run } from './run.ts';

const few = ['--seed', '1', '--runs', '1', '--concurrency', '2'];

/** A driver around `ws` in a few lines. */
const driver = (options: object) => [
  ...[process.execPath, '-e'],
  `const { WebSocket } = require('ws');
  require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, url, subprotocols } = JSON.parse(line);
    const say = (word) => process.stdout.write(JSON.stringify({ id, ...word }) + '\\n');
    const socket = new WebSocket(url, subprotocols, ${JSON.stringify(options)});
    socket.once('open', () => say({ opened: true, subprotocol: socket.protocol }));
    socket.once('error', ({ message }) => say({ opened: false, error: message }));
  });`,
];

const verify = (...args: readonly string[]) => run('verify', 'client', ...few, ...args);

describe('a client that breaks no MUST', () => {
  test('0, with the client as the target, and the mode', async () => {
    const { code, out, err } = await verify(
      ...['--driver', '--json', '-', '--', ...driver({ perMessageDeflate: false })],
    );
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const report = JSON.parse(out);
    expect(report).toMatchObject({ tool: 'ws101', schema: 1, mode: 'client', seed: 1, runs: 1 });
    expect(report.target).toMatch(new RegExp(`^${process.execPath} -e `));
    expect(report.summary.clauses).toMatchObject({ fail: 0 });
  });

  test('1 where a SHOULD counts', async () => {
    const { code, out } = await verify(
      ...['--driver', '--level', 'should', '--', ...driver({ perMessageDeflate: false })],
    );
    expect(code).toBe(1);
    expect(out).toMatch(/^SHOULD RFC 9110 §7\.2 {2}rfc9110\/7\.2\/host-first$/m);
  });
});

test('1 where a MUST is broken', async () => {
  const { code, out } = await verify(
    ...['--driver', '--', ...driver({ protocolVersion: 8, perMessageDeflate: false })],
  );
  expect(code).toBe(1);
  expect(out).toMatch(/^MUST RFC 6455 §4\.1 {2}rfc6455\/4\.1\/version-sent$/m);
});

test('the command that a finding names plays it again', async () => {
  const command = driver({ protocolVersion: 8, perMessageDeflate: false });
  const { out } = await verify('--driver', '--json', '-', '--', ...command);
  const { replay } = JSON.parse(out).findings.find(({ level }: { level: string }) => level === 'MUST');
  const [, how = ''] = /^ws101 (verify client .*) -- /.exec(replay) ?? [];
  expect(how).toBe('verify client --seed 1 --runs 1 --only rfc6455/4.1/version-sent --driver');
  const again = await run(...how.split(' '), '--concurrency', '2', '--', ...command);
  expect(again.code).toBe(1);
  expect(again.out).toMatch(/; clauses: 0 pass, 1 fail, /);
});

test('2 without a command', async () => {
  expect(await verify()).toEqual({
    ...{ code: 2, out: '' },
    err: expect.stringMatching(/^ws101: nothing says how the client is started, .* --browser or --listen\n$/),
  });
});

const silent = "const { connect } = require('net'); const url = new URL(process.env.WS101_URL);";

describe('3, with the reason, where nothing can be said', () => {
  test.each([
    ['no program', ['/no/such/program'], /cannot be started/],
    ['no connection', [process.execPath, '-e', ''], /made no connection before it ended with the status 0/],
    [
      'no request',
      [process.execPath, '-e', `${silent} connect(url.port, url.hostname, function () { this.end('GET') })`],
      /no connection|no request that can be read/,
    ],
    [
      'no pong',
      [
        ...[process.execPath, '-e'],
        `${silent} connect(url.port, url.hostname).on('data', () => {}).write(
          'GET ' + url.pathname + url.search + ' HTTP/1.1\\r\\nHost: ' + url.host + '\\r\\nUpgrade: websocket\\r\\n' +
          'Connection: Upgrade\\r\\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\\r\\nSec-WebSocket-Version: 13\\r\\n\\r\\n')`,
      ],
      /the right 101 was answered by nothing in time, where a pong was expected/,
    ],
  ])('%s', async (_, command, problem) => {
    const { code, out, err } = await verify('--', ...command);
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toMatch(/^ws101: no verdict: /);
    expect(err).toMatch(problem);
  });
});
