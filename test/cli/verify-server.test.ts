import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { certificatesOnce } from '../../src/verify/peer/certificates-once.ts';
import { portOf } from '../raw-peer.ts';
import { places, secret } from './credential-place.ts';
import { file, folder, run, serve } from './run.ts';
import { readWrongConfigs } from './wrong-config.ts';
import { startWs } from './ws-target.ts';

const few = ['--seed', '3', '--runs', '2'];

/** What shows the least of a server that is shown at all. */
const key = 'rfc6455/4.2.1/key-present';
const keyOnly = ['--only', key];
const originOnly = ['--only', 'service/5.4/origin-allowlist'];

function verify(url: string, ...args: readonly string[]) {
  return run('verify', 'server', url, ...few, ...args);
}

async function serveWith(config: object): Promise<string> {
  const { url } = await serve('--config', file('config.json', JSON.stringify(config)));
  return url;
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server.address());
  server.close();
  await once(server, 'close');
  return port;
}

describe('the reference server conforms', () => {
  let url = '';
  beforeAll(async () => {
    ({ url } = await serve());
  });

  test('0, without a finding of any level, the summary in the last line, and --json has the keys of the report', async () => {
    const json = join(folder, 'conforms.json');
    const declared = ['--subprotocol', 'chat', '--header', 'X-A: b'];
    const { code, out, err } = await verify(url, '--level', 'should', '--json', json, ...declared);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^\d+ cases in [^\n]+, seed 3; clauses: \d+ pass, 0 fail, 0 warn, \d+ untested$/m);
    expect(out).not.toMatch(/^(MUST|SHOULD) /m);
    expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({
      ...{ tool: 'ws101', schema: 1, mode: 'server', target: url, seed: 3, runs: 2 },
      ...{ findings: [], unusedWaivers: [] },
      declared: { subprotocol: ['chat'], header: ['X-A'] },
    });
  });

  test('--only reports on these clauses alone', async () => {
    const { code, out } = await verify(url, '--json', '-', ...keyOnly);
    expect(code).toBe(0);
    expect(JSON.parse(out).clauses).toEqual([
      {
        ...{ id: 'rfc6455/4.2.1/key-present', source: 'RFC 6455 §4.2.1', level: 'MUST', verdict: 'pass' },
        cases: expect.any(Number),
      },
    ]);
  });

  test('without --seed it takes one and tells it', async () => {
    const { out } = await run('verify', 'server', url, '--runs', '1', '--quiet', ...keyOnly);
    expect(out).toMatch(/^\d+ cases in [^\n]+, seed \d+; /);
  });

  test('declared to enforce an allowlist, it is found not to, and that is 1', async () => {
    const { code, out } = await verify(url, '--origin', 'https://a.test', '--quiet', ...originOnly);
    expect(code).toBe(1);
    expect(out).toMatch(/^MUST service §5\.4 {2}service\/5\.4\/origin-allowlist$/m);
  });

  test('enforcing the end of an origin alone, it is shown by the plainest, and by those that are worse', async () => {
    const lax = await startWs({
      verifyClient: ({ origin }: { readonly origin: string }) => `${origin}`.endsWith('a.test'),
    });
    const { out } = await verify(lax, '--origin', 'https://a.test', ...originOnly);
    expect(out).toMatch(/^ {2}Answers 101 to `Origin: http:\/\/a\.test`$/m);
    expect(out).toMatch(/^ {2}also on {3}`Origin: https:\/\/xa\.test`; `Origin: https:\/\/x\.a\.test`$/m);
  });
});

