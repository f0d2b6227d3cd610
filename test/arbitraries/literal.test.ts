import { describe, expect, test } from 'vitest';
import { serverRows } from '../../models/decisions/server.ts';
import {
  applyEdits,
  line,
  literalDeviations,
  literalTransforms,
  type OpeningEndpoint,
  type PlacedCredential,
  placeCredential,
  policyDeviations,
  type RequestDeviation,
  type RequestMessage,
  requestDeviations,
  type Transform,
  writeRequestMessage,
} from '../../src/arbitraries/index.ts';
import { compileAllowlist } from '../../src/auth/origin.ts';
import type { ServerPolicy } from '../../src/facts/endpoint.ts';
import { decodeLatin1 } from '../../src/wire/index.ts';
import { endpoint, guardsOf, policyOf, read, served, strict } from './strict-reading.ts';

const canonical: RequestMessage = {
  prefix: '',
  method: 'GET',
  target: '/chat',
  version: 'HTTP/1.1',
  separator: ' ',
  content: '',
  lines: [
    line('Host', '127.0.0.1:8080'),
    line('Upgrade', 'websocket'),
    line('Connection', 'Upgrade'),
    line('Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='),
    line('Sec-WebSocket-Version', '13'),
    line('Sec-WebSocket-Protocol', 'chat, superchat'),
  ],
};
const textOf = (message: RequestMessage) => decodeLatin1(writeRequestMessage(message));
const startOf = (message: RequestMessage) => textOf(message).split('\r\n', 1).join();

const origins = ['https://a.example.com', 'http://localhost:8080', 'null'];
const allowlist = compileAllowlist(origins);
const welcoming = policyOf({ ...served, origin: allowlist.ok ? allowlist.value : null });
const demanding = { ...strict, originAbsent: 'refuse' } as const;
const originTarget: OpeningEndpoint = { ...endpoint, origins };
const fromOrigin = { ...canonical, lines: [...canonical.lines, line('Origin', 'https://a.example.com')] };

const bearer: PlacedCredential = { in: 'authorization', scheme: 'Bearer', value: 'To.ken-1' };
const credentialTarget: OpeningEndpoint = { ...endpoint, credential: bearer };
const asking = policyOf({ ...served, credentials: [{ in: 'authorization', scheme: 'Bearer' }] });

const mute: OpeningEndpoint = { ...endpoint, path: '/', subprotocols: [] };
const silent = {
  ...canonical,
  target: '/',
  lines: canonical.lines.filter(({ name }) => name !== 'Sec-WebSocket-Protocol'),
};

/** Of an endpoint: its canonical opening, how its server reads, and the row that decides where nothing is wrong. */
const targets: readonly (readonly [string, OpeningEndpoint, RequestMessage, ServerPolicy, string])[] = [
  ['no policy', endpoint, canonical, policyOf(served), 'otherwise'],
  ['an allowlist of origins', originTarget, fromOrigin, welcoming, 'otherwise'],
  ['a credential', credentialTarget, placeCredential(canonical, bearer), asking, 'authorizationIsUnasked'],
];

describe.each(targets)('of an endpoint with %s, every literal deviation', (_policy, target, opening) => {
  const deviations = literalDeviations(target);

  test('differs from the canonical opening and from every other', () => {
    const texts = deviations.map(({ edits }) => textOf(applyEdits(opening, edits)));
    expect(new Set([textOf(opening), ...texts]).size).toBe(texts.length + 1);
  });

  test('stands in the order of the rows', () => {
    const order = [...new Set(serverRows.map(({ guard }) => guard))];
    const found = [...new Set(deviations.map(({ guard }) => guard))];
    expect(found).toEqual(order.filter((guard) => found.includes(guard)));
  });
});

