import fc from 'fast-check';
import type { ClauseId } from '../../../models/clauses.ts';
import { type ClientRow, clientTable, type ReplyGuard } from '../../../models/decisions/client.ts';
import type { ClientVerdict } from '../../../models/decisions/row.ts';
import type { ClientChoices, ClientOutcome, ReplyFacts } from '../../../models/facts/reply.ts';
import type { Expectation, Suite, Values } from '../expectation.ts';

type ClientExpectation = Expectation<ReplyFacts, ClientChoices, ClientRow<ReplyGuard>>;

export const faultlessReply: ReplyFacts = {
  head: 'complete',
  statusLine: 'ok',
  httpVersion: '1.1',
  fieldLines: 'ok',
  status: '101',
  interims: 'few',
  upgrade: 'websocket',
  connection: 'upgrade',
  accept: 'ok',
  subprotocol: 'unneeded',
  extensions: 'none',
};

const clientChoices: ClientChoices = { rules: 'whatwg' };

export const anyClientChoices: fc.Arbitrary<ClientChoices> = fc.record({
  rules: fc.constantFrom('rfc6455', 'whatwg'),
});

const replyValues = {
  head: { complete: null, tooLarge: 'headIsTooLarge', tooManyFields: 'fieldsAreTooMany' },
  statusLine: { unread: null, ok: null, malformed: 'statusLineIsMalformed' },
  httpVersion: { unread: null, '1.0': 'httpVersionIs10', '1.1': null, otherMajor: 'httpMajorIsNot1' },
  fieldLines: { unread: null, ok: null, malformed: 'fieldLinesAreMalformed' },
  status: { unread: null, '101': null, interim: 'statusIsInterim', final: 'statusIsNot101' },
  interims: { few: null, tooMany: 'interimsAreTooMany' },
  upgrade: { unread: null, websocket: null, absent: 'upgradeIsAbsent', other: 'upgradeIsNotWebsocket' },
  connection: {
    unread: null,
    upgrade: null,
    absent: 'connectionIsAbsent',
    lacksUpgrade: 'connectionLacksUpgrade',
  },
  accept: {
    unread: null,
    ok: null,
    absent: 'acceptIsAbsent',
    repeated: 'acceptIsRepeated',
    wrong: 'acceptIsWrong',
  },
  subprotocol: {
    unread: null,
    unneeded: null,
    chosen: null,
    noneChosen: 'subprotocolIsNotChosen',
    unoffered: 'subprotocolIsUnoffered',
    empty: 'subprotocolIsEmpty',
    repeated: 'subprotocolIsRepeated',
    malformed: 'subprotocolIsMalformed',
  },
  extensions: {
    unread: null,
    none: null,
    agreed: null,
    malformed: 'extensionsAreMalformed',
    unoffered: 'extensionIsUnoffered',
    repeated: 'extensionIsRepeated',
    parameterUndefined: 'extensionParameterIsUndefined',
    parameterRepeated: 'extensionParameterIsRepeated',
    parameterInvalid: 'extensionParameterIsInvalid',
    serverTakeoverMissing: 'extensionServerTakeoverIsMissing',
    serverBitsMissing: 'extensionServerBitsAreMissing',
    serverBitsLarger: 'extensionServerBitsAreLarger',
    clientBitsUnoffered: 'extensionClientBitsAreUnoffered',
  },
} as const satisfies Values<ReplyFacts, ReplyGuard>;

function answered(
  facts: Partial<ReplyFacts>,
  guard: ReplyGuard,
  clause: ClauseId,
  verdict: ClientVerdict,
  choices: Partial<ClientChoices> = {},
  permits: readonly ClientOutcome[] = ['fails'],
): ClientExpectation {
  return { facts, choices, answer: { guard, clause, verdict, permits } };
}

