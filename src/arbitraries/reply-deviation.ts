import fc from 'fast-check';
import type { ClauseId } from '../../models/clauses.ts';
import { clientRows, type ReplyGuard } from '../../models/client-decision.ts';
import { type ReplyMessage, setField } from './message.ts';
import { base64Of, nearToken, unlike } from './near-miss.ts';
import { oddLine } from './odd-line.ts';
import type { Expectation } from './reply-message.ts';

/** One fault to be put into a reply. */
export interface ReplyDeviation {
  /** The part of the reply that it changes; two deviations of one part would undo each other. */
  readonly part: string;
  /** The guard that holds for a reply with this deviation. */
  readonly guard: Exclude<ReplyGuard, 'otherwise'>;
  /** The clause that it breaks. */
  readonly clause: ClauseId;
  readonly apply: (message: ReplyMessage) => ReplyMessage;
}

export interface ReplyLimits {
  /** Octets of the largest head, and field lines, that the client takes. */
  readonly headOctets: number;
  readonly fields: number;
}

/** Guards that hold by what the client has offered, or by the rules that bind it. */
export type AgreementGuard = Extract<
  ReplyGuard,
  | 'extensionIsRepeated'
  | `extensionParameter${string}`
  | `extensionServer${string}`
  | `extensionClient${string}`
  | 'subprotocolIsNotChosen'
>;

/** Guards that octets make true whatever the client has offered. */
export type WrittenReplyGuard = Exclude<ReplyGuard, 'otherwise' | AgreementGuard>;

const interim = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n';

function clauseOf(guard: WrittenReplyGuard): ClauseId {
  return clientRows.find((row) => row.guard === guard)?.clause ?? 'rfc6455/10.7/client-input-validated';
}

