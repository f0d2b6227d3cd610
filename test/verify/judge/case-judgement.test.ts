import { describe, expect, test } from 'vitest';
import { type ClauseId, clauses as register } from '../../../models/clauses.ts';
import { sha1 } from '../../../src/sha1.ts';
import type { RequestCase } from '../../../src/verify/judge/case.ts';
import { judgeCase } from '../../../src/verify/judge/case-judgement.ts';
import type { Answer } from '../../../src/verify/peer/answer.ts';
import { serverCases } from '../../../src/verify/server/case/request-case.ts';
import { computeAccept, encodeLatin1 } from '../../../src/wire/index.ts';
import { targetOf } from '../target.ts';
import { readAnswer, showSeen } from './message.ts';

const target = targetOf('ws://a.test/chat');
const { literals, drawn } = serverCases(target, 1, 2);
const cases = [...literals, ...drawn];
const clauseIds: ReadonlySet<string> = new Set(Object.keys(register));

function caseWhere(fits: (each: RequestCase) => boolean): RequestCase {
  const found = cases.find(fits);
  if (!found) throw new Error('there is such a case');
  return found;
}

/** An answer by a 101 with this Upgrade, and what came behind it. */
function switching(upgrade: string, more: Partial<Answer> = {}): Answer {
  const fields = ['Connection: Upgrade', `Upgrade: ${upgrade}`, '', ''];
  return { ...readAnswer(['HTTP/1.1 101 Switching Protocols', ...fields].join('\r\n')), ...more };
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
    expect(faults.map(({ kind }) => kind)).toEqual(findings.map(() => 'message'));
  });

  test.each([
    ['a reply of HTTP', 'HTTP/1.1 400 ', 'noReplyBehindSwitch', 'replyBehindSwitch'],
    ['no pong', '', 'pongToEarlyPing', 'none'],
  ])('was answered by %s', (_, behind, expected, observed) => {
    const answer = switching('websocket', { early: encodeLatin1(behind), ponged: true });
    const [fault] = judgeCase(early, answer, target).faults;
    expect([fault?.expected, fault?.observed]).toEqual([expected, observed]);
  });

  test('shows nothing where the request had no reply', () => {
    expect(judgeCase(early, readAnswer(''), target)).toEqual({ shown: [], faults: [] });
  });

  test('shows nothing where more came than is kept, while the head is judged of every other case', () => {
    const answer = switching('h2c', { came: 2_000_000 });
    const plain = caseWhere((each) => !each.early && each.changes.length === 0);
    expect(judgeCase(early, answer, target)).toEqual({ shown: [], faults: [] });
    expect(judgeCase(plain, answer, target).faults.map(({ clause }) => clause)).toContain(
      'rfc6455/4.2.2/reply-upgrade',
    );
  });

  test('was answered by what is no HTTP', () => {
    const { shown, faults } = judgeCase(early, readAnswer('what?'), target);
    expect(shown).toEqual(['rfc9112/4/status-line-sent']);
    expect(faults.map(({ severity, clause, kind, observed }) => [severity, clause, kind, observed])).toEqual([
      ['MUST', 'rfc9112/4/status-line-sent', 'message', { is: 'octetsThatAreNoReply', count: 5 }],
    ]);
  });
});

describe('a version that is not 13', () => {
  const other = caseWhere(({ changes }) => changes.length === 1 && changes[0]?.guard === 'versionIsNot13');
  const [listed] = caseWhere(({ clause }) => clause === 'rfc9110/7.8/upgrade-list').changes;
  const refused = readAnswer(
    'HTTP/1.1 404 Not Found\r\nSec-WebSocket-Version: 13\r\nContent-Length: 0\r\n\r\n',
  );
  const advertised: ClauseId = 'rfc6455/4.2.2/version-advertised';

  test('and is refused has its versions listed', () => {
    expect(judgeCase(other, refused, target).shown).toContain(advertised);
  });

  test('and is refused without them breaks that, if the refusal cannot be for what else was changed', () => {
    const clauses = (changes: RequestCase['changes']) =>
      judgeCase({ ...other, changes }, readAnswer('HTTP/1.1 404 Not Found\r\n\r\n'), target).faults.map(
        ({ clause }) => clause,
      );
    expect(clauses(other.changes)).toContain(advertised);
    expect(clauses([...other.changes, ...(listed ? [listed] : [])])).toEqual([]);
  });

  test('shows nothing of that where the refusal may be for what else was changed', () => {
    const both = { ...other, changes: [...other.changes, ...(listed ? [listed] : [])] };
    expect(judgeCase(both, refused, target).shown).not.toContain(advertised);
  });
});

