import fc from 'fast-check';
import type { ClauseId } from '../../../models/clauses.ts';
import type { Permits, ServerRow } from '../../../models/decisions/row.ts';
import { type RequestGuard, serverTable } from '../../../models/decisions/server.ts';
import type { RequestFacts, ServerChoices } from '../../../models/facts/request.ts';
import type { Expectation, Suite, Values } from '../expectation.ts';

type ServerExpectation = Expectation<RequestFacts, ServerChoices, ServerRow<RequestGuard>>;

export const faultlessRequest: RequestFacts = {
  head: 'complete',
  requestLine: 'ok',
  httpVersion: '1.1',
  fieldLines: 'ok',
  target: 'ok',
  method: 'GET',
  host: 'ok',
  upgrade: 'websocket',
  connection: 'upgrade',
  content: 'none',
  expectation: 'none',
  version: '13',
  key: 'ok',
  subprotocol: 'chosen',
  extensions: 'absent',
  path: 'known',
  origin: 'allowed',
  authorization: 'granted',
};

const serverChoices: ServerChoices = {
  plainHttp: 'badRequest',
  subprotocolMismatch: 'refuse',
  subprotocolAbsent: 'refuse',
  originAbsent: 'refuse',
};

export const anyServerChoices: fc.Arbitrary<ServerChoices> = fc.record({
  plainHttp: fc.constantFrom('application', 'badRequest', 'upgradeRequired'),
  subprotocolMismatch: fc.constantFrom('omit', 'refuse'),
  subprotocolAbsent: fc.constantFrom('omit', 'refuse'),
  originAbsent: fc.constantFrom('accept', 'refuse'),
});

const requestValues = {
  head: {
    complete: null,
    unadmitted: 'pendingLimitIsReached',
    tooLarge: 'headIsTooLarge',
    tooManyFields: 'fieldsAreTooMany',
    late: 'headIsLate',
    cut: 'headIsCut',
  },
  requestLine: { unread: null, ok: null, malformed: 'requestLineIsMalformed' },
  httpVersion: { unread: null, '1.0': 'httpVersionIs10', '1.1': null, otherMajor: 'httpMajorIsNot1' },
  fieldLines: { unread: null, ok: null, malformed: 'fieldLinesAreMalformed' },
  target: {
    unread: null,
    ok: null,
    tooLong: 'targetIsTooLong',
    malformed: 'targetIsMalformed',
    noResource: 'targetNamesNoResource',
    unsecured: 'targetIsUnsecured',
  },
  method: { unread: null, GET: null, other: 'methodIsNotGet' },
  host: {
    unread: null,
    ok: null,
    absent: 'hostIsAbsent',
    repeated: 'hostIsRepeated',
    malformed: 'hostIsMalformed',
  },
  upgrade: { unread: null, websocket: null, absent: 'upgradeIsAbsent', other: 'upgradeIsNotWebsocket' },
  connection: { unread: null, upgrade: null, lacksUpgrade: 'connectionLacksUpgrade' },
  content: {
    unread: null,
    none: null,
    announced: 'contentIsAnnounced',
    malformedLength: 'contentLengthIsMalformed',
    malformedCoding: 'transferCodingIsMalformed',
    framedTwice: 'contentIsFramedTwice',
  },
  expectation: { unread: null, none: null, continue: null },
  version: {
    unread: null,
    '13': null,
    absent: 'versionIsAbsent',
    repeated: 'versionIsRepeated',
    malformed: 'versionIsMalformed',
    other: 'versionIsNot13',
  },
  key: {
    unread: null,
    ok: null,
    absent: 'keyIsAbsent',
    repeated: 'keyIsRepeated',
    malformed: 'keyIsMalformed',
    wrongLength: 'keyIsNot16Octets',
  },
  subprotocol: {
    unread: null,
    absent: 'subprotocolIsAbsent',
    malformed: 'subprotocolsAreMalformed',
    undecided: null,
    mismatched: 'subprotocolIsMismatched',
    chosen: null,
  },
  extensions: {
    unread: null,
    absent: null,
    agreed: null,
    declined: null,
    malformed: 'extensionsAreMalformed',
  },
  path: { unread: null, known: null, unknown: 'pathIsUnknown' },
  origin: {
    unread: null,
    absent: 'originIsAbsent',
    allowed: null,
    foreign: 'originIsForeign',
    repeated: 'originIsRepeated',
    malformed: 'originIsMalformed',
  },
  authorization: {
    absent: 'credentialIsAbsent',
    unasked: 'authorizationIsUnasked',
    invalid: 'credentialIsInvalid',
    refused: 'authorizationIsRefused',
    threw: 'authorizationThrew',
    late: 'authorizationIsLate',
    awaited: 'credentialIsAwaited',
    granted: null,
  },
} as const satisfies Values<RequestFacts, RequestGuard>;

