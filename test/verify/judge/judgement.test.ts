import { describe, expect, test } from 'vitest';
import type { ClauseId } from '../../../models/clauses.ts';
import { sha1 } from '../../../src/sha1.ts';
import { judgeAnswer } from '../../../src/verify/judge/judgement.ts';
import { readTarget, type TargetOptions } from '../../../src/verify/judge/target.ts';
import type { Answer } from '../../../src/verify/peer/answer.ts';
import { computeAccept, encodeLatin1, parseReply } from '../../../src/wire/index.ts';
import { accepted, opening } from './message.ts';

const acceptance: ClauseId = 'service/1/valid-request-accepted';

type Options = TargetOptions & { readonly clause?: ClauseId; readonly more?: Partial<Answer> };

/** What a target is found to have done wrong: severity and clause. */
function judge(request: string, reply: string | null, options: Options = {}) {
  return judgeWhole(request, reply, options).faults.map((fault) => [fault.severity, fault.clause]);
}

function judgeWhole(request: string, reply: string | null, options: Options = {}) {
  const { clause = acceptance, more, ...known } = options;
  const target = readTarget('ws://a.test/chat', known);
  if (!target.ok) throw new Error(target.problem);
  const head = encodeLatin1(reply ?? '');
  const parsed = reply === null ? null : parseReply(head);
  const answer: Answer = {
    octets: head,
    content: null,
    closing: 'unseen',
    head,
    reply: parsed?.ok ? parsed.value : null,
    interims: [],
    early: new Uint8Array(),
    ponged: true,
    isAheadOfRest: false,
    second: 'unasked',
    end: reply === null ? 'ended' : 'replied',
    ...more,
  };
  return judgeAnswer(encodeLatin1(request), answer, target.value, clause);
}

const refused = (status: string, ...fields: readonly string[]) =>
  [`HTTP/1.1 ${status}`, ...fields, '', ''].join('\r\n');
const withCoding = (coding: string) =>
  opening.replace('\r\n\r\n', `\r\nTransfer-Encoding: ${coding}\r\n\r\n`);
const without = (name: string) => opening.replace(new RegExp(`${name}: .*\r\n`), '');

