import { expect, test } from 'vitest';
import { sha1 } from '../../../src/sha1.ts';
import { octetsOf, type RequestCase } from '../../../src/verify/judge/case.ts';
import { judgeCase } from '../../../src/verify/judge/case-judgement.ts';
import { readTarget } from '../../../src/verify/judge/target.ts';
import { type Answer, AnswerReader } from '../../../src/verify/peer/answer.ts';
import { serverCases } from '../../../src/verify/server/request-case.ts';
import { computeAccept } from '../../../src/wire/accept.ts';

const read = readTarget('ws://a.test/chat', {});
if (!read.ok) throw new Error(read.problem);
const target = read.value;
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
  const reader = new AnswerReader();
  if (text !== '') reader.push(Buffer.from(text, 'latin1'));
  const answer: Answer = { ...reader.answer(how === 'ended' ? 'ended' : 'late'), ponged: how === 'right' };
  return judgeCase(current, answer, target);
}

const ofRefusal = [
  'service/7/no-upgrade-after-refusal',
  'rfc9112/4/reason-space',
  'rfc9112/5.2/no-folding-in-reply',
  'rfc9110/5.6.1.1/no-empty-elements-in-reply',
];
const ofUpgrade = ['rfc9110/7.8/connection-option-with-upgrade', ...ofRefusal.slice(1)];

