import { describe, expect, test } from 'vitest';
import type { ClauseId } from '../../../models/clauses.ts';
import { sha1 } from '../../../src/sha1.ts';
import { type Fault, judgeAnswer } from '../../../src/verify/judge/judgement.ts';
import type { TargetDeclaration } from '../../../src/verify/judge/target.ts';
import type { Answer } from '../../../src/verify/peer/answer.ts';
import { describeFault } from '../../../src/verify/report/phrase.ts';
import { computeAccept, encodeLatin1 } from '../../../src/wire/index.ts';
import { targetOf } from '../target.ts';
import { accepted, opening, readAnswer, showSeen, withLines } from './message.ts';

const acceptance: ClauseId = 'service/1/valid-request-accepted';
const readable: ClauseId = 'rfc9112/4/status-line-sent';
const stopped: ClauseId = 'rfc6455/4.2.1/stop-processing';

type Options = TargetDeclaration & { readonly clause?: ClauseId; readonly more?: Partial<Answer> };
type Given = readonly [request: string, reply: string, options?: Options];

/** Judges a reply, or the end of the connection where it is empty; a 101 is followed by a pong. */
function judge(...[request, reply, options = {}]: Given) {
  const { clause = acceptance, more, ...known } = options;
  const read = readAnswer(reply, reply === '' ? 'ended' : 'late');
  const answer = { ...read, ponged: reply.includes(' 101 '), ...more };
  return judgeAnswer(encodeLatin1(request), answer, targetOf('ws://a.test/chat', known), clause);
}

/** What a target is found to have done wrong: severity and clause. */
function judgeBriefly(...given: Given) {
  return judge(...given).faults.map((fault) => [fault.severity, fault.clause]);
}

const late: Options = { more: { end: 'late' } };
const ended: Options = { more: { end: 'ended' } };
const unponged = { ponged: false, end: 'late' } as const;
const reset: Options = { more: { end: 'reset' } };

const refused = (status: string, ...fields: readonly string[]) =>
  [`HTTP/1.1 ${status}`, ...fields, '', ''].join('\r\n');
const offer = (line: string) => withLines(opening, line);
const extended = (line: string) => withLines(accepted, line);
const without = (name: string) => opening.replace(new RegExp(`${name}: .*\r\n`), '');
const ofVersion = (version: string) => opening.replace('13', version);
const keyless = without('Sec-WebSocket-Key');

type Found = readonly [severity: string, clause: ClauseId, expected: string, observed: string];
const asFound = (fault: Fault) => {
  const { expected, observed } = describeFault(fault);
  return [fault.severity, fault.clause, expected, observed];
};

type Weigh = (clause: ClauseId, expected: string, observed: string) => Found;
const must: Weigh = (...found) => ['MUST', ...found];
const should: Weigh = (...found) => ['SHOULD', ...found];
const unaccepted = (observed: string) =>
  should(acceptance, 'a 101, since nothing is wrong with the request', observed);
const junk = must(readable, 'a reply of HTTP, which begins with a status line', '5 octets that are no reply');
const endedAtOnce = should(
  'rfc6455/7.3/not-ended-at-once',
  'a connection that lasts behind the 101, or a Close frame before its end',
  'the end of the connection',
);
const versionsUnlisted = (observed: string) =>
  must(
    'rfc6455/4.4/all-versions-listed',
    'every version that the target speaks in Sec-WebSocket-Version: those declared, or else 13',
    observed,
  );
const contentAccepted = should(
  'service/2.1/no-body',
  'an error status (contentIsAnnounced)',
  '101 Switching Protocols',
);

/** What is given, and all that is found. */
type Played = readonly [Given, ...Found[]];