describe('a server with breaches', () => {
  test('is 1, with each finding in the text and in every report', async () => {
    const [json, junit, html, markdown] = ['json', 'xml', 'html', 'md'].map((end) =>
      join(folder, `r.${end}`),
    );
    const url = await startWs();
    const files = [`--json=${json}`, `--junit=${junit}`, `--html=${html}`, `--markdown=${markdown}`];
    const only = ['--only', 'rfc9112/3.2/host-present,rfc9110/7.8/upgrade-list'];
    const { code, out, err } = await verify(url, ...files, ...only);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out).toMatch(/^MUST RFC 9112 §3\.2 {2}rfc9112\/3\.2\/host-present$/m);
    expect(out).toContain(`ws101 replay ${json} --clause rfc9112/3.2/host-present\n`);
    expect(JSON.parse(readFileSync(`${json}`, 'utf8')).findings).toContainEqual(
      expect.objectContaining({
        clause: 'rfc9112/3.2/host-present',
        tags: ['http-layer'],
        replay: `ws101 replay ${json} --clause rfc9112/3.2/host-present`,
      }),
    );
    expect(readFileSync(`${junit}`, 'utf8')).toContain('<testcase name="rfc9112/3.2/host-present"');
    expect(readFileSync(`${html}`, 'utf8')).toContain('rfc9112/3.2/host-present');
    expect(readFileSync(`${markdown}`, 'utf8')).toContain('\n## Answers 101 to a request without Host\n');
  });

  test('the command that plays a finding again can be run, though no file has the finding', async () => {
    const url = await startWs();
    const options = ['--subprotocol', 'chat', '--versions', '13,8', '--origin', 'https://a.test'];
    const { out } = await verify(url, ...options, '--only', 'rfc9112/3.2/host-present');
    const [, command = ''] = /^ {2}replay {4}ws101 (.+)$/m.exec(out) ?? [];
    const again = `verify server ${url} --seed 3 --runs 2 --only rfc9112/3.2/host-present`;
    expect(command).toBe(`${again} --subprotocol chat --origin https://a.test --versions 13,8`);
    const { code, out: more } = await run(...command.split(' '));
    expect(code).toBe(1);
    expect(more).toContain('MUST RFC 9112 §3.2  rfc9112/3.2/host-present\n');
  });

  test('a finding of level SHOULD is 0, and 1 by --level should', async () => {
    const url = await startWs();
    const upgradeList = ['--only', 'rfc9110/7.8/upgrade-list', '--quiet'];
    expect(await verify(url, ...upgradeList)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^SHOULD RFC 9110 §7\.8 {2}rfc9110\/7\.8\/upgrade-list\n/),
    });
    expect((await verify(url, ...upgradeList, '--level', 'should')).code).toBe(1);
  });

  test('--findings writes a file for each finding', async () => {
    const findings = join(folder, 'new/findings');
    const only = ['--only', 'rfc9112/3.2/host-present,rfc9110/7.8/upgrade-list'];
    const url = await startWs();
    const { code, out } = await verify(url, '--findings', findings, ...only);
    expect(code).toBe(1);
    expect(readdirSync(findings).sort()).toEqual([
      'rfc9110_7.8_upgrade-list.json',
      'rfc9112_3.2_host-present.json',
    ]);
    expect(out).toContain(`ws101 replay ${join(findings, 'rfc9112_3.2_host-present.json')}\n`);
    expect(JSON.parse(readFileSync(join(findings, 'rfc9112_3.2_host-present.json'), 'utf8'))).toMatchObject({
      ...{ tool: 'ws101', schema: 1, target: url, declared: {} },
      finding: { clause: 'rfc9112/3.2/host-present', level: 'MUST' },
    });
  });

  test.each(['--json', '--junit', '--html', '--markdown'])(
    '%s - writes to standard output, and nothing else does',
    async (option) => {
      const { code, out } = await verify(await startWs(), option, '-', '--only', 'rfc9112/3.2/host-present');
      expect(code).toBe(1);
      expect(out).toMatch(/^(?:\{\n {2}"tool": "ws101"|<\?xml |<!doctype html>|# `ws:)/i);
      expect(out).not.toContain(' cases in ');
    },
  );
});

describe('no verdict is 3, with a sentence, and nothing is reported', () => {
  test('a name that no address has', async () => {
    expect(await verify('ws://no-such-host.invalid/')).toEqual({
      code: 3,
      out: '',
      err: 'ws101: no verdict: the host no-such-host.invalid cannot be resolved\n',
    });
  });

  test('a port where nobody listens', async () => {
    const json = join(folder, 'never.json');
    const port = await closedPort();
    expect(await verify(`ws://127.0.0.1:${port}`, '--json', json)).toEqual({
      code: 3,
      out: '',
      err: `ws101: no verdict: no connection to 127.0.0.1:${port}: connect ECONNREFUSED 127.0.0.1:${port}\n`,
    });
    expect(existsSync(json)).toBe(false);
  });

  test('a server that demands a credential: the sentence names --auth', async () => {
    const url = await serveWith({ authentication: [{ method: 'bearer', secrets: [secret] }] });
    const { code, out, err } = await verify(url, '--json', '-');
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toMatch(/^ws101: no verdict: .*401 Unauthorized.*--auth gives one\n$/);
  });

  test('a credential that it does not take: 3 as well', async () => {
    const url = await serveWith({ authentication: [{ method: 'bearer', secrets: [secret] }] });
    const { code, err } = await verify(url, '--auth', 'header:Authorization=Bearer other');
    expect(code).toBe(3);
    expect(err).not.toContain('other');
  });

  test('an endpoint that is at another path', async () => {
    const url = await serveWith({ paths: ['/chat'] });
    expect(await verify(url)).toMatchObject({
      code: 3,
      err: expect.stringContaining('If the endpoint is at another path, put that path into the URL'),
    });
    expect((await verify(`${url}/chat`, ...keyOnly)).code).toBe(0);
  });
});

describe('--auth', () => {
  test.each(places)('%s: 0, and no report tells it', async (_what, method, auth, clauses) => {
    const url = await serveWith({ authentication: [method] });
    const only = ['--only', clauses.join()];
    const { code, out, err } = await verify(url, '--auth', auth, '--level', 'should', '--json', '-', ...only);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(out)).toMatchObject({
      ...{ findings: [], declared: { auth: expect.any(String) } },
      clauses: clauses.map((id) => ({ id, verdict: 'pass' })),
    });
    expect(out).not.toContain(secret);
  });

  test.each([
    ['a place that is none', `body:${secret}`, 'query:NAME=VALUE, header:NAME=VALUE'],
    ['no value', 'query:token', 'query:NAME=VALUE, header:NAME=VALUE'],
    ['a name that is no token', `cookie:a b=${secret}`, 'the name is not a token'],
    ['a subprotocol that is no token', `subprotocol:${secret} x`, 'the value is not a token'],
    ['a control character', `query:a=${secret}\n`, 'a control character'],
    ['what is no Basic', `header:Authorization=Basic ${secret}`, 'contradict each other'],
    ['what no field has', `cookie:a=${secret}\u0416`, 'a character that a field value cannot have'],
  ])('%s is 2, before anything is sent, and no secret is told', async (_what, auth, problem) => {
    const { code, out, err } = await verify('ws://127.0.0.1:1/', '--auth', auth);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(problem);
    expect(err).not.toContain(secret);
  });
});

