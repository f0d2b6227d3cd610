import { describe, expect, test } from 'vitest';
import type { ClauseId } from '../../../models/clauses.ts';
import type { ServerChoices } from '../../../models/facts/request.ts';
import { judgeAnswer } from '../../../src/verify/judge/judgement.ts';
import { isClosedBehind } from '../../../src/verify/judge/own-clause.ts';
import type { Target, TargetDeclaration } from '../../../src/verify/judge/target.ts';
import type { Answer } from '../../../src/verify/peer/answer.ts';
import { encodeLatin1 } from '../../../src/wire/index.ts';
import { targetOf } from '../target.ts';
import { accepted, opening, readAnswer, withLines } from './message.ts';

const switched = 'HTTP/1.1 101 S\r\nUpgrade: websocket\r\n\r\n';
const close = (code: number) => [0x88, 2, code >> 8, code & 255];

test.each([
  ['the end', switched, [], 'ended', true],
  ['a Close frame', switched, close(1000), 'ended', true],
  ['a Close frame, and no end', switched, close(1001), 'late', true],
  ['a Close frame without a code', switched, [0x88, 0], 'ended', true],
  ['a Close for frames that were wrong', switched, close(1002), 'ended', false],
  ['a Close for what is no text', switched, close(1007), 'ended', false],
  ['a Close for what is too big', switched, close(1009), 'ended', false],
  ['a reset', switched, [], 'reset', false],
  ['nothing', switched, [], 'late', false],
  ['the end of a refusal', 'HTTP/1.1 400 B\r\n\r\n', [], 'ended', false],
  ['nothing, for no 101 came, and the end', '', [], 'ended', false],
] as const)('behind a 101 came %s', (_, text, early, end, is) => {
  const answer = { ...readAnswer(text, end), early: Uint8Array.from(early) };
  expect(isClosedBehind(answer)).toBe(is);
  expect(isClosedBehind({ ...answer, ponged: true })).toBe(false);
});

const keyless = opening.replace(/Sec-WebSocket-Key.*\r\n/, '');
const refused = 'HTTP/1.1 400 Bad Request\r\n\r\n';
const offer = (...names: readonly string[]) =>
  withLines(opening, ...names.map((name) => `Sec-WebSocket-Protocol: ${name}`));
const choose = (name: string) => withLines(accepted, `Sec-WebSocket-Protocol: ${name}`);

interface Known extends TargetDeclaration, Pick<Target, 'pongPatience' | 'isSubprotocolLearnt'> {
  /** What it does with a request for no WebSocket, where it is known from inside. */
  readonly plainHttp?: ServerChoices['plainHttp'];
}

function knownTarget({ plainHttp, pongPatience, isSubprotocolLearnt, ...options }: Known): Target {
  const omitted = { subprotocolMismatch: 'omit', subprotocolAbsent: 'omit', originAbsent: 'accept' } as const;
  return {
    ...targetOf('ws://a.test/chat', options),
    ...(plainHttp ? { choices: { ...omitted, plainHttp } } : {}),
    ...(pongPatience === undefined ? {} : { pongPatience }),
    ...(isSubprotocolLearnt === undefined ? {} : { isSubprotocolLearnt }),
  };
}

interface Played {
  readonly request: string;
  readonly reply: string;
  readonly known?: Known;
  readonly more?: Partial<Answer>;
}

/** What an answer shows of a clause. */
function seeClause(
  clause: ClauseId,
  { request, reply, known = {}, more }: Played,
): 'broken' | 'kept' | 'unshown' {
  const answer = { ...readAnswer(reply), ponged: reply.includes(' 101 '), ...more };
  const { shown, faults } = judgeAnswer(
    encodeLatin1(request),
    answer,
    knownTarget(known),
    'service/1/valid-request-accepted',
  );
  if (faults.some((fault) => fault.clause === clause)) return 'broken';
  return shown.includes(clause) ? 'kept' : 'unshown';
}

describe('what only a server that is known from inside owes', () => {
  const inside = { plainHttp: 'badRequest' } as const;

  test.each([
    ['rfc9110/6.6.1/date', 'a refusal', keyless, refused],
    ['rfc9110/6.6.1/date', 'a refusal of a valid opening', opening, 'HTTP/1.1 403 Forbidden\r\n\r\n'],
    [
      'rfc9110/9.1/method-405',
      'the refusal of another method by 400',
      opening.replace('GET', 'POST'),
      refused,
    ],
    ['rfc9112/9.6/close-option-sent', 'a refusal that announces no close', keyless, refused],
  ] as const)('%s: %s', (clause, _, request, reply) => {
    expect(seeClause(clause, { request, reply, known: inside })).toBe('broken');
    expect(seeClause(clause, { request, reply })).toBe('unshown');
  });

  test('a page of the application is not of the server, and needs no Date', () => {
    const request = opening.replace('Upgrade: websocket\r\n', '');
    const reply = 'HTTP/1.1 200 OK\r\n\r\n';
    const known = { plainHttp: 'application' } as const;
    expect(seeClause('rfc9110/6.6.1/date', { request, reply, known })).toBe('unshown');
  });

  test.each([
    ['one that it does not support', offer('x'), 'x', 'broken'],
    ['one of two', offer('x, chat'), 'chat', 'unshown'],
    ['one of two on lines of their own', offer('x', 'chat'), 'chat', 'unshown'],
    ['one of those that are no list', offer('a b'), 'chat', 'broken'],
  ] as const)('no subprotocol where it has none to choose: %s', (_, request, name, seen) => {
    const known = { ...inside, subprotocols: ['chat'] };
    expect(seeClause('rfc6455/4.2.2/subprotocol-null', { request, reply: choose(name), known })).toBe(seen);
  });

  test('of any other server it is not known what it would choose', () => {
    const played = { request: offer('x'), reply: choose('x'), known: { subprotocols: ['chat'] } };
    expect(seeClause('rfc6455/4.2.2/subprotocol-null', played)).toBe('unshown');
  });
});

