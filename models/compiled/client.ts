// Compiled from ../decisions/client.ts by `npm run compile`.
import { type ClientRow, clientRows, type ReplyGuard } from '../decisions/client.ts';
import type { ClientChoices, ReplyFacts } from '../facts/reply.ts';

/** The client's decision on a reply: the first of `clientRows` that holds. */
export function decideReply(facts: ReplyFacts, choices: ClientChoices): ClientRow<ReplyGuard> {
  // headIsTooLarge: rfc6455/10.7/reply-limits
  if (facts.head === 'tooLarge') return clientRows[0];
  // fieldsAreTooMany: rfc6455/10.7/reply-limits
  if (facts.head === 'tooManyFields') return clientRows[1];
  // statusLineIsMalformed: rfc9112/4/status-line
  if (facts.statusLine === 'malformed') return clientRows[2];
  // httpMajorIsNot1: rfc9112/2.3/reply-version
  if (facts.httpVersion === 'otherMajor') return clientRows[3];
  // fieldLinesAreMalformed: rfc9112/5/reply-field-lines
  if (facts.fieldLines === 'malformed') return clientRows[4];
  // interimsAreTooMany: rfc6455/10.7/reply-limits
  if (facts.interims === 'tooMany') return clientRows[5];
  // statusIsInterim: rfc9110/15.2/interim-replies
  if (facts.status === 'interim') return clientRows[6];
  // statusIsNot101: rfc6455/4.1/status-101
  if (facts.status === 'final') return clientRows[7];
  // httpVersionIs10: rfc6455/4.2.2/reply-http11
  if (facts.httpVersion === '1.0') return clientRows[8];
  // upgradeIsAbsent: rfc6455/4.1/reply-upgrade-present
  if (facts.upgrade === 'absent') return clientRows[9];
  // upgradeIsNotWebsocket: rfc6455/4.1/reply-upgrade-websocket
  if (facts.upgrade === 'other') return clientRows[10];
  // connectionIsAbsent: rfc6455/4.1/reply-connection-present
  if (facts.connection === 'absent') return clientRows[11];
  // connectionLacksUpgrade: rfc6455/4.1/reply-connection-token
  if (facts.connection === 'lacksUpgrade') return clientRows[12];
  // acceptIsAbsent: rfc6455/4.1/accept-present
  if (facts.accept === 'absent') return clientRows[13];
  // acceptIsRepeated: rfc6455/11.3.3/accept-once
  if (facts.accept === 'repeated') return clientRows[14];
  // acceptIsWrong: rfc6455/4.1/accept-value
  if (facts.accept === 'wrong') return clientRows[15];
  // subprotocolIsRepeated: rfc6455/11.3.4/subprotocol-once
  if (facts.subprotocol === 'repeated') return clientRows[16];
  // subprotocolIsEmpty: rfc6455/4.2.2/subprotocol-not-empty
  if (facts.subprotocol === 'empty') return clientRows[17];
  // subprotocolIsMalformed: rfc6455/4.3/subprotocol-reply-grammar
  if (facts.subprotocol === 'malformed') return clientRows[18];
  // subprotocolIsUnoffered: rfc6455/4.1/subprotocol-offered
  if (facts.subprotocol === 'unoffered') return clientRows[19];
  // extensionsAreMalformed: rfc6455/9.1/reply-extension-grammar
  if (facts.extensions === 'malformed') return clientRows[20];
  // extensionIsUnoffered: rfc6455/4.1/extension-offered
  if (facts.extensions === 'unoffered') return clientRows[21];
  // extensionIsRepeated: rfc7692/5/answered-twice
  if (facts.extensions === 'repeated') return clientRows[22];
  // extensionParameterIsUndefined: rfc7692/7/answer-parameter-undefined
  if (facts.extensions === 'parameterUndefined') return clientRows[23];
  // extensionParameterIsRepeated: rfc7692/7/answer-parameter-repeated
  if (facts.extensions === 'parameterRepeated') return clientRows[24];
  // extensionParameterIsInvalid: rfc7692/7/answer-parameter-invalid
  if (facts.extensions === 'parameterInvalid') return clientRows[25];
  // extensionServerTakeoverIsMissing: rfc7692/7.1.1.1/server-takeover-missing
  if (facts.extensions === 'serverTakeoverMissing') return clientRows[26];
  // extensionServerBitsAreMissing: rfc7692/7.1.2.1/server-bits-missing
  if (facts.extensions === 'serverBitsMissing') return clientRows[27];
  // extensionServerBitsAreLarger: rfc7692/7.1.2.1/server-bits-larger
  if (facts.extensions === 'serverBitsLarger') return clientRows[28];
  // extensionClientBitsAreUnoffered: rfc7692/7.1.2.2/answer-bits-unoffered
  if (facts.extensions === 'clientBitsUnoffered') return clientRows[29];
  // subprotocolIsNotChosen: whatwg/2.2/subprotocol-chosen
  if (facts.subprotocol === 'noneChosen' && choices.rules === 'whatwg') return clientRows[30];
  // otherwise: rfc6455/4.1/established
  return clientRows[31];
}
