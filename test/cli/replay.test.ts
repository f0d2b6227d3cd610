import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { remakeFinding } from '../../src/cli/replay/remake.ts';
import { shortKey } from '../verify/report/report-sample.ts';
import { file, folder, run, serve } from './run.ts';
import { startWs } from './ws-target.ts';

const secret = 'a-secret-that-nobody-may-see';
const two = ['--only', 'rfc9112/3.2/host-present,rfc9110/7.8/upgrade-list'];

/** Writes the findings of a server into a folder, and gives the folder. */
async function find(name: string, url: string, ...args: readonly string[]): Promise<string> {
  const findings = join(folder, name);
  const few = ['--seed', '3', '--runs', '2', '--quiet'];
  await run('verify', 'server', url, ...few, ...args, '--findings', findings, '--json', `${findings}.json`);
  return findings;
}

/** What is told before anything is connected to. */
function leading(path: string): string {
  return `ws101: connecting to ${JSON.parse(readFileSync(path, 'utf8')).target}, which is the target in ${path}\n`;
}

test('a finding that was read names all that gives it again', () => {
  const declared = { auth: 'query:t', header: ['X-A'] };
  const origin = { mode: 'server', target: 'ws://***@a/', declared, file: 'f.json' } as const;
  const all = / --url 'ws:\/\/\*{3}@a\/' --auth 'query:t=…' --header 'X-A: …'$/;
  expect(remakeFinding(shortKey, origin).replay).toMatch(all);
});

describe('a finding is sent again', () => {
  test('1 and "still fails" where it does', async () => {
    const findings = await find('still', await startWs(), ...two);
    const path = join(findings, 'rfc9112_3.2_host-present.json');
    const { code, out, err } = await run('replay', path);
    expect({ code, err }).toEqual({ code: 1, err: leading(path) });
    expect(out).toMatch(
      /^still fails {2}MUST rfc9112\/3\.2\/host-present \(RFC 9112 §3\.2\)\n {2}Answers 101 to a request without Host\n {2}rule /,
    );
    expect(out).toContain('  expected  400 (hostIsAbsent)\n  observed  101 Switching Protocols\n');
    expect(out).toContain('\n  request   GET / HTTP/1.1\\r\\n\n            Upgrade: websocket\\r\\n\n');
    expect(out).toContain('\n  reply     HTTP/1.1 101 Switching Protocols\\r\\n\n');
  });

  test('--markdown writes the finding, as it is seen now, as a document of its own', async () => {
    const findings = await find('markdown', await startWs(), ...two);
    const path = join(findings, 'rfc9112_3.2_host-present.json');
    const { code, out, err } = await run('replay', path, '--markdown', '-');
    expect({ code, err }).toEqual({
      code: 1,
      err: `${leading(path)}still fails  MUST rfc9112/3.2/host-present (RFC 9112 §3.2)\n`,
    });
    expect(out).toMatch(/^# Answers 101 to a request without Host\n/);
    expect(out).toContain('```bash\nexec 3<>');
  });

  test('0 and "fixed" where it does not, at the URL where the target is now', async () => {
    const findings = await find('fixed', await startWs(), ...two);
    const { url } = await serve();
    const { code, out } = await run('replay', join(findings, 'rfc9112_3.2_host-present.json'), '--url', url);
    expect(code).toBe(0);
    expect(out).toMatch(/^fixed {2}MUST rfc9112\/3\.2\/host-present \(RFC 9112 §3\.2\)\n/);
    expect(out).toContain('  observed  400 Bad Request\n');
    expect(out).toMatch(new RegExp(` --url ${url}\n`));
    expect(out).toContain('\n  reply     HTTP/1.1 400 Bad Request\\r\\n\n');
    expect(out).not.toContain('Answers 101');
  });

  test('with the request and the script of the URL where the target is now', async () => {
    const findings = await find('moved', await startWs(), ...two);
    const url = await startWs();
    const path = join(findings, 'rfc9110_7.8_upgrade-list.json');
    const { code, out } = await run('replay', path, '--url', url, '--markdown', '-');
    expect(code).toBe(1);
    const { host, port } = new URL(url);
    expect(out).toContain(`Host: ${host}`);
    expect(out).toContain(`/dev/tcp/127.0.0.1/${port}`);
    expect(out).not.toContain(new URL(JSON.parse(readFileSync(path, 'utf8')).target).host);
  });

  test('out of a report, where --clause picks one of several', async () => {
    const report = `${await find('picked', await startWs(), ...two)}.json`;
    expect(await run('replay', report)).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        'choose one with --clause:\n  rfc9110/7.8/upgrade-list\n  rfc9112/3.2/host-present\n',
      ),
    });
    expect(await run('replay', report, '--clause', 'rfc6455/4.2.1/key-present')).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        ' has no finding of rfc6455/4.2.1/key-present; choose one with --clause:\n',
      ),
    });
    const { code, out } = await run('replay', report, '--clause', 'rfc9112/3.2/host-present');
    expect(code).toBe(1);
    expect(out).toMatch(/^still fails {2}MUST rfc9112\/3\.2\/host-present /);
  });
});

