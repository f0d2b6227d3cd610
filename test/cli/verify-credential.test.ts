import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import type { AuthorizeRequest } from '../../src/server/index.ts';
import { runs } from '../property.ts';
import { portOf } from '../raw-peer.ts';
import { parameterOf, startDemanding } from './demanding-target.ts';
import { type Ended, file, folder, run } from './run.ts';

const missing = 'service/5.2/credential-missing';
const invalid = 'service/5.2/credential-invalid';

/** What is played, but for the long run: an opening that lacks nothing, and what is made of a credential. */
const part = runs(1, 0) > 0 ? ['--only', ['rfc6455/4.2.1/key-present', missing, invalid].join()] : [];

/** Verifies a server with every report that there is, and gives what is in all of them. */
async function verify(
  name: string,
  url: string,
  ...args: readonly string[]
): Promise<Ended & { all: string }> {
  const at = (file: string) => join(folder, name, file);
  const reports = [
    '--findings',
    at(''),
    '--json',
    at('r.json'),
    '--junit',
    at('r.xml'),
    '--html',
    at('r.html'),
    '--markdown',
    at('r.md'),
  ];
  const ended = await run(
    'verify',
    'server',
    url,
    '--seed',
    '3',
    '--runs',
    String(runs(2, 12)),
    ...(args.includes('--only') ? [] : part),
    ...args,
    ...reports,
  );
  const texts = readdirSync(at('')).map((file) => readFileSync(at(file), 'utf8'));
  return { ...ended, all: [ended.out, ended.err, ...texts, ...texts.flatMap(decodeOctets)].join('\n') };
}

/** The octets of all findings in a text of JSON. */
function decodeOctets(text: string): readonly string[] {
  return [...text.matchAll(/"(?:request|response|behind)": "([^"]*)"/g)].map(([, base64 = '']) =>
    [Buffer.from(base64, 'base64'), unmask(Buffer.from(base64, 'base64'))].join('\n'),
  );
}

/** What frames say in which every mask is the same. */
function unmask(octets: Buffer): string {
  return [0, 1, 2, 3]
    .map((from) => octets.map((octet, at) => octet ^ (((at + from) % 4) + 1)))
    .map((unmasked) => Buffer.from(unmasked).toString('latin1'))
    .join('\n');
}

describe('a credential that is a subprotocol by itself', () => {
  const auth = ['--auth', 'subprotocol:tok123'];

  test.each<[string, readonly string[]]>([
    ['alone', []],
    ['among those supported', ['--subprotocol', 'chat,v2', '--subprotocol-required']],
  ])('that is demanded, %s: 0', async (what, args) => {
    const url = await startDemanding(
      ({ subprotocols }) =>
        subprotocols.includes('tok123') && (args.length === 0 || subprotocols.includes('chat')),
    );
    const { code, err, all } = await verify(`demanded-${what}`, url, ...auth, ...args, '--level', 'should');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(all).toContain('"service/5.2/credential-invalid"');
    expect(all).not.toContain('tok123');
  });

  test.each<[string, (request: AuthorizeRequest) => boolean]>([
    ['any token', ({ subprotocols }) => subprotocols.length > 0],
    [
      'a prefix of it',
      ({ subprotocols }) => subprotocols.some((name) => name !== '' && 'tok123'.startsWith(name)),
    ],
    ['what begins with it', ({ subprotocols }) => subprotocols.some((name) => name.startsWith('tok123'))],
    [
      'another letter case',
      ({ subprotocols }) => subprotocols.some((name) => name.toLowerCase() === 'tok123'),
    ],
  ])('of which %s is taken: 1, and no report has it', async (what, isWelcome) => {
    const { code, out, all } = await verify(`taken-${what}`, await startDemanding(isWelcome), ...auth);
    expect(code).toBe(1);
    expect(out).toContain('service/5.2/credential-invalid\n');
    expect(all).not.toMatch(/tok12|ok123|321kot/i);
  });

  test('that is demanded by nobody: 1', async () => {
    const { code, out } = await verify('nobody', await startDemanding(() => true), ...auth);
    expect(code).toBe(1);
    expect(out).toContain('service/5.2/credential-missing\n');
  });

  test('is hidden though it has a dot, and put back by replay', async () => {
    const url = await startDemanding(({ subprotocols }) =>
      subprotocols.some((name) => name.startsWith('a1b2.')),
    );
    const { code, all } = await verify('dotted', url, '--auth', 'subprotocol:a1b2.c3d4');
    expect(code).toBe(1);
    expect(all).not.toContain('a1b2');
    const path = join(folder, 'dotted', 'service_5.2_credential-invalid.json');
    expect(await run('replay', path)).toMatchObject({
      code: 3,
      err: expect.stringContaining("--auth 'subprotocol:…' gives it again"),
    });
  });

  test('that is one of the subprotocols is 2', async () => {
    expect(
      await run(
        'verify',
        'server',
        'ws://127.0.0.1:1/',
        '--auth',
        'subprotocol:v1',
        '--subprotocol',
        'v0,v1',
      ),
    ).toEqual({
      code: 2,
      out: '',
      err: 'ws101: --auth subprotocol: the credential cannot be one of the names of --subprotocol\n',
    });
  });
});