const played: Readonly<Record<string, Played>> = {
  'a right 101': [[opening, accepted]],
  'no accept value': [
    [opening, accepted.replace(/Sec-W.*\r\n/, '')],
    must('rfc6455/4.2.2/accept-value', 'one s3pPLMBiTxaQ9kYGzzhZRbK+xOo=', 'no sec-websocket-accept'),
  ],
  'two accept values': [
    [opening, extended('Sec-WebSocket-Accept: x')],
    must(
      'rfc6455/11.3.3/accept-sent-once',
      'one s3pPLMBiTxaQ9kYGzzhZRbK+xOo=',
      's3pPLMBiTxaQ9kYGzzhZRbK+xOo= and x',
    ),
  ],
  'another protocol': [
    [opening, accepted.replace(': websocket', ': h2c')],
    must('rfc6455/4.2.2/reply-upgrade', 'websocket', 'h2c'),
  ],
  'another option': [
    [opening, accepted.replace('Connection: Upgrade', 'Connection: close')],
    must('rfc6455/4.2.2/reply-connection', 'Upgrade', 'close'),
    should('rfc9112/9.6/no-close-in-101', 'no close in the Connection of a 101', 'close'),
  ],
  'HTTP/1.0': [
    [opening, accepted.replace('HTTP/1.1', 'HTTP/1.0')],
    must('rfc6455/4.2.2/status-101', 'a 101 in HTTP/1.1', 'HTTP/1.0 101 Switching Protocols'),
  ],
  'a subprotocol that was not offered': [
    [offer('Sec-WebSocket-Protocol: chat, b'), extended('Sec-WebSocket-Protocol: c')],
    must('rfc6455/4.2.2/subprotocol-from-offer', 'none, or one of those offered: chat, b', 'c'),
  ],
  'a subprotocol, of none': [
    [opening, extended('Sec-WebSocket-Protocol: c')],
    must('rfc6455/4.2.2/subprotocol-from-offer', 'none, or one of those offered: none', 'c'),
    must('rfc6455/4.2.2/subprotocol-null', 'no Sec-WebSocket-Protocol where there is none to choose', 'c'),
  ],
  'a subprotocol that is not supported': [
    [
      offer('Sec-WebSocket-Protocol: chat'),
      extended('Sec-WebSocket-Protocol: chat'),
      { subprotocols: ['b'] },
    ],
    must(
      'rfc6455/4.2.2/subprotocol-supported',
      'no Sec-WebSocket-Protocol where none of the names is one that the target was declared to support',
      'chat',
    ),
  ],
  'an extension that was not offered': [
    [offer('Sec-WebSocket-Extensions: x'), extended('Sec-WebSocket-Extensions: y')],
    must('rfc6455/4.2.2/extension-from-offer', 'none, or an answer that fits one of the offers', 'y'),
  ],
  'a folded field': [
    [opening, extended('X: a\r\n b')],
    must('rfc9112/5.2/no-folding-in-reply', 'every field on one line', 'a folded field'),
  ],
  'an empty element': [
    [opening, extended('Allow: GET,,PUT')],
    must('rfc9110/5.6.1.1/no-empty-elements-in-reply', 'no empty element in a list', 'allow: GET,,PUT'),
  ],
  'a reply of HTTP behind it': [
    [opening, accepted, { more: { early: Buffer.from('HTTP/1.1 400 ') } }],
    must('service/1/frames-after-101', 'no reply of HTTP behind the 101', 'a reply of HTTP'),
  ],
  'no frame behind it': [
    [opening, accepted, { more: { early: Buffer.from('<html>') } }],
    must(
      'service/1/no-body-in-101',
      'nothing but frames behind the 101',
      'octets that are no frame of a server',
    ),
  ],
  'no pong in time': [
    [opening, accepted, { more: unponged }],
    must('rfc6455/5.5.2/pong', 'a pong to a masked ping behind the 101', 'nothing in time'),
  ],
  'the end in place of a pong': [[opening, accepted, { more: { ponged: false, end: 'ended' } }], endedAtOnce],
  'a reset in place of a pong': [[opening, accepted, { more: { ponged: false, end: 'reset' } }], endedAtOnce],
  'a Close in place of a pong': [
    [opening, accepted, { more: { ponged: false, end: 'ended', early: Uint8Array.of(0x88, 2, 0x3, 0xe8) } }],
  ],
  'a Close because of frames': [
    [opening, accepted, { more: { ponged: false, end: 'ended', early: Uint8Array.of(0x88, 2, 0x3, 0xea) } }],
  ],
  'a length': [
    [opening, extended('Content-Length: 0')],
    must('rfc9110/8.6/no-content-length-in-1xx', 'no content-length in a 101', '0'),
  ],
  'a coding': [
    [opening, extended('Transfer-Encoding: chunked')],
    must('rfc9112/6.1/no-transfer-encoding-in-1xx', 'no transfer-encoding in a 101', 'chunked'),
  ],
  'content to HEAD': [
    [opening.replace('GET', 'HEAD'), refused('405 x', 'Allow: GET'), { more: { content: 4 } }],
    must('rfc9110/9.3.2/no-content-to-head', 'no content in a reply to HEAD', '4 octets'),
  ],
  'no space behind the code, and no end': [
    [
      opening.replace('GET', 'HEAD'),
      refused('405', 'Allow: GET'),
      { more: { content: 0, closing: 'open', second: 'answered' } },
    ],
    must('rfc9112/4/reason-space', 'a space behind the status code', 'none'),
    must('rfc6455/7.1.7/server-closed-on-failure', 'the end of the connection', 'an open connection'),
  ],
  'nothing in time': [[opening, '', late], unaccepted('nothing in time')],
  'nothing in time behind interim replies': [
    [opening, 'HTTP/1.1 102 P\r\n\r\nHTTP/1.1 103 E\r\n\r\n'],
    unaccepted('102, 103, and then nothing in time'),
  ],
  'a status without a reason': [
    [ofVersion('9'), refused('400 ', 'Sec-WebSocket-Version: 13')],
    should('service/9/version-426', '426', '400'),
  ],
  'no 100 before the content': [
    [offer('Content-Length: 3\r\nExpect: 100-continue'), accepted],
    contentAccepted,
    must(
      'rfc9110/7.8/continue-before-switching',
      'a 100 before the 101, where one is expected before the content is sent',
      'none',
    ),
  ],
  'content that is framed twice, and a second reply': [
    [
      offer('Content-Length: 3\r\nTransfer-Encoding: chunked'),
      refused('400 x'),
      { more: { second: 'answered' } },
    ],
    must(
      'rfc9112/6.1/closed-after-both',
      'the end of the connection behind the reply',
      'a reply to a second request on the same connection',
    ),
  ],
  'the end': [[opening, ''], unaccepted('the end of the connection')],
  'a reset': [[opening, '', reset], unaccepted('a reset')],
  'no reply': [[opening, 'what?', ended], junk],
  'a refusal': [[opening, refused('403 Forbidden')], unaccepted('403 Forbidden')],
  'a busy server': [[opening, refused('503 Busy')], unaccepted('503 Busy')],
  'no key, accepted': [
    [keyless, accepted],
    must('rfc6455/4.2.1/key-present', 'an error status (keyIsAbsent)', '101 Switching Protocols'),
  ],
  'no key, no answer': [
    [keyless, '', late],
    must(
      'rfc6455/4.2.1/error-status',
      'an error status (keyIsAbsent), or the end of the connection',
      'nothing in time',
    ),
  ],
  'no key, the end': [
    [keyless, ''],
    must('rfc6455/4.2.1/error-status', 'an error status (keyIsAbsent)', 'the end of the connection'),
  ],
  'no key, a reset': [[keyless, '', reset]],
  'no Host and no key, the end': [
    [without('Host').replace(/Sec-WebSocket-Key.*\r\n/, ''), ''],
    must(
      'rfc6455/4.2.1/error-status',
      '400; or an error status (hostIsAbsent, keyIsAbsent)',
      'the end of the connection',
    ),
  ],
  'no key, no reply': [[keyless, 'what?', late], junk],
  'no Host, 404': [
    [without('Host'), refused('404 Not Found')],
    must('rfc9112/3.2/host-present', '400 (hostIsAbsent)', '404 Not Found'),
  ],
  'no Host and no key, 200': [
    [without('Host').replace(/Sec-WebSocket-Key.*\r\n/, ''), refused('200 OK')],
    must('rfc9112/3.2/host-present', '400; or an error status (hostIsAbsent, keyIsAbsent)', '200 OK'),
  ],
  'a version that is refused and listed': [
    [ofVersion('9'), refused('400 x', 'Sec-WebSocket-Version: 9')],
    should('service/9/version-426', '426', '400 x'),
    should(
      'rfc6455/11.3.5/refused-version-unlisted',
      'no version that is refused in Sec-WebSocket-Version',
      '9',
    ),
    versionsUnlisted('9'),
    should('service/9/version-13-only', '13 alone in Sec-WebSocket-Version', '9'),
  ],
  'a version that is none': [
    [ofVersion('9'), refused('426 x', 'Sec-WebSocket-Version: 013')],
    must('rfc9110/15.5.22/upgrade-in-426', 'Upgrade in a 426', 'no upgrade'),
    must(
      'rfc6455/4.3/version-sent-grammar',
      'a list of numbers from 0 to 255 without leading zeros in Sec-WebSocket-Version',
      '013',
    ),
    versionsUnlisted('013'),
  ],
  'a version that was declared': [[ofVersion('9'), accepted, { versions: [9, 13] }]],
  'a key of 3 octets': [
    [
      opening.replace('dGhlIHNhbXBsZSBub25jZQ==', 'AAAA'),
      accepted.replace('s3p', 'x3p'),
      { keyCheck: 'presence' },
    ],
    must('rfc6455/4.2.2/accept-value', 'one XB9IIzDTB5SFgH/jYXFZTWYC8MY=', 'x3pPLMBiTxaQ9kYGzzhZRbK+xOo='),
  ],
  'a foreign origin, accepted': [
    [offer('Origin: https://evil.test'), accepted, { origins: ['https://a.test'] }],
    must('service/5.4/origin-allowlist', 'an error status (originIsForeign)', '101 Switching Protocols'),
  ],
  'a foreign origin, 404': [
    [offer('Origin: https://evil.test'), refused('404 x'), { origins: ['https://a.test'] }],
    should('rfc6455/10.2/origin-403', '403', '404 x'),
  ],
  'a 401 without a challenge': [
    [opening, refused('401 x')],
    unaccepted('401 x'),
    must('rfc9110/15.5.2/challenge', 'WWW-Authenticate in a 401', 'no www-authenticate'),
  ],
  'an interim reply': [[opening, `HTTP/1.1 103 Early\r\n\r\n${accepted}`]],
  'an interim reply to HTTP/1.0': [
    [opening.replace('HTTP/1.1', 'HTTP/1.0'), `HTTP/1.1 103 Early\r\n\r\n${refused('200 OK')}`],
    must('rfc9110/15.2/no-1xx-to-http10', 'no interim reply to a request in HTTP/1.0', '103'),
  ],
  'content, accepted': [[offer('Content-Length: 3'), accepted], contentAccepted],
  'content, answered before it came': [
    [`${offer('Content-Length: 3')}abc`, accepted, { more: { isAheadOfRest: true } }],
    contentAccepted,
  ],
  'close, and no end': [
    [opening, refused('400 x', 'Connection: close'), { more: { closing: 'open' } }],
    unaccepted('400 x'),
    must('rfc9112/9.6/close-after-close-option', 'the end of the connection', 'an open connection'),
    must('rfc6455/7.1.7/server-closed-on-failure', 'the end of the connection', 'an open connection'),
  ],
  'an end without close': [[opening, refused('400 x'), { more: { closing: 'ended' } }], unaccepted('400 x')],
};

