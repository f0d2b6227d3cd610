import type { ClauseId } from '../../models/clauses.ts';
import { type RequestGuard, serverRows } from '../../models/decisions/server.ts';
import type { RequestEdit } from './edit.ts';
import { type Line, line } from './message.ts';
import { oddLines } from './odd-line.ts';
import { countedKey, oddKeys, oddVersions, repeatedKeys, urlSafeKey } from './odd-value.ts';
import type { OpeningEndpoint } from './request-message.ts';

/** The part of a deviation that leaves nothing to see of any other. */
export const wholeMessage = 'message';

/** One fault to be put into a request. */
export interface RequestDeviation {
  /**
   * The part of the request that it changes; two deviations of one part would undo each other. `message` for one
   * that leaves nothing to see of any other.
   */
  readonly part: string;
  /** The guard that holds for a request with this deviation. */
  readonly guard: RequestGuard;
  /** The clause that it breaks. */
  readonly clause: ClauseId;
  /** What is to be done to a request. */
  readonly edits: readonly RequestEdit[];
}

/** Guards that octets alone cannot make true: they take time, a peer that leaves, a crowd, or an application. */
export type UnwrittenGuard =
  | 'pendingLimitIsReached'
  | 'headIsLate'
  | 'headIsCut'
  | `authorization${string}`
  | 'credentialIsAwaited'
  | 'otherwise';
/** Guards that hold by what the endpoint welcomes: which origins, which credential. */
export type PolicyGuard = Extract<
  RequestGuard,
  `origin${string}` | 'credentialIsAbsent' | 'credentialIsInvalid'
>;

/** Guards that octets make true whatever the policy of the endpoint is. */
export type WrittenGuard = Exclude<RequestGuard, UnwrittenGuard | PolicyGuard>;

/** Guards that hold by a size: what makes them true is drawn, and not written down. */
export type SizeGuard = 'headIsTooLarge' | 'fieldsAreTooMany' | 'targetIsTooLong';

export type LiteralGuard = Exclude<WrittenGuard, SizeGuard>;

/** Fields that say whether content follows; one of them would hide what another says. */
const framing = ['Content-Length', 'Transfer-Encoding'];

export function clauseOf(guard: RequestGuard): ClauseId {
  return serverRows.find((row) => row.guard === guard)?.clause ?? 'rfc6455/4.2.1/stop-processing';
}

/** A field that stands there with other values, once for each; without any it is absent. */
export function deviateField(
  guard: RequestGuard,
  name: string,
  values: readonly string[],
  clause: ClauseId = clauseOf(guard),
): RequestDeviation {
  const part = framing.includes(name) ? 'content' : name;
  return { part, guard, clause, edits: [{ kind: 'setField', name, values }] };
}

/** Another text in the request line. */
export function deviateRequestLine(
  guard: RequestGuard,
  part: 'method' | 'target' | 'version' | 'separator',
  text: string,
  clause: ClauseId = clauseOf(guard),
): RequestDeviation {
  return { part, guard, clause, edits: [{ kind: 'setPart', part, text }] };
}

/** Content, with the fields that frame it and others. */
function deviateContent(
  guard: RequestGuard,
  content: string,
  fields: Readonly<Record<string, string>>,
): RequestDeviation {
  const set = Object.entries(fields).map(
    ([name, value]) => ({ kind: 'setField', name, values: [value] }) as const,
  );
  const edits = [...set, { kind: 'setPart', part: 'content', text: content }] as const;
  return { part: 'content', guard, clause: clauseOf(guard), edits };
}

/** An opening that announces so many octets of content, and has them. */
export function countedContent(
  content: string,
  others: Readonly<Record<string, string>> = {},
): RequestDeviation {
  return deviateContent('contentIsAnnounced', content, { 'Content-Length': `${content.length}`, ...others });
}

/** An opening whose content is one chunk. */
export function chunkedContent(
  content: string,
  others: Readonly<Record<string, string>> = {},
): RequestDeviation {
  const chunks = `${content.length.toString(16)}\r\n${content}\r\n0\r\n\r\n`;
  return deviateContent('contentIsAnnounced', chunks, { 'Transfer-Encoding': 'chunked', ...others });
}

