import type { ClauseId } from '../../models/clauses.ts';
import { clientRows, type ReplyGuard } from '../../models/decisions/client.ts';
import type { ReplyEdit } from './edit.ts';
import { swapCase } from './fit-accept.ts';
import { oddLines } from './odd-line.ts';
import type { Offer } from './offer.ts';

/** A guard that holds for a reply with a fault. */
export type ReplyFault = Exclude<ReplyGuard, 'otherwise'>;

/** One fault to be put into a reply. */
export interface ReplyDeviation {
  /** The part of the reply that it changes; two deviations of one part would undo each other. */
  readonly part: string;
  /** The guard that holds for a reply with this deviation. */
  readonly guard: ReplyFault;
  /** The clause that it breaks. */
  readonly clause: ClauseId;
  /** What is to be done to a reply. */
  readonly edits: readonly ReplyEdit[];
}

/** Guards that hold by what an answer makes of the extensions offered. */
export type ExtensionFault = Extract<
  ReplyFault,
  | 'extensionIsRepeated'
  | `extensionParameter${string}`
  | `extensionServer${string}`
  | `extensionClient${string}`
>;

function clauseOf(guard: ReplyFault): ClauseId {
  return clientRows.find((row) => row.guard === guard)?.clause ?? 'rfc6455/10.7/client-input-validated';
}

export function deviateReply(
  guard: ReplyFault,
  part: string,
  ...edits: readonly ReplyEdit[]
): ReplyDeviation {
  return { part, guard, clause: clauseOf(guard), edits };
}

/** A field that stands there with other values, a line for each; without any it is absent. */
export function deviateReplyField(
  guard: ReplyFault,
  name: string,
  values: readonly string[],
): ReplyDeviation {
  return deviateReply(guard, name, { kind: 'setField', name, values });
}

/** A field with these lists of values in turn, each list once. */
export function deviateByLists(
  guard: ReplyFault,
  name: string,
  lists: readonly (readonly string[])[],
): readonly ReplyDeviation[] {
  const byText = new Map(lists.map((values) => [JSON.stringify(values), values]));
  return [...byText.values()].map((values) => deviateReplyField(guard, name, values));
}

/** A field with these values in turn, each once. */
function deviateByValues(
  guard: ReplyFault,
  name: string,
  values: readonly string[],
): readonly ReplyDeviation[] {
  return deviateByLists(
    guard,
    name,
    values.map((value) => [value]),
  );
}

function deviateStatusLine(guard: ReplyFault, texts: readonly string[]): readonly ReplyDeviation[] {
  return texts.map((text) =>
    deviateReply(guard, 'status line', { kind: 'setPart', part: 'statusLine', text }),
  );
}

/** Faults of a head, of what proves the peer, and of a choice among what was offered, once each. */
export function replyLiterals(offer: Offer): readonly ReplyDeviation[] {
  return [...headLiterals, ...switchLiterals, ...acceptLiterals(offer), ...choiceLiterals(offer)];
}

const headLiterals: readonly ReplyDeviation[] = [
  ...deviateStatusLine('statusLineIsMalformed', [
    'http/1.1 101 x',
    'HTTP/1.1 0101 x',
    'HTTP/1.1 1O1 x',
    'HTTP/1.1 10 x',
    'HTTP/1.1  101 x',
    'HTTP/1.1',
    '220 smtp.example.com ready',
    'FOO BAR',
    'HTTP/1.10 101 x',
    'HTTP/1.1\t101 x',
    'GET / HTTP/1.1',
    '',
    'HTTP/1.1 101x',
    'HTTP/1.1 101 \x00',
    ' HTTP/1.1 101 x',
    'HTTP/1 101 x',
  ]),
  ...deviateStatusLine('httpMajorIsNot1', ['HTTP/2.0 101 x', 'HTTP/0.9 101 x', 'HTTP/3.0 101 x']),
  ...oddLines.map(({ line: odd }) =>
    deviateReply('fieldLinesAreMalformed', 'odd line', { kind: 'addLines', at: 'end', lines: [odd] }),
  ),
  ...deviateStatusLine('statusIsInterim', [
    'HTTP/1.1 100 Continue',
    'HTTP/1.1 102 Processing',
    'HTTP/1.1 103',
    'HTTP/1.1 199 x',
  ]),
  ...deviateStatusLine(
    'statusIsNot101',
    [200, 204, 301, 302, 307, 400, 401, 403, 404, 407, 426, 429, 500, 502, 503, 599, 999].map(
      (status) => `HTTP/1.1 ${status} Any Reason`,
    ),
  ),
  ...deviateStatusLine('httpVersionIs10', ['HTTP/1.0 101 Switching Protocols', 'HTTP/1.0 101']),
];

