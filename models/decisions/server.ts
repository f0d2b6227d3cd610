import { createDecision, type RuleTable } from '../decision.ts';
import type { RequestFacts, ServerChoices } from '../facts/request.ts';
import type { Guards } from '../match.ts';
import type { Permits, ServerRow } from './row.ts';

export const requestGuards = {
  pendingLimitIsReached: { head: 'unadmitted' },
  headIsLate: { head: 'late' },
  headIsCut: { head: 'cut' },
  headIsTooLarge: { head: 'tooLarge' },
  fieldsAreTooMany: { head: 'tooManyFields' },
  targetIsTooLong: { target: 'tooLong' },
  requestLineIsMalformed: { requestLine: 'malformed' },
  httpMajorIsNot1: { httpVersion: 'otherMajor' },
  fieldLinesAreMalformed: { fieldLines: 'malformed' },
  httpVersionIs10: { httpVersion: '1.0' },
  upgradeIsAbsent: { upgrade: 'absent' },
  upgradeIsNotWebsocket: { upgrade: 'other' },
  connectionLacksUpgrade: { connection: 'lacksUpgrade' },
  hostIsAbsent: { host: 'absent' },
  hostIsRepeated: { host: 'repeated' },
  hostIsMalformed: { host: 'malformed' },
  targetIsMalformed: { target: 'malformed' },
  targetNamesNoResource: { target: 'noResource' },
  targetIsUnsecured: { target: 'unsecured' },
  methodIsNotGet: { method: 'other' },
  contentIsAnnounced: { content: 'announced' },
  contentLengthIsMalformed: { content: 'malformedLength' },
  transferCodingIsMalformed: { content: 'malformedCoding' },
  contentIsFramedTwice: { content: 'framedTwice' },
  versionIsAbsent: { version: 'absent' },
  versionIsRepeated: { version: 'repeated' },
  versionIsMalformed: { version: 'malformed' },
  versionIsNot13: { version: 'other' },
  keyIsAbsent: { key: 'absent' },
  keyIsRepeated: { key: 'repeated' },
  keyIsMalformed: { key: 'malformed' },
  keyIsNot16Octets: { key: 'wrongLength' },
  subprotocolsAreMalformed: { subprotocol: 'malformed' },
  extensionsAreMalformed: { extensions: 'malformed' },
  pathIsUnknown: { path: 'unknown' },
  originIsAbsent: { origin: 'absent' },
  originIsRepeated: { origin: 'repeated' },
  originIsMalformed: { origin: 'malformed' },
  originIsForeign: { origin: 'foreign' },
  subprotocolIsAbsent: { subprotocol: 'absent' },
  subprotocolIsMismatched: { subprotocol: 'mismatched' },
  credentialIsAbsent: { authorization: 'absent' },
  authorizationIsUnasked: { authorization: 'unasked' },
  credentialIsInvalid: { authorization: 'invalid' },
  authorizationIsRefused: { authorization: 'refused' },
  authorizationThrew: { authorization: 'threw' },
  authorizationIsLate: { authorization: 'late' },
  credentialIsAwaited: { authorization: 'awaited' },
  otherwise: {},
} as const satisfies Guards<RequestFacts>;

export type RequestGuard = keyof typeof requestGuards;

const anyError: Permits = { status: 'anyError', fields: [], silence: true };
const anyBut101: Permits = { status: 'anyBut101', fields: [], silence: true };
const versionsListed: Permits = { status: 'anyError', fields: ['Sec-WebSocket-Version'], silence: true };
const only400: Permits = { status: [400], fields: [], silence: true };
/** A coding that is not understood is told by 501 (RFC 9112 §6.1). */
const ofCoding: Permits = { status: [400, 501], fields: [], silence: true };

const close = ['Connection', 'close'] as const;
/** A sender of Upgrade lists it in Connection (RFC 9110 §7.8). */
const upgradeWanted = [
  ['Upgrade', 'websocket'],
  ['Sec-WebSocket-Version', '13'],
  ['Connection', 'Upgrade, close'],
] as const;