/** What a ping has that stands in content. */
export const contentData = 'ws2';

/** A masked ping, which nobody answers who reads it as content. */
const pingInContent = `\x89\x83\x00\x00\x00\x00${contentData}`;

const contents: readonly string[] = ['hello', pingInContent];

const expectant = { Expect: '100-continue' };

/** Lines behind the others. */
export function addLines(
  guard: RequestGuard,
  part: string,
  lines: readonly Line[],
  clause: ClauseId = clauseOf(guard),
): RequestDeviation {
  return { part, guard, clause, edits: [{ kind: 'addLines', at: 'end', lines }] };
}

function deviateWhole(
  guard: RequestGuard,
  edits: readonly RequestEdit[],
  clause: ClauseId = clauseOf(guard),
): RequestDeviation {
  return { part: wholeMessage, guard, clause, edits };
}

/** The first line of something else. */
function replaceRequestLine(
  guard: RequestGuard,
  method: string,
  target = '',
  version = '',
): RequestDeviation {
  return deviateWhole(guard, [
    { kind: 'setPart', part: 'method', text: method },
    { kind: 'setPart', part: 'target', text: target },
    { kind: 'setPart', part: 'version', text: version },
  ]);
}

/** Subprotocols that nobody supports, some of them names that a language has given a meaning. */
export const otherNames: readonly string[] = ['unknown', 'a, b', 'constructor', '__proto__', 'toString'];

/** Names that are like the given ones, and none of them. */
function namesNear(names: readonly string[]): readonly string[] {
  const near = names.flatMap((name) => [`${name}x`, `x${name}`, name.slice(0, -1), name.toUpperCase()]);
  return [...new Set([...otherNames, ...near])].filter((name) => name !== '' && !names.includes(name));
}

function withoutFields(...names: readonly string[]): readonly RequestEdit[] {
  return names.map((name) => ({ kind: 'setField', name, values: [] }));
}

/** The fields that make a request an opening; without them it is a plain request. */
const openingFields = [
  'Upgrade',
  'Connection',
  'Sec-WebSocket-Key',
  'Sec-WebSocket-Version',
  'Sec-WebSocket-Protocol',
  'Sec-WebSocket-Extensions',
];

/** The opening of the drafts hixie-76 and hybi-00, but for the eight octets behind its head. */
const hixie76: readonly RequestEdit[] = [
  ...withoutFields('Sec-WebSocket-Key', 'Sec-WebSocket-Version'),
  { kind: 'setField', name: 'Upgrade', values: ['WebSocket'] },
  {
    kind: 'addLines',
    at: 'end',
    lines: [
      line('Sec-WebSocket-Key1', '4 @1  46546xW%0l 1 5'),
      line('Sec-WebSocket-Key2', '12998 5 Y3 1  .P00'),
    ],
  },
];

/** An Upgrade that is there for loose readers alone: folded, behind a bare CR, before the fields, ended by NUL. */
const hiddenUpgrades: readonly (readonly RequestEdit[])[] = [
  ...['a\r\n Upgrade: websocket', 'a\rUpgrade: websocket'].map((text): readonly RequestEdit[] => [
    ...withoutFields('Upgrade'),
    { kind: 'addLines', at: 'end', lines: [line('X-Odd', text)] },
  ]),
  [...withoutFields('Upgrade'), { kind: 'addLines', at: 0, lines: [line(' Upgrade', 'websocket')] }],
  [{ kind: 'setField', name: 'Upgrade', values: ['websocket\x00x'] }],
];