test('--origin: an allowlist that is enforced is 0', async () => {
  const url = await serveWith({ origins: ['https://a.test', 'https://b.test'] });
  const origins = ['--origin', 'https://a.test, https://b.test'];
  const { code, out } = await verify(url, ...origins, ...originOnly, '--level', 'should', '--json', '-');
  expect(code).toBe(0);
  expect(JSON.parse(out).clauses).toContainEqual(
    expect.objectContaining({ id: 'service/5.4/origin-allowlist', verdict: 'pass' }),
  );
});

test('--subprotocol-required: who offers none is refused, 0', async () => {
  const url = await serveWith({ subprotocols: ['v1'], subprotocolRequired: true });
  const only = ['--only', `${key},service/7/subprotocol-required`];
  const declared = ['--subprotocol', 'v1', '--subprotocol-required'];
  expect((await verify(url, ...declared, '--level', 'should', ...only)).code).toBe(0);
});

test('--insecure: a certificate of nobody’s is 3, and taken with it', async () => {
  const { trusted } = await certificatesOnce();
  const [cert, key] = [file('c.pem', trusted.cert), file('k.pem', trusted.key)];
  const { url } = await serve('--tls-cert', cert, '--tls-key', key);
  const args = [url, ...keyOnly] as const;
  expect(await verify(...args)).toMatchObject({
    code: 3,
    out: '',
    err: expect.stringMatching(/^ws101: no verdict: .*certificate.*--insecure.*\n$/),
  });
  expect((await verify(...args, '--insecure')).code).toBe(0);
});