test.each(Object.entries(played))('%s', (_title, [given, ...found]) => {
  expect(judge(...given).faults.map(asFound)).toEqual(found);
});

const early = 'HTTP/1.1 103 Early\r\n\r\n';
const junkBehind = `${accepted}<html>\x8a\x03ws1`;
const noKey = refused('400 Bad', 'Allow: GET,,PUT', 'X: a\r\n b');

/** An exchange, and the octets that show its faults, one after the other. */
const seen: readonly (readonly [request: string, reply: string, ...seen: readonly string[]])[] = [
  [opening, accepted.replace('s3p', 'x3p'), 'response: Sec-WebSocket-Accept: x3pPLMBiTxaQ9kYGzzhZRbK+xOo='],
  [opening, accepted.replace(/Sec-W.*\r\n/, '')],
  [
    opening,
    extended('Server: chunked/1.0\r\nTransfer-Encoding: chunked'),
    'response: Transfer-Encoding: chunked',
  ],
  [opening, extended('X-Request-Id: 8120a\r\nContent-Length: 120'), 'response: Content-Length: 120'],
  [opening, extended('Content-Length: 0'), 'response: Content-Length: 0'],
  [opening, early + extended('Content-Length: 0'), 'response: Content-Length: 0'],
  [opening, junkBehind, 'response: <html>'],
  [opening, early + junkBehind, 'response: <html>'],
  [opening, 'what?', 'response: w'],
  [opening, refused('403 Forbidden'), 'response: 403'],
  [ofVersion('9'), accepted, ...['request: Sec-WebSocket-Version: 9', 'response: 101']],
  [
    opening.replace('Host', 'Host: b\r\nHost').replace('GET', 'POST'),
    accepted,
    ...['request: Host: b', 'request: Host: a.test', 'request: POST', 'response: 101'],
  ],
  [keyless, accepted, 'response: 101'],
  [keyless, noKey, ...['response:  b', 'response: Allow: GET,,PUT']],
  [opening.replace('HTTP/1.1', 'HTTP/1.0'), early + refused('400 No'), `response: ${early}`],
];