const switchLiterals: readonly ReplyDeviation[] = [
  deviateReplyField('upgradeIsAbsent', 'Upgrade', []),
  ...deviateByValues('upgradeIsNotWebsocket', 'Upgrade', [
    '',
    'h2c',
    'websocket, h2c',
    '"websocket"',
    'websocket/13',
    'websocketa',
    'notwebsocket',
    'websocke',
    'web-socket',
  ]),
  deviateReplyField('upgradeIsNotWebsocket', 'Upgrade', ['websocket', 'websocket']),
  deviateReplyField('connectionIsAbsent', 'Connection', []),
  ...deviateByValues('connectionLacksUpgrade', 'Connection', [
    '',
    'close',
    'keep-alive',
    'keep-alive Upgrade',
    'Upgrade;',
    'not-upgrade',
    'Upgradex',
    'pgrade',
  ]),
];

function acceptLiterals({ accept }: Offer): readonly ReplyDeviation[] {
  const name = 'Sec-WebSocket-Accept';
  const wrong = [
    '',
    swapCase(accept),
    accept.slice(0, -1),
    `${accept}=`,
    `${accept} x`,
    `"${accept}"`,
    // The last is the answer to the key of the example in RFC 6455 §1.3.
    `${accept}, ${accept}`,
    accept.slice(1),
    's3pPLMBiTxaQ9kYGzzhZRbK+xOo=',
  ].filter((text) => text !== accept);
  return [
    deviateReplyField('acceptIsAbsent', name, []),
    ...deviateByLists('acceptIsRepeated', name, [
      [accept, accept],
      [accept, accept, accept],
    ]),
    ...deviateByValues('acceptIsWrong', name, wrong),
    ...deviateByLists('acceptIsWrong', name, [
      [accept, 'x'],
      ['x', accept],
      [accept, ''],
    ]),
  ];
}

function choiceLiterals({ subprotocols, extensions }: Offer): readonly ReplyDeviation[] {
  const name = 'Sec-WebSocket-Protocol';
  const [first = 'chat', second = 'other'] = subprotocols;
  const near = subprotocols.flatMap((each) => [`${each}x`, `x${each}`, each.slice(0, -1), swapCase(each)]);
  const isUnoffered = (each: string) => each !== '' && !subprotocols.includes(each);
  return [
    ...deviateByLists('subprotocolIsRepeated', name, [
      [first, first],
      [first, second],
      ['', ''],
    ]),
    deviateReplyField('subprotocolIsEmpty', name, ['']),
    ...deviateByValues('subprotocolIsMalformed', name, [
      `${first}, ${second}`,
      `${first},`,
      `"${first}"`,
      'a b',
      '\xe4',
      `${first};v=1`,
    ]),
    ...deviateByValues(
      'subprotocolIsUnoffered',
      name,
      ['unoffered', 'null', '__proto__', 'chat', ...near].filter(isUnoffered),
    ),
    ...(subprotocols.length === 0 ? [] : [deviateReplyField('subprotocolIsNotChosen', name, [])]),
    ...deviateByValues('extensionsAreMalformed', 'Sec-WebSocket-Extensions', [
      '',
      ',',
      '=[',
      'foo;',
      'foo; bar=',
      'foo; bar="',
      '; x',
      'foo bar',
      'foo; bar="a b"',
    ]),
    ...deviateByValues(
      'extensionIsUnoffered',
      'Sec-WebSocket-Extensions',
      unofferedExtensions(extensions.map((extension) => extension.name)),
    ),
  ];
}

function unofferedExtensions(offered: readonly string[]): readonly string[] {
  const known = ['x-webkit-deflate-frame', 'constructor', 'Permessage-Deflate', 'permessage-deflate'];
  const free = [...known, ...offered.map((name) => `x${name}`)].filter((name) => !offered.includes(name));
  const [first] = free;
  return [...free, ...(first === undefined ? [] : [`${first}; bar=1, baz`, `baz, ${first}`])];
}
