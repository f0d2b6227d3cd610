import { describe, expect, test } from 'vitest';
import { sha1 } from '../../../src/sha1.ts';
import { octetsOf, type RequestCase } from '../../../src/verify/judge/case.ts';
import { judgeCase } from '../../../src/verify/judge/case-judgement.ts';
import { serverCases } from '../../../src/verify/server/case/request-case.ts';
import { computeAccept } from '../../../src/wire/accept.ts';
import { targetOf } from '../target.ts';
import { readAnswer } from './message.ts';

const target = targetOf('ws://a.test/chat');
const { literals, drawn } = serverCases(target, 1, 2);
const cases = [...literals, ...drawn];

/** The first case of each kind. */
const kinds: Readonly<Record<string, (each: RequestCase) => boolean>> = {
  'the canonical request': ({ changes, isCut, early, frames }) =>
    changes.length === 0 && !isCut && !early && !frames,
  'the same in pieces': ({ changes, isCut }) => isCut && changes.length === 0,
  'a change that makes no difference': ({ clause, changes }) =>
    changes.length === 1 && clause === 'rfc9112/2.2/leading-empty-line',
  'a change that may be refused': ({ clause, changes: [first, ...more] }) =>
    more.length === 0 && clause === 'rfc6455/4.2.2/subprotocol-from-offer' && first?.refusedAs === null,
  'a fault': ({ changes: [first, ...more] }) => more.length === 0 && first?.guard === 'keyIsAbsent',
  'two changes that make no difference': ({ changes }) =>
    changes.length === 2 && changes.every(({ guard }) => guard === null),
  'a fault, and a change beside it': ({ changes }) =>
    changes.some(({ guard }) => guard !== null) && changes.some(({ guard }) => guard === null),
};

function caseOf(kind: string): RequestCase {
  const found = cases.find((each) => kinds[kind]?.(each));
  if (!found) throw new Error(`there is ${kind}`);
  return found;
}

/** The accept value that the key of a case needs. */
function acceptOf(current: RequestCase): string {
  const [, key = ''] =
    /sec-websocket-key: (.*)\r\n/i.exec(Buffer.from(octetsOf(current)).toString('latin1')) ?? [];
  return computeAccept(key, sha1);
}