describe('3 and "cannot tell"', () => {
  test('where nobody listens', async () => {
    const findings = await find('closed', await startWs(), ...two);
    const path = join(findings, 'rfc9112_3.2_host-present.json');
    expect(await run('replay', path, '--url', 'ws://127.0.0.1:1/')).toEqual({
      code: 3,
      out: 'cannot tell\n',
      err:
        'ws101: MUST rfc9112/3.2/host-present (RFC 9112 §3.2): no connection to 127.0.0.1:1: ' +
        'connect ECONNREFUSED 127.0.0.1:1\n',
    });
  });

  test('where the canonical opening is refused', async () => {
    const findings = await find('refused', await startWs(), ...two);
    const config = file(
      'auth.json',
      `{ "authentication": [{ "method": "bearer", "secrets": ["${secret}"] }] }`,
    );
    const { url } = await serve('--config', config);
    const { code, err } = await run('replay', join(findings, 'rfc9112_3.2_host-present.json'), '--url', url);
    expect(code).toBe(3);
    expect(err).toContain('401 Unauthorized');
  });
});

describe('a credential', () => {
  const auth = ['--auth', `query:token=${secret}`];

  test('is asked for, and put back where it was', async () => {
    const findings = await find('auth', await startWs(), ...two, ...auth);
    const path = join(findings, 'rfc9112_3.2_host-present.json');
    const text = readFileSync(path, 'utf8');
    expect(text).not.toContain(secret);
    expect(Buffer.from(JSON.parse(text).finding.request, 'base64').toString('latin1')).toMatch(
      /^GET \S*\?\S*token=\*{28} HTTP\/1\.1\r\n/,
    );
    expect(await run('replay', path)).toMatchObject({
      code: 3,
      err: expect.stringContaining("--auth 'query:token=…' gives it again"),
    });
    expect((await run('replay', path, ...auth)).code).toBe(1);
    const config = file(
      'query.json',
      `{ "authentication": [{ "method": "queryToken", "secrets": ["${secret}"] }] }`,
    );
    const { url } = await serve('--config', config);
    const fixed = await run('replay', path, ...auth, '--url', url);
    expect(fixed).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^fixed [\s\S]*\n {2}observed {2}400 /),
    });
  });

  test('among the names of --subprotocol is asked for as well', async () => {
    const key = `openai-insecure-api-key.sk-proj-${'a1B2c3D4'.repeat(3)}`;
    const named = ['--subprotocol', `realtime,${key}`];
    const findings = await find('key', await startWs(), ...two, ...named);
    const path = join(findings, 'rfc9112_3.2_host-present.json');
    const again = "--subprotocol 'realtime,openai-insecure-api-key.…'";
    const { finding } = JSON.parse(readFileSync(path, 'utf8'));
    expect(JSON.stringify(finding)).not.toContain(key);
    expect(finding.replay).toContain(again);
    expect(finding.reproduction).toMatch(/openai-insecure-api-key\.%s.* "\$SEC_WEBSOCKET_PROTOCOL_SECRET"/);
    expect(await run('replay', path)).toMatchObject({
      code: 3,
      err: expect.stringContaining(`${again} gives it again`),
    });
    const { code, out } = await run('replay', path, ...named);
    expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining(again) });
  });

  test('that was missing or wrong is never taken for the right one', async () => {
    const url = await startWs();
    const missing = await find('missing', url, '--only', 'service/5.2/credential-missing', ...auth);
    const invalid = await find('invalid', url, '--only', 'service/5.2/credential-invalid', ...auth);
    const [toMissing, toInvalid] = [
      join(missing, 'service_5.2_credential-missing.json'),
      join(invalid, 'service_5.2_credential-invalid.json'),
    ];
    expect((await run('replay', toMissing)).code).toBe(3);
    expect((await run('replay', toMissing, ...auth)).code).toBe(1);
    expect((await run('replay', toInvalid, ...auth)).code).toBe(1);
    const config = file(
      'right.json',
      `{ "authentication": [{ "method": "queryToken", "secrets": ["${secret}"] }] }`,
    );
    const right = await serve('--config', config);
    const fixed = await run('replay', toInvalid, ...auth, '--url', right.url);
    expect(fixed).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^fixed [\s\S]*\n {2}observed {2}401 /),
    });
  });
});