describe('--profile', () => {
  test('has the options of the target, and the command line overrides them', async () => {
    const url = await serveWith({
      authentication: [{ method: 'bearer', secrets: [secret] }],
      subprotocols: ['v1'],
    });
    const profile = file(
      'profile.json',
      JSON.stringify({
        ...{ subprotocol: 'v0,v1', auth: `header:Authorization=Bearer ${secret}`, header: ['X-A: b'] },
        ...{ versions: [13], keyCheck: 'strict', subprotocolRequired: false, insecure: true },
      }),
    );
    const { code, out } = await verify(
      url,
      '--profile',
      profile,
      '--subprotocol',
      'v1',
      '--json',
      '-',
      ...keyOnly,
    );
    expect(code).toBe(0);
    expect(JSON.parse(out).declared).toEqual({
      ...{ subprotocol: ['v1'], auth: 'header:Authorization', header: ['X-A'] },
      ...{ versions: [13], keyCheck: 'strict', subprotocolRequired: false },
    });
  });

  test.each(readWrongConfigs('wrong-profile'))(
    'with $what is 2, and the key is named',
    async ({ text, problem }) => {
      const path = file('bad.json', text);
      const { code, err } = await verify('ws://127.0.0.1:1/', '--profile', path);
      expect(code).toBe(2);
      expect(err).toContain(`ws101: ${path} is not a valid profile of ws101 verify server:\n${problem}`);
    },
  );

  test('that is no JSON, or not there, is 2', async () => {
    const path = file('broken.json', `{ "auth": "${secret}`);
    const broken = await verify('ws://127.0.0.1:1/', '--profile', path);
    expect(broken).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(/is not valid JSON: there is a syntax error at position \d+\n$/),
    });
    expect((await verify('ws://127.0.0.1:1/', '--profile', `${path}.not`)).code).toBe(2);
  });
});

