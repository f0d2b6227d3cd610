import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bind } from '../../src/bind.ts';
import { type BehaviourName, behaviours } from '../../src/intermediary/behaviour.ts';
import { startHop } from '../../src/intermediary/hop.ts';
import schema from '../../src/verify/report/report.schema.json' with { type: 'json' };
import { type HopBehaviour, startHop as startMutant } from '../mutants/hop.ts';
import { findFreePort } from '../process-group.ts';
import { folder, type Running, run, start } from './run.ts';

/** Runs the command on the reference hop with a behaviour. */
async function verify(behaviour: BehaviourName, ...args: readonly string[]) {
  const port = await findFreePort();
  const hop = await startHop({ backendPort: port, behaviour: behaviours[behaviour] });
  onTestFinished(() => hop.close());
  const url = `ws://127.0.0.1:${hop.port}/chat`;
  const ran = await run(
    ...['verify', 'proxy', url, '--backend', `127.0.0.1:${port}`, '--seed', '1', '--runs', '2'],
    ...['--timeout', '1000', ...args],
  );
  return { ...ran, url, port };
}

test('0, with the front as the target, the mode, what was learnt, and a pause where it is asked for', async () => {
  const { code, out, err, url } = await verify('passes', '--idle', '1', '--json', '-');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const report = JSON.parse(out);
  expect(report).toMatchObject({ tool: 'ws101', schema: 1, mode: 'proxy', target: url, seed: 1, runs: 2 });
  expect(report.findings).toEqual([]);
  expect(report.policy).toMatchObject({ host: 'kept', addsToRequest: [] });
  expect(report.clauses.map(({ id }: { id: string }) => id)).toContain('rfc9110/3.7/blind-relay');
  expect(report.clauses).toContainEqual(
    expect.objectContaining({ id: 'service/7/proxy-idle-timeout', verdict: 'pass', cases: 2 }),
  );
});

describe('1 where a MUST is broken', () => {
  test('with the octets of both sides, in a report by the schema', async () => {
    const { code, out, url, port } = await verify('changesKey', '--json', '-');
    expect(code).toBe(1);
    const report = JSON.parse(out);
    const ajv = new Ajv2020();
    expect(ajv.validate(schema, report), ajv.errorsText()).toBe(true);
    const [finding, ...more] = report.findings;
    expect(more).toEqual([]);
    expect(finding).toMatchObject({
      ...{ clause: 'rfc9110/5.1/handshake-fields-forwarded', level: 'MUST', tags: ['declared'] },
      title: 'Changes Sec-WebSocket-Key',
      observed: 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      pair: 'a plain opening and a plain 101',
      replay: `ws101 verify proxy ${url} --backend 127.0.0.1:${port} --seed 1 --runs 2 --only ${finding.clause}`,
    });
    const text = (name: string) => Buffer.from(finding[name], 'base64').toString('latin1');
    expect(text('request')).toMatch(/^GET \/chat\?ws101=[0-9a-f]{16} HTTP\/1.1\r\n/);
    expect(text('forwarded')).toContain('\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n');
    expect(text('answered')).toMatch(/^HTTP\/1.1 101 /);
    expect(text('response')).toMatch(/^HTTP\/1.1 101 /);
  });

  test.each<[BehaviourName, string]>([
    ['stripsUpgrade', 'service/7/proxy-upgrade-passed'],
    ['dropsReply', 'service/3/proxy-drop'],
  ])('one finding, and the rest untested, where it %s', async (behaviour, clause) => {
    const { code, out } = await verify(behaviour, '--json', '-');
    const { findings, summary } = JSON.parse(out);
    expect({ code, clauses: findings.map((each: { clause: string }) => each.clause) }).toEqual({
      ...{ code: 1, clauses: [clause] },
    });
    expect(summary.clauses).toMatchObject({ pass: 0, fail: 1 });
    expect(findings[0].tags).toEqual(['declared']);
  });

  test('0 where only a SHOULD is, and 1 where that counts', async () => {
    expect((await verify('rewritesHost')).code).toBe(0);
    expect((await verify('rewritesHost', '--level', 'should')).code).toBe(1);
  });
});

test('values of --header do not stand in what is said of the fields themselves', async () => {
  const port = await findFreePort();
  const forwards: HopBehaviour['forwards'] = ({ first, lines }) => ({
    first,
    lines: lines
      .filter((line) => !/^x-pin:/i.test(line))
      .map((line) => line.replace('Bearer s3cr3t', 'bearer s3cr3t')),
  });
  const hop = await startMutant(port, { forwards });
  onTestFinished(() => hop.close());
  const { out } = await run(
    ...['verify', 'proxy', `ws://127.0.0.1:${hop.port}/`, '--backend', `127.0.0.1:${port}`, '--json', '-'],
    ...[
      '--seed',
      '1',
      '--runs',
      '2',
      '--header',
      'X-Pin: 4711',
      '--header',
      'Authorization: Bearer s3cr3t-1234',
    ],
  );
  const { findings } = JSON.parse(out);
  const told: readonly string[] = findings.flatMap(({ expected, observed }: Record<string, string>) => [
    ...[expected ?? '', observed ?? ''],
  ]);
  expect(told.some((text) => /^x-pin: …/i.test(text))).toBe(true);
  expect(told.filter((text) => /4711|s3cr3t/.test(text))).toEqual([]);
});

