import { describe, expect, test } from 'vitest';
import { serverRows, serverTable } from '../../../models/decisions/server.ts';
import {
  examine,
  findFaults,
  isBusy,
  isOfOneGuard,
  permitsStatus,
} from '../../../src/verify/judge/oracle.ts';
import type { Target, TargetDeclaration } from '../../../src/verify/judge/target.ts';
import { encodeLatin1 } from '../../../src/wire/index.ts';
import { targetOf } from '../target.ts';
import { opening, withLines } from './message.ts';

function rowOf(guard: string) {
  const found = serverTable.rows.find((row) => row.guard === guard);
  if (!found) throw new Error(`there is a row for ${guard}`);
  return found;
}

test.each([
  ['otherwise', [101, 200, 302, 400, 503], []],
  ['upgradeIsAbsent', [100, 200, 404, 503], [101]],
  ['keyIsAbsent', [300, 302, 400, 500, 503, 429], [101, 200, 299]],
  ['hostIsAbsent', [400, 503, 429], [101, 200, 302, 401, 500]],
  ['transferCodingIsMalformed', [400, 501, 503], [101, 302, 404, 500]],
  ['versionIsNot13', [300, 400, 426], [101, 200]],
])('where %s, there has to be one of %j', (guard, right, wrong) => {
  const row = rowOf(guard);
  expect(right.filter((status) => !permitsStatus(row, status))).toEqual([]);
  expect(wrong.filter((status) => permitsStatus(row, status))).toEqual([]);
});

test('429 and 503 are said by who is busy', () => {
  expect([400, 403, 429, 500, 503].filter(isBusy)).toEqual([429, 503]);
});

test('rows of one guard are one kind of fault', () => {
  const [plain, bad] = serverTable.rows.filter(({ guard }) => guard === 'upgradeIsAbsent');
  const other = rowOf('keyIsAbsent');
  if (!plain || !bad) throw new Error('there are three of them');
  expect([[], [plain], [plain, bad], [plain, other]].map(isOfOneGuard)).toEqual([true, true, true, false]);
  expect(serverRows.length).toBeGreaterThan(0);
});

const offer = (line: string) => withLines(opening, line);
const url = 'ws://a.test/chat';

const guardsOf = (text: string, options: TargetDeclaration = {}) =>
  findFaults(encodeLatin1(text), targetOf(url, options)).map(({ guard }) => guard);

describe('the faults of a request, as a target should see them', () => {
  test.each([
    [opening, {}, []],
    [opening.replace('/chat', '/other'), {}, []],
    [opening.replace('Host: a.test', 'Host: b.test'), {}, []],
    [opening.replace('Host: a.test\r\n', ''), {}, ['hostIsAbsent']],
    [opening.replace('Upgrade: websocket\r\n', ''), {}, ['upgradeIsAbsent']],
    [opening.replace('Version: 13', 'Version: 9'), {}, ['versionIsNot13']],
    [offer('Origin: https://evil.test'), {}, []],
    [offer('Origin: https://evil.test'), { origins: ['https://a.test'] }, ['originIsForeign']],
    [offer('Origin: https://a.test'), { origins: ['https://a.test'] }, []],
    [offer('Sec-WebSocket-Protocol: x'), { subprotocols: ['chat'] }, []],
    [opening, { subprotocols: ['chat'], subprotocolRequired: true }, ['subprotocolIsAbsent']],
    [offer('Sec-WebSocket-Protocol: chat'), { subprotocols: ['chat'], subprotocolRequired: true }, []],
    [offer(`X: ${'a'.repeat(100_000)}`), {}, []],
    [opening.replace('/chat', `/${'a'.repeat(100_000)}`), {}, []],
  ])('%#: %j', (text, options, guards) => {
    expect(guardsOf(text, options)).toEqual(guards);
  });

  test('some need not be refused by a target that was declared not to look', () => {
    const owed = (text: string, options: TargetDeclaration) =>
      examine(encodeLatin1(text), targetOf(url, options)).owed.map(({ guard }) => guard);
    const short = opening.replace('dGhlIHNhbXBsZSBub25jZQ==', 'AAAA');
    expect(owed(short, {})).toEqual(['keyIsNot16Octets']);
    expect(owed(short, { keyCheck: 'presence' })).toEqual([]);
    expect(owed(opening.replace('Version: 13', 'Version: 9'), { versions: [13, 8] })).toEqual([
      'versionIsNot13',
    ]);
    expect(owed(opening.replace('Version: 13', 'Version: 8'), { versions: [13, 8] })).toEqual([]);
  });

  test('empty lines before the request line are left out of its octets', () => {
    const { octets, content, request } = examine(encodeLatin1(`\r\n\r\n${opening}ab`), targetOf(url));
    expect(Buffer.from(octets).toString('latin1')).toBe(`${opening}ab`);
    expect(content).toBe('unannounced');
    expect(request?.method).toBe('GET');
  });
});

describe('a target that is known from inside', () => {
  const limits = { ...targetOf(url).endpoint.limits, targetOctets: 40, fields: 6, headOctets: 400 };
  const known = (mismatch: 'omit' | 'refuse'): Target => {
    const target = targetOf(url, { subprotocols: ['chat'] });
    const choices = {
      ...({ plainHttp: 'application', subprotocolMismatch: mismatch } as const),
      ...({ subprotocolAbsent: 'omit', originAbsent: 'accept' } as const),
    };
    return { ...target, endpoint: { ...target.endpoint, limits }, choices };
  };

  test.each([
    ['its own path', opening, []],
    ['another path', opening.replace('/chat', '/other'), ['pathIsUnknown']],
    ['a target as long as it may be', opening.replace('/chat', `/chat?${'a'.repeat(34)}`), []],
    ['a longer one', opening.replace('/chat', `/chat?${'a'.repeat(35)}`), ['targetIsTooLong']],
    ['as many fields as there may be', offer('X: 1'), []],
    ['more fields', offer('X: 1\r\nX: 2'), ['fieldsAreTooMany']],
    ['a head that is too large', offer(`X: ${'a'.repeat(400)}`), ['headIsTooLarge']],
    ['a subprotocol that it has', offer('Sec-WebSocket-Protocol: chat'), []],
  ])('%s', (_what, text, guards) => {
    const found = findFaults(encodeLatin1(text), known('refuse')).map(({ guard }) => guard);
    expect(found).toEqual(guards);
  });

  test.each([
    ['omit', []],
    ['refuse', ['subprotocolIsMismatched']],
  ] as const)('a subprotocol that it has not, and is to %s', (mismatch, guards) => {
    const text = offer('Sec-WebSocket-Protocol: x');
    const found = findFaults(encodeLatin1(text), known(mismatch)).map(({ guard }) => guard);
    expect(found).toEqual(guards);
  });
});