describe('waivers', () => {
  const two = ['--only', 'rfc9112/3.2/host-present,rfc6455/4.3/version-grammar'];

  test('of a clause and of a tag: 0, and the findings stay, with the reason', async () => {
    const waivers = [
      { clause: 'rfc6455/4.3/version-grammar', reason: 'Node decides' },
      { tag: 'http-layer', reason: 'another layer' },
    ];
    const profile = file('waivers.json', JSON.stringify({ waivers }));
    const json = join(folder, 'waived.json');
    const { code, out, err } = await verify(await startWs(), '--profile', profile, ...two, '--json', json);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(
      /^waived MUST RFC 9112 §3\.2 {2}rfc9112\/3\.2\/host-present\n.*\n {2}waived {4}another layer$/m,
    );
    const { findings } = JSON.parse(readFileSync(json, 'utf8'));
    expect(findings).toMatchObject([
      { clause: 'rfc6455/4.3/version-grammar', waived: 'Node decides' },
      { clause: 'rfc9112/3.2/host-present', waived: 'another layer' },
    ]);
  });

  test('one that waives nothing is noted; another finding is still 1', async () => {
    const waivers = [
      { clause: 'rfc6455/4.3/version-grammar', reason: 'Node decides' },
      { tag: 'no-such-tag', reason: 'none' },
    ];
    const profile = file('unused.json', JSON.stringify({ waivers }));
    expect((await verify(await startWs(), '--profile', profile, ...two)).code).toBe(1);
    const { url } = await serve();
    const { code, out, err } = await verify(url, '--profile', profile, ...two, '--json', '-');
    expect({ code, err }).toEqual({
      code: 0,
      err:
        'ws101: the waiver of rfc6455/4.3/version-grammar matches no finding: you can remove it\n' +
        'ws101: the waiver of tag no-such-tag matches no finding: you can remove it\n',
    });
    expect(JSON.parse(out).unusedWaivers).toEqual(waivers);
  });

  test('in JUnit a waived finding is no failure', async () => {
    const waivers = [{ tag: 'http-layer', reason: 'another layer' }];
    const profile = file('junit.json', JSON.stringify({ waivers }));
    const host = ['--only', 'rfc9112/3.2/host-present'];
    const { out } = await verify(await startWs(), '--profile', profile, ...host, '--junit', '-');
    expect(out).toContain('failures="0"');
    expect(out).toContain('<skipped message="waived: another layer"/>');
  });
});

describe('--baseline', () => {
  const only = ['--only', 'rfc9112/3.2/host-present,rfc6455/4.3/version-grammar,rfc9110/7.8/upgrade-list'];

  test('what is in it is 0, and what is new is 1', async () => {
    const baseline = join(folder, 'baseline.json');
    const url = await startWs();
    await verify(url, '--only', 'rfc9112/3.2/host-present', '--json', baseline);
    const same = await verify(url, '--only', 'rfc9112/3.2/host-present', '--baseline', baseline, '--quiet');
    expect(same).toMatchObject({
      code: 0,
      err: 'ws101: since the baseline 0 new, 0 gone, 1 as before; --all shows the 1 that the baseline has\n',
    });
    expect(same.out).not.toContain('host-present');
    const more = await verify(url, ...only, '--baseline', baseline, '--quiet');
    expect(more).toMatchObject({
      code: 1,
      err:
        'ws101: not in the baseline: MUST rfc6455/4.3/version-grammar\n' +
        'ws101: since the baseline 1 new, 0 gone, 1 as before; --all shows the 1 that the baseline has\n',
    });
    expect(more.out).toMatch(/^MUST RFC 6455 §4\.3 {2}rfc6455\/4\.3\/version-grammar$/m);
    expect(more.out).not.toContain('rfc9112/3.2/host-present');
  });

  test('what is in it is shown where it is asked for, is skipped in JUnit, and whole in JSON', async () => {
    const baseline = join(folder, 'baseline-all.json');
    const [junit, html, json] = [
      join(folder, 'all.xml'),
      join(folder, 'all.html'),
      join(folder, 'all.json'),
    ] as const;
    const host = ['--only', 'rfc9112/3.2/host-present'];
    const url = await startWs();
    await verify(url, ...host, '--json', baseline);
    const files = ['--junit', junit, '--html', html, '--json', json];
    const all = await verify(url, ...host, '--baseline', baseline, '--all', '--quiet', ...files);
    expect(all).toMatchObject({ code: 0, err: 'ws101: since the baseline 0 new, 0 gone, 1 as before\n' });
    expect(all.out).toContain('rfc9112/3.2/host-present');
    expect(readFileSync(junit, 'utf8')).toMatch(/failures="0"[\s\S]*waived: it is in the baseline/);
    expect(readFileSync(html, 'utf8')).toMatch(/Since the baseline[\s\S]*id="finding-1"/);
    const { findings } = JSON.parse(readFileSync(json, 'utf8'));
    expect(findings).toMatchObject([{ clause: 'rfc9112/3.2/host-present' }]);
    expect(findings[0].waived).toBeUndefined();
  });

  test('what passes now is 1, so that the baseline is renewed', async () => {
    const baseline = join(folder, 'old.json');
    await verify(await startWs(), ...only, '--json', baseline);
    const { url } = await serve();
    expect(await verify(url, ...only, '--baseline', baseline, '--quiet')).toMatchObject({
      code: 1,
      err:
        'ws101: passes now, but has a finding in the baseline, which you can renew: rfc6455/4.3/version-grammar\n' +
        'ws101: passes now, but has a finding in the baseline, which you can renew: rfc9112/3.2/host-present\n' +
        'ws101: since the baseline 0 new, 2 gone, 0 as before\n',
    });
  });

  test('that is no report is 2, before anything is sent', async () => {
    const path = file('no-report.json', '{ "tool": "ws101" }');
    const { code, err } = await verify('ws://127.0.0.1:1/', '--baseline', path);
    expect(code).toBe(2);
    expect(err).toContain(`ws101: ${path} is not a report of ws101 verify:\n`);
  });
});

