import { expect, test } from 'vitest';
import { judgeAnswer } from '../../../src/verify/judge/judgement.ts';
import { readTarget, type TargetOptions } from '../../../src/verify/judge/target.ts';
import { type Answer, AnswerReader } from '../../../src/verify/peer/answer.ts';
import { encodeLatin1 } from '../../../src/wire/index.ts';
import { accepted, opening } from './message.ts';

const offer = (line: string) => opening.replace('\r\n\r\n', `\r\n${line}\r\n\r\n`);
const extended = (line: string) => accepted.replace('\r\n\r\n', `\r\n${line}\r\n\r\n`);
const refused = (status: string, ...fields: string[]) =>
  [`HTTP/1.1 ${status}`, ...fields, '', ''].join('\r\n');

type Given = readonly [request: string, reply: string, more?: Partial<Answer>, options?: TargetOptions];

function judge([request, reply, more = {}, options = {}]: Given) {
  const target = readTarget('ws://a.test/chat', options);
  if (!target.ok) throw new Error(target.problem);
  const reader = new AnswerReader();
  if (reply !== '') reader.push(Buffer.from(reply, 'latin1'));
  const answer = { ...reader.answer('late'), ponged: reply.includes(' 101 '), ...more };
  return judgeAnswer(encodeLatin1(request), answer, target.value, 'service/1/valid-request-accepted');
}

interface Played {
  readonly title: string;
  readonly given: Given;
  /** How much each fault weighs, its clause, what was expected, and what was observed. */
  readonly found: readonly (readonly string[])[];
}