test.each(seen)('%j answered by %j is wrong in these octets: %j', (request, reply, ...octets) => {
  const { faults } = judge(request, reply);
  expect(faults.flatMap((fault) => showSeen(fault, { request, response: reply }))).toEqual(octets);
});

test('content that must not be there is shown as a whole', () => {
  const reply = `${refused('405 x', 'Allow: GET')}abc`;
  const { faults } = judge(opening.replace('GET', 'HEAD'), reply, { more: { content: 3 } });
  expect(faults.flatMap((fault) => showSeen(fault, { response: reply }))).toEqual(['response: abc']);
});

/** What every head of a reply shows. */
const ofHead = [
  'rfc9112/4/reason-space',
  'rfc9112/5.2/no-folding-in-reply',
  'rfc9110/5.6.1.1/no-empty-elements-in-reply',
];
const ofRefusal = ['service/7/no-upgrade-after-refusal', ...ofHead];
const ofPong = ['rfc6455/5.5.2/pong', 'rfc6455/7.3/not-ended-at-once'];

/** What a 101 shows. */
const ofSwitch = [
  'rfc6455/4.2.2/status-101',
  'rfc6455/4.2.2/reply-upgrade',
  'rfc6455/4.2.2/reply-connection',
  'rfc6455/4.2.2/accept-value',
  'rfc6455/11.3.3/accept-sent-once',
  'rfc6455/4.2.2/subprotocol-from-offer',
  'rfc6455/4.2.2/subprotocol-empty-not-sent',
  'rfc6455/4.2.2/extension-from-offer',
  'rfc6455/4.2.2/extension-empty-not-sent',
  'rfc6455/4.2.2/subprotocol-null',
  'rfc9110/8.6/no-content-length-in-1xx',
  'rfc9112/6.1/no-transfer-encoding-in-1xx',
  'rfc9112/9.6/no-close-in-101',
  ...ofPong,
  'service/1/frames-after-101',
  'service/1/no-body-in-101',
  ...ofHead,
];