const anyError: Permits = { status: 'anyError', fields: [], silence: true };
const anyBut101: Permits = { status: 'anyBut101', fields: [], silence: true };
const only400: Permits = { status: [400], fields: [], silence: true };
const ofCoding: Permits = { status: [400, 501], fields: [], silence: true };
const anyReply: Permits = { status: 'any', fields: [], silence: false };
const versionsListed: Permits = { status: 'anyError', fields: ['Sec-WebSocket-Version'], silence: true };

type Headers = ServerRow['headers'];
const none: Headers = [['Connection', 'close']];
const allow: Headers = [['Allow', 'GET'], ...none];
const versions: Headers = [['Sec-WebSocket-Version', '13'], ...none];
const upgradeAndVersions: Headers = [
  ['Upgrade', 'websocket'],
  ['Sec-WebSocket-Version', '13'],
  ['Connection', 'Upgrade, close'],
];
const switched: Headers = [
  ['Upgrade', 'websocket'],
  ['Connection', 'Upgrade'],
];

function refused(
  facts: Partial<RequestFacts>,
  guard: RequestGuard,
  clause: ClauseId,
  status: number | 'fromApplication',
  headers: Headers,
  permits: Permits,
  choices: Partial<ServerChoices> = {},
): ServerExpectation {
  return { facts, choices, answer: { guard, clause, verdict: 'refuse', status, headers, permits } };
}

/** A request that asks for no WebSocket, left to the application. */
function passedOn(facts: Partial<RequestFacts>, guard: RequestGuard, clause: ClauseId): ServerExpectation {
  return {
    facts,
    choices: { plainHttp: 'application' },
    answer: {
      guard,
      clause,
      verdict: 'plainHttp',
      status: 'fromApplication',
      headers: [],
      permits: anyBut101,
    },
  };
}

/** Somebody must be asked before there is a reply. */
function asked(facts: Partial<RequestFacts>, guard: RequestGuard, clause: ClauseId): ServerExpectation {
  return {
    facts,
    choices: {},
    answer: { guard, clause, verdict: 'ask', status: 'none', headers: [], permits: anyReply },
  };
}

/** Switched, but no message is handed on before the credential has come. */
function held(facts: Partial<RequestFacts>, guard: RequestGuard, clause: ClauseId): ServerExpectation {
  return {
    facts,
    choices: {},
    answer: { guard, clause, verdict: 'hold', status: 101, headers: switched, permits: anyReply },
  };
}

const calledBad = { plainHttp: 'badRequest' } as const;
const toldToUpgrade = { plainHttp: 'upgradeRequired' } as const;