/** For every fault that a reply can show, deviations that bring it about. */
export function replyDeviations(
  { accept, subprotocols, deflate }: Expectation,
  limits: ReplyLimits,
): Readonly<Record<WrittenReplyGuard, fc.Arbitrary<ReplyDeviation>>> {
  const field = (guard: WrittenReplyGuard, name: string, values: fc.Arbitrary<readonly string[]>) =>
    values.map((list) => ({
      part: name,
      guard,
      clause: clauseOf(guard),
      apply: (m: ReplyMessage) => setField(m, name, ...list),
    }));
  const value = (guard: WrittenReplyGuard, name: string, values: fc.Arbitrary<string>) =>
    field(
      guard,
      name,
      values.map((text) => [text]),
    );
  const absent = (guard: WrittenReplyGuard, name: string) => field(guard, name, fc.constant([]));
  const statusLine = (guard: WrittenReplyGuard, values: fc.Arbitrary<string>) =>
    values.map((text) => ({
      part: 'status line',
      guard,
      clause: clauseOf(guard),
      apply: (m: ReplyMessage) => ({ ...m, statusLine: text }),
    }));

  return {
    headIsTooLarge: fc.integer({ min: limits.headOctets, max: limits.headOctets + 2_000 }).map((n) => ({
      part: 'size',
      guard: 'headIsTooLarge',
      clause: clauseOf('headIsTooLarge'),
      apply: (m) => setField(m, 'X', 'x'.repeat(n)),
    })),
    fieldsAreTooMany: fc.integer({ min: limits.fields, max: limits.fields + 100 }).map((n) => ({
      part: 'size',
      guard: 'fieldsAreTooMany',
      clause: clauseOf('fieldsAreTooMany'),
      apply: (m) => setField(m, 'X', ...Array<string>(n).fill('')),
    })),
    statusLineIsMalformed: statusLine(
      'statusLineIsMalformed',
      fc.constantFrom(
        ...[
          'http/1.1 101 x',
          'HTTP/1.1 0101 x',
          'HTTP/1.1 1O1 x',
          'HTTP/1.1 10 x',
          'HTTP/1.1  101 x',
          'HTTP/1.1',
        ],
        ...[
          '220 smtp.example.com ready',
          'FOO BAR',
          'HTTP/1.10 101 x',
          'HTTP/1.1\t101 x',
          'GET / HTTP/1.1',
          '',
        ],
        ...['HTTP/1.1 101x', 'HTTP/1.1 101 \x00', ' HTTP/1.1 101 x', 'HTTP/1 101 x'],
      ),
    ),
    httpMajorIsNot1: statusLine(
      'httpMajorIsNot1',
      fc.constantFrom('HTTP/2.0 101 x', 'HTTP/0.9 101 x', 'HTTP/3.0 200 OK'),
    ),
    fieldLinesAreMalformed: oddLine().map(({ line: odd }) => ({
      part: 'odd line',
      guard: 'fieldLinesAreMalformed',
      clause: clauseOf('fieldLinesAreMalformed'),
      apply: (m) => ({ ...m, lines: [...m.lines, odd] }),
    })),
    httpVersionIs10: statusLine(
      'httpVersionIs10',
      fc.constantFrom('HTTP/1.0 101 Switching Protocols', 'HTTP/1.0 101'),
    ),
    interimsAreTooMany: fc.integer({ min: 6, max: 9 }).map((n) => ({
      part: 'prefix',
      guard: 'interimsAreTooMany',
      clause: clauseOf('interimsAreTooMany'),
      apply: (m) => ({ ...m, prefix: interim.repeat(n) }),
    })),
    statusIsInterim: statusLine(
      'statusIsInterim',
      fc.constantFrom('HTTP/1.1 100 Continue', 'HTTP/1.1 102 Processing', 'HTTP/1.1 103', 'HTTP/1.1 199 x'),
    ),
    statusIsNot101: statusLine(
      'statusIsNot101',
      fc
        .constantFrom(200, 204, 301, 302, 307, 400, 401, 403, 404, 407, 426, 429, 500, 502, 503, 599, 999)
        .map((status) => `HTTP/1.1 ${status} Any Reason`),
    ),
    upgradeIsAbsent: absent('upgradeIsAbsent', 'Upgrade'),
    upgradeIsNotWebsocket: field(
      'upgradeIsNotWebsocket',
      'Upgrade',
      fc.oneof(
        nearToken('websocket').map((token) => [token]),
        fc.constantFrom(
          [''],
          ['h2c'],
          ['websocket, h2c'],
          ['websocket', 'websocket'],
          ['"websocket"'],
          ['websocket/13'],
        ),
      ),
    ),
    connectionIsAbsent: absent('connectionIsAbsent', 'Connection'),
    connectionLacksUpgrade: value(
      'connectionLacksUpgrade',
      'Connection',
      fc.oneof(
        nearToken('upgrade'),
        fc.constantFrom('', 'close', 'keep-alive', 'keep-alive Upgrade', 'Upgrade;'),
      ),
    ),
    acceptIsAbsent: absent('acceptIsAbsent', 'Sec-WebSocket-Accept'),
    acceptIsRepeated: field(
      'acceptIsRepeated',
      'Sec-WebSocket-Accept',
      fc.constantFrom([accept, accept], [accept, accept, accept]),
    ),
    acceptIsWrong: field(
      'acceptIsWrong',
      'Sec-WebSocket-Accept',
      fc.oneof(
        fc
          .oneof(
            base64Of(fc.constant(20)),
            fc.constantFrom(
              ...['', swapCase(accept), accept.slice(0, -1), `${accept}=`, `${accept} x`, `"${accept}"`],
              ...[`${accept}, ${accept}`, accept.slice(1), 's3pPLMBiTxaQ9kYGzzhZRbK+xOo='],
            ),
          )
          .filter((text) => text !== accept)
          .map((text) => [text]),
        fc.constantFrom([accept, 'x'], ['x', accept], [accept, '']),
      ),
    ),
    subprotocolIsRepeated: field(
      'subprotocolIsRepeated',
      'Sec-WebSocket-Protocol',
      fc.constantFrom(['chat', 'chat'], ['chat', 'x'], ['', '']),
    ),
    subprotocolIsEmpty: value('subprotocolIsEmpty', 'Sec-WebSocket-Protocol', fc.constant('')),
    subprotocolIsMalformed: value(
      'subprotocolIsMalformed',
      'Sec-WebSocket-Protocol',
      fc.constantFrom('chat, superchat', 'chat,', '"chat"', 'a b', '\xe4', 'chat;v=1'),
    ),
    subprotocolIsUnoffered: value(
      'subprotocolIsUnoffered',
      'Sec-WebSocket-Protocol',
      unlike(subprotocols, fc.constantFrom('unoffered', 'null', '__proto__')),
    ),
    extensionsAreMalformed: value(
      'extensionsAreMalformed',
      'Sec-WebSocket-Extensions',
      fc.constantFrom('', ',', '=[', 'foo;', 'foo; bar=', 'foo; bar="', '; x', 'foo bar', 'foo; bar="a b"'),
    ),
    extensionIsUnoffered: value(
      'extensionIsUnoffered',
      'Sec-WebSocket-Extensions',
      fc.constantFrom(
        ...['x-webkit-deflate-frame', 'foo; bar=1, baz', 'constructor', 'Permessage-Deflate'],
        ...(deflate ? [] : ['permessage-deflate']),
      ),
    ),
  };
}

function swapCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
