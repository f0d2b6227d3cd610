import { expect, test } from 'vitest';
import type { SeenReply } from '../../src/facts/obligation-facts.ts';
import { bearer } from '../../src/server/authentication.ts';
import { checkReply } from '../../src/verify/judge/obligation.ts';
import { buildReport } from '../../src/verify/report/report.ts';
import { playAll } from '../../src/verify/run/runner.ts';
import type { BenchPlan } from '../../src/verify/self/bench.ts';
import { serverCases } from '../../src/verify/self/server-case.ts';
import { encodeLatin1 } from '../../src/wire/index.ts';
import { type Fault, startFaulty } from './faulty-bench.ts';

const head = { version: '0', target: 'faulty', seed: 1, startedAt: '', durationMs: 0, again: 'again' };

/** The clauses that are found to be broken by a server with a fault. */
async function findBroken(fault: Fault, timeout = 10_000, title = /^/) {
  const bench = await startFaulty(fault);
  const cases = serverCases(bench, { seed: 1, runs: 5 }).filter((current) => title.test(current.title));
  const runs = await playAll(cases, { concurrency: 8, timeout });
  await bench.close();
  return buildReport(head, runs, []).findings;
}

const replaceIn = (status: number, from: string, to: string) => (reply: string) =>
  reply.startsWith(`HTTP/1.1 ${status} `) ? reply.replace(from, to) : reply;

test('a server without a fault has no finding', async () => {
  expect(await findBroken({})).toEqual([]);
});

test.each([
  [
    'a wrong accept value',
    /Accept: .*/,
    'Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=',
    'rfc6455/4.2.2/accept-value',
  ],
  ['an accept value in other case', /Accept: (.)/, 'Accept: ~', 'rfc6455/4.2.2/accept-value'],
  ['an accept value sent twice', /(Sec-WebSocket-Accept: .*\r\n)/, '$1$1', 'rfc6455/11.3.3/accept-sent-once'],
  [
    'a subprotocol that was not offered',
    /Protocol: .*/,
    'Protocol: other',
    'rfc6455/4.2.2/subprotocol-from-offer',
  ],
  [
    'a subprotocol where none was offered',
    /^(HTTP\/1.1 101 .*\r\n)/,
    '$1Sec-WebSocket-Protocol: a\r\n',
    'rfc6455/4.2.2/subprotocol-null',
  ],
  [
    'an extension that was not offered',
    /^(HTTP\/1.1 101 .*\r\n)/,
    '$1Sec-WebSocket-Extensions: a\r\n',
    'rfc6455/4.2.2/extension-from-offer',
  ],
  [
    'Content-Length on a 101',
    /^(HTTP\/1.1 101 .*\r\n)/,
    '$1Content-Length: 0\r\n',
    'rfc9110/8.6/no-content-length-in-1xx',
  ],
  [
    'Transfer-Encoding on a 101',
    /^(HTTP\/1.1 101 .*\r\n)/,
    '$1Transfer-Encoding: chunked\r\n',
    'rfc9112/6.1/no-transfer-encoding-in-1xx',
  ],
  [
    'another Upgrade on a 101',
    /^(HTTP\/1.1 101 .*\r\n)Upgrade: websocket/,
    '$1Upgrade: h2c',
    'rfc6455/4.2.2/reply-upgrade',
  ],
  [
    'no Connection on a 101',
    /^(HTTP\/1.1 101 .*\r\nUpgrade: websocket\r\n)Connection: Upgrade\r\n/,
    '$1',
    'rfc6455/4.2.2/reply-connection',
  ],
  ['octets behind a 101', /^(HTTP\/1.1 101 [\s\S]*\r\n\r\n)/, '$1hello', 'service/1/no-body-in-101'],
  ['a 204 for a 101', /^HTTP\/1.1 101/, 'HTTP/1.1 204', 'service/1/valid-request-accepted'],
  ['a 101 for a 400', /^HTTP\/1.1 400/, 'HTTP/1.1 101', 'rfc6455/4.2.1/error-status'],
  ['a 400 for a 405', /^HTTP\/1.1 405/, 'HTTP/1.1 400', 'rfc9110/9.1/method-405'],
  ['a 405 without Allow', /Allow: .*\r\n/, '', 'rfc9110/15.5.6/allow'],
  ['a 400 for a 426', /^HTTP\/1.1 426/, 'HTTP/1.1 400', 'service/9/version-426'],
  [
    'a 426 without Upgrade',
    /^(HTTP\/1.1 426 .*\r\nDate: .*\r\n)Upgrade: .*\r\n/,
    '$1',
    'rfc9110/15.5.22/upgrade-in-426',
  ],
  ['a refusal without Date', /Date: .*\r\n/, '', 'rfc9110/6.6.1/date'],
  ['a 426 without versions', /Sec-WebSocket-Version: .*\r\n/, '', 'rfc6455/4.2.2/version-advertised'],
  [
    'versions besides 13',
    /Sec-WebSocket-Version: .*\r\n/,
    'Sec-WebSocket-Version: 13, 8\r\n',
    'service/9/version-13-only',
  ],
  [
    'Upgrade without its option in Connection',
    /Connection: Upgrade, close/,
    'Connection: close',
    'rfc9110/7.8/connection-option-with-upgrade',
  ],
  ['a refusal without Connection: close', /Connection: close\r\n/, '', 'rfc9112/9.6/close-option-sent'],
  [
    'an accept value in a refusal',
    /^(HTTP\/1.1 4.. .*\r\n)/,
    '$1Sec-WebSocket-Accept: a\r\n',
    'service/7/no-upgrade-after-refusal',
  ],
  ['a status line without its second space', /^(HTTP\/1.1 404) .*\r\n/, '$1\r\n', 'rfc9112/4/reason-space'],
  ['a folded field', /Connection: close/, 'Connection:\r\n close', 'rfc9112/5.2/no-folding-in-reply'],
  [
    'an empty list element',
    /Connection: close/,
    'Connection: , close',
    'rfc9110/5.6.1.1/no-empty-elements-in-reply',
  ],
  ['no 100 before a 101', /^HTTP\/1.1 100 Continue\r\n\r\n/, '', 'rfc9110/7.8/continue-before-switching'],
])('%s is found', async (_what, from, to, clause) => {
  const findings = await findBroken({ spoil: (reply) => reply.replace(from, to) });
  expect(findings.map((finding) => finding.clause)).toContain(clause);
});