describe('a valid request', () => {
  test("a Close frame in the place of the pong is nobody's fault", () => {
    const early = Uint8Array.of(0x88, 2, 0x11, 0x36);
    expect(judge(opening, accepted, { more: { ponged: false, end: 'ended', early } })).toEqual([]);
  });

  test('of a list of protocols another was chosen: nothing of that is about WebSocket', () => {
    const asked = opening.replace('Upgrade: websocket', 'Upgrade: h2c, websocket');
    const reply = refused('101 Switching Protocols', 'Upgrade: h2c', 'Connection: Upgrade');
    expect(judgeWhole(asked, reply, { more: { ponged: false } })).toEqual({ shown: [], faults: [] });
  });

  test('another protocol that was asked for was chosen by name alone: a pong shows that it is WebSocket', () => {
    const asked = opening.replace('Upgrade: websocket', 'Upgrade: foo');
    const reply = accepted.replace('Upgrade: websocket', 'Upgrade: foo');
    expect(judge(asked, reply)).toContainEqual(['MUST', 'rfc6455/4.2.1/upgrade-websocket']);
    expect(judge(asked, reply, { more: { ponged: false, end: 'late' } })).toEqual([]);
  });

  test.each([
    ['none at all', 'h2c', '', [['MUST', 'rfc6455/4.2.2/reply-upgrade']]],
    [
      'websocket as well',
      'h2c, websocket',
      'Upgrade: h2c, websocket\r\n',
      [['MUST', 'rfc6455/4.2.2/reply-upgrade']],
    ],
    [
      'what is no list, as was asked',
      'a b',
      'Upgrade: a b\r\n',
      [['MUST', 'rfc6455/4.2.1/upgrade-websocket']],
    ],
  ])('a 101 that names %s is held against what a WebSocket owes', (_what, asked, line, findings) => {
    const request = opening.replace('Upgrade: websocket', `Upgrade: ${asked}`);
    const reply = accepted.replace('Upgrade: websocket\r\n', line);
    expect(judge(request, reply, { more: { ponged: false, end: 'late' } })).toEqual(
      expect.arrayContaining(findings),
    );
  });

  test('octets that are no reply are that, and no refusal', () => {
    const more = { octets: Uint8Array.of(0x8a, 0), end: 'late' } as const;
    expect(judge(opening, null, { more })).toEqual([['MUST', 'rfc9112/4/status-line-sent']]);
  });

  test('answered by a right 101 has no finding', () => {
    expect(judge(opening, accepted)).toEqual([]);
  });

  test.each([
    ['refused', refused('400 Bad Request'), [['SHOULD', acceptance]]],
    ['closed without a word', null, [['SHOULD', acceptance]]],
    ['with a wrong accept value', accepted.replace('s3p', 'x3p'), [['MUST', 'rfc6455/4.2.2/accept-value']]],
    ['without one', accepted.replace(/Sec-W.*\r\n/, ''), [['MUST', 'rfc6455/4.2.2/accept-value']]],
    [
      'with another Upgrade',
      accepted.replace(': websocket', ': h2c'),
      [['MUST', 'rfc6455/4.2.2/reply-upgrade']],
    ],
    [
      'with a length',
      accepted.replace('\r\n\r\n', '\r\nContent-Length: 0\r\n\r\n'),
      [['MUST', 'rfc9110/8.6/no-content-length-in-1xx']],
    ],
    [
      'with a subprotocol that was not offered',
      accepted.replace('\r\n\r\n', '\r\nSec-WebSocket-Protocol: chat\r\n\r\n'),
      [
        ['MUST', 'rfc6455/4.2.2/subprotocol-from-offer'],
        ['MUST', 'rfc6455/4.2.2/subprotocol-null'],
      ],
    ],
  ] as const)('%s', (_what, reply, findings) => {
    expect(judge(opening, reply)).toEqual(findings);
  });

  test('a 101 that answers no ping is not believed', () => {
    const findings = judge(opening, accepted, { more: { ponged: false, end: 'late' } });
    expect(findings).toEqual([['MUST', 'rfc6455/5.5.2/pong']]);
  });

  test.each([
    [[0x81, 2, 104, 105], []],
    [[60, 104, 116, 109, 108], [['MUST', 'service/1/no-body-in-101']]],
    [[...Buffer.from('HTTP/1.1 400 ')], [['MUST', 'service/1/frames-after-101']]],
    [[0x81, 0x82, 1, 2, 3, 4, 5, 6], [['MUST', 'service/1/no-body-in-101']]],
  ])('octets behind it: %j', (early, findings) => {
    expect(judge(opening, accepted, { more: { early: Uint8Array.from(early) } })).toEqual(findings);
  });
});