test('a field of every request is asked for again', async () => {
  const header = ['--header', `X-API-Key: ${secret}`];
  const findings = await find('header', await startWs(), ...two, ...header);
  const path = join(findings, 'rfc9112_3.2_host-present.json');
  expect(readFileSync(path, 'utf8')).not.toContain(secret);
  expect(await run('replay', path)).toMatchObject({
    code: 3,
    err: expect.stringContaining("--header 'X-API-Key: …' gives it again"),
  });
  expect((await run('replay', path, ...header)).code).toBe(1);
});

test('a URL with a secret is asked for again', async () => {
  const path = file(
    'secret-url.json',
    '{ "tool": "ws101", "schema": 1, "target": "ws://127.0.0.1:1/?token=***", "declared": {}, "finding": ' +
      '{ "clause": "rfc9112/3.2/host-present", "level": "MUST", "request": "eA==", "response": "" } }',
  );
  const { code, err } = await run('replay', path);
  expect(code).toBe(3);
  expect(err).toContain('give the whole URL with --url');
});

/** A finding of somebody else, with parts that are not of the kind that ws101 writes. */
function foreign(parts: object, declared: object = {}): string {
  const finding = {
    clause: 'rfc9112/3.2/host-present',
    level: 'MUST',
    request: 'eA==',
    response: '',
    ...parts,
  };
  return JSON.stringify({ tool: 'ws101', schema: 1, target: 'ws://127.0.0.1:1/', declared, finding });
}

describe('a file that is none is 2', () => {
  test.each([
    ['no JSON', 'x', 'is not valid JSON: there is a syntax error'],
    ['another object', '{}', 'is neither a finding nor a report of ws101 verify:'],
    [
      'another report',
      '{ "tool": "ws101", "schema": 1, "findings": [] }',
      'is not a report of ws101 verify:',
    ],
    ['a finding without a request', foreign({ request: '' }), 'has no request of rfc9112/3.2/host-present'],
    ['a request that is no base64', foreign({ request: '\x1b[2J' }), 'finding.request: it is not base64'],
    [
      'a huge request',
      foreign({ request: 'A'.repeat(5e6) }),
      'finding.request: fewer octets was expected, not 5000000',
    ],
    [
      'pieces without an end',
      foreign({ pieces: Array(5_000).fill(1) }),
      'finding.pieces: at most 4096 pieces',
    ],
    ['pieces beyond the request', foreign({ pieces: [1, 1] }), 'is shorter than its pieces'],
    [
      'a place that is none',
      foreign({}, { auth: "query:a';id;'=x" }),
      'declared.auth: the place of a credential',
    ],
    ['a field that is none', foreign({}, { header: ['a\nb'] }), 'declared.header.0: it is not a token'],
    [
      'another version',
      foreign({}).replace('{', '{ "version": "1.2.3; id", '),
      'version: a version was expected',
    ],
    ['nests', `${'['.repeat(9e4)}${']'.repeat(9e4)}`, 'deeper than 64 levels'],
  ])('%s', async (_what, text, problem) => {
    const { code, out, err } = await run('replay', file('bad.json', text));
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(problem);
    expect(err.length).toBeLessThan(300);
  });
});
