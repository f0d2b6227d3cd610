import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { type ClauseId, clauses } from '../../models/clauses.ts';
import type { TargetDeclaration } from '../../src/verify/judge/target.ts';
import type { Report } from '../../src/verify/report/report.ts';
import type { VerifyServerOptions } from '../../src/verify/server/verify-server.ts';
import { linesOf } from './content.ts';
import { type Deviation, deviations, excusedDeviations } from './deviation.ts';
import { findBroken, holdServer } from './hold.ts';
import { knownMarks, tellMarks } from './mark.ts';
import { partFor } from './part.ts';
import {
  allowlisted,
  authenticated,
  type Behaviour,
  credential,
  origins,
  type Request,
  sendPlainly,
} from './server.ts';

/** Holds a server with a planted deviation against its clause. */
async function hold(deviation: Deviation) {
  const { title, behaviour, clause, also = [], warned = [], needs = [], declared, run } = deviation;
  const part = partFor(title, [clause, ...also, ...warned, ...needs]);
  return holdServer(behaviour, declared, { ...part, ...run });
}

/** A finding on each clause of its own, in the order of a report: its level, the clause, and what it breaks besides. */
function tellLevels(said: Report | string) {
  if (typeof said === 'string') return said;
  return said.findings.map(({ level, clause, also = [] }) => [level, clause, ...also]);
}

function levelsOf({ clause, level = clauses[clause].level, also = [], warned = [] }: Deviation) {
  return [...warned.map((each) => ['SHOULD', each]), [level, clause, ...also]];
}

const titled = (some: readonly Deviation[]) => some.map((each) => [each.title, each] as const);

test.concurrent.each(titled(deviations))(
  'a server that %s is told so, and where',
  async (title, deviation) => {
    const said = await hold(deviation);
    expect(tellLevels(said)).toEqual(levelsOf(deviation));
    expect(knownMarks).toContain(tellMarks(`a server that ${title}`, deviation.clause, said));
  },
);

test.concurrent.each(excusedDeviations.map((each) => [each.title, each] as const))(
  'a server that %s is told so in a note, and not blamed',
  async (_, { title, behaviour, clause, declared, run }) => {
    const said = await holdServer(behaviour, declared, { ...partFor(title, [clause]), ...run });
    if (typeof said === 'string') throw new Error(said);
    expect(said.findings.map((each) => each.clause)).toEqual([]);
    expect(said.notes.map((each) => each.clause)).toContain(clause);
  },
);

test.concurrent('a server is told which rows it did not keep', async () => {
  const said = await holdServer({
    checks: { key: ({ values }) => values('sec-websocket-key').length === 1 },
  });
  expect(
    typeof said === 'string' ? said : said.findings.map(({ clause, guards }) => [clause, guards]),
  ).toEqual([['rfc6455/4.3/key-grammar', ['keyIsMalformed', 'keyIsNot16Octets']]]);
});

test.concurrent('a server that looks at no fault of extensions, and refuses a right offer, is told of two defects', async () => {
  const behaviour: Behaviour = {
    checks: { extensions: () => true },
    demands: (head) => !/server_max_window_bits=8\b/i.test(head),
  };
  expect(await findBroken(behaviour)).toEqual([
    ['rfc6455/9.1/extension-grammar', 'rfc6455/9.1/extension-quoted-token'],
    ['rfc7692/5/declined-by-omission'],
  ]);
});

test.concurrent('nothing is said of a server that refuses the canonical opening', async () => {
  const says = () => 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
  expect(await holdServer({ says })).toMatch(/answered by 200 OK, where a 101 was expected/);
});

test.concurrent('nothing is said of a server that speaks before its status line', async () => {
  const says = () => 'Welcome!\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
  expect(await holdServer({ says })).toMatch(/octets that are no reply, where a 101 was expected/);
});

test.concurrent.each([
  ['by 200', (reply) => reply.replace('101 Switching Protocols', '200 OK\r\nContent-Length: 0')],
  ['behind a line that is none of HTTP', (reply) => `Welcome!\r\n${reply}`],
] satisfies [string, Behaviour['says']][])(
  'a server that accepts the canonical opening %s is told so, and nothing else',
  async (_, says) => {
    expect(await findBroken({ says })).toEqual([['rfc6455/4.2.2/status-101']]);
  },
);

test.concurrent('a server that answers no ping is held to its replies, and told that', async () => {
  expect(await holdServer({ pongs: false }, {}, { timeout: 200 })).toMatchObject({
    findings: [],
    notes: [{ clause: 'rfc6455/5.5.2/pong' }],
  });
});