describe('3 where nothing reaches the backend', () => {
  test('nobody listens at the front', async () => {
    const [front, back] = [await findFreePort(), await findFreePort()];
    const { code, out, err } = await run(
      ...['verify', 'proxy', `ws://127.0.0.1:${front}/`, '--backend', `127.0.0.1:${back}`],
    );
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toMatch(/^ws101: no verdict: no connection to 127\.0\.0\.1:\d+: connect ECONNREFUSED/);
  });

  test('the hop answers by itself', async () => {
    const { code, err } = await verify('refuses', '--timeout', '100');
    expect(code).toBe(3);
    expect(err).toMatch(/no request of ours reached the backend; the front answered HTTP\/1.1 403 Forbidden/);
  });
});

describe('replay', () => {
  const dropsProtocols: HopBehaviour = {
    forwards: ({ first, lines }) => ({
      first,
      lines: lines.filter((line) => !line.startsWith('Sec-WebSocket-Protocol:')),
    }),
  };
  const clause = 'rfc9110/5.1/handshake-fields-forwarded';

  async function startAt(port: number, behaviour: HopBehaviour): Promise<string> {
    const hop = await startMutant(port, behaviour);
    onTestFinished(() => hop.close());
    return `ws://127.0.0.1:${hop.port}/chat`;
  }

  /** Verifies a hop, and gives the words of the command that plays its finding again. */
  async function find(name: string, ...args: readonly string[]) {
    const port = await findFreePort();
    const url = await startAt(port, dropsProtocols);
    const path = join(folder, name);
    const backend = ['--backend', `127.0.0.1:${port}`];
    const few = ['--seed', '1', '--runs', '2', '--timeout', '1000', '--quiet'];
    const { code } = await run('verify', 'proxy', url, ...backend, ...few, ...args, '--json', path);
    expect(code).toBe(1);
    const { findings } = JSON.parse(readFileSync(path, 'utf8'));
    const words: string = findings[0].replay;
    return { port, path, words: words.split(' ').slice(1) };
  }

  test('1 and "still fails", by the command that stands in the report; 0 and "fixed", at the URL where it is now', async () => {
    const { words, path, port } = await find('hop.json');
    expect(words).toEqual(['replay', path, '--clause', clause, '--backend', `127.0.0.1:${port}`]);
    const { code, out, err } = await run(...words);
    expect(code).toBe(1);
    expect(err).toMatch(
      /^ws101: connecting to ws:\/\/127\.0\.0\.1:\d+\/chat, which is the target in \S+hop\.json\n$/,
    );
    expect(out).toMatch(/^still fails {2}MUST rfc9110\/5\.1\/handshake-fields-forwarded /);
    expect(out).toMatch(/\n {2}request .*[\s\S]*\n {2}arrived .*[\s\S]*\n {2}answered .*[\s\S]*\n {2}reply /);
    const fixed = await run(...words, '--url', await startAt(port, {}));
    expect({ code: fixed.code, out: fixed.out.split('\n')[0] }).toEqual({
      ...{ code: 0, out: 'fixed  MUST rfc9110/5.1/handshake-fields-forwarded (RFC 9110 §5.1)' },
    });
    const without = await run('replay', path);
    expect(without.code).toBe(2);
    expect(without.err).toContain(
      'hop.json is about a proxy: give --backend, the address that the proxy forwards to',
    );
    // The report is a baseline for the next as well.
    const backend = ['--backend', `127.0.0.1:${port}`, '--timeout', '1000', '--runs', '2'];
    const url = await startAt(port, dropsProtocols);
    const next = await run('verify', 'proxy', url, ...backend, '--baseline', path, '--quiet');
    expect({ code: next.code, err: next.err }).toMatchObject({ code: 0 });
  });

  test('3 and "cannot tell" where nothing gets through, or a field is missing, whose value is in no report', async () => {
    const findings = join(folder, 'hop');
    const { port, path, words } = await find(
      ...(['lost.json', '--findings', findings, '--header', 'X-Token: secret-of-mine'] as const),
    );
    expect(words[1]).toBe(join(findings, `${clause.replaceAll('/', '_')}.json`));
    const text = readFileSync(path, 'utf8');
    expect(text).not.toContain('secret-of-mine');
    const forwarded = Buffer.from(JSON.parse(text).findings[0].forwarded, 'base64').toString('latin1');
    expect(forwarded).toContain('\r\nX-Token: **************\r\n');
    const told = words.join(' ').replace(" --header 'X-Token: …'", '').split(' ');
    expect(told).not.toEqual(words);
    const { code, err } = await run(...told);
    expect(code).toBe(3);
    expect(err).toContain("--header 'X-Token: …' gives it again");
    const away = await startAt(port, { answers: () => 'HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n' });
    const given = [...told, '--header', 'X-Token: secret-of-mine', '--timeout', '100'];
    const lost = await run(...given, '--url', away);
    expect(lost).toMatchObject({ code: 3, out: 'cannot tell\n' });
    expect(lost.err).toContain('no request of ours reached the backend; the front answered HTTP/1.1 403 No');
  });

  test('of a pause that the hop cut short, as long as it was', async () => {
    const port = await findFreePort();
    const path = join(folder, 'idle.json');
    const startWith = async (idleTimeout: number) => {
      const hop = await startHop({ backendPort: port, idleTimeout });
      onTestFinished(() => hop.close());
      return `ws://127.0.0.1:${hop.port}/`;
    };
    const few = ['--seed', '1', '--runs', '1', '--idle', '2', '--quiet', '--json', path];
    await run('verify', 'proxy', await startWith(1_500), '--backend', `127.0.0.1:${port}`, ...few);
    const [{ clause: found, pair, replay }, ...more] = JSON.parse(readFileSync(path, 'utf8')).findings;
    expect([found, pair]).toEqual(['service/7/proxy-idle-timeout', '2 s without an octet']);
    expect(more).toEqual([]);
    const words: readonly string[] = replay.split(' ').slice(1);
    const still = await run(...words);
    expect({ code: still.code, out: still.out.split('  ')[0] }).toEqual({ code: 1, out: 'still fails' });
    const mended = await run(...words, '--url', await startWith(60_000));
    expect({ code: mended.code, out: mended.out.split('  ')[0] }).toEqual({ code: 0, out: 'fixed' });
  });
});

