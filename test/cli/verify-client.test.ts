import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Finding } from '../../src/verify/report/report.ts';
import { type Ended, run, file as writeFile } from './run.ts';

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
      ...['--only', 'rfc6455/4.1/accept-value', '--driver', '--json', '-'],
      ...['--', ...driver({ perMessageDeflate: false })],
    );
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const report = JSON.parse(out);
    expect(report).toMatchObject({ tool: 'ws101', schema: 1, mode: 'client', seed: 1, runs: 1 });
    expect(report.target).toMatch(new RegExp(`^${process.execPath} -e `));
    expect(report.summary.clauses).toMatchObject({ pass: 1, fail: 0 });
  });

  test('1 where a SHOULD counts', async () => {
    const { code, out } = await verify(
      ...['--only', 'rfc6455/4.1/one-connecting', '--driver', '--level', 'should'],
      ...['--', ...driver({ perMessageDeflate: false })],
    );
    expect(code).toBe(1);
    expect(out).toMatch(/^SHOULD RFC 6455 §4\.1 {2}rfc6455\/4\.1\/one-connecting$/m);
  });
});

/** Runs a command of ws101 as a shell reads it. */
function runAsPrinted(printed: string) {
  const [, args = ''] = /^ws101 (.*)$/s.exec(printed) ?? [];
  const words = execFileSync('bash', ['-c', `printf '%s\\0' ${args}`], { encoding: 'utf8' });
  return run(...words.split('\0').slice(0, -1));
}

describe('a client that breaks a MUST with every request', () => {
  const command = driver({ protocolVersion: 8, perMessageDeflate: false });
  const right = driver({ perMessageDeflate: false });
  const clause = 'rfc6455/4.1/version-sent';
  const file = join(mkdtempSync(join(tmpdir(), 'ws101-')), 'report.json');
  let ended: Ended;
  beforeAll(async () => {
    ended = await verify('--driver', '--json', file, '--', ...command);
  });

  test('1', () => {
    expect(ended.code).toBe(1);
    expect(ended.out).toMatch(/^MUST RFC 6455 §4\.1 {2}rfc6455\/4\.1\/version-sent$/m);
  });

  test('is played again by replay, out of the report: 1 as long as it fails, 0 once it is mended', async () => {
    expect(ended.out).toContain(`  replay    ws101 replay ${file} --clause ${clause} --driver -- `);
    const replay = (...how: readonly string[]) => run('replay', file, '--clause', clause, ...how);
    const again = await replay('--driver', '--', ...command);
    expect(again).toMatchObject({ code: 1, out: expect.stringMatching(/^still fails {2}MUST rfc6455/) });
    expect(again.out).toContain('Sec-WebSocket-Version: 8');
    expect(await replay('--driver', '--', ...right)).toMatchObject({
      ...{ code: 0, out: expect.stringMatching(/^fixed {2}MUST rfc6455/) },
    });
    expect(await replay('--', '/no/such/program')).toMatchObject({
      ...{ code: 3, err: expect.stringContaining('cannot be started'), out: 'cannot tell\n' },
    });
    expect(await replay()).toMatchObject({
      code: 2,
      err: expect.stringContaining('exactly one way to start the client'),
    });
    const { code, out: document, err } = await replay('--markdown', '-', '--driver', '--', ...command);
    expect({ code, err }).toEqual({ code: 1, err: `still fails  MUST ${clause} (RFC 6455 §4.1)\n` });
    expect(document.match(/^# .*/gm)).toEqual(['# Sends `Sec-WebSocket-Version: 8`']);
    expect(document).toMatch(
      /```text\nGET \/[\s\S]*\nSec-WebSocket-Version: 8\\r\\n\n[\s\S]*```bash\npython3 /,
    );
  });
});

describe('a finding is played again', () => {
  const command = driver({ perMessageDeflate: true });
  const clause = 'rfc7692/5/answered-twice';
  const only = ['--only', `${clause},rfc6455/4.1/one-connecting`];
  const findings = async (...args: readonly string[]): Promise<readonly Finding[]> =>
    JSON.parse((await verify(...args, '--json', '-', '--driver', '--', ...command)).out).findings;

  test('by the command that it names, where no file has it', async () => {
    const found = await findings(...only);
    const { replay = '' } = found.find(({ level }) => level === 'MUST') ?? {};
    const [, how = ''] = /^ws101 (verify client .*) -- /.exec(replay) ?? [];
    expect(how).toBe(`verify client --seed 1 --runs 1 --only ${clause} --driver`);
    const again = await run(...how.split(' '), '--concurrency', '2', '--', ...command);
    expect(again.code).toBe(1);
    expect(again.out).toMatch(/; clauses: 0 pass, 1 fail, /);
  });

  test('as it is printed, whatever the profile says, and whether one reply alone shows it or not', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ws101-'));
    const profile = writeFile('client-profile.json', '{ "subprotocol": ["mqtt"], "rules": "rfc6455" }');
    const all = await findings('--profile', profile, '--findings', folder, '--level', 'should', ...only);
    const told = await Promise.all(
      all.map(async ({ level, clause: id, replay }) => {
        expect(replay).toMatch(/^ws101 replay \S+\.json --rules rfc6455 --subprotocol mqtt --driver -- /);
        const { code, out } = await runAsPrinted(replay);
        expect(out).toContain(`still fails  ${level} ${id} (`);
        return [id, code, /Sec-WebSocket-Protocol: \S+?(?=\\r)/.exec(out)?.[0]];
      }),
    );
    expect(told.toSorted()).toEqual([
      ['rfc6455/4.1/one-connecting', 1, 'Sec-WebSocket-Protocol: mqtt'],
      [clause, 1, 'Sec-WebSocket-Protocol: mqtt'],
    ]);
  });
});

test('2 without a command', async () => {
  expect(await verify()).toEqual({
    ...{ code: 2, out: '' },
    err: expect.stringMatching(/^ws101: exactly one way to start the client .* --browser or --listen\n$/),
  });
});

const silent = "const { connect } = require('net'); const url = new URL(process.env.WS101_URL);";

describe('3, with the reason, where nothing can be said', () => {
  test.each([
    ['no program', ['/no/such/program'], /cannot be started/],
    ['no connection', [process.execPath, '-e', ''], /asked for its URL before it ended with the status 0/],
    [
      'no request',
      [process.execPath, '-e', `${silent} connect(url.port, url.hostname, function () { this.end('GET') })`],
      /no connection of the client asked|no readable request/,
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
