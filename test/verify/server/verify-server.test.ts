import { createServer } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type ClauseId, clauseIds, clauses } from '../../../models/clauses.ts';
import { conditionRules, isOfClause } from '../../../models/verdict/condition.ts';
import { bind } from '../../../src/bind.ts';
import {
  accept,
  bearer,
  firstMessage,
  type ListenOptions,
  listen,
  refuse,
  toWebSocket,
} from '../../../src/server/index.ts';
import { NoVerdict, type SentRequest, verifyServer } from '../../../src/verify/index.ts';
import { acceptance } from '../../../src/verify/judge/case.ts';
import { startWs } from '../../cli/ws-target.ts';

/** A reference server that answers no message. */
async function serve(options: Partial<ListenOptions> = {}): Promise<string> {
  const server = await listen({
    onConnection: (connection) => void toWebSocket(connection).on('error', () => {}),
    ...options,
  });
  onTestFinished(() => server.close());
  return server.url;
}

const few = { seed: 7, runs: 1 };

/** A few of all cases, those of a valid opening, and those that were made for these clauses. */
const partWith = (...clauses: readonly ClauseId[]) => ({
  ...few,
  shard: { index: 0, count: 12 },
  inEveryShard: [acceptance, ...clauses],
});

test('a URL, and options in every shape', async () => {
  const options = { subprotocols: 'chat', origins: 'https://a.test' };
  const url = new URL(await serve({ ...options, authorize: ({ request }) => requireField(request.fields) }));
  for (const headers of [{ 'X-A': 'b' }, [['X-A', 'b']] as const, new Headers({ 'X-A': 'b' })]) {
    const report = await verifyServer(url, {
      ...options,
      headers,
      seed: 7,
      runs: 0,
      only: ['rfc9112/3.2/host-once'],
    });
    expect(report.findings).toEqual([]);
    expect(report.summary.cases).toBeGreaterThan(0);
  }
});

function requireField(fields: readonly { readonly name: string }[]) {
  return fields.some(({ name }) => name.toLowerCase() === 'x-a') ? accept() : refuse(403);
}

