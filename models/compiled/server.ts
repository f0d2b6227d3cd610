// Compiled from ../decisions/server.ts by `npm run compile`.
import type { ServerRow } from '../decisions/row.ts';
import { type RequestGuard, serverRows } from '../decisions/server.ts';
import type { RequestFacts, ServerChoices } from '../facts/request.ts';

/** The server's decision on an opening: the first of `serverRows` that holds. */
export function decideRequest(facts: RequestFacts, choices: ServerChoices): ServerRow<RequestGuard> {
  // pendingLimitIsReached: rfc9110/15.6.4/overloaded
  if (facts.head === 'unadmitted') return serverRows[0];
  // headIsLate: rfc9110/15.5.9/request-timeout
  if (facts.head === 'late') return serverRows[1];
  // headIsCut: rfc9112/8/incomplete-request
  if (facts.head === 'cut') return serverRows[2];
  // headIsTooLarge: rfc9110/5.4/fields-too-large
  if (facts.head === 'tooLarge') return serverRows[3];
  // fieldsAreTooMany: rfc9110/5.4/fields-too-large
  if (facts.head === 'tooManyFields') return serverRows[4];
  // targetIsTooLong: rfc9112/3/target-too-long
  if (facts.target === 'tooLong') return serverRows[5];
  // requestLineIsMalformed: rfc9112/3/request-line
  if (facts.requestLine === 'malformed') return serverRows[6];
  // httpMajorIsNot1: rfc9110/15.6.6/http-version-not-supported
  if (facts.httpVersion === 'otherMajor') return serverRows[7];
  // fieldLinesAreMalformed: rfc9112/5/field-lines
  if (facts.fieldLines === 'malformed') return serverRows[8];
  // hostIsAbsent: rfc9112/3.2/host-present
  if (facts.host === 'absent') return serverRows[9];
  // hostIsRepeated: rfc9112/3.2/host-once
  if (facts.host === 'repeated') return serverRows[10];
  // hostIsMalformed: rfc9112/3.2/host-valid
  if (facts.host === 'malformed') return serverRows[11];
  // contentLengthIsMalformed: rfc9112/6.3/content-length-valid
  if (facts.content === 'malformedLength') return serverRows[12];
  // transferCodingIsMalformed: rfc9112/6.3/transfer-encoding-chunked
  if (facts.content === 'malformedCoding') return serverRows[13];
  // contentIsFramedTwice: rfc9112/6.1/closed-after-both
  if (facts.content === 'framedTwice') return serverRows[14];
  // httpVersionIs10: rfc9110/7.8/upgrade-ignored-in-http10
  if (facts.httpVersion === '1.0' && choices.plainHttp === 'application') return serverRows[15];
  // httpVersionIs10: rfc9110/7.8/upgrade-ignored-in-http10
  if (facts.httpVersion === '1.0' && choices.plainHttp === 'badRequest') return serverRows[16];
  // httpVersionIs10: rfc9110/7.8/upgrade-ignored-in-http10
  if (facts.httpVersion === '1.0' && choices.plainHttp === 'upgradeRequired') return serverRows[17];
  // upgradeIsAbsent: rfc6455/4.2.1/upgrade-present
  if (facts.upgrade === 'absent' && choices.plainHttp === 'application') return serverRows[18];
  // upgradeIsAbsent: rfc6455/4.2.1/upgrade-present
  if (facts.upgrade === 'absent' && choices.plainHttp === 'badRequest') return serverRows[19];
  // upgradeIsAbsent: rfc6455/4.2.1/upgrade-present
  if (facts.upgrade === 'absent' && choices.plainHttp === 'upgradeRequired') return serverRows[20];
  // upgradeIsNotWebsocket: rfc6455/4.2.1/upgrade-websocket
  if (facts.upgrade === 'other' && choices.plainHttp === 'application') return serverRows[21];
  // upgradeIsNotWebsocket: rfc6455/4.2.1/upgrade-websocket
  if (facts.upgrade === 'other' && choices.plainHttp === 'badRequest') return serverRows[22];
  // upgradeIsNotWebsocket: rfc6455/4.2.1/upgrade-websocket
  if (facts.upgrade === 'other' && choices.plainHttp === 'upgradeRequired') return serverRows[23];
  // connectionLacksUpgrade: rfc6455/4.2.1/connection-token
  if (facts.connection === 'lacksUpgrade' && choices.plainHttp === 'application') return serverRows[24];
  // connectionLacksUpgrade: rfc6455/4.2.1/connection-token
  if (facts.connection === 'lacksUpgrade' && choices.plainHttp === 'badRequest') return serverRows[25];
  // connectionLacksUpgrade: rfc6455/4.2.1/connection-token
  if (facts.connection === 'lacksUpgrade' && choices.plainHttp === 'upgradeRequired') return serverRows[26];
  // targetIsMalformed: rfc9112/3.2/target-valid
  if (facts.target === 'malformed') return serverRows[27];
  // targetNamesNoResource: rfc6455/4.2.1/resource-name
  if (facts.target === 'noResource') return serverRows[28];
  // targetIsUnsecured: rfc9110/7.4/https-on-plain
  if (facts.target === 'unsecured') return serverRows[29];
  // methodIsNotGet: rfc6455/4.2.1/method-get
  if (facts.method === 'other' && choices.plainHttp === 'application') return serverRows[30];
  // methodIsNotGet: rfc6455/4.2.1/method-get
  if (facts.method === 'other') return serverRows[31];
  // contentIsAnnounced: service/2.1/no-body
  if (facts.content === 'announced') return serverRows[32];
  // versionIsAbsent: rfc6455/4.2.1/version-present
  if (facts.version === 'absent') return serverRows[33];
  // versionIsRepeated: rfc6455/11.3.5/version-once
  if (facts.version === 'repeated') return serverRows[34];
  // versionIsMalformed: rfc6455/4.3/version-grammar
  if (facts.version === 'malformed') return serverRows[35];
  // versionIsNot13: rfc6455/4.2.2/version-unsupported
  if (facts.version === 'other') return serverRows[36];
  // keyIsAbsent: rfc6455/4.2.1/key-present
  if (facts.key === 'absent') return serverRows[37];
  // keyIsRepeated: rfc6455/11.3.1/key-once
  if (facts.key === 'repeated') return serverRows[38];
  // keyIsMalformed: rfc6455/4.3/key-grammar
  if (facts.key === 'malformed') return serverRows[39];
  // keyIsNot16Octets: rfc6455/4.2.1/key-16-octets
  if (facts.key === 'wrongLength') return serverRows[40];
  // subprotocolsAreMalformed: rfc6455/4.3/subprotocol-offer-grammar
  if (facts.subprotocol === 'malformed') return serverRows[41];
  // extensionsAreMalformed: rfc6455/9.1/extension-grammar
  if (facts.extensions === 'malformed') return serverRows[42];
  // pathIsUnknown: rfc6455/4.2.2/resource-unavailable
  if (facts.path === 'unknown') return serverRows[43];
  // originIsAbsent: service/5.4/origin-required
  if (facts.origin === 'absent' && choices.originAbsent === 'refuse') return serverRows[44];
  // originIsRepeated: rfc6455/4.2.2/origin-refused
  if (facts.origin === 'repeated') return serverRows[45];
  // originIsMalformed: rfc6455/4.2.2/origin-refused
  if (facts.origin === 'malformed') return serverRows[46];
  // originIsForeign: service/5.4/origin-allowlist
  if (facts.origin === 'foreign') return serverRows[47];
  // subprotocolIsAbsent: service/7/subprotocol-required
  if (facts.subprotocol === 'absent' && choices.subprotocolAbsent === 'refuse') return serverRows[48];
  // subprotocolIsMismatched: service/7/subprotocol-mismatch
  if (facts.subprotocol === 'mismatched' && choices.subprotocolMismatch === 'refuse') return serverRows[49];
  // credentialIsAbsent: service/5.2/credential-missing
  if (facts.authorization === 'absent') return serverRows[50];
  // authorizationIsUnasked: rfc6455/4.2.2/client-authentication
  if (facts.authorization === 'unasked') return serverRows[51];
  // credentialIsInvalid: service/5.2/credential-invalid
  if (facts.authorization === 'invalid') return serverRows[52];
  // authorizationIsRefused: rfc6455/4.2.2/refused-by-application
  if (facts.authorization === 'refused') return serverRows[53];
  // authorizationThrew: rfc9110/15.6.1/internal-error
  if (facts.authorization === 'threw') return serverRows[54];
  // authorizationIsLate: rfc9110/15.6.4/answer-late
  if (facts.authorization === 'late') return serverRows[55];
  // credentialIsAwaited: service/5.3/first-message
  if (facts.authorization === 'awaited') return serverRows[56];
  // otherwise: rfc6455/4.2.2/status-101
  return serverRows[57];
}