const played: readonly Played[] = [
  { title: 'a right 101', given: [opening, accepted], found: [] },
  {
    title: 'no accept value',
    given: [opening, accepted.replace(/Sec-W.*\r\n/, '')],
    found: [
      ['MUST', 'rfc6455/4.2.2/accept-value', 'one s3pPLMBiTxaQ9kYGzzhZRbK+xOo=', 'no sec-websocket-accept'],
    ],
  },
  {
    title: 'two accept values',
    given: [opening, extended('Sec-WebSocket-Accept: x')],
    found: [
      [
        'MUST',
        'rfc6455/11.3.3/accept-sent-once',
        'one s3pPLMBiTxaQ9kYGzzhZRbK+xOo=',
        's3pPLMBiTxaQ9kYGzzhZRbK+xOo= and x',
      ],
    ],
  },
  {
    title: 'another protocol',
    given: [opening, accepted.replace(': websocket', ': h2c')],
    found: [['MUST', 'rfc6455/4.2.2/reply-upgrade', 'websocket', 'h2c']],
  },
  {
    title: 'another option',
    given: [opening, accepted.replace('Connection: Upgrade', 'Connection: close')],
    found: [
      ['MUST', 'rfc6455/4.2.2/reply-connection', 'Upgrade', 'close'],
      ['SHOULD', 'rfc9112/9.6/no-close-in-101', 'no close in the Connection of a 101', 'close'],
    ],
  },
  {
    title: 'HTTP/1.0',
    given: [opening, accepted.replace('HTTP/1.1', 'HTTP/1.0')],
    found: [['MUST', 'rfc6455/4.2.2/status-101', 'a 101 in HTTP/1.1', 'HTTP/1.0 101 Switching Protocols']],
  },
  {
    title: 'a subprotocol that was not offered',
    given: [offer('Sec-WebSocket-Protocol: chat, b'), extended('Sec-WebSocket-Protocol: c')],
    found: [['MUST', 'rfc6455/4.2.2/subprotocol-from-offer', 'none, or one of those offered: chat, b', 'c']],
  },
  {
    title: 'a subprotocol, of none',
    given: [opening, extended('Sec-WebSocket-Protocol: c')],
    found: [
      ['MUST', 'rfc6455/4.2.2/subprotocol-from-offer', 'none, or one of those offered: none', 'c'],
      [
        'MUST',
        'rfc6455/4.2.2/subprotocol-null',
        'no Sec-WebSocket-Protocol where there is none to choose',
        'c',
      ],
    ],
  },
  {
    title: 'a subprotocol that is not supported',
    given: [
      offer('Sec-WebSocket-Protocol: chat'),
      extended('Sec-WebSocket-Protocol: chat'),
      {},
      { subprotocols: ['b'] },
    ],
    found: [
      [
        'MUST',
        'rfc6455/4.2.2/subprotocol-supported',
        'no Sec-WebSocket-Protocol where none of the names is one that the target was declared to support',
        'chat',
      ],
    ],
  },
  {
    title: 'an extension that was not offered',
    given: [offer('Sec-WebSocket-Extensions: x'), extended('Sec-WebSocket-Extensions: y')],
    found: [
      ['MUST', 'rfc6455/4.2.2/extension-from-offer', 'none, or an answer that fits one of the offers', 'y'],
    ],
  },
  {
    title: 'a folded field',
    given: [opening, extended('X: a\r\n b')],
    found: [['MUST', 'rfc9112/5.2/no-folding-in-reply', 'every field on one line', 'a folded field']],
  },
  {
    title: 'an empty element',
    given: [opening, extended('Allow: GET,,PUT')],
    found: [
      ['MUST', 'rfc9110/5.6.1.1/no-empty-elements-in-reply', 'no empty element in a list', 'allow: GET,,PUT'],
    ],
  },
  {
    title: 'a reply of HTTP behind it',
    given: [opening, accepted, { early: Buffer.from('HTTP/1.1 400 ') }],
    found: [['MUST', 'service/1/frames-after-101', 'no reply of HTTP behind the 101', 'a reply of HTTP']],
  },
  {
    title: 'no frame behind it',
    given: [opening, accepted, { early: Buffer.from('<html>') }],
    found: [
      [
        'MUST',
        'service/1/no-body-in-101',
        'nothing but frames behind the 101',
        'octets that are no frame of a server',
      ],
    ],
  },
  {
    title: 'no pong in time',
    given: [opening, accepted, { ponged: false, end: 'late' }],
    found: [['MUST', 'rfc6455/5.5.2/pong', 'a pong to a masked ping behind the 101', 'nothing in time']],
  },
  {
    title: 'the end in place of a pong',
    given: [opening, accepted, { ponged: false, end: 'ended' }],
    found: [
      [
        'SHOULD',
        'rfc6455/7.3/not-ended-at-once',
        'a connection that lasts behind the 101, or a Close frame before its end',
        'the end of the connection',
      ],
    ],
  },
  {
    title: 'a reset in place of a pong',
    given: [opening, accepted, { ponged: false, end: 'reset' }],
    found: [
      [
        'SHOULD',
        'rfc6455/7.3/not-ended-at-once',
        'a connection that lasts behind the 101, or a Close frame before its end',
        'the end of the connection',
      ],
    ],
  },
  {
    title: 'a Close in place of a pong',
    given: [opening, accepted, { ponged: false, end: 'ended', early: Uint8Array.of(0x88, 2, 0x3, 0xe8) }],
    found: [],
  },
  {
    title: 'a Close because of frames',
    given: [opening, accepted, { ponged: false, end: 'ended', early: Uint8Array.of(0x88, 2, 0x3, 0xea) }],
    found: [],
  },
  {
    title: 'a length',
    given: [opening, extended('Content-Length: 0')],
    found: [['MUST', 'rfc9110/8.6/no-content-length-in-1xx', 'no content-length in a 101', '0']],
  },
  {
    title: 'a coding',
    given: [opening, extended('Transfer-Encoding: chunked')],
    found: [['MUST', 'rfc9112/6.1/no-transfer-encoding-in-1xx', 'no transfer-encoding in a 101', 'chunked']],
  },
  {
    title: 'content to HEAD',
    given: [opening.replace('GET', 'HEAD'), refused('405 x', 'Allow: GET'), { content: 4 }],
    found: [['MUST', 'rfc9110/9.3.2/no-content-to-head', 'no content in a reply to HEAD', '4 octets']],
  },
  {
    title: 'no space behind the code, and no end',
    given: [
      opening.replace('GET', 'HEAD'),
      refused('405', 'Allow: GET'),
      { content: 0, closing: 'open', second: 'answered' },
    ],
    found: [
      ['MUST', 'rfc9112/4/reason-space', 'a space behind the status code', 'none'],
      ['MUST', 'rfc6455/7.1.7/server-closed-on-failure', 'the end of the connection', 'an open connection'],
    ],
  },
  {
    title: 'nothing in time',
    given: [opening, ''],
    found: [
      [
        'SHOULD',
        'service/1/valid-request-accepted',
        'a 101, since nothing is wrong with the request',
        'nothing in time',
      ],
    ],
  },
  {
    title: 'nothing in time behind interim replies',
    given: [opening, 'HTTP/1.1 102 P\r\n\r\nHTTP/1.1 103 E\r\n\r\n'],
    found: [
      [
        'SHOULD',
        'service/1/valid-request-accepted',
        'a 101, since nothing is wrong with the request',
        '102, 103, and then nothing in time',
      ],
    ],
  },
  {
    title: 'a status without a reason',
    given: [opening.replace('13', '9'), refused('400 ', 'Sec-WebSocket-Version: 13')],
    found: [['SHOULD', 'service/9/version-426', '426', '400']],
  },
  {
    title: 'no 100 before the content',
    given: [offer('Content-Length: 3\r\nExpect: 100-continue'), accepted],
    found: [
      ['SHOULD', 'service/2.1/no-body', 'an error status (contentIsAnnounced)', '101 Switching Protocols'],
      [
        'MUST',
        'rfc9110/7.8/continue-before-switching',
        'a 100 before the 101, where one is expected before the content is sent',
        'none',
      ],
    ],
  },
  ...(
    [
      [
        'a ping in content, answered',
        [0x8a, 3, 0x77, 0x73, 0x32],
        'late',
        'MUST',
        'a pong to a ping that stands in the content',
      ],
      ['content, and a Close for wrong frames', [0x88, 2, 0x3, 0xea], 'ended', 'MUST', 'a Close frame'],
      ['content, and another Close', [0x88, 2, 0x3, 0xe8], 'ended', 'SHOULD', 'a Close frame'],
      ['content, and the end', [], 'ended', 'SHOULD', 'the end of the connection'],
      ['content, and no pong', [], 'late', 'MUST', 'nothing in time'],
    ] as const
  ).map(
    ([title, early, end, weight, observed]): Played => ({
      title,
      given: [
        `${offer('Content-Length: 3')}abc`,
        accepted,
        { ponged: false, end, early: Uint8Array.from(early) },
      ],
      found: [
        ['SHOULD', 'service/2.1/no-body', 'an error status (contentIsAnnounced)', '101 Switching Protocols'],
        [
          weight,
          'rfc9112/6.3/content-read-as-content',
          'a refusal, or behind the 101 a pong to the ping behind the content, and to nothing in the content',
          observed,
        ],
      ],
    }),
  ),
  {
    title: 'content that is framed twice, and a second reply',
    given: [
      offer('Content-Length: 3\r\nTransfer-Encoding: chunked'),
      refused('400 x'),
      { second: 'answered' },
    ],
    found: [
      [
        'MUST',
        'rfc9112/6.1/closed-after-both',
        'the end of the connection behind the reply',
        'a reply to a second request on the same connection',
      ],
    ],
  },
  {
    title: 'the end',
    given: [opening, '', { end: 'ended' }],
    found: [
      [
        'SHOULD',
        'service/1/valid-request-accepted',
        'a 101, since nothing is wrong with the request',
        'the end of the connection',
      ],
    ],
  },
  {
    title: 'a reset',
    given: [opening, '', { end: 'reset' }],
    found: [
      [
        'SHOULD',
        'service/1/valid-request-accepted',
        'a 101, since nothing is wrong with the request',
        'a reset',
      ],
    ],
  },
  {
    title: 'no reply',
    given: [opening, 'what?', { end: 'ended' }],
    found: [
      [
        'MUST',
        'rfc9112/4/status-line-sent',
        'a reply of HTTP, which begins with a status line',
        '5 octets that are no reply',
      ],
    ],
  },
  {
    title: 'a refusal',
    given: [opening, refused('403 Forbidden')],
    found: [
      [
        'SHOULD',
        'service/1/valid-request-accepted',
        'a 101, since nothing is wrong with the request',
        '403 Forbidden',
      ],
    ],
  },
  {
    title: 'a busy server',
    given: [opening, refused('503 Busy')],
    found: [
      [
        'SHOULD',
        'service/1/valid-request-accepted',
        'a 101, since nothing is wrong with the request',
        '503 Busy',
      ],
    ],
  },
  {
    title: 'no key, accepted',
    given: [opening.replace(/Sec-WebSocket-Key.*\r\n/, ''), accepted],
    found: [
      ['MUST', 'rfc6455/4.2.1/key-present', 'an error status (keyIsAbsent)', '101 Switching Protocols'],
    ],
  },
  {
    title: 'no key, no answer',
    given: [opening.replace(/Sec-WebSocket-Key.*\r\n/, ''), ''],
    found: [
      [
        'MUST',
        'rfc6455/4.2.1/error-status',
        'an error status (keyIsAbsent), or the end of the connection',
        'nothing in time',
      ],
    ],
  },
  {
    title: 'no key, the end',
    given: [opening.replace(/Sec-WebSocket-Key.*\r\n/, ''), '', { end: 'ended' }],
    found: [],
  },
  {
    title: 'no key, no reply',
    given: [opening.replace(/Sec-WebSocket-Key.*\r\n/, ''), 'what?', { end: 'late' }],
    found: [
      [
        'MUST',
        'rfc9112/4/status-line-sent',
        'a reply of HTTP, which begins with a status line',
        '5 octets that are no reply',
      ],
    ],
  },
  {
    title: 'no Host, 404',
    given: [opening.replace(/Host.*\r\n/, ''), refused('404 Not Found')],
    found: [['MUST', 'rfc9112/3.2/host-present', '400 (hostIsAbsent)', '404 Not Found']],
  },
  {
    title: 'no Host and no key, 200',
    given: [opening.replace(/Host.*\r\n/, '').replace(/Sec-WebSocket-Key.*\r\n/, ''), refused('200 OK')],
    found: [
      ['MUST', 'rfc9112/3.2/host-present', '400; or an error status (hostIsAbsent, keyIsAbsent)', '200 OK'],
    ],
  },
  {
    title: 'a version that is refused and listed',
    given: [opening.replace('13', '9'), refused('400 x', 'Sec-WebSocket-Version: 9')],
    found: [
      ['SHOULD', 'service/9/version-426', '426', '400 x'],
      [
        'SHOULD',
        'rfc6455/11.3.5/refused-version-unlisted',
        'no version that is refused in Sec-WebSocket-Version',
        '9',
      ],
      [
        'MUST',
        'rfc6455/4.4/all-versions-listed',
        'every version that the target speaks in Sec-WebSocket-Version: those declared, or else 13',
        '9',
      ],
      ['SHOULD', 'service/9/version-13-only', '13 alone in Sec-WebSocket-Version', '9'],
    ],
  },
  {
    title: 'a version that is none',
    given: [opening.replace('13', '9'), refused('426 x', 'Sec-WebSocket-Version: 013')],
    found: [
      ['MUST', 'rfc9110/15.5.22/upgrade-in-426', 'Upgrade in a 426', 'no upgrade'],
      [
        'MUST',
        'rfc6455/4.3/version-sent-grammar',
        'a list of numbers from 0 to 255 without leading zeros in Sec-WebSocket-Version',
        '013',
      ],
      [
        'MUST',
        'rfc6455/4.4/all-versions-listed',
        'every version that the target speaks in Sec-WebSocket-Version: those declared, or else 13',
        '013',
      ],
    ],
  },
  {
    title: 'a version that was declared',
    given: [opening.replace('13', '9'), accepted, {}, { versions: [9, 13] }],
    found: [],
  },
  {
    title: 'a key of 3 octets',
    given: [
      opening.replace('dGhlIHNhbXBsZSBub25jZQ==', 'AAAA'),
      accepted.replace('s3p', 'x3p'),
      {},
      { keyCheck: 'presence' },
    ],
    found: [
      [
        'MUST',
        'rfc6455/4.2.2/accept-value',
        'one XB9IIzDTB5SFgH/jYXFZTWYC8MY=',
        'x3pPLMBiTxaQ9kYGzzhZRbK+xOo=',
      ],
    ],
  },
  {
    title: 'a foreign origin, accepted',
    given: [offer('Origin: https://evil.test'), accepted, {}, { origins: ['https://a.test'] }],
    found: [
      [
        'MUST',
        'service/5.4/origin-allowlist',
        'an error status (originIsForeign)',
        '101 Switching Protocols',
      ],
    ],
  },
  {
    title: 'a foreign origin, 404',
    given: [offer('Origin: https://evil.test'), refused('404 x'), {}, { origins: ['https://a.test'] }],
    found: [['SHOULD', 'rfc6455/10.2/origin-403', '403', '404 x']],
  },
  {
    title: 'a 401 without a challenge',
    given: [opening, refused('401 x')],
    found: [
      [
        'SHOULD',
        'service/1/valid-request-accepted',
        'a 101, since nothing is wrong with the request',
        '401 x',
      ],
      ['MUST', 'rfc9110/15.5.2/challenge', 'WWW-Authenticate in a 401', 'no www-authenticate'],
    ],
  },
  { title: 'an interim reply', given: [opening, `HTTP/1.1 103 Early\r\n\r\n${accepted}`], found: [] },
  {
    title: 'an interim reply to HTTP/1.0',
    given: [opening.replace('HTTP/1.1', 'HTTP/1.0'), `HTTP/1.1 103 Early\r\n\r\n${refused('200 OK')}`],
    found: [['MUST', 'rfc9110/15.2/no-1xx-to-http10', 'no interim reply to a request in HTTP/1.0', '103']],
  },
  {
    title: 'content, accepted',
    given: [offer('Content-Length: 3'), accepted],
    found: [
      ['SHOULD', 'service/2.1/no-body', 'an error status (contentIsAnnounced)', '101 Switching Protocols'],
    ],
  },
  {
    title: 'content, answered before it came',
    given: [`${offer('Content-Length: 3')}abc`, accepted, { isAheadOfRest: true }],
    found: [
      ['SHOULD', 'service/2.1/no-body', 'an error status (contentIsAnnounced)', '101 Switching Protocols'],
    ],
  },
  {
    title: 'close, and no end',
    given: [opening, refused('400 x', 'Connection: close'), { closing: 'open' }],
    found: [
      [
        'SHOULD',
        'service/1/valid-request-accepted',
        'a 101, since nothing is wrong with the request',
        '400 x',
      ],
      ['MUST', 'rfc9112/9.6/close-after-close-option', 'the end of the connection', 'an open connection'],
      ['MUST', 'rfc6455/7.1.7/server-closed-on-failure', 'the end of the connection', 'an open connection'],
    ],
  },
  {
    title: 'an end without close',
    given: [opening, refused('400 x'), { closing: 'ended' }],
    found: [
      [
        'SHOULD',
        'service/1/valid-request-accepted',
        'a 101, since nothing is wrong with the request',
        '400 x',
      ],
    ],
  },
];

