import type { ClauseId } from '../../../models/clauses.ts';

const in101 = (from: RegExp, to: string) => (text: string) =>
  text.replace(/^HTTP\/1\.1 101 [\s\S]*?\r\n\r\n/m, (head) => head.replace(from, to));
const add = (line: string) => in101(/\r\n\r\n$/, `\r\n${line}\r\n\r\n`);
const inAny = (from: RegExp, to: string) => (text: string) => text.replace(from, to);

const without = (name: string) => inAny(new RegExp(`^${name}: .*\r\n`, 'm'), '');
const withVersions = (list: string) => inAny(/(?<=^Sec-WebSocket-Version: ).*/m, list);

type Spoilt = readonly [what: string, spoil: (text: string) => string, clause: ClauseId];

/** What the reference server says is spoilt on its way, and the clause that has to be found broken then. */
export const spoilt: readonly Spoilt[] = [
  [
    'a wrong accept value',
    in101(/Accept: .*/, 'Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo='),
    'rfc6455/4.2.2/accept-value',
  ],
  ['an accept value in other case', in101(/Accept: (.)/, 'Accept: ~'), 'rfc6455/4.2.2/accept-value'],
  [
    'an accept value sent twice',
    in101(/(Sec-WebSocket-Accept: .*\r\n)/, '$1$1'),
    'rfc6455/11.3.3/accept-sent-once',
  ],
  [
    'a subprotocol that was not offered',
    in101(/Protocol: .*/, 'Protocol: other'),
    'rfc6455/4.2.2/subprotocol-from-offer',
  ],
  [
    'an extension that was not offered',
    add('Sec-WebSocket-Extensions: a'),
    'rfc6455/4.2.2/extension-from-offer',
  ],
  ['Content-Length on a 101', add('Content-Length: 0'), 'rfc9110/8.6/no-content-length-in-1xx'],
  [
    'Transfer-Encoding on a 101',
    add('Transfer-Encoding: chunked'),
    'rfc9112/6.1/no-transfer-encoding-in-1xx',
  ],
  ['another Upgrade on a 101', in101(/Upgrade: websocket/, 'Upgrade: h2c'), 'rfc6455/4.2.2/reply-upgrade'],
  ['no Connection on a 101', in101(/Connection: Upgrade\r\n/, ''), 'rfc6455/4.2.2/reply-connection'],
  ['octets behind a 101', in101(/\r\n\r\n$/, '\r\n\r\nhello'), 'service/1/no-body-in-101'],
  ['a 204 for a 101', inAny(/^HTTP\/1.1 101/, 'HTTP/1.1 204'), 'rfc6455/4.2.2/status-101'],
  ['a 101 for a 400', inAny(/^HTTP\/1.1 400/, 'HTTP/1.1 101'), 'rfc6455/4.2.1/key-present'],
  ['a 400 for a 405', inAny(/^HTTP\/1.1 405/, 'HTTP/1.1 400'), 'rfc6455/4.2.1/method-get'],
  ['a 405 without Allow', without('Allow'), 'rfc9110/15.5.6/allow'],
  ['a 400 for a 426', inAny(/^HTTP\/1.1 426/, 'HTTP/1.1 400'), 'service/9/version-426'],
  ['a 426 without Upgrade', without('Upgrade'), 'rfc9110/15.5.22/upgrade-in-426'],
  ['a 426 without versions', without('Sec-WebSocket-Version'), 'rfc6455/4.2.2/version-advertised'],
  ['versions besides 13', withVersions('13, 8'), 'service/9/version-13-only'],
  [
    'Upgrade without its option in Connection',
    inAny(/Connection: Upgrade, close/, 'Connection: close'),
    'rfc9110/7.8/connection-option-with-upgrade',
  ],
  [
    'a status line without its second space',
    inAny(/^(HTTP\/1.1 404) .*\r\n/, '$1\r\n'),
    'rfc9112/4/reason-space',
  ],
  ['a folded field', inAny(/Connection: close/, 'Connection:\r\n close'), 'rfc9112/5.2/no-folding-in-reply'],
  [
    'an empty list element',
    inAny(/Connection: close/, 'Connection: , close'),
    'rfc9110/5.6.1.1/no-empty-elements-in-reply',
  ],
  ['a 401 without a challenge', without('WWW-Authenticate'), 'rfc9110/15.5.2/challenge'],
  ['a 404 for a 401', inAny(/^HTTP\/1.1 401/, 'HTTP/1.1 404'), 'service/5.2/credential-401'],
  ['a 404 for a 403', inAny(/^HTTP\/1.1 403/, 'HTTP/1.1 404'), 'rfc6455/10.2/origin-403'],
  [
    'an empty subprotocol',
    in101(/(?:Sec-WebSocket-Protocol: .*\r\n)?\r\n$/, 'Sec-WebSocket-Protocol: \r\n\r\n'),
    'rfc6455/4.2.2/subprotocol-empty-not-sent',
  ],
  [
    'a subprotocol that is a list',
    in101(/Protocol: .*/, 'Protocol: a, b'),
    'rfc6455/4.3/subprotocol-sent-grammar',
  ],
  [
    'a subprotocol that nobody asked for',
    (text) => (text.includes('Sec-WebSocket-Protocol') ? text : add('Sec-WebSocket-Protocol: x')(text)),
    'rfc6455/4.2.2/subprotocol-from-offer',
  ],
  [
    'an empty field of extensions',
    add('Sec-WebSocket-Extensions: '),
    'rfc6455/4.2.2/extension-empty-not-sent',
  ],
  ['a version that is none', withVersions('x'), 'rfc6455/4.3/version-sent-grammar'],
  [
    'the versions 7 and 8 besides',
    withVersions('13, 7, 8, 14, 12, 0'),
    'rfc6455/11.3.5/refused-version-unlisted',
  ],
  [
    'an interim reply to everybody',
    (text) => `HTTP/1.1 100 Continue\r\n\r\n${text}`,
    'rfc9110/15.2/no-1xx-to-http10',
  ],
  [
    'content behind every refusal',
    (text) => (/^HTTP\/1.1 101/.test(text) ? text : `${text}x`),
    'rfc9110/9.3.2/no-content-to-head',
  ],
  [
    'an accept value in every refusal',
    inAny(/^(HTTP\/1.1 4.*\r\n)/, '$1Sec-WebSocket-Accept: x\r\n'),
    'service/7/no-upgrade-after-refusal',
  ],
  ['a 409 for a 400', inAny(/^HTTP\/1.1 400/, 'HTTP/1.1 409'), 'rfc6455/4.2.1/key-present'],
  ['a 101 for every 426', inAny(/^HTTP\/1.1 426/, 'HTTP/1.1 101'), 'rfc6455/4.2.1/upgrade-present'],
  ['no pong', (text) => text.replace('\x8a\x03ws1', ''), 'rfc6455/5.5.2/pong'],
  ['no pong to an early ping', (text) => text.replace('\x8a\x05early', ''), 'rfc6455/4.1/early-frames-kept'],
  [
    'a pong in front of a 101',
    (text) => (/^HTTP\/1.1 101/.test(text) ? `\x8a\x00${text}` : text),
    'rfc9112/4/status-line-sent',
  ],
  [
    'a reply of HTTP behind a 101',
    in101(/\r\n\r\n$/, '\r\n\r\nHTTP/1.1 200 OK'),
    'service/1/frames-after-101',
  ],
  [
    'close in the Connection of a 101',
    in101(/Connection: Upgrade/, 'Connection: Upgrade, close'),
    'rfc9112/9.6/no-close-in-101',
  ],
  ['the version 8 alone', withVersions('8'), 'rfc6455/4.4/all-versions-listed'],
  ['nothing at all', () => '', 'rfc6455/4.2.1/error-status'],
];
