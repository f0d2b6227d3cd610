import { describe, expect, test } from 'vitest';
import type { ClauseId } from '../../../models/clauses.ts';
import type { RequestCase } from '../../../src/verify/judge/case.ts';
import { judgeCase } from '../../../src/verify/judge/case-judgement.ts';
import { readTarget } from '../../../src/verify/judge/target.ts';
import type { Answer } from '../../../src/verify/peer/answer.ts';
import { serverCases } from '../../../src/verify/server/request-case.ts';
import { encodeLatin1, parseReply } from '../../../src/wire/index.ts';

const read = readTarget('ws://a.test/chat', {});
if (!read.ok) throw new Error(read.problem);
const target = read.value;
const { literals } = serverCases(target, 1, 1);

function caseWhere(fits: (each: RequestCase) => boolean): RequestCase {
  const found = literals.find(fits);
  if (!found) throw new Error('there is such a case');
  return found;
}

/** An answer by a 101 with this Upgrade, and what came behind it. */
function switching(upgrade: string, more: Partial<Answer> = {}): Answer {
  const head = encodeLatin1(
    `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${upgrade}\r\n\r\n`,
  );
  const reply = parseReply(head);
  if (!reply.ok) throw new Error('it can be read');
  return {
    ...{ octets: head, head, reply: reply.value, interims: [], early: new Uint8Array(), ponged: false },
    ...{ content: null, closing: 'unseen', isAheadOfRest: false, second: 'unasked', end: 'late' },
    ...more,
  };
}

describe('a list of protocols', () => {
  const list: ClauseId = 'rfc9110/7.8/upgrade-list';
  const listed = caseWhere(
    ({ clause, pieces }) => clause === list && /Upgrade: h2c, websocket/.test(`${pieces}`),
  );

  test('of which another was chosen shows nothing, also not that it was read', () => {
    expect(judgeCase(listed, switching('h2c'), target)).toEqual({ shown: [], faults: [] });
  });

  test('of which websocket was chosen was read', () => {
    const { shown } = judgeCase(listed, switching('websocket', { ponged: true, end: 'replied' }), target);
    expect(shown).toContain(list);
  });
});

describe('a frame that came with the request', () => {
  const early = caseWhere((each) => each.early !== undefined);

  test.each([
    ['HTTP/1.1 400 Bad Request\r\n\r\n', false, [['MUST', 'service/1/frames-after-101']]],
    ['HTTP/1.1 400 Bad Request\r\n\r\n', true, [['MUST', 'service/1/frames-after-101']]],
    ['', true, [['SHOULD', 'rfc6455/4.1/early-frames-kept']]],
    ['\x8a\x05early', true, []],
    ['', false, []],
    ['\x88\x02\x03\xea', false, []],
  ] as const)('was answered behind the 101 by %j, and the ping behind it: %s', (behind, ponged, findings) => {
    const { shown, faults } = judgeCase(
      early,
      switching('websocket', { early: encodeLatin1(behind), ponged }),
      target,
    );
    expect(faults.map(({ severity, clause }) => [severity, clause])).toEqual(findings);
    const own = ponged && !behind.startsWith('HTTP') ? ['rfc6455/4.1/early-frames-kept'] : [];
    expect(shown).toEqual(findings.length > 0 ? findings.map(([, clause]) => clause) : own);
  });
});

describe('a version that is not 13', () => {
  const other = caseWhere(({ changes }) => changes.length === 1 && changes[0]?.guard === 'versionIsNot13');
  const [listed] = caseWhere(({ clause }) => clause === 'rfc9110/7.8/upgrade-list').changes;
  const head = encodeLatin1(
    'HTTP/1.1 404 Not Found\r\nSec-WebSocket-Version: 13\r\nContent-Length: 0\r\n\r\n',
  );
  const reply = parseReply(head);
  const refused: Answer = {
    ...switching('websocket', { octets: head, head, end: 'replied' }),
    reply: reply.ok ? reply.value : null,
  };
  const advertised: ClauseId = 'rfc6455/4.2.2/version-advertised';

  test('and is refused has its versions listed', () => {
    expect(judgeCase(other, refused, target).shown).toContain(advertised);
  });

  test('shows nothing of that where the refusal may be for what else was changed', () => {
    const both = { ...other, changes: [...other.changes, ...(listed ? [listed] : [])] };
    expect(judgeCase(both, refused, target).shown).not.toContain(advertised);
  });
});

describe('a message before the credential', () => {
  const held = readTarget('ws://a.test/chat', { auth: { in: 'firstMessage', value: 'secret' } });
  if (!held.ok) throw new Error(held.problem);
  const [message] = serverCases(held.value, 1, 1).literals.filter(({ frames }) => frames !== undefined);
  const before = [0x8a, 6, ...Buffer.from('before')];
  const text = [0x81, 2, 0x68, 0x69];
  const close = [0x88, 2, 3, 0xe8];

  test.each([
    ['answered', [...before, ...text], true, ['a message of 2 octets']],
    ['answered by octets', [...before, 0x82, 1, 0], true, ['a message of 1 octets']],
    ['not answered', [...before, ...close], true, []],
    ['sent before', [...text, ...before], true, []],
    ['not read', [...text], false, []],
    ['answered behind another pong', [0x8a, 5, ...Buffer.from('after'), ...text], false, []],
    ['behind a text that is no pong', [0x81, 6, ...Buffer.from('before'), ...text], false, []],
  ])('was %s', (_, early, isShown, observed) => {
    if (!message) throw new Error('there is such a case');
    const answer = switching('websocket', { early: Uint8Array.from(early) });
    const { shown, faults } = judgeCase(message, answer, held.value);
    expect(shown).toEqual(isShown ? ['service/5.3/first-message-held'] : []);
    expect(faults.map((fault) => [fault.clause, fault.kind, fault.expected, fault.observed])).toEqual(
      observed.map((each) => [
        ...['service/5.3/first-message-held', 'message'],
        ...['no answer to a message before the credential is validated', each],
      ]),
    );
    const patient = { ...held.value, pongPatience: 1 };
    expect(judgeCase(message, answer, patient).shown).toEqual(
      observed.map(() => 'service/5.3/first-message-held'),
    );
  });
});