describe('a request with a fault', () => {
  test.each([
    ['no key', without('Sec-WebSocket-Key'), refused('400 Bad Request'), []],
    ['no key, another status', without('Sec-WebSocket-Key'), refused('403 Forbidden'), []],
    ['no key, a redirect', without('Sec-WebSocket-Key'), refused('302 Found', 'Location: /'), []],
    ['no key, no reply', without('Sec-WebSocket-Key'), null, []],
    ['no key, accepted', without('Sec-WebSocket-Key'), accepted, [['MUST', 'rfc6455/4.2.1/key-present']]],
    ['no Upgrade, served', without('Upgrade'), refused('200 OK'), []],
    [
      'no Upgrade, accepted',
      without('Upgrade'),
      accepted,
      [
        ['MUST', 'rfc6455/4.2.1/upgrade-present'],
        ['MUST', 'rfc9110/7.8/switch-only-as-asked'],
      ],
    ],
    [
      'a version behind websocket, accepted',
      opening.replace('websocket', 'websocket/13'),
      accepted,
      [
        ['note', 'rfc6455/4.2.1/upgrade-websocket'],
        ['note', 'rfc9110/7.8/switch-only-as-asked'],
      ],
    ],
    ['no Host, 400', without('Host'), refused('400 Bad Request'), []],
    ['no Host, 404', without('Host'), refused('404 Not Found'), [['MUST', 'rfc9112/3.2/host-present']]],
    [
      'another version, no versions told',
      opening.replace('13', '9'),
      refused('400 Bad Request'),
      [
        ['SHOULD', 'service/9/version-426'],
        ['MUST', 'rfc6455/4.2.2/version-advertised'],
      ],
    ],
    ...['013', '13.0', '0xd', '13x', '13, 8', '256', '13;', '13-'].map(
      (version) =>
        [
          `a version that is none, ${version}, no versions told`,
          opening.replace('13', version),
          refused('400 Bad Request'),
          [['SHOULD', 'rfc6455/4.2.2/version-advertised']],
        ] as const,
    ),
    ['a version that begins with no number', opening.replace('13', '+13'), refused('400 Bad Request'), []],
    [
      'another version',
      opening.replace('13', '9'),
      refused('400 x', 'Sec-WebSocket-Version: 13'),
      [['SHOULD', 'service/9/version-426']],
    ],
    [
      'a 426 without Upgrade',
      opening.replace('13', '9'),
      refused('426 x', 'Sec-WebSocket-Version: 13'),
      [['MUST', 'rfc9110/15.5.22/upgrade-in-426']],
    ],
    [
      'a 405 without Allow',
      opening.replace('GET', 'PUT'),
      refused('405 x'),
      [['MUST', 'rfc9110/15.5.6/allow']],
    ],
    ['a coding that is not understood, 501', withCoding('gzip'), refused('501 x'), []],
    [
      'a coding that is not understood, 404',
      withCoding('gzip'),
      refused('404 x'),
      [['MUST', 'rfc9112/6.3/transfer-encoding-chunked']],
    ],
    [
      'chunked twice, accepted',
      withCoding('chunked, chunked'),
      accepted,
      [['note', 'rfc9112/6.3/transfer-encoding-chunked']],
    ],
    [
      'no key, a page',
      without('Sec-WebSocket-Key'),
      refused('200 OK'),
      [['SHOULD', 'rfc6455/4.2.1/key-present']],
    ],
    [
      'a line without a colon, accepted',
      opening.replace('Host', 'no colon\r\nHost'),
      accepted,
      [['SHOULD', 'rfc9112/5/field-lines']],
    ],
    [
      'another name of the protocol, accepted',
      opening.replace('HTTP/1.1', 'http/1.1'),
      accepted,
      [['SHOULD', 'rfc9112/3/request-line']],
    ],
    ['another version and no key', without('Sec-WebSocket-Key').replace('13', '9'), refused('400 x'), []],
    ['two faults, the reply of either', without('Host').replace('13', '9'), refused('400 x'), []],
    ['two faults, the reply of one', without('Host').replace('13', '9'), refused('404 x'), []],
  ] as const)('%s', (_what, request, reply, findings) => {
    expect(judge(request, reply)).toEqual(findings);
  });

  test.each([
    ['an empty Host', opening.replace('a.test', '')],
    ['a request line spaced by a tab', opening.replace(' ', '\t')],
    ['a folded line', opening.replace('Host: a.test', 'Host: a.test\r\nX: a\r\n b')],
  ])('%s weighs no more where an empty line comes before the request line', (_what, request) => {
    const findings = judge(request, accepted);
    expect(findings).toHaveLength(1);
    expect(judge(`\r\n${request}`, accepted)).toEqual(findings);
  });

  test('what is accepted is charged to the clause that the request was made for, where that is narrower', () => {
    const findings = (request: string, clause: ClauseId) => judge(request, accepted, { clause });
    const lower = opening.replace('GET', 'get');
    expect(findings(lower, 'rfc9110/9.1/method-case')).toEqual([['MUST', 'rfc9110/9.1/method-case']]);
    expect(findings(lower, 'rfc4648/3.3/alphabet')).toEqual([['MUST', 'rfc6455/4.2.1/method-get']]);
    expect(findings(lower.replace('13', '13, 8'), 'rfc9110/9.1/method-case')).toEqual([
      ['MUST', 'rfc6455/4.2.1/method-get'],
    ]);
  });

  test('what is accepted weighs by its own fault, not by one that the target was declared not to look at', () => {
    const request = opening
      .replace('ZQ==', 'ZQ')
      .replace('\r\n\r\n', '\r\nSec-WebSocket-Protocol: ,\r\n\r\n');
    const accept = computeAccept('dGhlIHNhbXBsZSBub25jZQ', sha1);
    const reply = accepted.replace(/Accept: .*/, `Accept: ${accept}`);
    expect(judge(request, reply, { keyCheck: 'presence' })).toEqual([
      ['note', 'rfc6455/4.3/subprotocol-offer-grammar'],
    ]);
  });

  test('a target that waits for content which was announced is not one that hangs', () => {
    const request = without('Sec-WebSocket-Key').replace('\r\n\r\n', '\r\nContent-Length: 3\r\n\r\n');
    expect(judge(request, null, { more: { end: 'late' } })).toEqual([]);
    expect(judge(`${request}abc`, null, { more: { end: 'late' } })).toEqual([
      ['MUST', 'rfc6455/4.2.1/error-status'],
    ]);
  });

  test('a target that says nothing in time is one that hangs', () => {
    const findings = judge(without('Sec-WebSocket-Key'), null, { more: { end: 'late' } });
    expect(findings).toEqual([['MUST', 'rfc6455/4.2.1/error-status']]);
  });
});