test.each(played)('$title', ({ given, found }) => {
  const { faults } = judge(given);
  expect(
    faults.map(({ severity, clause, expected, observed }) => [severity, clause, expected, observed]),
  ).toEqual(found);
});

test.each([
  [
    'a right 101',
    [
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
      'rfc6455/5.5.2/pong',
      'rfc6455/7.3/not-ended-at-once',
      'service/1/frames-after-101',
      'service/1/no-body-in-101',
      'rfc9112/4/reason-space',
      'rfc9112/5.2/no-folding-in-reply',
      'rfc9110/5.6.1.1/no-empty-elements-in-reply',
      'service/1/valid-request-accepted',
      'rfc9112/4/status-line-sent',
    ],
  ],
  [
    'no pong in time',
    [
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
      'rfc6455/5.5.2/pong',
      'rfc6455/7.3/not-ended-at-once',
      'service/1/frames-after-101',
      'service/1/no-body-in-101',
      'rfc9112/4/reason-space',
      'rfc9112/5.2/no-folding-in-reply',
      'rfc9110/5.6.1.1/no-empty-elements-in-reply',
      'service/1/valid-request-accepted',
      'rfc9112/4/status-line-sent',
    ],
  ],
  [
    'a Close in place of a pong',
    [
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
      'service/1/frames-after-101',
      'service/1/no-body-in-101',
      'rfc9112/4/reason-space',
      'rfc9112/5.2/no-folding-in-reply',
      'rfc9110/5.6.1.1/no-empty-elements-in-reply',
      'service/1/valid-request-accepted',
      'rfc9112/4/status-line-sent',
    ],
  ],
  [
    'content to HEAD',
    [
      'rfc9110/15.5.6/allow',
      'service/7/no-upgrade-after-refusal',
      'rfc9112/4/reason-space',
      'rfc9112/5.2/no-folding-in-reply',
      'rfc9110/5.6.1.1/no-empty-elements-in-reply',
      'rfc9110/9.3.2/no-content-to-head',
      'rfc6455/4.2.1/stop-processing',
      'rfc9112/4/status-line-sent',
    ],
  ],
  ['nothing in time', ['service/1/valid-request-accepted']],
  [
    'a refusal',
    [
      'service/7/no-upgrade-after-refusal',
      'rfc9112/4/reason-space',
      'rfc9112/5.2/no-folding-in-reply',
      'rfc9110/5.6.1.1/no-empty-elements-in-reply',
      'rfc9112/4/status-line-sent',
      'service/1/valid-request-accepted',
    ],
  ],
  [
    'no Host, 404',
    [
      'service/7/no-upgrade-after-refusal',
      'rfc9112/4/reason-space',
      'rfc9112/5.2/no-folding-in-reply',
      'rfc9110/5.6.1.1/no-empty-elements-in-reply',
      'rfc9112/4/status-line-sent',
      'rfc9112/3.2/host-present',
    ],
  ],
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
      'service/7/no-upgrade-after-refusal',
      'rfc9112/4/reason-space',
      'rfc9112/5.2/no-folding-in-reply',
      'rfc9110/5.6.1.1/no-empty-elements-in-reply',
      'rfc6455/4.2.1/stop-processing',
      'rfc9112/4/status-line-sent',
    ],
  ],
  [
    'a version that was declared',
    [
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
      'rfc6455/5.5.2/pong',
      'rfc6455/7.3/not-ended-at-once',
      'service/1/frames-after-101',
      'service/1/no-body-in-101',
      'rfc9112/4/reason-space',
      'rfc9112/5.2/no-folding-in-reply',
      'rfc9110/5.6.1.1/no-empty-elements-in-reply',
      'rfc9112/4/status-line-sent',
    ],
  ],
  [
    'a foreign origin, 404',
    [
      'rfc6455/4.2.1/error-status',
      'rfc6455/10.2/origin-403',
      'service/7/no-upgrade-after-refusal',
      'rfc9112/4/reason-space',
      'rfc9112/5.2/no-folding-in-reply',
      'rfc9110/5.6.1.1/no-empty-elements-in-reply',
      'rfc6455/4.2.1/stop-processing',
      'rfc9112/4/status-line-sent',
    ],
  ],
  [
    'close, and no end',
    [
      'service/7/no-upgrade-after-refusal',
      'rfc9112/4/reason-space',
      'rfc9112/5.2/no-folding-in-reply',
      'rfc9110/5.6.1.1/no-empty-elements-in-reply',
      'rfc9112/9.6/close-after-close-option',
      'rfc6455/7.1.7/server-closed-on-failure',
      'rfc9112/4/status-line-sent',
      'service/1/valid-request-accepted',
    ],
  ],
])('what %s shows', (title, clauses) => {
  const found = played.find((each) => each.title === title);
  expect(found && judge(found.given).shown).toEqual(clauses);
});