test('what was offered in a request that cannot be read is not known, nor whether there was anything to choose', () => {
  const request = withLines(opening, 'A b: c');
  expect(seeClause('rfc6455/4.2.2/subprotocol-null', { request, reply: choose('chat') })).toBe('unshown');
});

describe('a server chose a subprotocol, and was declared to support', () => {
  const chat = ['chat'];
  const token = { auth: { in: 'subprotocol', prefix: 'token.', value: 'secret' } } as const;

  test.each<[string, string, string, Known, 'broken' | 'kept' | 'unshown']>([
    ['another', offer('x'), 'x', { subprotocols: chat }, 'broken'],
    ['it', offer('chat'), 'chat', { subprotocols: chat }, 'unshown'],
    ['it in another letter case', offer('Chat'), 'Chat', { subprotocols: chat }, 'unshown'],
    ['it and another', offer('chat'), 'chat', { subprotocols: ['chat', 'b'] }, 'unshown'],
    ['one of those offered', offer('x, chat'), 'x', { subprotocols: chat }, 'unshown'],
    ['one of those offered on two lines', offer('x', 'chat'), 'x', { subprotocols: chat }, 'unshown'],
    [
      'another, as far as was learnt',
      offer('x'),
      'x',
      { subprotocols: chat, isSubprotocolLearnt: true },
      'unshown',
    ],
    [
      'another beside tokens',
      offer('token.secret'),
      'token.secret',
      { subprotocols: chat, ...token },
      'unshown',
    ],
    ['it, where none was offered', opening, 'chat', { subprotocols: chat }, 'unshown'],
    ['it, where no list was offered', offer('a b'), 'chat', { subprotocols: chat }, 'unshown'],
    ['nothing that is known', offer('x'), 'x', {}, 'unshown'],
  ])('%s', (_, request, name, known, seen) => {
    const clause = 'rfc6455/4.2.2/subprotocol-supported';
    expect(seeClause(clause, { request, reply: choose(name), known })).toBe(seen);
  });
});

describe('a server that was seen to send no pong', () => {
  const more = { ponged: false, end: 'late' } as const;
  const silent = { pongPatience: 20 };

  test('owes none behind its 101', () => {
    const played = { request: opening, reply: accepted, more };
    expect(seeClause('rfc6455/5.5.2/pong', played)).toBe('broken');
    expect(seeClause('rfc6455/5.5.2/pong', { ...played, known: silent })).toBe('unshown');
  });

  test('does not show how it has read content', () => {
    const played = { request: `${withLines(opening, 'Content-Length: 3')}abc`, reply: accepted, more };
    const clause = 'rfc9112/6.3/content-read-as-content';
    expect(seeClause(clause, played)).toBe('broken');
    expect(seeClause(clause, { ...played, known: silent })).toBe('unshown');
  });
});

describe('content that is announced', () => {
  const asked = withLines(opening, 'Content-Length: 3');
  const expectant = withLines(opening, 'Content-Length: 3', 'Expect: 100-continue');
  const half = { early: Uint8Array.of(0x81, 5, 0x68) };

  test.each([
    ['without content, what comes before the pong is whole', opening, 'broken'],
    ['where content is outstanding, a pong ends nothing', asked, 'kept'],
  ] as const)('%s', (_, request, seen) => {
    const played = { request, reply: accepted, more: half };
    expect(seeClause('service/1/no-body-in-101', played)).toBe(seen);
  });

  test.each([
    ['has not been sent', expectant, {}, 'broken'],
    ['was sent behind the reply', `${expectant}abc`, { isAheadOfRest: true }, 'broken'],
    ['was sent before the reply', `${expectant}abc`, {}, 'unshown'],
    ['is none', withLines(opening, 'Expect: 100-continue'), {}, 'unshown'],
  ] as const)(
    'a 100 is owed before a 101 only where content did not come before it: content that %s',
    (_, request, more, seen) => {
      const played = { request, reply: accepted, more };
      expect(seeClause('rfc9110/7.8/continue-before-switching', played)).toBe(seen);
    },
  );

  test.each([
    ['of three octets', `${asked}abc`, {}, 'kept'],
    ['of no octets', withLines(opening, 'Content-Length: 0'), {}, 'unshown'],
    ['that had not been sent', asked, {}, 'unshown'],
    ['ahead of which the refusal came', `${asked}abc`, { isAheadOfRest: true }, 'unshown'],
    ['with another fault beside it', `${asked.replace('GET', 'POST')}abc`, {}, 'unshown'],
  ] as const)('a refusal shows how content was read %s', (_, request, more, seen) => {
    const played = { request, reply: refused, more };
    expect(seeClause('rfc9112/6.3/content-read-as-content', played)).toBe(seen);
  });
});

describe('an accept value that nobody can name', () => {
  const clause = 'rfc6455/4.2.2/accept-value';
  const twice = withLines(opening, 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==');
  const reply = accepted.replace('s3p', 'x3p');
  const known = { keyCheck: 'presence' } as const;

  test.each([
    ['of one key', opening, {}, 'broken'],
    ['of two, which the server was declared not to count', twice, known, 'unshown'],
    ['of two, where something else was accepted beside', twice.replace('GET', 'POST'), known, 'unshown'],
    ['of one, where something else was accepted beside', opening.replace('GET', 'POST'), {}, 'broken'],
  ] as const)('%s', (_, request, declared, seen) => {
    expect(seeClause(clause, { request, reply, known: declared })).toBe(seen);
  });
});