// biome-ignore format: a fault is a line or two
const requestFaults: readonly ServerExpectation[] = [
  // Can the head be read?
  refused({ head: 'unadmitted' }, 'pendingLimitIsReached', 'rfc9110/15.6.4/overloaded', 503, none, anyError),
  refused({ head: 'late' }, 'headIsLate', 'rfc9110/15.5.9/request-timeout', 408, none, anyError),
  refused({ head: 'cut' }, 'headIsCut', 'rfc9112/8/incomplete-request', 400, none, anyBut101),
  refused({ head: 'tooLarge' }, 'headIsTooLarge', 'rfc9110/5.4/fields-too-large', 431, none, anyError),
  refused({ head: 'tooManyFields' }, 'fieldsAreTooMany', 'rfc9110/5.4/fields-too-large', 431, none, anyError),
  refused({ target: 'tooLong' }, 'targetIsTooLong', 'rfc9112/3/target-too-long', 414, none, anyError),
  refused({ requestLine: 'malformed' }, 'requestLineIsMalformed', 'rfc9112/3/request-line', 400, none, anyBut101),
  refused({ httpVersion: 'otherMajor' }, 'httpMajorIsNot1', 'rfc9110/15.6.6/http-version-not-supported', 505, none, anyBut101),
  refused({ fieldLines: 'malformed' }, 'fieldLinesAreMalformed', 'rfc9112/5/field-lines', 400, none, anyBut101),

  // What nobody may answer but with 400
  refused({ host: 'absent' }, 'hostIsAbsent', 'rfc9112/3.2/host-present', 400, none, only400),
  refused({ host: 'repeated' }, 'hostIsRepeated', 'rfc9112/3.2/host-once', 400, none, only400),
  refused({ host: 'malformed' }, 'hostIsMalformed', 'rfc9112/3.2/host-valid', 400, none, only400),
  refused({ content: 'malformedLength' }, 'contentLengthIsMalformed', 'rfc9112/6.3/content-length-valid', 400, none, only400),
  refused({ content: 'malformedCoding' }, 'transferCodingIsMalformed', 'rfc9112/6.3/transfer-encoding-chunked', 400, none, ofCoding),
  refused({ content: 'framedTwice' }, 'contentIsFramedTwice', 'rfc9112/6.1/closed-after-both', 400, none, anyBut101),

  // Is it ours?
  passedOn({ httpVersion: '1.0' }, 'httpVersionIs10', 'rfc9110/7.8/upgrade-ignored-in-http10'),
  refused({ httpVersion: '1.0' }, 'httpVersionIs10', 'rfc9110/7.8/upgrade-ignored-in-http10', 400, none, anyBut101, calledBad),
  refused({ httpVersion: '1.0' }, 'httpVersionIs10', 'rfc9110/7.8/upgrade-ignored-in-http10', 426, upgradeAndVersions, anyBut101, toldToUpgrade),
  passedOn({ upgrade: 'absent' }, 'upgradeIsAbsent', 'rfc6455/4.2.1/upgrade-present'),
  refused({ upgrade: 'absent' }, 'upgradeIsAbsent', 'rfc6455/4.2.1/upgrade-present', 400, none, anyBut101, calledBad),
  refused({ upgrade: 'absent' }, 'upgradeIsAbsent', 'rfc6455/4.2.1/upgrade-present', 426, upgradeAndVersions, anyBut101, toldToUpgrade),
  passedOn({ upgrade: 'other' }, 'upgradeIsNotWebsocket', 'rfc6455/4.2.1/upgrade-websocket'),
  refused({ upgrade: 'other' }, 'upgradeIsNotWebsocket', 'rfc6455/4.2.1/upgrade-websocket', 400, none, anyBut101, calledBad),
  refused({ upgrade: 'other' }, 'upgradeIsNotWebsocket', 'rfc6455/4.2.1/upgrade-websocket', 426, upgradeAndVersions, anyBut101, toldToUpgrade),
  passedOn({ connection: 'lacksUpgrade' }, 'connectionLacksUpgrade', 'rfc6455/4.2.1/connection-token'),
  refused({ connection: 'lacksUpgrade' }, 'connectionLacksUpgrade', 'rfc6455/4.2.1/connection-token', 400, none, anyBut101, calledBad),
  refused({ connection: 'lacksUpgrade' }, 'connectionLacksUpgrade', 'rfc6455/4.2.1/connection-token', 426, upgradeAndVersions, anyBut101, toldToUpgrade),

  // Is it well formed?
  refused({ target: 'malformed' }, 'targetIsMalformed', 'rfc9112/3.2/target-valid', 400, none, anyError),
  refused({ target: 'noResource' }, 'targetNamesNoResource', 'rfc6455/4.2.1/resource-name', 400, none, anyError),
  refused({ target: 'unsecured' }, 'targetIsUnsecured', 'rfc9110/7.4/https-on-plain', 421, none, anyError),
  passedOn({ method: 'other' }, 'methodIsNotGet', 'rfc6455/4.2.1/method-get'),
  refused({ method: 'other' }, 'methodIsNotGet', 'rfc6455/4.2.1/method-get', 405, allow, anyError),
  refused({ content: 'announced' }, 'contentIsAnnounced', 'service/2.1/no-body', 400, none, anyError),
  refused({ version: 'absent' }, 'versionIsAbsent', 'rfc6455/4.2.1/version-present', 400, versions, anyError),
  refused({ version: 'repeated' }, 'versionIsRepeated', 'rfc6455/11.3.5/version-once', 400, versions, anyError),
  refused({ version: 'malformed' }, 'versionIsMalformed', 'rfc6455/4.3/version-grammar', 400, versions, anyError),
  refused({ version: 'other' }, 'versionIsNot13', 'rfc6455/4.2.2/version-unsupported', 426, upgradeAndVersions, versionsListed),
  refused({ key: 'absent' }, 'keyIsAbsent', 'rfc6455/4.2.1/key-present', 400, none, anyError),
  refused({ key: 'repeated' }, 'keyIsRepeated', 'rfc6455/11.3.1/key-once', 400, none, anyError),
  refused({ key: 'malformed' }, 'keyIsMalformed', 'rfc6455/4.3/key-grammar', 400, none, anyError),
  refused({ key: 'wrongLength' }, 'keyIsNot16Octets', 'rfc6455/4.2.1/key-16-octets', 400, none, anyError),
  refused({ subprotocol: 'malformed' }, 'subprotocolsAreMalformed', 'rfc6455/4.3/subprotocol-offer-grammar', 400, none, anyError),
  refused({ extensions: 'malformed' }, 'extensionsAreMalformed', 'rfc6455/9.1/extension-grammar', 400, none, anyError),

  // Is it welcome?
  refused({ path: 'unknown' }, 'pathIsUnknown', 'rfc6455/4.2.2/resource-unavailable', 404, none, anyError),
  refused({ origin: 'absent' }, 'originIsAbsent', 'service/5.4/origin-required', 403, none, anyError, { originAbsent: 'refuse' }),
  refused({ origin: 'repeated' }, 'originIsRepeated', 'rfc6455/4.2.2/origin-refused', 403, none, anyError),
  refused({ origin: 'malformed' }, 'originIsMalformed', 'rfc6455/4.2.2/origin-refused', 403, none, anyError),
  refused({ origin: 'foreign' }, 'originIsForeign', 'service/5.4/origin-allowlist', 403, none, anyError),
  refused({ subprotocol: 'absent' }, 'subprotocolIsAbsent', 'service/7/subprotocol-required', 400, none, anyError, { subprotocolAbsent: 'refuse' }),
  refused({ subprotocol: 'mismatched' }, 'subprotocolIsMismatched', 'service/7/subprotocol-mismatch', 400, none, anyError, { subprotocolMismatch: 'refuse' }),

  // May the client?
  refused({ authorization: 'absent' }, 'credentialIsAbsent', 'service/5.2/credential-missing', 401, none, anyError),
  asked({ authorization: 'unasked' }, 'authorizationIsUnasked', 'rfc6455/4.2.2/client-authentication'),
  refused({ authorization: 'invalid' }, 'credentialIsInvalid', 'service/5.2/credential-invalid', 401, none, anyError),
  refused({ authorization: 'refused' }, 'authorizationIsRefused', 'rfc6455/4.2.2/refused-by-application', 'fromApplication', none, anyBut101),
  refused({ authorization: 'threw' }, 'authorizationThrew', 'rfc9110/15.6.1/internal-error', 500, none, anyError),
  refused({ authorization: 'late' }, 'authorizationIsLate', 'rfc9110/15.6.4/answer-late', 503, none, anyError),
  held({ authorization: 'awaited' }, 'credentialIsAwaited', 'service/5.3/first-message'),
];