describe('bad usage is 2, and a sentence', () => {
  test.each([
    ['a URL of another scheme', ['http://127.0.0.1/'], 'ws101: the URL is not a WebSocket URI: '],
    [
      'a shard that is none',
      ['ws://127.0.0.1:1/', '--shard', '0/2'],
      'I/N was expected, with I from 1 to N.',
    ],
    ['half a shard', ['ws://127.0.0.1:1/', '--shard', '1'], 'I/N was expected, with I from 1 to N.'],
    [
      'a shard beyond the last',
      ['ws://127.0.0.1:1/', '--shard', '3/2'],
      'I/N was expected, with I from 1 to N.',
    ],
    [
      'a version that is no number',
      ['ws://127.0.0.1:1/', '--versions', '13,x'],
      'from 0 to 255 was expected',
    ],
    ['an origin with a path', ['ws://127.0.0.1:1/', '--origin', 'https://a.test/b'], 'ws101: '],
    ['a level that is none', ['ws://127.0.0.1:1/', '--level', 'may'], 'Allowed choices are must, should.'],
    ['rules that are none', ['ws://127.0.0.1:1/', '--rules', 'mine'], 'Allowed choices are rfc6455, whatwg.'],
    [
      'a required subprotocol without a name',
      ['ws://127.0.0.1:1/', '--subprotocol-required'],
      'name the supported ones with --subprotocol',
    ],
    ['a field of the handshake twice', ['ws://127.0.0.1:1/', '--header', 'Host: a'], 'contradict each other'],
    [
      'a field value of several lines',
      ['ws://127.0.0.1:1/', '--header', 'X-A: a\nb'],
      'has a character that a field value cannot have',
    ],
    ['two reports on one stream', ['ws://127.0.0.1:1/', '--json', '-', '--html', '-'], 'only one report'],
    ['an --auth without a value', ['ws://127.0.0.1:1/', '--auth', 'subprotocol:'], 'subprotocol:VALUE or'],
    ['a report without a file', ['ws://127.0.0.1:1/', '--json'], 'argument missing'],
    ['two URLs', ['ws://127.0.0.1:1/', 'ws://127.0.0.1:2/'], 'too many arguments'],
    [
      'a clause of clients',
      ['ws://127.0.0.1:1/', '--only', 'rfc6455/4.1/accept-value'],
      'rfc6455/4.1/accept-value binds the client. A server cannot show this; use ws101 verify self',
    ],
    ['a clause that is none', ['ws://127.0.0.1:1/', '--only', 'x'], 'no clause has the id x'],
  ])('%s', async (_what, args, problem) => {
    const { code, out, err } = await run('verify', 'server', ...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(problem);
  });

  test('a report that cannot be written, before anything is played', async () => {
    const { url } = await serve();
    const { code, out, err } = await verify(url, '--html', join(folder, 'no/such/file'));
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^ws101: .*no\/such\/file cannot be written: /);
  });
});