test('a 426 for versions without Sec-WebSocket-Version is found under these clauses alone', async () => {
  const findings = await findBroken(
    { spoil: replaceIn(426, 'Sec-WebSocket-Version: 13\r\n', '') },
    10_000,
    /^versionIsNot13$/,
  );
  expect(findings.map(({ clause }) => clause)).toEqual([
    'service/9/drafts-refused',
    'rfc6455/4.2.2/version-unsupported',
    'rfc6455/4.2.2/version-advertised',
  ]);
});

const plan: BenchPlan = {
  target: {
    origins: ['https://example.com'],
    credential: { in: 'authorization', scheme: 'Bearer', value: 'Secret' },
  },
  endpoint: { authentication: bearer('Secret') },
  guards: ['originIsForeign', 'credentialIsAbsent', 'credentialIsInvalid'],
};

test('a server with a policy and without a fault has no finding', async () => {
  expect(await findBroken({ plan })).toEqual([]);
});

test.each([
  ['a 401 without a challenge', replaceIn(401, 'WWW-Authenticate', 'X'), ['rfc9110/15.5.2/challenge']],
  [
    'a 403 for a 401',
    (reply: string) => reply.replace(/^HTTP\/1\.1 401/, 'HTTP/1.1 403'),
    ['service/5.2/credential-missing', 'service/5.2/credential-invalid', 'service/5.2/credential-401'],
  ],
  [
    'a 404 for a 403',
    (reply: string) => reply.replace(/^HTTP\/1\.1 403/, 'HTTP/1.1 404'),
    ['service/5.4/origin-allowlist', 'rfc6455/10.2/origin-403'],
  ],
])('%s is found', async (_what, spoil, clauses) => {
  const found = (await findBroken({ plan, spoil })).map(({ clause }) => clause);
  expect(found).toEqual(expect.arrayContaining(clauses));
});

test('a connection that stays open behind Connection: close is a case that does not end', async () => {
  const findings = await findBroken({ staysOpen: true }, 200, /^pathIsUnknown$/);
  expect(findings).toMatchObject([
    {
      clause: 'rfc6455/4.2.2/resource-unavailable',
      expected: 'an outcome within 200 ms',
      observed: 'none',
    },
  ]);
});

test('a finding has the octets that went and came', async () => {
  const [finding] = await findBroken(
    { spoil: replaceIn(405, 'Allow: GET\r\n', '') },
    10_000,
    /^methodIsNotGet$/,
  );
  expect(Buffer.from(finding?.request ?? '', 'base64').toString('latin1')).toMatch(
    /^(?!GET )\S+ \S+ HTTP\/1\.1\r\n/,
  );
  expect(Buffer.from(finding?.response ?? '', 'base64').toString('latin1')).toMatch(/^HTTP\/1\.1 405 /);
});

test.each([
  [0, true],
  [1, false],
])('%i octets of content in a reply to HEAD', (behind, ok) => {
  const reply = { version: { major: 1, minor: 1 }, status: 405, reason: '', fields: [] };
  const nothing = new Uint8Array();
  const seen: SeenReply = {
    ...{ reply, behind: nothing, content: behind },
    ...{ head: encodeLatin1('HTTP/1.1 405 \r\n\r\n'), interims: [] },
    pong: 'unasked',
    end: 'ended',
  };
  const request = { method: 'HEAD', version: { major: 1, minor: 1 }, fields: [] };
  const checked = checkReply(seen, {
    ...{ request, versions: [13], fault: 'methodIsNotGet', refusal: 'due' },
    ...{ choice: 'none', clock: 'unknown', resource: 'getOnly', intent: 'closes' },
  });
  expect(checked.shown).toContain('rfc9110/9.3.2/no-content-to-head');
  expect(checked.faults.some(({ clause }) => clause === 'rfc9110/9.3.2/no-content-to-head')).toBe(!ok);
});
