import { expect, test } from 'vitest';
import type { ClauseId } from '../../models/clauses.ts';
import type { TargetOptions } from '../../src/verify/judge/target.ts';
import { deviations } from './deviation.ts';
import { findBroken, holdServer } from './hold.ts';
import { allowlisted, authenticated, type Behaviour, credential, origins } from './server.ts';

const named = deviations.map((each) => [each.title, each] as const);

test.each(named)(
  'a server that %s is told so',
  async (_, { behaviour, clause, also = [], declared, run }) => {
    expect(await findBroken(behaviour, declared, run)).toEqual([[clause, ...also]]);
  },
);

test('nothing is said of a server that refuses the canonical opening', async () => {
  const says = () => 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
  expect(await holdServer({ says })).toMatch(/answered by 200 OK, where a 101 was expected/);
});

test('nothing is said of a server that speaks before its status line', async () => {
  const says = () => 'Welcome!\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
  expect(await holdServer({ says })).toMatch(/octets that are no reply, where a 101 was expected/);
});

test.each([
  ['by 200', (reply) => reply.replace('101 Switching Protocols', '200 OK\r\nContent-Length: 0')],
  ['behind a line that is none of HTTP', (reply) => `Welcome!\r\n${reply}`],
] satisfies [string, Behaviour['says']][])(
  'a server that accepts the canonical opening %s is told so, and nothing else',
  async (_, says) => {
    expect(await findBroken({ says })).toEqual([['rfc6455/4.2.2/status-101']]);
  },
);

test('nothing is said of a server that answers no ping', async () => {
  expect(await holdServer({ pongs: false }, {}, { timeout: 200 })).toMatch(/not proved by a pong/);
});

test('nothing is said of a server that wants a credential, and the option that gives one is named', async () => {
  const checks = { credential: () => false };
  expect(await holdServer({ checks })).toMatch(/answered by 401 Unauthorized.*--auth/);
});

const sayInstead = (from: string, to: string): Behaviour => ({ says: (reply) => reply.replace(from, to) });

/** What is said of a clause about a server with a behaviour. */
async function sayOf(clause: ClauseId, ...held: Parameters<typeof holdServer>) {
  const said = await holdServer(...held);
  return typeof said === 'string' ? said : said.clauses.find(({ id }) => id === clause)?.verdict;
}

const withCredential: TargetOptions = { auth: { in: 'field', name: 'X-Api-Key', value: credential } };

test.each([
  ['takes every credential', 'service/5.2/credential-401', {}, withCredential],
  [
    'refuses by 403',
    'service/5.2/credential-401',
    { checks: authenticated, ...sayInstead('401 Unauthorized', '403 Forbidden') },
    withCredential,
  ],
  ['takes every origin', 'rfc6455/10.2/origin-403', {}, { origins }],
  ['takes every version', 'service/9/version-426', { checks: { version: () => true } }, {}],
  ['takes every version', 'rfc6455/4.2.2/version-advertised', { checks: { version: () => true } }, {}],
  ['declines every extension', 'rfc7692/7.1.2.1/server-bits-echoed', {}, {}],
  ['declines every extension', 'rfc6455/9/parameters-by-specification', {}, {}],
  ['chooses no subprotocol', 'rfc6455/11.3.4/subprotocol-sent-once', { supports: [] }, {}],
  ['looks at no key', 'rfc6455/4.3/key-grammar', {}, { keyCheck: 'presence' }],
  ['sends no 100', 'rfc9110/7.8/continue-before-switching', {}, {}],
] as const)('a server that %s has not shown %s', async (_, clause, behaviour, declared) => {
  expect(await sayOf(clause, behaviour, declared)).toBe('untested');
});

test.each([
  ['refuses by 401', 'service/5.2/credential-401', { checks: authenticated }, withCredential],
  ['refuses by 403', 'rfc6455/10.2/origin-403', { checks: allowlisted }, { origins }],
  ['refuses by 426', 'service/9/version-426', {}, {}],
  ['chooses a subprotocol', 'rfc6455/11.3.4/subprotocol-sent-once', {}, { subprotocols: ['chat'] }],
  ['declines every extension', 'rfc6455/4.2.2/extension-from-offer', {}, {}],
  ['declines every extension', 'rfc7692/7/parameter-invalid', {}, {}],
  ['refuses a key', 'rfc6455/4.3/key-grammar', {}, {}],
  ['refuses what it must', 'rfc6455/4.2.1/stop-processing', {}, {}],
] as const)('a server that %s has shown %s', async (_, clause, behaviour, declared) => {
  expect(await sayOf(clause, behaviour, declared)).toBe('pass');
});