test.each([
  [
    'the canonical request',
    'refused',
    [['SHOULD', 'service/1/valid-request-accepted', 'refused']],
    [...ofRefusal, 'rfc9112/4/status-line-sent', 'service/1/valid-request-accepted'],
  ],
  [
    'the canonical request',
    'missing',
    [['SHOULD', 'service/1/valid-request-accepted', 'refused']],
    [...ofRefusal, 'rfc9112/4/status-line-sent', 'service/1/valid-request-accepted'],
  ],
  [
    'the canonical request',
    'spoilt',
    [['MUST', 'rfc6455/4.2.2/status-101', 'reply']],
    [
      ...ofUpgrade,
      'rfc9112/4/status-line-sent',
      'service/1/valid-request-accepted',
      'rfc6455/4.2.2/status-101',
    ],
  ],
  [
    'the canonical request',
    'junk',
    [['MUST', 'rfc9112/4/status-line-sent', 'unanswered']],
    ['rfc9112/4/status-line-sent'],
  ],
  [
    'the canonical request',
    'junk101',
    [['MUST', 'rfc6455/4.2.2/status-101', 'reply']],
    ['rfc9112/4/status-line-sent', 'rfc6455/4.2.2/status-101'],
  ],
  [
    'the canonical request',
    'silent',
    [['SHOULD', 'service/1/valid-request-accepted', 'refused']],
    ['service/1/valid-request-accepted'],
  ],
  [
    'the canonical request',
    'ended',
    [['SHOULD', 'service/1/valid-request-accepted', 'refused']],
    ['service/1/valid-request-accepted'],
  ],
  [
    'the same in pieces',
    'refused',
    [['SHOULD', 'service/1/valid-request-accepted', 'refused']],
    [...ofRefusal, 'rfc9112/4/status-line-sent', 'service/1/valid-request-accepted'],
  ],
  [
    'the same in pieces',
    'missing',
    [['SHOULD', 'service/1/valid-request-accepted', 'refused']],
    [...ofRefusal, 'rfc9112/4/status-line-sent', 'service/1/valid-request-accepted'],
  ],
  [
    'the same in pieces',
    'spoilt',
    [['SHOULD', 'service/1/valid-request-accepted', 'refused']],
    [...ofUpgrade, 'rfc9112/4/status-line-sent', 'service/1/valid-request-accepted'],
  ],
  [
    'the same in pieces',
    'junk',
    [['MUST', 'rfc9112/4/status-line-sent', 'unanswered']],
    ['rfc9112/4/status-line-sent'],
  ],
  [
    'the same in pieces',
    'junk101',
    [['MUST', 'rfc9112/4/status-line-sent', 'unanswered']],
    ['rfc9112/4/status-line-sent'],
  ],
  [
    'the same in pieces',
    'silent',
    [['SHOULD', 'service/1/valid-request-accepted', 'refused']],
    ['service/1/valid-request-accepted'],
  ],
  [
    'the same in pieces',
    'ended',
    [['SHOULD', 'service/1/valid-request-accepted', 'refused']],
    ['service/1/valid-request-accepted'],
  ],
  [
    'a change that makes no difference',
    'refused',
    [['note', 'rfc9112/2.2/leading-empty-line', 'refused']],
    [...ofRefusal, 'rfc9112/4/status-line-sent', 'rfc9112/2.2/leading-empty-line'],
  ],
  [
    'a change that makes no difference',
    'missing',
    [['note', 'rfc9112/2.2/leading-empty-line', 'refused']],
    [...ofRefusal, 'rfc9112/4/status-line-sent', 'rfc9112/2.2/leading-empty-line'],
  ],
  [
    'a change that makes no difference',
    'spoilt',
    [['note', 'rfc9112/2.2/leading-empty-line', 'refused']],
    [...ofUpgrade, 'rfc9112/4/status-line-sent', 'rfc9112/2.2/leading-empty-line'],
  ],
  [
    'a change that makes no difference',
    'junk',
    [['MUST', 'rfc9112/4/status-line-sent', 'unanswered']],
    ['rfc9112/4/status-line-sent'],
  ],
  [
    'a change that makes no difference',
    'junk101',
    [['MUST', 'rfc9112/4/status-line-sent', 'unanswered']],
    ['rfc9112/4/status-line-sent'],
  ],
  [
    'a change that makes no difference',
    'silent',
    [['note', 'rfc9112/2.2/leading-empty-line', 'refused']],
    ['rfc9112/2.2/leading-empty-line'],
  ],
  [
    'a change that makes no difference',
    'ended',
    [['note', 'rfc9112/2.2/leading-empty-line', 'refused']],
    ['rfc9112/2.2/leading-empty-line'],
  ],
  [
    'a change that may be refused',
    'refused',
    [],
    [...ofRefusal, 'rfc9112/4/status-line-sent', 'service/1/valid-request-accepted'],
  ],
  [
    'a change that may be refused',
    'missing',
    [],
    [...ofRefusal, 'rfc9112/4/status-line-sent', 'service/1/valid-request-accepted'],
  ],
  [
    'a change that may be refused',
    'spoilt',
    [],
    [...ofUpgrade, 'rfc9112/4/status-line-sent', 'service/1/valid-request-accepted'],
  ],
  [
    'a change that may be refused',
    'junk',
    [['MUST', 'rfc9112/4/status-line-sent', 'unanswered']],
    ['rfc9112/4/status-line-sent'],
  ],
  [
    'a change that may be refused',
    'junk101',
    [['MUST', 'rfc9112/4/status-line-sent', 'unanswered']],
    ['rfc9112/4/status-line-sent'],
  ],
  ['a change that may be refused', 'silent', [], ['service/1/valid-request-accepted']],
  ['a change that may be refused', 'ended', [], ['service/1/valid-request-accepted']],
  [
    'a fault',
    'refused',
    [],
    [
      'rfc6455/4.2.1/error-status',
      ...ofRefusal,
      'rfc6455/4.2.1/key-present',
      'rfc6455/4.2.1/stop-processing',
      'rfc9112/4/status-line-sent',
    ],
  ],
  [
    'a fault',
    'missing',
    [],
    [
      'rfc6455/4.2.1/error-status',
      ...ofRefusal,
      'rfc6455/4.2.1/key-present',
      'rfc6455/4.2.1/stop-processing',
      'rfc9112/4/status-line-sent',
    ],
  ],
  [
    'a fault',
    'spoilt',
    [['SHOULD', 'rfc6455/4.2.1/key-present', 'accepted']],
    [...ofUpgrade, 'rfc9112/4/status-line-sent', 'rfc6455/4.2.1/key-present'],
  ],
  ['a fault', 'junk', [['MUST', 'rfc9112/4/status-line-sent', 'unanswered']], ['rfc9112/4/status-line-sent']],
  [
    'a fault',
    'junk101',
    [['MUST', 'rfc9112/4/status-line-sent', 'unanswered']],
    ['rfc9112/4/status-line-sent'],
  ],
  [
    'a fault',
    'silent',
    [['MUST', 'rfc6455/4.2.1/error-status', 'unanswered']],
    ['rfc6455/4.2.1/error-status'],
  ],
  ['a fault', 'ended', [], ['rfc6455/4.2.1/key-present', 'rfc6455/4.2.1/stop-processing']],
  [
    'two changes that make no difference',
    'refused',
    [['SHOULD', 'service/1/valid-request-accepted', 'refused']],
    [...ofRefusal, 'rfc9112/4/status-line-sent', 'service/1/valid-request-accepted'],
  ],
  [
    'two changes that make no difference',
    'missing',
    [['SHOULD', 'service/1/valid-request-accepted', 'refused']],
    [...ofRefusal, 'rfc9112/4/status-line-sent', 'service/1/valid-request-accepted'],
  ],
  [
    'two changes that make no difference',
    'spoilt',
    [['SHOULD', 'service/1/valid-request-accepted', 'refused']],
    [...ofUpgrade, 'rfc9112/4/status-line-sent', 'service/1/valid-request-accepted'],
  ],
  [
    'two changes that make no difference',
    'junk',
    [['MUST', 'rfc9112/4/status-line-sent', 'unanswered']],
    ['rfc9112/4/status-line-sent'],
  ],
  [
    'two changes that make no difference',
    'junk101',
    [['MUST', 'rfc9112/4/status-line-sent', 'unanswered']],
    ['rfc9112/4/status-line-sent'],
  ],
  [
    'two changes that make no difference',
    'silent',
    [['SHOULD', 'service/1/valid-request-accepted', 'refused']],
    ['service/1/valid-request-accepted'],
  ],
  [
    'two changes that make no difference',
    'ended',
    [['SHOULD', 'service/1/valid-request-accepted', 'refused']],
    ['service/1/valid-request-accepted'],
  ],
  [
    'a fault, and a change beside it',
    'refused',
    [],
    [
      ...ofRefusal,
      'rfc9110/15.6.6/http-version-not-supported',
      'rfc6455/4.2.1/stop-processing',
      'rfc9112/4/status-line-sent',
    ],
  ],
  [
    'a fault, and a change beside it',
    'missing',
    [],
    [
      ...ofRefusal,
      'rfc9110/15.6.6/http-version-not-supported',
      'rfc6455/4.2.1/stop-processing',
      'rfc9112/4/status-line-sent',
    ],
  ],
  [
    'a fault, and a change beside it',
    'spoilt',
    [],
    [
      ...ofUpgrade,
      'rfc9110/15.6.6/http-version-not-supported',
      'rfc6455/4.2.1/stop-processing',
      'rfc9112/4/status-line-sent',
    ],
  ],
  ['a fault, and a change beside it', 'junk', [], []],
  ['a fault, and a change beside it', 'junk101', [], []],
  [
    'a fault, and a change beside it',
    'silent',
    [['SHOULD', 'rfc6455/4.2.1/error-status', 'unanswered']],
    ['rfc6455/4.2.1/error-status'],
  ],
  [
    'a fault, and a change beside it',
    'ended',
    [],
    ['rfc9110/15.6.6/http-version-not-supported', 'rfc6455/4.2.1/stop-processing'],
  ],
])('%s that is answered by what is %s: %j', (kind, how, found, clauses) => {
  const { shown, faults } = judge(kind, how);
  expect(faults.map(({ severity, clause, kind: what }) => [severity, clause, what])).toEqual(found);
  expect(shown).toEqual(clauses);
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