test.concurrent('nothing is said of a server that wants a credential, and the option that gives one is named', async () => {
  const checks = { credential: () => false };
  expect(await holdServer({ checks })).toMatch(/answered by 401 Unauthorized.*--auth/);
});

const sayInstead = (from: string, to: string): Behaviour => ({ says: (reply) => reply.replace(from, to) });

/** What is said of a clause about a server with a behaviour. */
async function resultOf(
  clause: ClauseId,
  behaviour: Behaviour,
  declared: TargetDeclaration,
  run: Partial<VerifyServerOptions> = {},
) {
  const said = await holdServer(behaviour, declared, { only: [clause], ...run });
  return typeof said === 'string' ? said : [...said.clauses, ...said.choices].find(({ id }) => id === clause);
}

const withCredential: TargetDeclaration = { auth: { in: 'field', name: 'X-Api-Key', value: credential } };

test.concurrent.each([
  [
    'takes every credential',
    'service/5.2/credential-401',
    {},
    withCredential,
    'no wrong credential was answered by 401',
  ],
  [
    'refuses by 403',
    'service/5.2/credential-401',
    { checks: authenticated, ...sayInstead('401 Unauthorized', '403 Forbidden') },
    withCredential,
    'no wrong credential was answered by 401',
  ],
  ['takes every origin', 'rfc6455/10.2/origin-403', {}, { origins }, 'no origin was answered by 403'],
  [
    'takes every version',
    'service/9/version-426',
    { checks: { version: () => true } },
    {},
    'no other version was refused',
  ],
  [
    'takes every version',
    'rfc6455/4.2.2/version-advertised',
    { checks: { version: () => true } },
    {},
    'no other version was refused',
  ],
  [
    'takes every method',
    'rfc9110/15.5.6/allow',
    { checks: { method: () => true } },
    {},
    'no reply was a 405',
  ],
  [
    'refuses by 400 alone',
    'rfc9110/15.5.22/upgrade-in-426',
    sayInstead('426 Upgrade Required', '400 Bad Request'),
    {},
    'no reply was a 426',
  ],
  [
    'declines every extension',
    'rfc7692/7.1.2.1/server-bits-echoed',
    {},
    {},
    'no reply agreed to permessage-deflate where server_max_window_bits was asked for',
  ],
  [
    'declines every extension',
    'rfc6455/9/parameters-by-specification',
    {},
    {},
    'no reply agreed to permessage-deflate',
  ],
  ...(
    [
      'rfc7692/5/answered-once',
      'rfc7692/5/offer-order',
      'rfc7692/7/parameter-undefined',
      'rfc7692/7/parameter-repeated',
      'rfc7692/7/parameter-invalid',
      'rfc7692/7.1.1.2/client-takeover-answered',
      'rfc7692/7.1.2.2/client-bits-answered',
      'rfc7692/7.1.2.2/client-bits-value',
    ] as const
  ).map(
    (clause) =>
      ['declines every extension', clause, {}, {}, 'no reply agreed to permessage-deflate'] as const,
  ),
  [
    'opens in HTTP/1.0',
    'rfc9110/15.2/no-1xx-to-http10',
    { checks: { minor: () => true } },
    {},
    'the target opens in HTTP/1.0, and so does not look at the version',
  ],
  [
    'chooses no subprotocol',
    'rfc6455/11.3.4/subprotocol-sent-once',
    { supports: [] },
    { subprotocols: ['chat'] },
    'no 101 named a subprotocol',
  ],
  [
    'looks at no key',
    'rfc6455/4.3/key-grammar',
    {},
    { keyCheck: 'presence' },
    'the target was declared not to look that closely',
  ],
  [
    'refuses content',
    'rfc9110/7.8/continue-before-switching',
    {},
    {},
    'no 101 came to a request that awaited a 100 before its content',
  ],
] as const)(
  'a server that %s is not concerned by %s, and is told why',
  async (_, clause, behaviour, declared, reason) => {
    expect(await resultOf(clause, behaviour, declared)).toMatchObject({
      ...{ verdict: 'untested', why: 'notApplicable', reason },
    });
  },
);

test.concurrent('a server that declines every extension passes of RFC 7692 that it declines, and nothing else', async () => {
  const said = await holdServer({});
  if (typeof said === 'string') throw new Error(said);
  const passed = [...said.clauses, ...said.choices].filter(({ verdict }) => verdict === 'pass');
  const ids = passed.map(({ id }) => id).filter((id) => id.startsWith('rfc7692/'));
  expect(ids).toEqual(['rfc7692/5/declined-by-omission']);
});