function accepted(facts: Partial<RequestFacts>, choices: Partial<ServerChoices> = {}): ServerExpectation {
  return {
    facts,
    choices,
    answer: {
      guard: 'otherwise',
      clause: 'rfc6455/4.2.2/status-101',
      verdict: 'accept',
      status: 101,
      headers: switched,
      permits: anyReply,
    },
  };
}

const faultlessRequests: readonly ServerExpectation[] = [
  accepted({}),
  accepted({}, { plainHttp: 'application' }),
  accepted({}, { plainHttp: 'upgradeRequired' }),
  accepted({ subprotocol: 'absent' }, { subprotocolAbsent: 'omit' }),
  accepted({ subprotocol: 'mismatched' }, { subprotocolMismatch: 'omit' }),
  accepted({ extensions: 'agreed' }),
  accepted({ extensions: 'declined' }),
  accepted({ expectation: 'continue' }),
  accepted({ origin: 'absent' }, { originAbsent: 'accept' }),
];

export const serverSuite: Suite<RequestFacts, ServerChoices, ServerRow<RequestGuard>> = {
  table: serverTable,
  faultless: faultlessRequest,
  choices: serverChoices,
  values: requestValues,
  faults: requestFaults,
  harmless: ['authorizationIsUnasked', 'credentialIsAwaited'],
  faultlessOnes: faultlessRequests,
};