test('of each clause that passes an exchange is told that shows it, without secrets', async () => {
  const token = 'a-secret-of-mine';
  const kept = new Map<ClauseId, SentRequest>();
  const url = await serve({ authentication: [bearer(token)] });
  const report = await verifyServer(url, {
    ...partWith('rfc6455/4.2.1/key-present'),
    only: ['rfc6455/4.2.1/key-present', 'rfc6455/4.2.2/accept-value'],
    auth: { in: 'authorization', scheme: 'Bearer', value: token },
    onKept: (clause, exchange) => kept.set(clause, exchange),
  });
  expect(report.clauses.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
  const read = (clause: ClauseId, name: 'request' | 'response') =>
    Buffer.from(kept.get(clause)?.[name] ?? '', 'base64').toString('latin1');
  expect([...kept.keys()].sort()).toEqual(['rfc6455/4.2.1/key-present', 'rfc6455/4.2.2/accept-value']);
  expect(read('rfc6455/4.2.1/key-present', 'request')).not.toMatch(/^Sec-WebSocket-Key:/im);
  expect(read('rfc6455/4.2.1/key-present', 'response')).toMatch(/^HTTP\/1\.1 400 /);
  expect(read('rfc6455/4.2.2/accept-value', 'request')).toMatch(/^Authorization: /im);
  expect(read('rfc6455/4.2.2/accept-value', 'response')).toMatch(/^Sec-WebSocket-Accept: /im);
  expect([...kept.values()].map(({ request }) => atob(request)).join()).not.toContain(token);
});

describe('the reference server', () => {
  test('has no finding, and its policy is told', async () => {
    const report = await verifyServer(
      await serve({ subprotocols: ['mqtt', 'chat'], permessageDeflate: true }),
      partWith(),
    );
    expect(report.findings).toEqual([]);
    expect(report.summary.clauses).toMatchObject({ fail: 0, warn: 0 });
    expect(report.policy).toMatchObject({
      plainHttp: 426,
      subprotocolMismatch: 'omit',
      subprotocolsKnown: ['mqtt'],
      foreignOrigin: 101,
      malformedHttp: 400,
      permessageDeflate: ['permessage-deflate; server_max_window_bits=10'],
      largestHead: 8_192,
    });
  });

  test('the same seed gives the same report but for times', async () => {
    const url = await serve();
    const [one, other] = [await verifyServer(url, partWith()), await verifyServer(url, partWith())];
    const strip = ({ startedAt: _, durationMs: __, ...rest }: typeof one) => rest;
    expect(strip(one)).toEqual(strip(other));
  });

  test('a subprotocol that it demands is found among the known names', async () => {
    const report = await verifyServer(
      await serve({ subprotocols: ['ocpp1.6'], subprotocolRequired: true }),
      partWith(),
    );
    expect(report.findings).toEqual([]);
  });

  test('with everything declared', async () => {
    const url = await serve({
      origins: ['https://a.test'],
      authentication: bearer('To.ken'),
      subprotocols: ['chat'],
    });
    const declared = {
      origins: ['https://a.test'],
      auth: { in: 'authorization', scheme: 'Bearer', value: 'To.ken' },
      subprotocols: ['chat'],
    } as const;
    const shown: readonly ClauseId[] = ['service/5.2/credential-invalid', 'service/5.4/origin-allowlist'];
    const report = await verifyServer(url, { ...partWith(...shown), ...declared });
    expect(report.findings).toEqual([]);
    const played = report.clauses.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id);
    expect(played).toEqual(expect.arrayContaining([...shown]));
  });

  test('with authentication by the first message', async () => {
    const url = await serve({ authentication: firstMessage('To.ken') });
    const id = 'service/5.3/first-message-held';
    const report = await verifyServer(url, {
      ...partWith(id),
      auth: { in: 'firstMessage', value: 'To.ken' },
    });
    expect(report.findings).toEqual([]);
    expect(report.clauses).toContainEqual(expect.objectContaining({ id, verdict: 'pass' }));
  });

  test('shows what is unplayed for want of a declaration, once it is made', async () => {
    const unplayed = conditionRules.filter(({ says }) => says.why === 'unplayed');
    const needy = clauseIds.filter(
      (id) => clauses[id].actor === 'server' && unplayed.some((rule) => isOfClause(rule, id)),
    );
    const untested = async (...made: Parameters<typeof verifyServer>) => {
      const report = await verifyServer(...made);
      return report.clauses.filter(({ id, verdict }) => needy.includes(id) && verdict === 'untested');
    };
    const bare = await untested(await serve(), partWith(...needy));
    expect(bare.map(({ id, why }) => [id, why])).toEqual(
      clauseIds.filter((id) => needy.includes(id)).map((id) => [id, 'unplayed']),
    );
    const options = { origins: ['https://a.test'], subprotocols: ['chat'], subprotocolRequired: true };
    const url = await serve({ ...options, authentication: bearer('To.ken') });
    const auth = { in: 'authorization', scheme: 'Bearer', value: 'To.ken' } as const;
    expect(await untested(url, { ...few, runs: 0, ...options, auth, versions: [13] })).toMatchObject([
      // The credential stands in a field, which is not played twice.
      { id: 'service/5.2/credential-once', why: 'notShown' },
      { id: 'service/5.3/first-message-held', why: 'notApplicable' },
      { id: 'rfc6455/4.2.2/subprotocol-supported', why: 'notApplicable' },
    ]);
  });
});