const shownBy: readonly (readonly [title: string, clauses: readonly string[]])[] = [
  ['a right 101', [...ofSwitch, acceptance, readable]],
  ['no pong in time', [...ofSwitch, acceptance, readable]],
  [
    'a Close in place of a pong',
    [...ofSwitch.filter((each) => !ofPong.includes(each)), acceptance, readable],
  ],
  [
    'content to HEAD',
    ['rfc9110/15.5.6/allow', ...ofRefusal, 'rfc9110/9.3.2/no-content-to-head', stopped, readable],
  ],
  ['nothing in time', [acceptance]],
  ['a refusal', [...ofRefusal, readable, acceptance]],
  ['no Host, 404', [...ofRefusal, readable, 'rfc9112/3.2/host-present']],
  [
    'a version that is refused and listed',
    [
      'rfc6455/4.2.1/error-status',
      'service/9/version-426',
      'rfc6455/4.2.2/version-advertised',
      'rfc6455/4.3/version-sent-grammar',
      'rfc6455/11.3.5/refused-version-unlisted',
      'rfc6455/4.4/all-versions-listed',
      'service/9/version-13-only',
      ...ofRefusal,
      stopped,
      readable,
    ],
  ],
  ['a version that was declared', [...ofSwitch, readable]],
  [
    'a foreign origin, 404',
    ['rfc6455/4.2.1/error-status', 'rfc6455/10.2/origin-403', ...ofRefusal, stopped, readable],
  ],
  [
    'close, and no end',
    [
      ...ofRefusal,
      'rfc9112/9.6/close-after-close-option',
      'rfc6455/7.1.7/server-closed-on-failure',
      readable,
      acceptance,
    ],
  ],
];