describe('a run that is stopped', () => {
  /** Stops the run when so many requests have come to the hop. */
  async function stopAt(count: number, behaviour: HopBehaviour) {
    const port = await findFreePort();
    let running: Running | undefined;
    let came = 0;
    const answers = () => {
      came += 1;
      if (came === count) running?.stop();
      return undefined;
    };
    const hop = await startMutant(port, { ...behaviour, answers });
    onTestFinished(() => hop.close());
    const url = `ws://127.0.0.1:${hop.port}/chat`;
    running = start('verify', 'proxy', url, '--backend', `127.0.0.1:${port}`, '--json', '-');
    const { code, out, err } = await running.ended;
    const report = JSON.parse(out);
    expect(report).toMatchObject({ partial: true, ended: 'it was interrupted' });
    expect(report.summary.clauses.pass).toBe(0);
    expect(err).toBe('ws101: the report is partial, because the run ended early: it was interrupted\n');
    return { code, clauses: report.findings.map(({ clause }: { clause: string }) => clause) };
  }

  test('tells what was found until then, and that is 1', async () => {
    const forwards: HopBehaviour['forwards'] = ({ first, lines }) => ({
      first,
      lines: lines.filter((line) => !line.startsWith('Sec-WebSocket-Protocol:')),
    });
    expect(await stopAt(30, { forwards })).toEqual({
      code: 1,
      clauses: ['rfc9110/5.1/handshake-fields-forwarded'],
    });
  });

  test.each([
    ['in the middle', 30],
    ['before the first pair', 1],
  ])('%s is 3 where nothing was found', async (_, count) => {
    expect(await stopAt(count, {})).toEqual({ code: 3, clauses: [] });
  });
});

describe('2 for bad usage', () => {
  test.each([
    ['no backend', ['ws://127.0.0.1:1/'], /required option '--backend <host:port>'/],
    ['no URL of a front', ['http//', '--backend', '1'], /not a WebSocket URI/],
    [
      'a certificate without its key',
      ['ws://127.0.0.1:1/', '--backend', '0', '--backend-cert', 'a'],
      /give both/,
    ],
  ])('%s', async (_, args, problem) => {
    const { code, err } = await run('verify', 'proxy', ...args);
    expect(code).toBe(2);
    expect(err).toMatch(problem);
  });

  test('a front that is the backend itself', async () => {
    const port = await findFreePort();
    const { code, out, err } = await run(
      ...['verify', 'proxy', `ws://localhost:${port}/`, '--backend', `127.0.0.1:${port}`],
    );
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('nothing lies between the front and the backend');
  });

  test('a clause that no hop can show', async () => {
    const { code, err } = await run(
      ...['verify', 'proxy', 'ws://127.0.0.1:1/', '--backend', '0', '--only', 'rfc6455/4.2.1/key-present'],
    );
    expect(code).toBe(2);
    expect(err).toMatch(
      /^ws101: --only: rfc6455\/4\.2\.1\/key-present binds the server\. A hop cannot show this/,
    );
  });

  test('a backend that somebody else listens on', async () => {
    const server = createServer();
    onTestFinished(() => void server.close());
    const { port } = await bind(server);
    const { code, err } = await run('verify', 'proxy', 'ws://127.0.0.1:1/', '--backend', `${port}`);
    expect({ code, err }).toEqual({
      ...{ code: 2 },
      err: `ws101: cannot listen on 127.0.0.1:${port}: address already in use\n`,
    });
  });
});