test.each([
  ['a coding', 'Transfer-Encoding: chunked'],
  ['a length', 'Content-Length: 5'],
  ['an expectation', 'Expect: 100-continue'],
])('behind lines that cannot be read %s may be read as well, and no pong is owed', (_what, line) => {
  const asked = opening.replace('Host: a.test', `Host: a.test\r\nX: a\r\n b\r\n${line}`);
  const findings = judge(asked, accepted, { more: { ponged: false, end: 'late' } });
  expect(findings.filter(([weight]) => weight !== 'note')).toEqual([]);
});

describe('content that was sent', () => {
  const clause = 'rfc9112/6.3/content-read-as-content';
  const asked = opening.replace('\r\n\r\n', '\r\nContent-Length: 3\r\n\r\nabc');
  const close = (code: number) => [0x88, 2, code >> 8, code & 0xff];
  const pongToContent = [0x8a, 3, 0x77, 0x73, 0x32];

  test.each([
    ['a pong to the ping in it', pongToContent, 'late', ['MUST']],
    ['that, and the end', pongToContent, 'ended', ['MUST']],
    ['that, and a reset', pongToContent, 'reset', ['MUST']],
    ['no pong on an open connection', [], 'late', ['MUST']],
    ['a Close for a protocol error', close(1002), 'ended', ['MUST']],
    ['a Close for data of the wrong kind', close(1007), 'late', ['MUST']],
    ['a Close for a message too big', close(1009), 'ended', ['MUST']],
    ['a Close for a policy', close(1008), 'ended', ['SHOULD']],
    ["a Close with a code of the application's", close(4401), 'ended', ['SHOULD']],
    ['the end', [], 'ended', ['SHOULD']],
    ['a reset, which shows nothing', [], 'reset', []],
  ] as const)('behind it came %s', (_what, early, end, weights) => {
    const more = { ponged: false, end, early: Uint8Array.from(early) };
    const { shown, faults } = judgeWhole(asked, accepted, { more });
    expect(faults.filter((fault) => fault.clause === clause).map(({ severity }) => severity)).toEqual(
      weights,
    );
    expect(shown.includes(clause)).toBe(weights.length > 0);
  });
});

