import type { ClauseId } from '../../../models/clauses.ts';
import { clientTable, type ReplyGuard } from '../../../models/client-decision.ts';
import { judge } from '../../../models/decide.ts';
import { type Offer, readReplyFields } from '../../facts/reply-facts.ts';
import { offerGrammar, type ParameterFault, readValues } from '../../negotiation/deflate-parameter.ts';
import { deflateName } from '../../negotiation/permessage-deflate.ts';
import { sha1 } from '../../sha1.ts';
import {
  computeAccept,
  decodeLatin1,
  type Extension,
  fieldValues,
  parseExtensionList,
  parseTokenList,
  type RequestHead,
} from '../../wire/index.ts';
import type { Answer } from '../peer/answer.ts';

/** What is wrong with an answer, and which clause it breaks. */
export interface Fault {
  readonly clause: ClauseId;
  readonly expected: string;
  readonly observed: string;
  /** What is probably the cause, where that can be computed. */
  readonly hint?: string;
}

/** The obligation of a server that each fault of a 101 shows to be broken. */
const owed: Readonly<Partial<Record<ReplyGuard, ClauseId>>> = {
  headIsTooLarge: 'rfc6455/4.2.2/status-101',
  fieldsAreTooMany: 'rfc6455/4.2.2/status-101',
  httpMajorIsNot1: 'rfc6455/4.2.2/status-101',
  httpVersionIs10: 'rfc6455/4.2.2/status-101',
  upgradeIsAbsent: 'rfc6455/4.2.2/reply-upgrade',
  upgradeIsNotWebsocket: 'rfc6455/4.2.2/reply-upgrade',
  connectionIsAbsent: 'rfc6455/4.2.2/reply-connection',
  connectionLacksUpgrade: 'rfc6455/4.2.2/reply-connection',
  acceptIsAbsent: 'rfc6455/4.2.2/accept-value',
  acceptIsRepeated: 'rfc6455/11.3.3/accept-sent-once',
  acceptIsWrong: 'rfc6455/4.2.2/accept-value',
  subprotocolIsRepeated: 'rfc6455/11.3.4/subprotocol-sent-once',
  subprotocolIsEmpty: 'rfc6455/4.2.2/subprotocol-empty-not-sent',
  subprotocolIsMalformed: 'rfc6455/4.3/subprotocol-sent-grammar',
  subprotocolIsUnoffered: 'rfc6455/4.2.2/subprotocol-from-offer',
  extensionsAreMalformed: 'rfc6455/4.2.2/extension-from-offer',
  extensionIsUnoffered: 'rfc6455/4.2.2/extension-from-offer',
  extensionIsRepeated: 'rfc7692/5/answered-once',
  extensionParameterIsUndefined: 'rfc6455/9/parameters-by-specification',
  extensionParameterIsRepeated: 'rfc6455/9/parameters-by-specification',
  extensionParameterIsInvalid: 'rfc6455/9/parameters-by-specification',
  extensionServerTakeoverIsMissing: 'rfc7692/7.1.1.1/server-takeover-echoed',
  extensionServerBitsAreMissing: 'rfc7692/7.1.2.1/server-bits-echoed',
  extensionServerBitsAreLarger: 'rfc7692/7.1.2.1/server-bits-not-larger',
  extensionClientBitsAreUnoffered: 'rfc7692/7.1.2.2/client-bits-unoffered',
};

const limits = { fieldLimit: 10_000, interims: 0, interimLimit: 100 };

/** Holds a 101 against what was asked for: by the client's table, and by what only the sender owes. */
export function checkSwitch(request: RequestHead, answer: Answer): readonly Fault[] {
  const { reply, head } = answer;
  if (!reply) return [];
  const values = (name: string) => fieldValues(request.fields, name);
  const key = values('sec-websocket-key')[0] ?? '';
  const lines = values('sec-websocket-extensions');
  const offered = lines.length > 0 ? parseExtensionList(lines.join(',')) : null;
  const extensions: readonly Extension[] = offered?.ok ? offered.value : [];
  const accept = computeAccept(key, sha1);
  const offer = {
    accept,
    subprotocols: parseTokenList(values('sec-websocket-protocol').join(',')) ?? [],
    extensions,
  };
  const { facts } = readReplyFields(reply, offer, limits);
  const told = (name: string) => fieldValues(reply.fields, name);
  const rows = judge(clientTable, facts, { rules: 'rfc6455' });
  return [
    ...rows.flatMap(({ guard }): readonly Fault[] => {
      if (owed[guard] === undefined) return [];
      const [name, wanted] = expectation(guard, offer);
      const clause = clauseOwed(guard, told(name), offer);
      if (!clause) return [];
      const seen = told(name).length === 0 ? `no ${name}` : told(name).join(' and ');
      return [
        {
          clause,
          expected: wanted,
          observed: name === 'status line' ? startLineOf(head) : seen === '' ? `an empty ${name}` : seen,
        },
      ];
    }),
    ...framing('content-length', 'rfc9110/8.6/no-content-length-in-1xx', told),
    ...framing('transfer-encoding', 'rfc9112/6.1/no-transfer-encoding-in-1xx', told),
    ...(answer.ponged
      ? []
      : [
          {
            clause: 'service/1/frames-after-101' as const,
            expected: 'a pong to a masked ping behind the 101',
            observed: answer.end === 'late' ? 'nothing in time' : 'the end of the connection',
          },
        ]),
    ...(areFrames(answer, told('sec-websocket-extensions').length > 0)
      ? []
      : [
          {
            clause: 'service/1/no-body-in-101' as const,
            expected: 'nothing but frames behind the 101',
            observed: 'octets that are no frame of a server',
          },
        ]),
  ];
}