describe('a message before the credential', () => {
  const held = targetOf('ws://a.test/chat', { auth: { in: 'firstMessage', value: 'secret' } });
  const [message] = serverCases(held, 1, 1).literals.filter(({ frames }) => frames !== undefined);
  const before = [0x8a, 6, ...Buffer.from('before')];
  const text = [0x81, 2, 0x68, 0x69];
  const close = [0x88, 2, 3, 0xe8];

  test('shows nothing where the request had no reply', () => {
    if (!message) throw new Error('there is such a case');
    expect(judgeCase(message, readAnswer(''), held)).toEqual({ shown: [], faults: [] });
  });

  test('shows nothing where more came than is kept: the answer may have been in it', () => {
    if (!message) throw new Error('there is such a case');
    const answer = switching('websocket', { early: Uint8Array.from([...before, ...text]), came: 2_000_000 });
    expect(judgeCase(message, answer, held)).toEqual({ shown: [], faults: [] });
  });

  test.each([
    ['answered', [...before, ...text], true, [2]],
    ['answered by octets', [...before, 0x82, 1, 0], true, [1]],
    ['not answered', [...before, ...close], true, []],
    ['sent before', [...text, ...before], true, []],
    ['not read', [...text], false, []],
    ['answered behind another pong', [0x8a, 5, ...Buffer.from('after'), ...text], false, []],
    ['behind a text that is no pong', [0x81, 6, ...Buffer.from('before'), ...text], false, []],
  ])('was %s', (_, early, isShown, observed) => {
    if (!message) throw new Error('there is such a case');
    const answer = switching('websocket', { early: Uint8Array.from(early) });
    const { shown, faults } = judgeCase(message, answer, held);
    expect(shown).toEqual(isShown ? ['service/5.3/first-message-held'] : []);
    expect(faults.map((fault) => [fault.clause, fault.kind, fault.expected, fault.observed])).toEqual(
      observed.map((each) => [
        ...['service/5.3/first-message-held', 'message'],
        ...['silenceBeforeCredential', { is: 'message', count: each }],
      ]),
    );
    const patient = { ...held, pongPatience: 1 };
    expect(judgeCase(message, answer, patient).shown).toEqual(
      observed.map(() => 'service/5.3/first-message-held'),
    );
  });
});

test('what comes behind the 101 is seen there, whatever goes before it', () => {
  const switched =
    'HTTP/1.1 103 E\r\n\r\nHTTP/1.1 101 S\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n';
  const early = caseWhere((each) => each.early !== undefined);
  const secured = targetOf('ws://a.test/chat', { auth: { in: 'firstMessage', value: 'secret' } });
  const [message] = serverCases(secured, 1, 1).literals.filter(({ frames }) => frames !== undefined);
  const show = (current: RequestCase | undefined, behind: string, judged = target) => {
    const response = switched + behind;
    if (!current) throw new Error('there is such a case');
    const { faults } = judgeCase(current, { ...readAnswer(response), ponged: true }, judged);
    return faults.map((fault) => [fault.about, ...showSeen(fault, { response })]);
  };
  expect(show(early, 'HTTP/1.1 400 No')).toEqual([['behind', 'response: HTTP/1.1 400 No']]);
  expect(show(early, '')).toEqual([['pong']]);
  const told = '\x8a\x06before\x81\x02hi';
  expect(show(message, told, secured)).toEqual([['behind', `response: ${told}`]]);
});

describe('what a case shows besides its own clause', () => {
  const declined: ClauseId = 'rfc7692/5/declined-by-omission';
  const offering = caseWhere(
    ({ changes: [first, ...more] }) =>
      more.length === 0 && first?.refusedAs === declined && first.clause === 'rfc6455/9/extensions-accepted',
  );
  const optional = caseWhere(
    ({ changes: [first, ...more] }) => more.length === 0 && first?.guard === null && first.refusedAs === null,
  );
  const canonical = caseWhere(({ changes, isCut, early }) => changes.length === 0 && !isCut && !early);
  const open = switching('websocket', { ponged: true });
  const emptyElement = 'rfc9110/5.6.1.1/no-empty-elements-in-reply';

  test('an offer that was accepted shows that it need not be refused', () => {
    expect(judgeCase(offering, open, target).shown).toContain(declined);
  });

  test('an offer beside another change shows nothing of that', () => {
    const both = { ...offering, changes: [...offering.changes, ...optional.changes] };
    expect(judgeCase(both, open, target).shown).not.toContain(declined);
  });

  test('what may be refused, and was not, shows nothing but clauses', () => {
    const { shown } = judgeCase(optional, open, target);
    expect(shown.filter((each) => !clauseIds.has(each))).toEqual([]);
  });

  test('what may be refused is no fault, and the refusal is held against what it owes itself', () => {
    const { faults } = judgeCase(optional, readAnswer('HTTP/1.1 400 Bad\r\nAllow: GET,,PUT\r\n\r\n'), target);
    expect(faults.map(({ clause, kind }) => [clause, kind])).toEqual([[emptyElement, 'reply']]);
  });

  test('an opening that was accepted by no 101 is charged with that, and with what the reply owes itself', () => {
    const [, key = ''] = /Sec-WebSocket-Key: (.*)\r\n/.exec(Buffer.concat(canonical.pieces).toString()) ?? [];
    const accept = `Sec-WebSocket-Accept: ${computeAccept(key, sha1)}`;
    const reply = readAnswer(`HTTP/1.1 200 OK\r\n${accept}\r\nAllow: GET,,PUT\r\n\r\n`);
    expect(judgeCase(canonical, reply, target).faults.map(({ clause }) => clause)).toEqual([
      emptyElement,
      'rfc6455/4.2.2/status-101',
    ]);
  });

  test('the refusal of a change that came in pieces may be for the pieces', () => {
    const harmless = caseWhere(
      ({ changes, clause }) => changes.length === 1 && clause === 'rfc9110/7.8/upgrade-list',
    );
    const [octets = new Uint8Array()] = harmless.pieces;
    const cut = { ...harmless, pieces: [octets.subarray(0, 9), octets.subarray(9)], isCut: true };
    const clauses = (current: RequestCase) =>
      judgeCase(current, readAnswer('HTTP/1.1 400 Bad\r\n\r\n'), target).faults.map(({ clause }) => clause);
    expect(clauses(harmless)).toEqual(['rfc9110/7.8/upgrade-list']);
    expect(clauses(cut)).toEqual(['service/1/valid-request-accepted']);
  });
});