test('every guard has literals, but for those that hold by a size', () => {
  const target = { ...originTarget, credential: bearer };
  const sizes = ['headIsTooLarge', 'fieldsAreTooMany', 'targetIsTooLong'];
  const drawn = [...Object.keys(requestDeviations(target)), ...Object.keys(policyDeviations(target))];
  const written = new Set<string>(literalDeviations(target).map(({ guard }) => guard));
  expect([...written, ...sizes].sort()).toEqual(drawn.sort());
});

const plain = ['upgradeIsAbsent', 'connectionLacksUpgrade', 'versionIsAbsent', 'keyIsAbsent'];

/** Openings that are another protocol's, and break more than one rule of this one. */
const several: readonly (readonly [guard: string, startLine: string, guards: readonly string[]])[] = [
  ['httpMajorIsNot1', 'PRI * HTTP/2.0', ['httpMajorIsNot1', 'targetNamesNoResource', 'methodIsNotGet']],
  ['hostIsAbsent', 'GET /chat HTTP/1.1', ['hostIsAbsent', 'versionIsAbsent', 'keyIsAbsent']],
  ['contentLengthIsMalformed', 'HEAD /chat HTTP/1.1', ['contentLengthIsMalformed', 'methodIsNotGet']],
  ['upgradeIsAbsent', 'GET /chat HTTP/1.1', [...plain, 'subprotocolIsAbsent']],
  ['versionIsAbsent', 'GET /chat HTTP/1.1', ['versionIsAbsent', 'keyIsAbsent']],
];

const single = (deviations: readonly RequestDeviation[]) =>
  deviations.filter(
    ({ guard, part }) => !(part === 'message' && several.some(([exception]) => exception === guard)),
  );
/** The guards that hold where each of these changes was made to an opening. */
const guardsOfEach = (
  changes: readonly Pick<Transform, 'edits'>[],
  opening: RequestMessage,
  ...by: readonly ServerPolicy[]
) => changes.map(({ edits }) => guardsOf(applyEdits(opening, edits), ...by));
const guardOfEach = (deviations: readonly RequestDeviation[]) => deviations.map(({ guard }) => [guard]);

describe('a literal deviation makes its guard hold, and no other', () => {
  test('each but those of an allowlist or a credential', () => {
    const deviations = single(literalDeviations(endpoint));
    expect(guardsOfEach(deviations, canonical)).toEqual(guardOfEach(deviations));
    expect(deviations).toHaveLength(328);
  });

  test('but what is an opening of another protocol, or a plain request', () => {
    const whole = literalDeviations(endpoint).filter(({ part }) => part === 'message');
    const found = whole.map(({ guard, edits }) => [
      guard,
      startOf(applyEdits(canonical, edits)),
      guardsOf(applyEdits(canonical, edits)),
    ]);
    expect(found.filter(([, , guards]) => guards?.length !== 1)).toEqual(several);
  });

  test.each([
    ['of several', origins, fromOrigin, welcoming],
    ...['https://10.0.0.1', 'http://[::1]:8080', 'http://a'].map((origin) => {
      const list = compileAllowlist([origin]);
      const by = policyOf({ ...served, origin: list.ok ? list.value : null });
      const opening = { ...canonical, lines: [...canonical.lines, line('Origin', origin)] };
      return [`with ${origin} alone`, [origin], opening, by] as const;
    }),
  ] as const)('of an allowlist %s', (_, listed, opening, by) => {
    const all = literalDeviations({ ...endpoint, origins: listed });
    const deviations = all.filter(({ part, guard }) => part === 'Origin' || guard.startsWith('origin'));
    const guards = deviations.map(({ edits }) => guardsOf(applyEdits(opening, edits), by, demanding));
    expect(guards).toEqual(guardOfEach(deviations));
  });

  test('a credential is absent or another one', () => {
    const opening = placeCredential(canonical, bearer);
    const of = (name: string) => literalDeviations(credentialTarget).filter(({ guard }) => guard === name);
    const credentialIn = ({ edits }: RequestDeviation) => {
      const { facts, credential } = read(writeRequestMessage(applyEdits(opening, edits)), asking);
      return [facts.authorization, credential?.value];
    };
    expect(of('credentialIsAbsent').map(credentialIn)).toEqual(Array(6).fill(['absent', undefined]));
    expect(of('credentialIsInvalid').map(credentialIn)).toEqual([
      ['unasked', 'To.ken-'],
      ['unasked', 'o.ken-1'],
      ['unasked', 'To.ken-1x'],
      ['unasked', 'xTo.ken-1'],
      ['unasked', 'tO.KEN-1'],
      ['unasked', '1-nek.oT'],
      ['unasked', 'xxxxxxxx'],
    ]);
  });
});