/** For every fault that can be written down whatever the endpoint's policy is, the ways to write it, once each. */
export function requestLiterals(
  endpoint: OpeningEndpoint,
): Readonly<Record<LiteralGuard, readonly RequestDeviation[]>> {
  const { path, host, subprotocols } = endpoint;
  const lists = (
    guard: RequestGuard,
    name: string,
    some: readonly (readonly string[])[],
    clause?: ClauseId,
  ) => some.map((values) => deviateField(guard, name, values, clause));
  const values = (guard: RequestGuard, name: string, texts: readonly string[], clause?: ClauseId) =>
    texts.map((text) => deviateField(guard, name, [text], clause));
  const startLine = (
    guard: RequestGuard,
    part: 'method' | 'target' | 'version' | 'separator',
    texts: readonly string[],
    clause?: ClauseId,
  ) => texts.map((text) => deviateRequestLine(guard, part, text, clause));
  const key = countedKey(16);

  return {
    requestLineIsMalformed: [
      ...startLine('requestLineIsMalformed', 'separator', ['  ', '\t', ' \t', '\x0b', '\r']),
      ...startLine('requestLineIsMalformed', 'version', [
        '',
        'HTTP/1.10',
        'HTTP/01.1',
        'HTTP/1',
        'HTTP/1.',
        'HTTP/1.x',
        'HTTP1.1',
        'HTTP/1.1 ',
        'HTTP/1,1',
        'HTTPS/1.1',
        'WS/1.1',
      ]),
      ...startLine(
        'requestLineIsMalformed',
        'version',
        ['http/1.1', 'Http/1.1', 'hTTP/1.1'],
        'rfc9112/2.3/version-case',
      ),
      ...startLine('requestLineIsMalformed', 'method', [
        '',
        ' GET',
        'G(ET',
        'GET,',
        'G\x01T',
        'G\xc4T',
        'GET/',
      ]),
      ...startLine('requestLineIsMalformed', 'target', [
        '',
        ...[' ', '\x00', '\x7f', '\t'].map((octet) => `${path}?a${octet}b`),
      ]),
      replaceRequestLine('requestLineIsMalformed', 'HTTP/1.1', '101', 'Switching Protocols'),
      replaceRequestLine('requestLineIsMalformed', 'EHLO', 'client.example'),
      replaceRequestLine('requestLineIsMalformed', 'SSH-2.0-client'),
      // The beginning of a ClientHello: a record of a handshake, in TLS 1.0 for the sake of old peers.
      replaceRequestLine('requestLineIsMalformed', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'),
    ],
    httpMajorIsNot1: [
      ...startLine('httpMajorIsNot1', 'version', [
        'HTTP/2.0',
        'HTTP/0.9',
        'HTTP/3.0',
        'HTTP/9.9',
        'HTTP/2.1',
        'HTTP/0.0',
      ]),
      // The beginning of the connection preface of HTTP/2.
      replaceRequestLine('httpMajorIsNot1', 'PRI', '*', 'HTTP/2.0'),
    ],
    fieldLinesAreMalformed: [
      ...oddLines.map((odd) => addLines('fieldLinesAreMalformed', 'odd line', [odd.line], odd.clause)),
      ...['folded\r\n over two lines', 'folded\r\n\tby a tab'].map((text) =>
        addLines('fieldLinesAreMalformed', 'odd line', [line('X-Odd', text)], 'rfc9112/5.2/folding'),
      ),
      deviateField('fieldLinesAreMalformed', 'Sec-WebSocket-Version', ['1\r3'], 'rfc9112/2.2/bare-cr'),
      deviateWhole(
        'fieldLinesAreMalformed',
        [{ kind: 'addLines', at: 0, lines: [line(' X-Odd', 'space before the first field')] }],
        'rfc9112/2.2/space-before-fields',
      ),
      deviateWhole(
        'fieldLinesAreMalformed',
        [{ kind: 'addLines', at: 'end', lines: [line('X-Odd', 'a lone LF\nX-Even: behind it')] }],
        'rfc9112/2.2/lone-line-feed',
      ),
      ...hiddenUpgrades.map((edits) =>
        deviateWhole('fieldLinesAreMalformed', edits, 'rfc6455/4.2.1/upgrade-present'),
      ),
    ],
    hostIsAbsent: [
      deviateField('hostIsAbsent', 'Host', []),
      deviateWhole('hostIsAbsent', [...hixie76, ...withoutFields('Host')]),
    ],
    hostIsRepeated: lists('hostIsRepeated', 'Host', [
      [host, host],
      [host, 'example.com'],
      ['example.com', host],
      ['', ''],
    ]),
    hostIsMalformed: values('hostIsMalformed', 'Host', [
      '',
      'user@host',
      'host/path',
      'host?query',
      'host#fragment',
      'host:abc',
      'host:-1',
      'host:80:80',
      'a b',
      '[::1',
      '[::g]',
      'a,b:c',
      'http://host',
      'h"',
      '%',
      '\xe9',
    ]),
    contentLengthIsMalformed: [
      ...values('contentLengthIsMalformed', 'Content-Length', [
        'abc',
        '',
        '-1',
        '+1',
        '1, 2',
        '1.0',
        '0x1',
        '1 1',
        '1;',
        '99999999999999999999',
      ]),
      deviateField('contentLengthIsMalformed', 'Content-Length', ['0', '1']),
      // Whoever answers it before the method is looked at has forgotten that it is a HEAD.
      deviateWhole('contentLengthIsMalformed', [
        { kind: 'setPart', part: 'method', text: 'HEAD' },
        { kind: 'addLines', at: 'end', lines: [line('Content-Length', '1, 2')] },
      ]),
    ],
    transferCodingIsMalformed: [
      ...values('transferCodingIsMalformed', 'Transfer-Encoding', [
        'gzip',
        'chunked, gzip',
        'identity',
        '',
        'chunked, chunked',
        'xchunked',
        'a b',
      ]),
    ],
    // The length of the second is right for the chunks as well, however it is read.
    contentIsFramedTwice: ['0', '5'].map((length) =>
      deviateContent('contentIsFramedTwice', '0\r\n\r\n', {
        'Content-Length': length,
        'Transfer-Encoding': 'chunked',
      }),
    ),
    httpVersionIs10: startLine('httpVersionIs10', 'version', ['HTTP/1.0']),
    upgradeIsAbsent: [
      deviateField('upgradeIsAbsent', 'Upgrade', []),
      // A plain request.
      deviateWhole('upgradeIsAbsent', withoutFields(...openingFields)),
    ],
    upgradeIsNotWebsocket: values('upgradeIsNotWebsocket', 'Upgrade', [
      '',
      'h2c',
      'HTTP/2',
      'foo',
      'made-up/1.0',
      'web socket',
      '"websocket"',
      'websocket/13',
      'websocket;',
      'web,socket',
      'h2c; websocket',
      'websocketa',
      'notwebsocket',
      'websocke',
      'ebsocket',
      'web-socket',
    ]),
    connectionLacksUpgrade: [
      deviateField('connectionLacksUpgrade', 'Connection', []),
      ...values('connectionLacksUpgrade', 'Connection', [
        '',
        'close',
        'keep-alive',
        'keep-alive; Upgrade',
        'keep-alive Upgrade',
        '"Upgrade"',
        'Upgrade/1',
        'up,grade',
        'Upgrade;',
        'not-upgrade',
        'Downgrade',
        'Upgradex',
        'Upgrad',
        'pgrade',
      ]),
    ],
    targetIsMalformed: startLine('targetIsMalformed', 'target', [
      ...['#', '#b', '?a#b', '?%', '?%zz', '?"', '?<>', '?\\', '?^', '?`', '?{|}', '?\xff', '?\xc3\xa4'].map(
        (odd) => `${path}${odd}`,
      ),
      'chat',
      '?a',
      `http://${path}`,
      `http://user@${host}${path}`,
      `http://${host}:x${path}`,
    ]),
    targetNamesNoResource: [
      ...startLine('targetNamesNoResource', 'target', [
        'example.com:80',
        ...['ws', 'wss', 'ftp'].map((scheme) => `${scheme}://${host}${path}`),
      ]),
      ...startLine('targetNamesNoResource', 'target', ['*'], 'rfc9112/3.2.4/asterisk-form'),
    ],
    targetIsUnsecured: startLine(
      'targetIsUnsecured',
      'target',
      ['https', 'HTTPS'].map((scheme) => `${scheme}://${host}${path}`),
    ),
    methodIsNotGet: [
      ...startLine('methodIsNotGet', 'method', [
        'POST',
        'PUT',
        'DELETE',
        'PATCH',
        'HEAD',
        'OPTIONS',
        'CONNECT',
        'TRACE',
        'BREW',
        'GETX',
        'GE',
      ]),
      ...startLine('methodIsNotGet', 'method', ['get', 'Get', 'gET'], 'rfc9110/9.1/method-case'),
    ],
    contentIsAnnounced: [
      // Content that never comes.
      ...values('contentIsAnnounced', 'Content-Length', ['1', '5', '1000000000']),
      ...values('contentIsAnnounced', 'Transfer-Encoding', ['chunked', 'Chunked', 'gzip, chunked']),
      ...contents.flatMap((content) => [
        countedContent(content),
        chunkedContent(content),
        countedContent(content, expectant),
        chunkedContent(content, expectant),
      ]),
    ],
    versionIsAbsent: [
      deviateField('versionIsAbsent', 'Sec-WebSocket-Version', []),
      deviateWhole('versionIsAbsent', hixie76),
    ],
    versionIsRepeated: lists('versionIsRepeated', 'Sec-WebSocket-Version', [
      ['13', '13'],
      ['13', '8'],
      ['8', '13'],
      ['13', '11'],
      ['13', ''],
    ]),
    versionIsMalformed: values('versionIsMalformed', 'Sec-WebSocket-Version', oddVersions),
    versionIsNot13: [
      ...values('versionIsNot13', 'Sec-WebSocket-Version', ['11', '12', '14', '15', '25', '99', '255']),
      ...values(
        'versionIsNot13',
        'Sec-WebSocket-Version',
        ['0', '1', '3', '7', '8'],
        'service/9/drafts-refused',
      ),
    ],
    keyIsAbsent: [deviateField('keyIsAbsent', 'Sec-WebSocket-Key', [])],
    keyIsRepeated: lists('keyIsRepeated', 'Sec-WebSocket-Key', repeatedKeys(key, btoa('another 16 bytes'))),
    keyIsMalformed: [
      ...values('keyIsMalformed', 'Sec-WebSocket-Key', oddKeys(key)),
      ...values('keyIsMalformed', 'Sec-WebSocket-Key', [urlSafeKey(key)], 'rfc4648/3.3/alphabet'),
    ],
    keyIsNot16Octets: values(
      'keyIsNot16Octets',
      'Sec-WebSocket-Key',
      [1, 2, 8, 12, 15, 17, 18, 34].map(countedKey),
    ),
    subprotocolsAreMalformed: values('subprotocolsAreMalformed', 'Sec-WebSocket-Protocol', [
      '',
      ',',
      ', ,',
      'a b',
      'a\tb',
      'a;b',
      'chat, a@b',
      '"chat"',
      '\xe4',
      'chat/1',
      'chat, a=b',
    ]),
    extensionsAreMalformed: [
      ...values('extensionsAreMalformed', 'Sec-WebSocket-Extensions', [
        '',
        ',',
        '=',
        ';',
        '=[',
        '; x',
        '=x',
        'foo;',
        'foo;=',
        'foo;=1',
        'foo=',
        'foo=bar',
        'foo@',
        'foo/1',
        'foo bar',
        'foo; bar=',
        'foo; bar="',
        'foo; bar="a',
        'foo; bar="a\\',
        'foo; bar="a"b',
        'foo; b@r',
        'foo; bar baz',
        'foo; bar==1',
        'foo; bar=1; ',
        'foo; bar=1=2',
        'foo; bar=a b',
        'foo;;bar',
        '\xe4',
        '"foo"',
        'foo; "bar"',
        'foo, =',
        'foo, bar;',
      ]),
      ...values(
        'extensionsAreMalformed',
        'Sec-WebSocket-Extensions',
        ['foo; bar="a b"', 'foo; bar=""', 'foo; bar="a,b"', 'foo; bar="\\\\"'],
        'rfc6455/9.1/extension-quoted-token',
      ),
    ],
    pathIsUnknown: startLine(
      'pathIsUnknown',
      'target',
      ['/', '/unknown', `${pathOf(path)}/`, `${pathOf(path)}x`, `/x${pathOf(path)}`, '/?/'].filter(
        (target) => pathOf(target) !== pathOf(path),
      ),
    ),
    subprotocolIsAbsent: [deviateField('subprotocolIsAbsent', 'Sec-WebSocket-Protocol', [])],
    subprotocolIsMismatched: values(
      'subprotocolIsMismatched',
      'Sec-WebSocket-Protocol',
      namesNear(subprotocols),
    ),
  };
}

/** A target without its query. */
function pathOf(target: string): string {
  return target.replace(/\?.*/, '');
}