test.each(shownBy)('what %s shows', (title, clauses) => {
  const [given] = played[title] ?? [];
  expect(given && judge(...given).shown).toEqual(clauses);
});

describe('a valid request', () => {
  test('of a list of protocols another was chosen: nothing of that is about WebSocket', () => {
    const asked = opening.replace('Upgrade: websocket', 'Upgrade: h2c, websocket');
    const reply = refused('101 Switching Protocols', 'Upgrade: h2c', 'Connection: Upgrade');
    expect(judge(asked, reply, { more: { ponged: false } })).toEqual({ shown: [], faults: [] });
  });

  test('another protocol that was asked for was chosen by name alone: a pong shows that it is WebSocket', () => {
    const asked = opening.replace('Upgrade: websocket', 'Upgrade: foo');
    const reply = accepted.replace('Upgrade: websocket', 'Upgrade: foo');
    expect(judgeBriefly(asked, reply)).toContainEqual(['MUST', 'rfc6455/4.2.1/upgrade-websocket']);
    expect(judgeBriefly(asked, reply, { more: unponged })).toEqual([]);
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
    expect(judgeBriefly(request, reply, { more: unponged })).toEqual(expect.arrayContaining(findings));
  });

  test.each([
    [[0x81, 2, 104, 105], []],
    [[0x81, 0x82, 1, 2, 3, 4, 5, 6], [['MUST', 'service/1/no-body-in-101']]],
  ])('octets behind it: %j', (early, findings) => {
    expect(judgeBriefly(opening, accepted, { more: { early: Uint8Array.from(early) } })).toEqual(findings);
  });
});

describe('a request with a fault', () => {
  test.each([
    ['no key', keyless, refused('400 Bad Request'), []],
    ['no key, another status', keyless, refused('403 Forbidden'), []],
    ['no key, a redirect', keyless, refused('302 Found', 'Location: /'), []],
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
    [
      'another version, no versions told',
      ofVersion('9'),
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
          ofVersion(version),
          refused('400 Bad Request'),
          [['SHOULD', 'rfc6455/4.2.2/version-advertised']],
        ] as const,
    ),
    ['a version that begins with no number', ofVersion('+13'), refused('400 Bad Request'), []],
    [
      'a 426 without Upgrade',
      ofVersion('9'),
      refused('426 x', 'Sec-WebSocket-Version: 13'),
      [['MUST', 'rfc9110/15.5.22/upgrade-in-426']],
    ],
    [
      'a 405 without Allow',
      opening.replace('GET', 'PUT'),
      refused('405 x'),
      [['MUST', 'rfc9110/15.5.6/allow']],
    ],
    ['a coding that is not understood, 501', offer('Transfer-Encoding: gzip'), refused('501 x'), []],
    [
      'a coding that is not understood, 404',
      offer('Transfer-Encoding: gzip'),
      refused('404 x'),
      [['MUST', 'rfc9112/6.3/transfer-encoding-chunked']],
    ],
    [
      'chunked twice, accepted',
      offer('Transfer-Encoding: chunked, chunked'),
      accepted,
      [['note', 'rfc9112/6.3/transfer-encoding-chunked']],
    ],
    ['no key, a page', keyless, refused('200 OK'), [['SHOULD', 'rfc6455/4.2.1/key-present']]],
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
    ['another version and no key', keyless.replace('13', '9'), refused('400 x'), []],
    ['two faults, the reply of either', without('Host').replace('13', '9'), refused('400 x'), []],
    ['two faults, the reply of one', without('Host').replace('13', '9'), refused('404 x'), []],
  ] as const)('%s', (_what, request, reply, findings) => {
    expect(judgeBriefly(request, reply)).toEqual(findings);
  });

  test.each([
    ['an empty Host', opening.replace('a.test', '')],
    ['a request line spaced by a tab', opening.replace(' ', '\t')],
    ['a folded line', opening.replace('Host: a.test', 'Host: a.test\r\nX: a\r\n b')],
  ])('%s weighs no more where an empty line comes before the request line', (_what, request) => {
    const findings = judgeBriefly(request, accepted);
    expect(findings).toHaveLength(1);
    expect(judgeBriefly(`\r\n${request}`, accepted)).toEqual(findings);
  });

  test('what is accepted is charged to the clause that the request was made for, where that is narrower', () => {
    const findings = (request: string, clause: ClauseId) => judgeBriefly(request, accepted, { clause });
    const lower = opening.replace('GET', 'get');
    expect(findings(lower, 'rfc9110/9.1/method-case')).toEqual([['MUST', 'rfc9110/9.1/method-case']]);
    expect(findings(lower, 'rfc4648/3.3/alphabet')).toEqual([['MUST', 'rfc6455/4.2.1/method-get']]);
    expect(findings(lower.replace('13', '13, 8'), 'rfc9110/9.1/method-case')).toEqual([
      ['MUST', 'rfc6455/4.2.1/method-get'],
    ]);
  });

  test('what is accepted weighs by its own fault, not by one that the target was declared not to look at', () => {
    const request = offer('Sec-WebSocket-Protocol: ,').replace('ZQ==', 'ZQ');
    const accept = computeAccept('dGhlIHNhbXBsZSBub25jZQ', sha1);
    const reply = accepted.replace(/Accept: .*/, `Accept: ${accept}`);
    expect(judgeBriefly(request, reply, { keyCheck: 'presence' })).toEqual([
      ['note', 'rfc6455/4.3/subprotocol-offer-grammar'],
    ]);
  });

  test('a target that waits for content which was announced is not one that hangs', () => {
    const request = withLines(keyless, 'Content-Length: 3');
    expect(judgeBriefly(request, '', late)).toEqual([]);
    expect(judgeBriefly(`${request}abc`, '', late)).toEqual([['MUST', 'rfc6455/4.2.1/error-status']]);
  });
});