describe('what is declared of a target', () => {
  const origin = (value: string) => opening.replace('\r\n\r\n', `\r\nOrigin: ${value}\r\n\r\n`);

  test('a foreign origin is no fault where no allowlist is declared', () => {
    expect(judge(origin('https://foreign.test'), accepted)).toEqual([]);
  });

  test('it is one where an allowlist is', () => {
    const options = { origins: ['https://a.test'] };
    expect(judge(origin('https://foreign.test'), accepted, options)).toEqual([
      ['MUST', 'service/5.4/origin-allowlist'],
    ]);
    expect(judge(origin('https://a.test'), accepted, options)).toEqual([]);
    expect(judge(opening, accepted, options)).toEqual([]);
  });

  test('a credential that is missing or wrong', () => {
    const options = { auth: { in: 'query', name: 'token', value: 'secret' } } as const;
    const at = (target: string) => opening.replace('/chat', target);
    expect(judge(opening, accepted, options)).toEqual([['MUST', 'service/5.2/credential-missing']]);
    expect(judge(at('/chat?token=Secret'), accepted, options)).toEqual([
      ['MUST', 'service/5.2/credential-invalid'],
    ]);
    expect(judge(at('/chat?token=secret'), accepted, options)).toEqual([]);
    expect(judge(opening, refused('401 x'), options)).toEqual([['MUST', 'rfc9110/15.5.2/challenge']]);
    expect(judge(opening, refused('403 x'), options)).toEqual([]);
  });

  test.each([
    ['strict', [['MUST', 'rfc6455/4.3/key-grammar']]],
    ['length', []],
    ['presence', []],
  ] as const)('a key of which the target looks at: %s', (keyCheck, findings) => {
    const spoilt = opening.replace('dGhlIHNhbXBsZSBub25jZQ==', 'dGhlIHNhbXBsZSBub25jZQ');
    const reply = accepted.replace(/Accept: .*/, 'Accept: LLF1p6rrwBsPmFPPXHmDX4VcTWU=');
    expect(judge(spoilt, reply, { keyCheck, clause: 'rfc6455/4.3/key-grammar' }).slice(0, 1)).toEqual(
      keyCheck === 'strict' ? findings : [['MUST', 'rfc6455/4.2.2/accept-value']].slice(0, 1),
    );
  });
});