const refuse = { verdict: 'refuse', headers: [close], permits: anyError } as const;
const badRequest = { ...refuse, status: 400 } as const;
const unreadable = { ...badRequest, permits: anyBut101 } as const;

/** The three answers to a request that asks for no WebSocket. */
const served = {
  when: { plainHttp: 'application' },
  verdict: 'plainHttp',
  status: 'fromApplication',
  headers: [],
  permits: anyBut101,
} as const;
const calledBad = { ...unreadable, when: { plainHttp: 'badRequest' } } as const;
const versions = [['Sec-WebSocket-Version', '13'], close] as const;
const toldToUpgrade = {
  ...unreadable,
  when: { plainHttp: 'upgradeRequired' },
  status: 426,
  headers: upgradeWanted,
} as const;

const forbidden = { ...refuse, status: 403 } as const;
const unauthorized = { ...refuse, status: 401 } as const;
const switched = {
  status: 101,
  headers: [
    ['Upgrade', 'websocket'],
    ['Connection', 'Upgrade'],
  ],
  permits: { status: 'any', fields: [], silence: false },
} as const;

/** The server's decision: the first row whose guard holds decides. */
export const serverRows = [
  // Can the head be read?
  {
    guard: 'pendingLimitIsReached',
    about: 'head',
    clause: 'rfc9110/15.6.4/overloaded',
    ...refuse,
    status: 503,
  },
  { guard: 'headIsLate', about: 'head', clause: 'rfc9110/15.5.9/request-timeout', ...refuse, status: 408 },
  { guard: 'headIsCut', about: 'head', clause: 'rfc9112/8/incomplete-request', ...unreadable },
  { guard: 'headIsTooLarge', about: 'head', clause: 'rfc9110/5.4/fields-too-large', ...refuse, status: 431 },
  {
    guard: 'fieldsAreTooMany',
    about: 'head',
    clause: 'rfc9110/5.4/fields-too-large',
    ...refuse,
    status: 431,
  },
  { guard: 'targetIsTooLong', about: 'target', clause: 'rfc9112/3/target-too-long', ...refuse, status: 414 },
  { guard: 'requestLineIsMalformed', about: 'start-line', clause: 'rfc9112/3/request-line', ...unreadable },
  {
    guard: 'httpMajorIsNot1',
    about: 'http-version',
    clause: 'rfc9110/15.6.6/http-version-not-supported',
    ...unreadable,
    status: 505,
  },
  { guard: 'fieldLinesAreMalformed', about: 'fields', clause: 'rfc9112/5/field-lines', ...unreadable },
  // Is it a message that a server of HTTP may answer otherwise than with 400?
  {
    guard: 'hostIsAbsent',
    about: 'host',
    clause: 'rfc9112/3.2/host-present',
    ...badRequest,
    permits: only400,
  },
  {
    guard: 'hostIsRepeated',
    about: 'host',
    clause: 'rfc9112/3.2/host-once',
    ...badRequest,
    permits: only400,
  },
  {
    guard: 'hostIsMalformed',
    about: 'host',
    clause: 'rfc9112/3.2/host-valid',
    ...badRequest,
    permits: only400,
  },
  {
    guard: 'contentLengthIsMalformed',
    about: 'framing',
    clause: 'rfc9112/6.3/content-length-valid',
    ...badRequest,
    permits: only400,
  },
  {
    guard: 'transferCodingIsMalformed',
    about: 'transfer-encoding',
    clause: 'rfc9112/6.3/transfer-encoding-chunked',
    ...badRequest,
    permits: ofCoding,
  },
  { guard: 'contentIsFramedTwice', about: 'framing', clause: 'rfc9112/6.1/closed-after-both', ...unreadable },
  // Is it ours? By choice the application answers, or the request is refused.
  {
    guard: 'httpVersionIs10',
    about: 'http-version',
    clause: 'rfc9110/7.8/upgrade-ignored-in-http10',
    ...served,
  },
  {
    guard: 'httpVersionIs10',
    about: 'http-version',
    clause: 'rfc9110/7.8/upgrade-ignored-in-http10',
    ...calledBad,
  },
  {
    guard: 'httpVersionIs10',
    about: 'http-version',
    clause: 'rfc9110/7.8/upgrade-ignored-in-http10',
    ...toldToUpgrade,
  },
  { guard: 'upgradeIsAbsent', about: 'upgrade', clause: 'rfc6455/4.2.1/upgrade-present', ...served },
  { guard: 'upgradeIsAbsent', about: 'upgrade', clause: 'rfc6455/4.2.1/upgrade-present', ...calledBad },
  { guard: 'upgradeIsAbsent', about: 'upgrade', clause: 'rfc6455/4.2.1/upgrade-present', ...toldToUpgrade },
  { guard: 'upgradeIsNotWebsocket', about: 'upgrade', clause: 'rfc6455/4.2.1/upgrade-websocket', ...served },
  {
    guard: 'upgradeIsNotWebsocket',
    about: 'upgrade',
    clause: 'rfc6455/4.2.1/upgrade-websocket',
    ...calledBad,
  },
  {
    guard: 'upgradeIsNotWebsocket',
    about: 'upgrade',
    clause: 'rfc6455/4.2.1/upgrade-websocket',
    ...toldToUpgrade,
  },
  {
    guard: 'connectionLacksUpgrade',
    about: 'connection',
    clause: 'rfc6455/4.2.1/connection-token',
    ...served,
  },
  {
    guard: 'connectionLacksUpgrade',
    about: 'connection',
    clause: 'rfc6455/4.2.1/connection-token',
    ...calledBad,
  },
  {
    guard: 'connectionLacksUpgrade',
    about: 'connection',
    clause: 'rfc6455/4.2.1/connection-token',
    ...toldToUpgrade,
  },
  // Is it well formed?
  { guard: 'targetIsMalformed', about: 'target', clause: 'rfc9112/3.2/target-valid', ...badRequest },
  { guard: 'targetNamesNoResource', about: 'target', clause: 'rfc6455/4.2.1/resource-name', ...badRequest },
  {
    guard: 'targetIsUnsecured',
    about: 'target',
    clause: 'rfc9110/7.4/https-on-plain',
    ...refuse,
    status: 421,
  },
  { guard: 'methodIsNotGet', about: 'method', clause: 'rfc6455/4.2.1/method-get', ...served },
  {
    guard: 'methodIsNotGet',
    about: 'method',
    clause: 'rfc6455/4.2.1/method-get',
    ...refuse,
    status: 405,
    headers: [['Allow', 'GET'], close],
  },
  { guard: 'contentIsAnnounced', about: 'framing', clause: 'service/2.1/no-body', ...badRequest },
  {
    guard: 'versionIsAbsent',
    about: 'sec-websocket-version',
    clause: 'rfc6455/4.2.1/version-present',
    ...badRequest,
    headers: versions,
  },
  {
    guard: 'versionIsRepeated',
    about: 'sec-websocket-version',
    clause: 'rfc6455/11.3.5/version-once',
    ...badRequest,
    headers: versions,
  },
  {
    guard: 'versionIsMalformed',
    about: 'sec-websocket-version',
    clause: 'rfc6455/4.3/version-grammar',
    ...badRequest,
    headers: versions,
  },
  {
    guard: 'versionIsNot13',
    about: 'sec-websocket-version',
    clause: 'rfc6455/4.2.2/version-unsupported',
    ...refuse,
    status: 426,
    headers: upgradeWanted,
    permits: versionsListed,
  },
  { guard: 'keyIsAbsent', about: 'sec-websocket-key', clause: 'rfc6455/4.2.1/key-present', ...badRequest },
  { guard: 'keyIsRepeated', about: 'sec-websocket-key', clause: 'rfc6455/11.3.1/key-once', ...badRequest },
  { guard: 'keyIsMalformed', about: 'sec-websocket-key', clause: 'rfc6455/4.3/key-grammar', ...badRequest },
  {
    guard: 'keyIsNot16Octets',
    about: 'sec-websocket-key',
    clause: 'rfc6455/4.2.1/key-16-octets',
    ...badRequest,
  },
  {
    guard: 'subprotocolsAreMalformed',
    about: 'sec-websocket-protocol',
    clause: 'rfc6455/4.3/subprotocol-offer-grammar',
    ...badRequest,
  },
  {
    guard: 'extensionsAreMalformed',
    about: 'sec-websocket-extensions',
    clause: 'rfc6455/9.1/extension-grammar',
    ...badRequest,
  },
  // Is it welcome?
  {
    guard: 'pathIsUnknown',
    about: 'target',
    clause: 'rfc6455/4.2.2/resource-unavailable',
    ...refuse,
    status: 404,
  },
  {
    guard: 'originIsAbsent',
    about: 'origin',
    when: { originAbsent: 'refuse' },
    clause: 'service/5.4/origin-required',
    ...forbidden,
  },
  { guard: 'originIsRepeated', about: 'origin', clause: 'rfc6455/4.2.2/origin-refused', ...forbidden },
  { guard: 'originIsMalformed', about: 'origin', clause: 'rfc6455/4.2.2/origin-refused', ...forbidden },
  { guard: 'originIsForeign', about: 'origin', clause: 'service/5.4/origin-allowlist', ...forbidden },
  {
    guard: 'subprotocolIsAbsent',
    about: 'sec-websocket-protocol',
    when: { subprotocolAbsent: 'refuse' },
    clause: 'service/7/subprotocol-required',
    ...badRequest,
  },
  {
    guard: 'subprotocolIsMismatched',
    about: 'sec-websocket-protocol',
    when: { subprotocolMismatch: 'refuse' },
    clause: 'service/7/subprotocol-mismatch',
    ...badRequest,
  },
  // May the client? The application is asked when all that needs nobody has passed.
  {
    guard: 'credentialIsAbsent',
    about: 'credential',
    clause: 'service/5.2/credential-missing',
    ...unauthorized,
  },
  {
    guard: 'authorizationIsUnasked',
    about: 'credential',
    clause: 'rfc6455/4.2.2/client-authentication',
    verdict: 'ask',
    status: 'none',
    headers: [],
    permits: switched.permits,
  },
  {
    guard: 'credentialIsInvalid',
    about: 'credential',
    clause: 'service/5.2/credential-invalid',
    ...unauthorized,
  },
  {
    guard: 'authorizationIsRefused',
    about: 'credential',
    clause: 'rfc6455/4.2.2/refused-by-application',
    ...refuse,
    permits: anyBut101,
    status: 'fromApplication',
  },
  {
    guard: 'authorizationThrew',
    about: 'credential',
    clause: 'rfc9110/15.6.1/internal-error',
    ...refuse,
    status: 500,
  },
  {
    guard: 'authorizationIsLate',
    about: 'credential',
    clause: 'rfc9110/15.6.4/answer-late',
    ...refuse,
    status: 503,
  },
  {
    guard: 'credentialIsAwaited',
    about: 'credential',
    clause: 'service/5.3/first-message',
    verdict: 'hold',
    ...switched,
  },
  { guard: 'otherwise', about: 'head', clause: 'rfc6455/4.2.2/status-101', verdict: 'accept', ...switched },
] as const satisfies readonly ServerRow<RequestGuard>[];

export const serverTable: RuleTable<RequestFacts, ServerChoices, ServerRow<RequestGuard>> = {
  id: 'serverDecision',
  guards: requestGuards,
  rows: serverRows,
  faultless: ['ask', 'hold', 'accept'],
  defaults: {
    plainHttp: 'upgradeRequired',
    subprotocolMismatch: 'omit',
    subprotocolAbsent: 'omit',
    originAbsent: 'accept',
  },
};

export const serverDecision = createDecision(serverTable);