test.each([
  ['a coding', 'Transfer-Encoding: chunked'],
  ['a length', 'Content-Length: 5'],
  ['an expectation', 'Expect: 100-continue'],
])('behind lines that cannot be read %s may be read as well, and no pong is owed', (_what, line) => {
  const asked = opening.replace('Host: a.test', `Host: a.test\r\nX: a\r\n b\r\n${line}`);
  const findings = judgeBriefly(asked, accepted, { more: unponged });
  expect(findings.filter(([weight]) => weight !== 'note')).toEqual([]);
});

describe('content that was sent', () => {
  const clause = 'rfc9112/6.3/content-read-as-content';
  const expected =
    'a refusal, or behind the 101 a pong to the ping behind the content, and to nothing in the content';
  const asked = `${offer('Content-Length: 3')}abc`;
  const close = (code: number) => [0x88, 2, code >> 8, code & 0xff];
  const pongToContent = [0x8a, 3, 0x77, 0x73, 0x32];
  const ponged = [must(clause, expected, 'a pong to a ping that stands in the content')];
  const closed = 'a Close frame';

  test.each([
    ['a pong to the ping in it', pongToContent, 'late', ponged],
    ['that, and the end', pongToContent, 'ended', ponged],
    ['that, and a reset', pongToContent, 'reset', ponged],
    ['no pong on an open connection', [], 'late', [must(clause, expected, 'nothing in time')]],
    ['a Close for a protocol error', close(1002), 'ended', [must(clause, expected, closed)]],
    ['a Close for data of the wrong kind', close(1007), 'late', [must(clause, expected, closed)]],
    ['a Close for a message too big', close(1009), 'ended', [must(clause, expected, closed)]],
    ['a Close for nothing', close(1000), 'ended', [should(clause, expected, closed)]],
    ['a Close for a policy', close(1008), 'ended', [should(clause, expected, closed)]],
    ["a Close with a code of the application's", close(4401), 'ended', [should(clause, expected, closed)]],
    ['the end', [], 'ended', [should(clause, expected, 'the end of the connection')]],
    ['a reset, which shows nothing', [], 'reset', []],
  ] as const)('behind it came %s', (_what, early, end, found) => {
    const judged = judge(asked, accepted, { more: { ponged: false, end, early: Uint8Array.from(early) } });
    expect(judged.faults.map(asFound)).toEqual([contentAccepted, ...found]);
    expect(judged.shown.includes(clause)).toBe(found.length > 0);
  });
});