const fields = 'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept:';
const texts: Readonly<Record<string, (accept: string) => string>> = {
  right: (accept) => `HTTP/1.1 101 S\r\n${fields} ${accept}\r\n\r\n`,
  refused: () => 'HTTP/1.1 400 Bad\r\n\r\n',
  missing: () => 'HTTP/1.1 404 No\r\n\r\n',
  spoilt: (accept) => `HTTP/1.1 200 OK\r\n${fields} ${accept}\r\n\r\n`,
  junk: () => 'what?\r\n',
  junk101: (accept) => `HTTP/1.1 101 S\r\nA b: c\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  silent: () => '',
  ended: () => '',
};

function judge(kind: string, how: string) {
  const current = caseOf(kind);
  const text = texts[how]?.(acceptOf(current)) ?? '';
  const answer = readAnswer(text, how === 'ended' ? 'ended' : 'late');
  return judgeCase(current, { ...answer, ponged: how === 'right' }, target);
}

const accepted = 'service/1/valid-request-accepted';
const readable = 'rfc9112/4/status-line-sent';
const stopped = 'rfc6455/4.2.1/stop-processing';
const ofHead = [
  'rfc9112/4/reason-space',
  'rfc9112/5.2/no-folding-in-reply',
  'rfc9110/5.6.1.1/no-empty-elements-in-reply',
];
const ofRefusal = ['service/7/no-upgrade-after-refusal', ...ofHead];
const ofUpgrade = ['rfc9110/7.8/connection-option-with-upgrade', ...ofHead];

type Expected = readonly [found: readonly (readonly string[])[], shown: readonly string[]];

/** Where no reply can be read. */
const unreadable: Expected = [[['MUST', readable, 'unanswered']], [readable]];

/** What is expected where a request may be accepted under a clause, and what is found where it is not. */
function ofValid(clause: string, ...found: readonly string[][]): Readonly<Record<string, Expected>> {
  const refused: Expected = [found, [...ofRefusal, readable, clause]];
  return {
    refused,
    missing: refused,
    spoilt: [found, [...ofUpgrade, readable, clause]],
    junk: unreadable,
    junk101: unreadable,
    silent: [found, [clause]],
    ended: [found, [clause]],
  };
}

const unaccepted = ['SHOULD', accepted, 'refused'];
const noSwitch = ['MUST', 'rfc6455/4.2.2/status-101', 'reply'];
const error = 'rfc6455/4.2.1/error-status';
const keyless = 'rfc6455/4.2.1/key-present';
const refusedForKey: Expected = [[], [error, ...ofRefusal, keyless, stopped, readable]];
const otherVersion = 'rfc9110/15.6.6/http-version-not-supported';
const refusedForVersion: Expected = [[], [...ofRefusal, otherVersion, stopped, readable]];

/** What is found and shown by each answer to each kind. */
const expected: Readonly<Record<string, Readonly<Record<string, Expected>>>> = {
  'the canonical request': {
    ...ofValid(accepted, unaccepted),
    // Of the opening as it is, a reply with an accept value is taken for a 101 that was spoilt.
    spoilt: [[noSwitch], [...ofUpgrade, readable, accepted, 'rfc6455/4.2.2/status-101']],
    junk101: [[noSwitch], [readable, 'rfc6455/4.2.2/status-101']],
  },
  'the same in pieces': ofValid(accepted, unaccepted),
  'a change that makes no difference': ofValid('rfc9112/2.2/leading-empty-line', [
    'note',
    'rfc9112/2.2/leading-empty-line',
    'refused',
  ]),
  'a change that may be refused': ofValid(accepted),
  'two changes that make no difference': ofValid(accepted, unaccepted),
  'a fault': {
    refused: refusedForKey,
    missing: refusedForKey,
    spoilt: [[['SHOULD', keyless, 'accepted']], [...ofUpgrade, readable, keyless]],
    junk: unreadable,
    junk101: unreadable,
    silent: [[['MUST', error, 'unanswered']], [error]],
    ended: [[['MUST', error, 'unanswered']], [keyless, stopped, error]],
  },
  'a fault, and a change beside it': {
    refused: refusedForVersion,
    missing: refusedForVersion,
    spoilt: [[], [...ofUpgrade, otherVersion, stopped, readable]],
    junk: [[], []],
    junk101: [[], []],
    silent: [[['SHOULD', error, 'unanswered']], [error]],
    ended: [[], [otherVersion, stopped]],
  },
};

describe.each(Object.entries(expected))('%s', (kind, answers) => {
  test.each(Object.entries(answers))('that is answered by what is %s', (how, [found, clauses]) => {
    const { shown, faults } = judge(kind, how);
    expect(faults.map(({ severity, clause, kind: what }) => [severity, clause, what])).toEqual(found);
    expect(shown).toEqual(clauses);
  });
});

test('every answer to every kind is expected', () => {
  expect(Object.keys(expected).toSorted()).toEqual(Object.keys(kinds).toSorted());
  const hows = Object.keys(texts).filter((how) => how !== 'right');
  for (const answers of Object.values(expected))
    expect(Object.keys(answers).toSorted()).toEqual(hows.toSorted());
});

test.each([
  ['the canonical request', 'service/1/valid-request-accepted', true],
  ['the same in pieces', 'service/1/valid-request-accepted', true],
  ['a change that makes no difference', 'rfc9112/2.2/leading-empty-line', true],
  ['two changes that make no difference', 'rfc9110/7.8/upgrade-list', false],
] as const)('%s that is accepted shows %s: %s', (kind, clause, is) => {
  const { shown, faults } = judge(kind, 'right');
  expect(faults).toEqual([]);
  expect(shown.includes(clause)).toBe(is);
});