describe('before the first message has brought a credential', () => {
  const found = ['service/5.3/first-message-held'] as const;

  test.each([
    ['that answers', [], true, found],
    ['that greets, and then answers', ['send'], true, found],
    ['that pings, and then answers', ['ping'], true, found],
    ['that greets', ['send', 'ping', 'send'], false, []],
  ] as const)('of a server %s', async (_, unasked, answers, clauses) => {
    const url = await serve({
      onConnection(connection) {
        const webSocket = toWebSocket(connection);
        for (const method of unasked) webSocket[method]('hello');
        if (answers) webSocket.on('message', () => webSocket.send('welcome'));
      },
    });
    const options = { ...few, auth: { in: 'firstMessage', value: 'x1' }, only: found } as const;
    const report = await verifyServer(url, options);
    expect(report.findings.map(({ clause }) => clause)).toEqual(clauses);
    expect(report.clauses).toMatchObject([{ verdict: clauses.length > 0 ? 'fail' : 'pass' }]);
  });
});

test('a finding has the smallest request that shows it, and a hint', async () => {
  const url = await startWs();
  const { findings } = await verifyServer(url, {
    ...few,
    runs: 20,
    only: ['rfc6455/4.3/version-grammar'],
  });
  expect(findings).toMatchObject([
    { level: 'MUST', clause: 'rfc6455/4.3/version-grammar', hint: expect.stringContaining('version') },
  ]);
  const lines = Buffer.from(findings[0]?.request ?? '', 'base64')
    .toString('latin1')
    .split('\r\n');
  expect(lines).toHaveLength(8);
  expect(lines.filter((line) => !line.startsWith('Sec-WebSocket-Version'))).toEqual([
    'GET / HTTP/1.1',
    `Host: ${new URL(url).host}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    '',
    '',
  ]);
});

describe('with clauses that are asked for alone', () => {
  test('a clause of replies is looked for in all of them', async () => {
    const report = await verifyServer(await serve(), { ...partWith(), only: ['rfc6455/4.2.2/accept-value'] });
    expect(report.summary.cases).toBeGreaterThan(30);
    expect(report.clauses).toMatchObject([{ id: 'rfc6455/4.2.2/accept-value', verdict: 'pass' }]);
  });

  test('a clause of one fault is looked for in requests that have it', async () => {
    const { clauses, summary } = await verifyServer(await serve(), {
      ...few,
      only: ['rfc6455/4.2.1/key-present'],
    });
    expect(clauses).toMatchObject([{ id: 'rfc6455/4.2.1/key-present', verdict: 'pass' }]);
    expect(summary.cases).toBeLessThan(30);
  });
});

describe('no verdict', () => {
  test.each([
    ['a credential is missing', { authentication: bearer('x') }, /401.*--auth/],
    ['an origin may be missing', { origins: ['https://a.test'], originRequired: true }, /403.*--origin/],
    ['the path is another', { paths: ['/other'] }, /404.*path/],
    ['a subprotocol is missing', { subprotocols: ['own'], subprotocolRequired: true }, /400.*--subprotocol/],
  ] as const)('%s', async (_what, options, problem) => {
    const failed = verifyServer(await serve(options), few);
    await expect(failed).rejects.toThrow(NoVerdict);
    await expect(failed).rejects.toThrow(problem);
  });

  test('nothing listens', async () => {
    await expect(verifyServer('ws://127.0.0.1:1/', few)).rejects.toThrow(/no connection to 127\.0\.0\.1:1/);
  });

  test('what listens is no WebSocket server', async () => {
    const server = createServer((_, reply) => reply.end('hello'));
    onTestFinished(() => void server.close());
    const { port } = await bind(server);
    await expect(verifyServer(`ws://127.0.0.1:${port}/`, few)).rejects.toThrow(/200 OK, where a 101/);
  });

  test.each([
    ['no URI', 'http://a', {}],
    ['an origin that is none', 'ws://a', { origins: ['a'] }],
  ])('%s is a TypeError', async (_what, url, options) => {
    await expect(verifyServer(url, options)).rejects.toThrow(TypeError);
  });
});