// biome-ignore format: a fault is a line
const replyFaults: readonly ClientExpectation[] = [
  // The peer has not proved itself.
  answered({ head: 'tooLarge' }, 'headIsTooLarge', 'rfc6455/10.7/reply-limits', 'failed', {}, ['fails', 'opens']),
  answered({ head: 'tooManyFields' }, 'fieldsAreTooMany', 'rfc6455/10.7/reply-limits', 'failed', {}, ['fails', 'opens']),
  answered({ statusLine: 'malformed' }, 'statusLineIsMalformed', 'rfc9112/4/status-line', 'failed'),
  answered({ httpVersion: 'otherMajor' }, 'httpMajorIsNot1', 'rfc9112/2.3/reply-version', 'failed'),
  answered({ fieldLines: 'malformed' }, 'fieldLinesAreMalformed', 'rfc9112/5/reply-field-lines', 'failed'),
  answered({ interims: 'tooMany' }, 'interimsAreTooMany', 'rfc6455/10.7/reply-limits', 'failed', {}, ['fails', 'waits', 'opens']),
  answered({ status: 'interim' }, 'statusIsInterim', 'rfc9110/15.2/interim-replies', 'interim', {}, ['waits']),
  answered({ status: 'final' }, 'statusIsNot101', 'rfc6455/4.1/status-101', 'failed', {}, ['fails', 'opensAnother']),
  answered({ httpVersion: '1.0' }, 'httpVersionIs10', 'rfc6455/4.2.2/reply-http11', 'failed'),
  answered({ upgrade: 'absent' }, 'upgradeIsAbsent', 'rfc6455/4.1/reply-upgrade-present', 'failed'),
  answered({ upgrade: 'other' }, 'upgradeIsNotWebsocket', 'rfc6455/4.1/reply-upgrade-websocket', 'failed'),
  answered({ connection: 'absent' }, 'connectionIsAbsent', 'rfc6455/4.1/reply-connection-present', 'failed'),
  answered({ connection: 'lacksUpgrade' }, 'connectionLacksUpgrade', 'rfc6455/4.1/reply-connection-token', 'failed'),
  // From the accept value onward.
  answered({ accept: 'absent' }, 'acceptIsAbsent', 'rfc6455/4.1/accept-present', 'closed'),
  answered({ accept: 'repeated' }, 'acceptIsRepeated', 'rfc6455/11.3.3/accept-once', 'closed'),
  answered({ accept: 'wrong' }, 'acceptIsWrong', 'rfc6455/4.1/accept-value', 'closed'),
  answered({ subprotocol: 'repeated' }, 'subprotocolIsRepeated', 'rfc6455/11.3.4/subprotocol-once', 'closed'),
  answered({ subprotocol: 'empty' }, 'subprotocolIsEmpty', 'rfc6455/4.2.2/subprotocol-not-empty', 'closed'),
  answered({ subprotocol: 'malformed' }, 'subprotocolIsMalformed', 'rfc6455/4.3/subprotocol-reply-grammar', 'closed'),
  answered({ subprotocol: 'unoffered' }, 'subprotocolIsUnoffered', 'rfc6455/4.1/subprotocol-offered', 'closed'),
  answered({ extensions: 'malformed' }, 'extensionsAreMalformed', 'rfc6455/9.1/reply-extension-grammar', 'closed'),
  answered({ extensions: 'unoffered' }, 'extensionIsUnoffered', 'rfc6455/4.1/extension-offered', 'closed'),
  answered({ extensions: 'repeated' }, 'extensionIsRepeated', 'rfc7692/5/answered-twice', 'closed'),
  answered({ extensions: 'parameterUndefined' }, 'extensionParameterIsUndefined', 'rfc7692/7/answer-parameter-undefined', 'closed'),
  answered({ extensions: 'parameterRepeated' }, 'extensionParameterIsRepeated', 'rfc7692/7/answer-parameter-repeated', 'closed'),
  answered({ extensions: 'parameterInvalid' }, 'extensionParameterIsInvalid', 'rfc7692/7/answer-parameter-invalid', 'closed'),
  answered({ extensions: 'serverTakeoverMissing' }, 'extensionServerTakeoverIsMissing', 'rfc7692/7.1.1.1/server-takeover-missing', 'closed'),
  answered({ extensions: 'serverBitsMissing' }, 'extensionServerBitsAreMissing', 'rfc7692/7.1.2.1/server-bits-missing', 'closed'),
  answered({ extensions: 'serverBitsLarger' }, 'extensionServerBitsAreLarger', 'rfc7692/7.1.2.1/server-bits-larger', 'closed'),
  answered({ extensions: 'clientBitsUnoffered' }, 'extensionClientBitsAreUnoffered', 'rfc7692/7.1.2.2/answer-bits-unoffered', 'closed'),
  answered({ subprotocol: 'noneChosen' }, 'subprotocolIsNotChosen', 'whatwg/2.2/subprotocol-chosen', 'closed', { rules: 'whatwg' }),
];

function opened(facts: Partial<ReplyFacts>, choices: Partial<ClientChoices> = {}): ClientExpectation {
  return answered(facts, 'otherwise', 'rfc6455/4.1/established', 'established', choices, ['opens']);
}

const faultlessReplies: readonly ClientExpectation[] = [
  opened({}),
  opened({}, { rules: 'rfc6455' }),
  opened({ subprotocol: 'chosen' }),
  opened({ subprotocol: 'noneChosen' }, { rules: 'rfc6455' }),
  opened({ extensions: 'agreed' }),
];

export const clientSuite: Suite<ReplyFacts, ClientChoices, ClientRow<ReplyGuard>> = {
  table: clientTable,
  faultless: faultlessReply,
  choices: clientChoices,
  values: replyValues,
  faults: replyFaults,
  harmless: ['statusIsInterim'],
  faultlessOnes: faultlessReplies,
};