function clauseOwed(guard: ReplyGuard, values: readonly string[], offer: Offer): ClauseId | undefined {
  // The right value beside a wrong one is computed as it should be.
  if (guard === 'acceptIsWrong' && values.includes(offer.accept)) return 'rfc6455/11.3.3/accept-sent-once';
  // RFC 9110 §7.8 has a list there: more of the same says no more.
  const isRepeated = values
    .join()
    .split(',')
    .every((each) => each.trim().toLowerCase() === 'websocket');
  if (guard === 'upgradeIsNotWebsocket' && isRepeated) return undefined;
  const isEmptyList = guard === 'extensionsAreMalformed' && /^[, \t]*$/.test(values.join());
  if (isEmptyList) return 'rfc6455/4.2.2/extension-empty-not-sent';
  return (guard === 'extensionParameterIsInvalid' ? clauseDeclined(offer) : null) ?? owed[guard];
}

const declined = {
  parameterUndefined: 'rfc7692/7/parameter-undefined',
  parameterRepeated: 'rfc7692/7/parameter-repeated',
  parameterInvalid: 'rfc7692/7/parameter-invalid',
} as const satisfies Readonly<Record<ParameterFault, ClauseId>>;

/** Why every offer of permessage-deflate had to be declined; null where one had not. */
function clauseDeclined({ extensions }: Offer): ClauseId | null {
  const offers = extensions
    .filter(({ name }) => name === deflateName)
    .map(({ parameters }) => readValues(parameters, offerGrammar));
  const faults = offers.filter((read) => typeof read === 'string');
  const [first] = faults;
  return first && faults.length === offers.length ? declined[first] : null;
}

function startLineOf(head: Uint8Array): string {
  return decodeLatin1(head).split('\r\n', 1)[0] ?? '';
}

function framing(
  name: string,
  clause: ClauseId,
  told: (name: string) => readonly string[],
): readonly Fault[] {
  const seen = told(name);
  return seen.length === 0 ? [] : [{ clause, expected: `no ${name} in a 101`, observed: seen.join(' and ') }];
}

/** The field that a fault is about, and what should stand in it. */
function expectation(guard: ReplyGuard, offer: Offer): readonly [name: string, expected: string] {
  if (guard.startsWith('accept')) return ['sec-websocket-accept', `one ${offer.accept}`];
  if (guard.startsWith('http') || guard.startsWith('head')) return ['status line', 'a 101 in HTTP/1.1'];
  if (guard.startsWith('upgrade')) return ['upgrade', 'websocket'];
  if (guard.startsWith('connection')) return ['connection', 'Upgrade'];
  if (guard.startsWith('subprotocol')) {
    return [
      'sec-websocket-protocol',
      `none, or one of those offered: ${offer.subprotocols.join(', ') || 'none'}`,
    ];
  }
  return ['sec-websocket-extensions', 'none, or an answer that fits one of the offers'];
}

/**
 * Whether what came before the pong is frames as a server sends them: unmasked, with an opcode that is known and no
 * bit of an extension that was not agreed; whole ones, once the pong has come behind them.
 */
function areFrames({ early, ponged }: Answer, isExtended: boolean): boolean {
  for (let at = 0; at < early.length; ) {
    const [first = 0, second = 0] = early.subarray(at, at + 2);
    const opcode = first & 0x0f;
    const isKnown = opcode <= 2 || (opcode >= 8 && opcode <= 10);
    const isReserved = (first & 0x70) !== 0 && !isExtended;
    if (!isKnown || isReserved || second > 127) return false;
    const short = second & 0x7f;
    if (opcode >= 8 && (first < 0x80 || short > 125)) return false;
    const head = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (early.length < at + head) return !ponged;
    const view = new DataView(early.buffer, early.byteOffset + at);
    const length = short < 126 ? short : short === 126 ? view.getUint16(2) : Number(view.getBigUint64(2));
    at += head + length;
    if (at > early.length) return !ponged;
  }
  return true;
}

/** What every 101 shows to be kept, or broken. */
export const switchClauses: readonly ClauseId[] = [
  'rfc6455/4.2.2/status-101',
  'rfc6455/4.2.2/reply-upgrade',
  'rfc6455/4.2.2/reply-connection',
  'rfc6455/4.2.2/accept-value',
  'rfc6455/11.3.3/accept-sent-once',
  'rfc6455/11.3.4/subprotocol-sent-once',
  'rfc6455/4.2.2/subprotocol-from-offer',
  'rfc6455/4.2.2/subprotocol-empty-not-sent',
  'rfc6455/4.2.2/extension-from-offer',
  'rfc6455/4.2.2/extension-empty-not-sent',
  'rfc6455/4.3/subprotocol-sent-grammar',
  'rfc9110/8.6/no-content-length-in-1xx',
  'rfc9112/6.1/no-transfer-encoding-in-1xx',
  'service/1/frames-after-101',
  'service/1/no-body-in-101',
];
