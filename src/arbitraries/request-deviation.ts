import fc from 'fast-check';
import type { ClauseId } from '../../models/clauses.ts';
import { type RequestGuard, serverRows } from '../../models/server-decision.ts';
import { type Line, line, type RequestMessage, setField } from './message.ts';
import { base64Of, nearToken, oddKey, oddVersion, randomCase, unlike, validKey } from './near-miss.ts';
import { oddLine } from './odd-line.ts';
import type { Endpoint } from './request-message.ts';

/** One fault to be put into a request. */
export interface RequestDeviation {
  /** The part of the request that it changes; two deviations of one part would undo each other. */
  readonly part: string;
  /** The guard that holds for a request with this deviation. */
  readonly guard: RequestGuard;
  /** The clause that it breaks. */
  readonly clause: ClauseId;
  readonly apply: (message: RequestMessage) => RequestMessage;
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

/** Fields that say whether content follows; one of them would hide what another says. */
const framing = ['Content-Length', 'Transfer-Encoding'];

const folding = 'rfc9112/5.2/folding';

function clauseOf(guard: RequestGuard): ClauseId {
  return serverRows.find((row) => row.guard === guard)?.clause ?? 'rfc6455/4.2.1/stop-processing';
}

/** For every fault that octets can show whatever the endpoint's policy is, deviations that bring it about. */
export function requestDeviations(
  endpoint: Endpoint,
): Readonly<Record<WrittenGuard, fc.Arbitrary<RequestDeviation>>> {
  const { limits } = endpoint;
  const field = (
    guard: RequestGuard,
    name: string,
    values: fc.Arbitrary<readonly string[]>,
    clause: ClauseId = clauseOf(guard),
  ) =>
    values.map((list) => {
      const part = framing.includes(name) ? 'content' : name;
      return { part, guard, clause, apply: (m: RequestMessage) => setField(m, name, ...list) };
    });
  const value = (guard: RequestGuard, name: string, values: fc.Arbitrary<string>, clause?: ClauseId) =>
    field(
      guard,
      name,
      values.map((text) => [text]),
      clause,
    );
  const absent = (guard: RequestGuard, name: string) => field(guard, name, fc.constant([]));
  const startLine = (
    guard: RequestGuard,
    part: 'method' | 'target' | 'version' | 'separator',
    values: fc.Arbitrary<string>,
    clause: ClauseId = clauseOf(guard),
  ) =>
    values.map((text) => ({ part, guard, clause, apply: (m: RequestMessage) => ({ ...m, [part]: text }) }));
  const added = (guard: RequestGuard, part: string, lines: readonly Line[], clause = clauseOf(guard)) => ({
    part,
    guard,
    clause,
    apply: (m: RequestMessage) => ({ ...m, lines: [...m.lines, ...lines] }),
  });

  return {
    headIsTooLarge: fc
      .integer({ min: limits.headOctets, max: limits.headOctets + 2_000 })
      .map((n) => added('headIsTooLarge', 'size', [line('X', 'x'.repeat(n))])),
    fieldsAreTooMany: fc
      .integer({ min: limits.fields, max: limits.fields + 100 })
      .map((n) => added('fieldsAreTooMany', 'size', Array<Line>(n).fill(line('X', '')))),
    targetIsTooLong: startLine(
      'targetIsTooLong',
      'target',
      fc
        .integer({ min: 0, max: 1_000 })
        .map((n) => `${endpoint.path}?${'a'.repeat(limits.targetOctets + n)}`),
    ),
    requestLineIsMalformed: fc.oneof(
      startLine('requestLineIsMalformed', 'separator', fc.constantFrom('  ', '\t', ' \t', '\x0b', '\r')),
      startLine(
        'requestLineIsMalformed',
        'version',
        fc.constantFrom('', 'HTTP/1.10', 'HTTP/1', 'HTTP1.1', 'HTTP/1.1 ', 'HTTP/1,1', 'HTTPS/1.1'),
      ),
      startLine(
        'requestLineIsMalformed',
        'version',
        fc.constantFrom('http/1.1', 'Http/1.1', 'hTTP/1.1'),
        'rfc9112/2.3/version-case',
      ),
      startLine(
        'requestLineIsMalformed',
        'method',
        fc.constantFrom('G(ET', 'GET,', 'G\x01T', 'G\xc4T', 'GET/'),
      ),
      startLine('requestLineIsMalformed', 'target', fc.constantFrom('/a b', '/a\x00', '/\x7f', '/\t')),
    ),
    httpMajorIsNot1: startLine(
      'httpMajorIsNot1',
      'version',
      fc.constantFrom('HTTP/2.0', 'HTTP/0.9', 'HTTP/3.0', 'HTTP/9.9', 'HTTP/2.1', 'HTTP/0.0'),
    ),
    fieldLinesAreMalformed: fc
      .oneof(oddLine(), fc.constant({ clause: folding, line: line('X-Odd', 'folded\r\n over two lines') }))
      .map((odd) => added('fieldLinesAreMalformed', 'odd line', [odd.line], odd.clause)),
    httpVersionIs10: startLine('httpVersionIs10', 'version', fc.constant('HTTP/1.0')),
    upgradeIsAbsent: absent('upgradeIsAbsent', 'Upgrade'),
    upgradeIsNotWebsocket: value(
      'upgradeIsNotWebsocket',
      'Upgrade',
      fc.oneof(
        nearToken('websocket'),
        fc.constantFrom(
          '',
          'h2c',
          'HTTP/2',
          'foo',
          'made-up/1.0',
          'web socket',
          '"websocket"',
          'websocket/13',
        ),
        fc.constantFrom('websocket;', 'web,socket', 'h2c; websocket'),
      ),
    ),
    connectionLacksUpgrade: fc.oneof(
      absent('connectionLacksUpgrade', 'Connection'),
      value(
        'connectionLacksUpgrade',
        'Connection',
        fc.oneof(
          nearToken('upgrade'),
          fc.constantFrom('', 'close', 'keep-alive', 'not-upgrade', 'Downgrade', 'keep-alive; Upgrade'),
          fc.constantFrom('keep-alive Upgrade', '"Upgrade"', 'Upgrade/1', 'up,grade', 'Upgrade;'),
        ),
      ),
    ),
    hostIsAbsent: absent('hostIsAbsent', 'Host'),
    hostIsRepeated: field(
      'hostIsRepeated',
      'Host',
      fc.constantFrom([endpoint.host, endpoint.host], [endpoint.host, 'example.com'], ['', '']),
    ),
    hostIsMalformed: value(
      'hostIsMalformed',
      'Host',
      fc.constantFrom(
        '',
        'user@host',
        'host/path',
        'host:abc',
        'a b',
        '[::1',
        'a,b:c',
        'http://host',
        'h"',
        'é',
      ),
    ),
    targetIsMalformed: startLine(
      'targetIsMalformed',
      'target',
      fc.constantFrom(
        '/#',
        '/a#b',
        '/%',
        '/%zz',
        '/"',
        '/<>',
        '/\\',
        '/^',
        '/`',
        '/{|}',
        '/\xff',
        'chat',
        '?a',
      ),
    ),
    targetNamesNoResource: fc.oneof(
      startLine(
        'targetNamesNoResource',
        'target',
        fc.constantFrom(
          'example.com:80',
          ...['ws', 'wss', 'ftp'].map((scheme) => `${scheme}://example.com${endpoint.path}`),
        ),
      ),
      startLine('targetNamesNoResource', 'target', fc.constant('*'), 'rfc9112/3.2.4/asterisk-form'),
    ),
    targetIsUnsecured: startLine(
      'targetIsUnsecured',
      'target',
      fc.constantFrom('https', 'HTTPS').map((scheme) => `${scheme}://example.com${endpoint.path}`),
    ),
    methodIsNotGet: fc.oneof(
      startLine(
        'methodIsNotGet',
        'method',
        fc.oneof(
          fc.constantFrom('POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'CONNECT', 'TRACE', 'BREW'),
          nearToken('GET'),
        ),
      ),
      startLine(
        'methodIsNotGet',
        'method',
        randomCase('GET').filter((method) => method !== 'GET'),
        'rfc9110/9.1/method-case',
      ),
    ),
    contentIsAnnounced: fc.oneof(
      value('contentIsAnnounced', 'Content-Length', fc.integer({ min: 1, max: 1e9 }).map(String)),
      value('contentIsAnnounced', 'Transfer-Encoding', fc.constantFrom('chunked', 'gzip, chunked')),
    ),
    contentLengthIsMalformed: value(
      'contentLengthIsMalformed',
      'Content-Length',
      fc.constantFrom('', 'abc', '-1', '+1', '1, 2', '1.0', '0x1', '1 1', '1;'),
    ),
    transferCodingIsMalformed: fc.oneof(
      value(
        'transferCodingIsMalformed',
        'Transfer-Encoding',
        fc.constantFrom('gzip', 'chunked, gzip', 'identity', '', 'chunked, chunked', 'a b'),
      ),
      fc.constantFrom('0', '5').map((length) => ({
        part: 'content',
        guard: 'transferCodingIsMalformed' as const,
        clause: 'rfc9112/6.1/closed-after-both' as const,
        apply: (m: RequestMessage) =>
          setField(setField(m, 'Content-Length', length), 'Transfer-Encoding', 'chunked'),
      })),
    ),
    versionIsAbsent: absent('versionIsAbsent', 'Sec-WebSocket-Version'),
    versionIsRepeated: field(
      'versionIsRepeated',
      'Sec-WebSocket-Version',
      fc.constantFrom(['13', '13'], ['13', '8'], ['8', '13'], ['13', '11'], ['13', '']),
    ),
    versionIsMalformed: value('versionIsMalformed', 'Sec-WebSocket-Version', oddVersion()),
    versionIsNot13: fc.oneof(
      value('versionIsNot13', 'Sec-WebSocket-Version', fc.integer({ min: 14, max: 255 }).map(String)),
      value('versionIsNot13', 'Sec-WebSocket-Version', fc.integer({ min: 9, max: 12 }).map(String)),
      value('versionIsNot13', 'Sec-WebSocket-Version', fc.nat(8).map(String), 'service/9/drafts-refused'),
    ),
    keyIsAbsent: absent('keyIsAbsent', 'Sec-WebSocket-Key'),
    keyIsRepeated: field(
      'keyIsRepeated',
      'Sec-WebSocket-Key',
      fc.tuple(validKey(), validKey()).chain(([a, b]) => fc.constantFrom([a, a], [a, b], [a, ''], ['', a])),
    ),
    keyIsMalformed: fc.oneof(
      value('keyIsMalformed', 'Sec-WebSocket-Key', oddKey()),
      value(
        'keyIsMalformed',
        'Sec-WebSocket-Key',
        validKey().map((key) => `-_${key.slice(2)}`),
        'rfc4648/3.3/alphabet',
      ),
    ),
    keyIsNot16Octets: value(
      'keyIsNot16Octets',
      'Sec-WebSocket-Key',
      base64Of(fc.oneof(fc.integer({ min: 1, max: 15 }), fc.integer({ min: 17, max: 48 }))),
    ),
    subprotocolsAreMalformed: value(
      'subprotocolsAreMalformed',
      'Sec-WebSocket-Protocol',
      fc.constantFrom('', ',', ', ,', 'a b', 'a;b', 'chat, a@b', '"chat"', '\xe4', 'chat/1', 'chat, a=b'),
    ),
    extensionsAreMalformed: fc.oneof(
      value(
        'extensionsAreMalformed',
        'Sec-WebSocket-Extensions',
        fc.constantFrom(
          ...[
            '',
            ',',
            '=[',
            'foo;',
            'foo;=',
            'foo; bar=',
            'foo; bar="',
            '; x',
            'foo; bar="a b"',
            'foo; bar=""',
          ],
          ...[
            'foo bar',
            'foo; bar baz',
            'foo; bar==1',
            'foo; bar="a\\',
            'foo@',
            'foo; bar=1; ',
            'foo;;bar',
            '\xe4',
          ],
        ),
      ),
      value(
        'extensionsAreMalformed',
        'Sec-WebSocket-Extensions',
        fc.constantFrom('foo; bar="a b"', 'foo; bar=""', 'foo; bar="a,b"', 'foo; bar="\\\\"'),
        'rfc6455/9.1/extension-quoted-token',
      ),
    ),
    pathIsUnknown: startLine(
      'pathIsUnknown',
      'target',
      fc
        .constantFrom('/', '/unknown', `${endpoint.path}/`, `${endpoint.path}x`, `/x${endpoint.path}`, '/?/')
        .filter((target) => target.replace(/\?.*/, '') !== endpoint.path),
    ),
    subprotocolIsAbsent: absent('subprotocolIsAbsent', 'Sec-WebSocket-Protocol'),
    subprotocolIsMismatched: value(
      'subprotocolIsMismatched',
      'Sec-WebSocket-Protocol',
      unlike(
        endpoint.subprotocols,
        fc.constantFrom('unknown', 'a, b', 'constructor', '__proto__', 'toString'),
      ),
    ),
  };
}