test.each([
  ['methodIsNotGet', 'POST /chat HTTP/1.1'],
  ['methodIsNotGet', 'get /chat HTTP/1.1'],
  ['requestLineIsMalformed', 'GET /chat'],
  ['requestLineIsMalformed', 'HTTP/1.1 101 Switching Protocols'],
  ['requestLineIsMalformed', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['httpMajorIsNot1', 'PRI * HTTP/2.0'],
  ['targetIsMalformed', 'GET /chat?a#b HTTP/1.1'],
])('%s can be written as the request line %j', (guard, expected) => {
  const lines = literalDeviations(endpoint)
    .filter((deviation) => deviation.guard === guard)
    .map(({ edits }) => startOf(applyEdits(canonical, edits)));
  expect(lines).toContain(expected);
});

test.each([
  ['keyIsMalformed', 'Sec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA', 'rfc6455/4.3/key-grammar'],
  ['keyIsMalformed', 'Sec-WebSocket-Key: -_IDBAUGBwgJCgsMDQ4PEA==', 'rfc4648/3.3/alphabet'],
  ['keyIsNot16Octets', 'Sec-WebSocket-Key: AQI=', 'rfc6455/4.2.1/key-16-octets'],
  ['fieldLinesAreMalformed', ': no name', 'rfc9112/5/field-lines'],
  ['fieldLinesAreMalformed', 'X-Odd : space before the colon', 'rfc9112/5.1/space-before-colon'],
  ['upgradeIsNotWebsocket', 'Upgrade: websocketa', 'rfc6455/4.2.1/upgrade-websocket'],
  ['connectionLacksUpgrade', 'Connection: not-upgrade', 'rfc6455/4.2.1/connection-token'],
  ['versionIsNot13', 'Sec-WebSocket-Version: 99', 'rfc6455/4.2.2/version-unsupported'],
  ['versionIsNot13', 'Sec-WebSocket-Version: 7', 'service/9/drafts-refused'],
  [
    'extensionsAreMalformed',
    'Sec-WebSocket-Extensions: foo; bar="a b"',
    'rfc6455/9.1/extension-quoted-token',
  ],
])('%s can be written as the line %j, once, under %s', (guard, expected, clause) => {
  const found = literalDeviations(endpoint).filter(({ edits }) =>
    textOf(applyEdits(canonical, edits)).split('\r\n').includes(expected),
  );
  expect(found.map((deviation) => [deviation.guard, deviation.clause])).toEqual([[guard, clause]]);
});

describe.each(targets)('for an endpoint with %s, a literal transform', (_, target, opening, policy, row) => {
  const transforms = literalTransforms(target);

  test('differs from the canonical opening and from every other', () => {
    const texts = transforms.map(({ edits }) => textOf(applyEdits(opening, edits)));
    expect(new Set([textOf(opening), ...texts]).size).toBe(texts.length + 1);
  });

  test('finds no fault', () => {
    expect(guardsOfEach(transforms, opening, policy)).toEqual(transforms.map(() => [row]));
  });
});

test('an allowlist adds literal transforms, and a credential none', () => {
  expect(targets.map(([, target]) => literalTransforms(target).length)).toEqual([96, 101, 96]);
});

test('without subprotocols and origins there is nothing to change in them', () => {
  const fieldsOf = (target: OpeningEndpoint, opening: RequestMessage) =>
    literalTransforms(target).filter(({ edits }) =>
      applyEdits(opening, edits).lines.some(({ name }) => /^(sec-websocket-protocol|origin)$/i.test(name)),
    ).length;
  expect(fieldsOf(mute, silent)).toBe(0);
  expect(fieldsOf(originTarget, fromOrigin)).toBe(literalTransforms(originTarget).length);
});

test('a list of one is not split, one of two is', () => {
  const isSplit = ({ clause, edits }: Transform) =>
    clause === 'rfc9110/5.3/split-lines' &&
    textOf(applyEdits(canonical, edits)).includes(
      'Sec-WebSocket-Protocol: chat\r\nSec-WebSocket-Protocol: superchat',
    );
  const one = { ...endpoint, subprotocols: ['chat'] };
  expect([endpoint, one].map((target) => literalTransforms(target).filter(isSplit).length)).toEqual([1, 0]);
});

test('a cookie is not put beside one that is a credential', () => {
  const cookie: PlacedCredential = { in: 'cookie', name: 'session', value: 'To.ken-1' };
  const ofCookie = (target: OpeningEndpoint) =>
    literalTransforms(target).filter(({ edits }) =>
      textOf(applyEdits(canonical, edits)).includes('\r\nCookie: a=b'),
    );
  expect([endpoint, { ...endpoint, credential: cookie }].map((each) => ofCookie(each).length)).toEqual([
    1, 0,
  ]);
});

test.each([
  ['rfc6455/4.2.1/upgrade-case', 'Upgrade: WebSocket'],
  ['rfc6455/4.2.1/connection-case', 'Connection: upgrade'],
  ['rfc6455/4.2.1/connection-token', 'Connection: keep-alive, Upgrade'],
  ['rfc9110/5.3/split-lines', 'Connection: Upgrade\r\nConnection: keep-alive'],
  ['rfc9110/5.3/split-lines', 'Connection: keep-alive\r\nConnection: Upgrade'],
  ['service/1/valid-request-accepted', 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='],
  ['service/1/valid-request-accepted', 'Sec-WebSocket-Protocol: unsupported, chat, superchat'],
  ['service/1/valid-request-accepted', 'Sec-WebSocket-Protocol: chat, superchat, unsupported'],
  ['rfc9110/5.1/field-name-case', 'HOST: 127.0.0.1:8080'],
  ['rfc9112/5.1/surrounding-space', 'Upgrade:websocket\r\nConnection:Upgrade'],
  ['service/4/query-accepted', 'GET /chat?a=1 HTTP/1.1'],
])('%s can be shown by %j, once', (clause, expected) => {
  const found = literalTransforms(endpoint).filter((transform) =>
    `\r\n${textOf(applyEdits(canonical, transform.edits))}`.includes(`\r\n${expected}\r\n`),
  );
  expect(found.map((transform) => transform.clause)).toEqual([clause]);
});

test('the longest request line has the 8000 octets that a server should take', () => {
  const lines = literalTransforms(endpoint).map(({ edits }) => startOf(applyEdits(canonical, edits)).length);
  expect(Math.max(...lines)).toBe(8_000);
});

test('what belongs to the target stays: its query, and a credential in it', () => {
  const credential: PlacedCredential = { in: 'query', name: 'token', value: 'To.ken-1' };
  const target: OpeningEndpoint = { ...endpoint, path: '/chat?room=1', credential };
  const opening = { ...canonical, target: '/chat?room=1&token=To.ken-1' };
  const targets = literalTransforms(target).map(({ edits }) => applyEdits(opening, edits).target);
  expect(targets.filter((text) => !text.includes('/chat?room=1&token=To.ken-1'))).toEqual([]);
});