describe('what an answer shows', () => {
  const stopped = 'rfc6455/4.2.1/stop-processing';
  const present = 'rfc6455/4.2.1/key-present';
  const keyless = without('Sec-WebSocket-Key');
  const shown = (...judged: Parameters<typeof judgeWhole>) => judgeWhole(...judged).shown;
  /** Clauses among those that are looked for. */
  const among = (wanted: readonly ClauseId[], ...judged: Parameters<typeof judgeWhole>) =>
    wanted.filter((clause) => shown(...judged).includes(clause));

  test.each([
    ['a refusal', keyless, refused('400 Bad Request'), {}, [present, stopped]],
    ['the end of the connection', keyless, null, {}, [present, stopped]],
    ['a reset', keyless, null, { more: { end: 'reset' } }, [present, stopped]],
    ['nothing in time', keyless, null, { more: { end: 'late' } }, []],
    [
      'octets that are no reply, and the end',
      keyless,
      null,
      { more: { octets: encodeLatin1('what?'), end: 'ended' } },
      [present, stopped],
    ],
    ['a target that is busy', keyless, refused('503 Service Unavailable'), {}, []],
    ['a target that was asked too often', keyless, refused('429 Too Many Requests'), {}, []],
    ['a 101, which breaks it', keyless, accepted, {}, [present]],
    ['one of two faults', keyless.replace('GET', 'PUT'), refused('400 Bad Request'), {}, [stopped]],
    [
      'the first of two faults',
      keyless.replace('\r\n\r\n', '\r\nSec-WebSocket-Protocol: a b\r\n\r\n'),
      refused('400 Bad Request'),
      {},
      [stopped],
    ],
  ] as const)('of a request that must be refused: %s', (_, request, reply, options, clauses) => {
    expect(among([present, stopped], request, reply, { ...options, clause: present })).toEqual(clauses);
  });

  test.each([
    ['a 101', accepted, [acceptance]],
    ['a refusal, which breaks it', refused('400 Bad Request'), [acceptance]],
  ] as const)('of a request that must be accepted: %s', (_, reply, clauses) => {
    expect(among([acceptance, stopped], opening, reply)).toEqual(clauses);
  });

  test('what a target was declared not to look at shows nothing', () => {
    const spoilt = opening.replace('ZQ==', 'ZQ');
    const options = { keyCheck: 'presence', clause: 'rfc6455/4.3/key-grammar' } as const;
    expect(shown(spoilt, accepted, options)).not.toContain('rfc6455/4.3/key-grammar');
    expect(shown(spoilt, refused('400 x'), options)).not.toContain('rfc6455/4.3/key-grammar');
  });

  test('an error is owed where the text asks for one, and not where the request may be served', () => {
    const error = 'rfc6455/4.2.1/error-status';
    expect(shown(keyless, refused('400 x'))).toContain(error);
    expect(shown(without('Upgrade'), refused('400 x'))).not.toContain(error);
    expect(shown(opening, refused('400 x'))).not.toContain(error);
  });

  const asks = 'service/5.2/credential-401';
  const auth = { auth: { in: 'query', name: 'token', value: 'secret' } } as const;

  test.each([
    ['401', refused('401 x', 'WWW-Authenticate: x'), [asks]],
    ['403, which is an answer too', refused('403 x'), []],
    ['404, which breaks it', refused('404 x'), [asks]],
    ['101', accepted, []],
    ['200', refused('200 OK'), []],
    ['503', refused('503 x'), []],
  ] as const)('of the status for a credential: %s', (_, reply, clauses) => {
    expect(among([asks], opening, reply, auth)).toEqual(clauses);
  });

  test('a clause of the reply is shown by what its tables say, whatever the request was made for', () => {
    const clause = 'rfc7692/7.1.2.1/server-bits-echoed';
    const offer = 'Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=10';
    const offering = opening.replace('\r\n\r\n', `\r\n${offer}\r\n\r\n`);
    const agreed = accepted.replace('\r\n\r\n', `\r\n${offer}\r\n\r\n`);
    expect(among([clause], offering, accepted, { clause })).toEqual([]);
    expect(among([clause], offering, agreed, { clause })).toEqual([clause]);
  });

  test('a 101 shows nothing of a value that nobody can compute', () => {
    const wanted = ['rfc6455/4.2.2/accept-value', 'rfc6455/4.2.2/reply-upgrade'] as const;
    expect(among(wanted, keyless, accepted)).toEqual(['rfc6455/4.2.2/reply-upgrade']);
    expect(among(wanted, opening, accepted)).toEqual([...wanted]);
  });
});

test.each([
  ['ended', ['rfc9112/4/status-line-sent']],
  ['reset', ['service/1/valid-request-accepted']],
] as const)(
  'octets that are no reply prove nothing where more of them may have been lost: %s',
  (end, clauses) => {
    const more = { octets: encodeLatin1('HTTP/1.1 1'), end };
    expect(judge(opening, null, { more }).map(([, clause]) => clause)).toEqual(clauses);
  },
);

describe('a 100 and then nothing but', () => {
  const malformed = opening
    .replace('Version: 13', 'Version: 1x')
    .replace(/\r\n$/, 'Expect: 100-continue\r\n\r\n');
  const interim = {
    octets: encodeLatin1('HTTP/1.1 100 Continue\r\n\r\n'),
    reply: null,
    interims: [100],
  };

  test('the end of the connection is as the end of the connection alone', () => {
    expect(judge(malformed, null, { more: { ...interim, end: 'ended' } })).toEqual(judge(malformed, null));
  });

  test('other octets is no reply', () => {
    const octets = encodeLatin1('HTTP/1.1 100 Continue\r\n\r\nnonsense\r\n\r\n');
    const clauses = judge(malformed, null, { more: { ...interim, octets } }).map(([, clause]) => clause);
    expect(clauses).toContain('rfc9112/4/status-line-sent');
  });
});