describe('a credential in the query', () => {
  test.each([
    ['plus', 'a+b+c', 'a+b+c'],
    ['percent', '100%sure%', '100%sure%'],
    ['slash and equals', 'YWJj/ZGVm==', 'YWJj/ZGVm=='],
    ['ampersand, hash and space', 'a&b#c d;e', 'a&b#c d;e'],
    ['other letters', 'schlüssel', 'schlüssel'],
    ['encoded', 'a%2Bb%20c', 'a+b c'],
  ])('%s: 0, and neither form is in any report', async (what, given, compared) => {
    const url = await startDemanding((request) => parameterOf(request, 'k') === compared);
    const { code, err, all } = await verify(`query-${what}`, url, '--auth', `query:k=${given}`);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(all).not.toContain(given);
    expect(all).not.toContain(compared);
    expect(all).not.toContain(encodeURIComponent(compared));
  });

  test('that is taken in another letter case: 1; it is sent again as it was', async () => {
    const isSame = (request: AuthorizeRequest) => parameterOf(request, 'k')?.toLowerCase() === 'sec+ret/1';
    const url = await startDemanding(isSame);
    const { code, out, all } = await verify('query-case', url, '--auth', 'query:k=Sec+Ret/1');
    expect(code).toBe(1);
    expect(out).toContain('service/5.2/credential-invalid\n');
    expect(all).not.toMatch(/sec(\+|%2b)ret/i);
  });
});

describe('fields of every request', () => {
  const header = ['--header', 'X-Tenant-Key: abc', '--header', 'User-Agent: the-secret-agent'];
  const auth = ['--auth', 'query:k=v-secret'];

  test('have placeholders for their values, others stay readable, and replay puts them back', async () => {
    const url = await startDemanding(
      ({ request: { fields } }) =>
        fields.some(({ value }) => value === 'abc') &&
        fields.some(({ value }) => value === 'the-secret-agent'),
    );
    const { code, all } = await verify('header', url, ...header, ...auth);
    expect(code).toBe(1);
    expect(all).toContain('X-Tenant-Key: ***\r\n');
    expect(all).toContain('User-Agent: ****************\r\n');
    expect(all).toContain('Upgrade: websocket\r\n');
    expect(all).not.toMatch(/: abc|the-secret-agent/);
    const path = join(folder, 'header', 'service_5.2_credential-missing.json');
    expect((await run('replay', path, ...auth)).err).toContain("--header 'X-Tenant-Key: …' gives it again");
    expect((await run('replay', path, ...auth, ...header)).code).toBe(1);
  });

  test('of a profile have them too', async () => {
    const url = await startDemanding(({ request: { fields } }) =>
      fields.some(({ value }) => value === 'abc'),
    );
    const profile = file('tenant.json', '{ "header": ["X-Tenant-Key: abc"] }');
    const { code, all } = await verify('profile', url, '--profile', profile, ...auth);
    expect(code).toBe(1);
    expect(all).toContain('X-Tenant-Key: ***\r\n');
    expect(all).not.toContain(': abc');
  });
});

test('a credential in the first message is in no report, though nearly right ones are sent', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (webSocket) => {
    webSocket
      .on('error', () => {})
      .on('message', (data) => {
        if (String(data).includes('"token"')) webSocket.send('who are you?');
      });
  });
  await once(server, 'listening');
  onTestFinished(() => {
    for (const client of server.clients) client.terminate();
    server.close();
  });
  const url = `ws://127.0.0.1:${portOf(server.address())}/`;
  const held = ['--only', 'service/5.3/first-message-held'];
  const { code, out, all } = await verify(
    'first',
    url,
    '--auth',
    'first-message:a-secret-that-is-long',
    ...held,
  );
  expect(code).toBe(1);
  expect(out).toContain('service/5.3/first-message-held\n');
  expect(all).not.toContain('a-secret-that-is-lon');
});