test.concurrent.each([
  ['takes the first of two keys', ['leniency']],
  ['takes the first of two versions', ['leniency']],
  ['opens behind content that it has read', ['service']],
  ['advertises a version that the service does not have', ['service']],
  ['wants all of a request in one piece', ['service']],
  ['accepts every credential', ['declared']],
  ['accepts every origin', ['declared']],
  ['sends a page behind the 101', []],
] as const)('a server that %s is told so under the tags %j', async (title, tags) => {
  const planted = deviations.find((each) => each.title === title);
  if (!planted) throw new Error(`there is no deviation with the title ${title}`);
  const { behaviour, declared, clause, run } = planted;
  const said = await holdServer(behaviour, declared, { only: [clause], ...run });
  if (typeof said === 'string') throw new Error(`there is no report: ${said}`);
  const [finding] = said.findings;
  if (!finding) throw new Error('there is no finding');
  expect(finding.tags).toEqual(tags);
});

test.concurrent.each([
  [
    'that it has ended the connection',
    (socket) => void socket.end(),
    { clause: 'rfc6455/7.3/not-ended-at-once', observed: 'the end of the connection' },
  ],
  ['that no pong came', () => {}, { clause: 'rfc6455/5.5.2/pong', observed: 'nothing in time' }],
] satisfies [string, (socket: Socket) => void, object][])(
  'a server that answers no ping where a cookie came is told %s',
  async (_, behave, finding) => {
    const hasCookie = (head: string) => linesOf(head, 'cookie').length > 0;
    const said = await holdServer(
      {
        says: (reply, refused, _request, { head }) =>
          refused === null && hasCookie(head) ? reply.replace('Switching Protocols', 'Bye') : reply,
        async sends(socket, reply, refused) {
          sendPlainly(socket, reply, refused);
          if (!reply.includes('101 Bye')) return;
          behave(socket);
          await once(socket, 'close');
        },
      },
      undefined,
      { timeout: 500 },
    );
    expect(said).toMatchObject({ findings: [finding] });
  },
);

test.concurrent.each([
  ['a credential', 'service/5.2/credential-missing', '--auth'],
  ['origins', 'rfc6455/4.2.2/origin-refused', '--origin'],
  ['subprotocols', 'rfc6455/4.3/subprotocol-sent-grammar', '--subprotocol'],
] as const)('of a server without %s declared %s is unplayed', async (_, clause, option) => {
  expect(await resultOf(clause, {}, {})).toMatchObject({
    ...{ verdict: 'untested', why: 'unplayed', reason: expect.stringContaining(`(${option})`) },
  });
});

test.concurrent('of a server that leaves requests without an answer the others like them are unplayed', async () => {
  const silent: Behaviour = {
    says: (reply, refused) => (refused === 'key' ? '' : reply),
    sends: (socket, reply, refused) => (reply === '' ? undefined : sendPlainly(socket, reply, refused)),
  };
  const held = [silent, {}, { timeout: 300, runs: 3 }] as const;
  expect(await resultOf('rfc6455/4.3/key-grammar', ...held)).toMatchObject({
    verdict: 'untested',
    ...{ why: 'unplayed', reason: 'cases of it were left out, since others like them had no answer' },
  });
});

test.concurrent('what nobody is blamed for is a note on a clause that passes', async () => {
  const checks = { minor: ({ minor }: Request) => minor === '1' };
  const said = await holdServer({ checks });
  const clause = 'rfc9110/6.2/minor-version';
  expect(said).toMatchObject({ findings: [], notes: [{ clause }], summary: { noted: 1 } });
  if (typeof said === 'string') throw new Error(said);
  const result = [...said.clauses, ...said.choices].find(({ id }) => id === clause);
  expect(result).toMatchObject({ verdict: 'pass', note: said.notes[0]?.title });
});

test.concurrent.each([
  ['refuses by 401', 'service/5.2/credential-401', { checks: authenticated }, withCredential],
  ['refuses by 403', 'rfc6455/10.2/origin-403', { checks: allowlisted }, { origins }],
  ['refuses by 426', 'service/9/version-426', {}, {}],
  ['chooses a subprotocol', 'rfc6455/11.3.4/subprotocol-sent-once', {}, { subprotocols: ['chat'] }],
  ['declines every extension', 'rfc6455/4.2.2/extension-from-offer', {}, {}],
  ['refuses a key', 'rfc6455/4.3/key-grammar', {}, {}],
  ['refuses what it must', 'rfc6455/4.2.1/stop-processing', {}, {}],
] as const)('a server that %s has shown %s', async (_, clause, behaviour, declared) => {
  const result = await resultOf(clause, behaviour, declared);
  expect(result).toMatchObject({ verdict: 'pass' });
  expect(result).not.toHaveProperty('note');
});