describe('what is declared of a target', () => {
  test('a foreign origin is no fault where no allowlist is declared', () => {
    expect(judgeBriefly(offer('Origin: https://foreign.test'), accepted)).toEqual([]);
  });

  test('nor is one of the allowlist, or none', () => {
    const options = { origins: ['https://a.test'] };
    expect(judgeBriefly(offer('Origin: https://a.test'), accepted, options)).toEqual([]);
    expect(judgeBriefly(opening, accepted, options)).toEqual([]);
  });

  test('a credential that is missing or wrong', () => {
    const options = { auth: { in: 'query', name: 'token', value: 'secret' } } as const;
    const at = (target: string) => opening.replace('/chat', target);
    expect(judgeBriefly(opening, accepted, options)).toEqual([['MUST', 'service/5.2/credential-missing']]);
    expect(judgeBriefly(at('/chat?token=Secret'), accepted, options)).toEqual([
      ['MUST', 'service/5.2/credential-invalid'],
    ]);
    expect(judgeBriefly(at('/chat?token=secret'), accepted, options)).toEqual([]);
    expect(judgeBriefly(opening, refused('401 x'), options)).toEqual([['MUST', 'rfc9110/15.5.2/challenge']]);
    expect(judgeBriefly(opening, refused('403 x'), options)).toEqual([]);
  });

  test.each([
    ['strict', 'rfc6455/4.3/key-grammar'],
    ['length', 'rfc6455/4.2.2/accept-value'],
    ['presence', 'rfc6455/4.2.2/accept-value'],
  ] as const)('a key of which the target looks at: %s', (keyCheck, clause) => {
    const spoilt = opening.replace('dGhlIHNhbXBsZSBub25jZQ==', 'dGhlIHNhbXBsZSBub25jZQ');
    const reply = accepted.replace(/Accept: .*/, 'Accept: LLF1p6rrwBsPmFPPXHmDX4VcTWU=');
    const [first] = judgeBriefly(spoilt, reply, { keyCheck, clause: 'rfc6455/4.3/key-grammar' });
    expect(first).toEqual(['MUST', clause]);
  });
});

describe('what an answer shows', () => {
  const present = 'rfc6455/4.2.1/key-present';
  const shown = (...judged: Parameters<typeof judge>) => judge(...judged).shown;
  /** Clauses among those that are looked for. */
  const among = (wanted: readonly ClauseId[], ...judged: Parameters<typeof judge>) =>
    wanted.filter((clause) => shown(...judged).includes(clause));

  test.each([
    ['a refusal', keyless, refused('400 Bad Request'), {}, [present, stopped]],
    ['the end of the connection', keyless, '', {}, [present, stopped]],
    ['a reset', keyless, '', reset, [present, stopped]],
    ['nothing in time', keyless, '', late, []],
    ['octets that are no reply, and the end', keyless, 'what?', ended, [present, stopped]],
    ['a target that is busy', keyless, refused('503 Service Unavailable'), {}, []],
    ['a target that was asked too often', keyless, refused('429 Too Many Requests'), {}, []],
    ['a 101, which breaks it', keyless, accepted, {}, [present]],
    ['one of two faults', keyless.replace('GET', 'PUT'), refused('400 Bad Request'), {}, [stopped]],
    [
      'the first of two faults',
      withLines(keyless, 'Sec-WebSocket-Protocol: a b'),
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
    const bits = 'Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=10';
    const offering = offer(bits);
    const agreed = extended(bits);
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
    expect(judgeBriefly(opening, '', { more }).map(([, clause]) => clause)).toEqual(clauses);
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
    expect(judgeBriefly(malformed, '', { more: { ...interim, end: 'ended' } })).toEqual(
      judgeBriefly(malformed, ''),
    );
  });

  test('other octets is no reply', () => {
    const octets = encodeLatin1('HTTP/1.1 100 Continue\r\n\r\nnonsense\r\n\r\n');
    const clauses = judgeBriefly(malformed, '', { more: { ...interim, octets } }).map(([, clause]) => clause);
    expect(clauses).toContain('rfc9112/4/status-line-sent');
  });
});
