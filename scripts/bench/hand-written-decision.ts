import type { Decision } from '../../models/compile.ts';
import type { RequestGuard, serverRows } from '../../models/server-decision.ts';
import type { RequestFacts, ServerChoices, ServerRow } from '../../models/vocabulary.ts';

/** What somebody would write who had no table: one `if` after the other, in the order of the rows. */
export function writeDecision(
  rows: typeof serverRows,
): Decision<RequestFacts, ServerChoices, ServerRow<RequestGuard>> {
  const [
    limitReached,
    late,
    cut,
    tooLarge,
    tooManyFields,
    targetTooLong,
    requestLine,
    otherMajor,
    fieldLines,
    hostAbsent,
    hostRepeated,
    hostMalformed,
    contentLength,
    transferCoding,
    framedTwice,
    http10Served,
    http10Bad,
    http10Told,
    upgradeAbsentServed,
    upgradeAbsentBad,
    upgradeAbsentTold,
    upgradeOtherServed,
    upgradeOtherBad,
    upgradeOtherTold,
    connectionServed,
    connectionBad,
    connectionTold,
    targetMalformed,
    targetNoResource,
    targetUnsecured,
    methodServed,
    methodRefused,
    content,
    versionAbsent,
    versionRepeated,
    versionMalformed,
    versionOther,
    keyAbsent,
    keyRepeated,
    keyMalformed,
    keyLength,
    subprotocolMalformed,
    extensionsMalformed,
    pathUnknown,
    originAbsent,
    originRepeated,
    originMalformed,
    originForeign,
    subprotocolAbsent,
    subprotocolMismatched,
    credentialAbsent,
    ask,
    credentialInvalid,
    refused,
    threw,
    answerLate,
    hold,
    accept,
  ] = rows;
  return (facts, choices) => {
    if (facts.head === 'unadmitted') return limitReached;
    if (facts.head === 'late') return late;
    if (facts.head === 'cut') return cut;
    if (facts.head === 'tooLarge') return tooLarge;
    if (facts.head === 'tooManyFields') return tooManyFields;
    if (facts.target === 'tooLong') return targetTooLong;
    if (facts.requestLine === 'malformed') return requestLine;
    if (facts.httpVersion === 'otherMajor') return otherMajor;
    if (facts.fieldLines === 'malformed') return fieldLines;
    if (facts.host === 'absent') return hostAbsent;
    if (facts.host === 'repeated') return hostRepeated;
    if (facts.host === 'malformed') return hostMalformed;
    if (facts.content === 'malformedLength') return contentLength;
    if (facts.content === 'malformedCoding') return transferCoding;
    if (facts.content === 'framedTwice') return framedTwice;
    if (facts.httpVersion === '1.0') {
      if (choices.plainHttp === 'application') return http10Served;
      return choices.plainHttp === 'badRequest' ? http10Bad : http10Told;
    }
    if (facts.upgrade === 'absent') {
      if (choices.plainHttp === 'application') return upgradeAbsentServed;
      return choices.plainHttp === 'badRequest' ? upgradeAbsentBad : upgradeAbsentTold;
    }
    if (facts.upgrade === 'other') {
      if (choices.plainHttp === 'application') return upgradeOtherServed;
      return choices.plainHttp === 'badRequest' ? upgradeOtherBad : upgradeOtherTold;
    }
    if (facts.connection === 'lacksUpgrade') {
      if (choices.plainHttp === 'application') return connectionServed;
      return choices.plainHttp === 'badRequest' ? connectionBad : connectionTold;
    }
    if (facts.target === 'malformed') return targetMalformed;
    if (facts.target === 'noResource') return targetNoResource;
    if (facts.target === 'unsecured') return targetUnsecured;
    if (facts.method === 'other') return choices.plainHttp === 'application' ? methodServed : methodRefused;
    if (facts.content === 'announced') return content;
    if (facts.version === 'absent') return versionAbsent;
    if (facts.version === 'repeated') return versionRepeated;
    if (facts.version === 'malformed') return versionMalformed;
    if (facts.version === 'other') return versionOther;
    if (facts.key === 'absent') return keyAbsent;
    if (facts.key === 'repeated') return keyRepeated;
    if (facts.key === 'malformed') return keyMalformed;
    if (facts.key === 'wrongLength') return keyLength;
    if (facts.subprotocol === 'malformed') return subprotocolMalformed;
    if (facts.extensions === 'malformed') return extensionsMalformed;
    if (facts.path === 'unknown') return pathUnknown;
    if (facts.origin === 'absent' && choices.originAbsent === 'refuse') return originAbsent;
    if (facts.origin === 'repeated') return originRepeated;
    if (facts.origin === 'malformed') return originMalformed;
    if (facts.origin === 'foreign') return originForeign;
    if (facts.subprotocol === 'absent' && choices.subprotocolAbsent === 'refuse') return subprotocolAbsent;
    if (facts.subprotocol === 'mismatched' && choices.subprotocolMismatch === 'refuse') {
      return subprotocolMismatched;
    }
    if (facts.authorization === 'absent') return credentialAbsent;
    if (facts.authorization === 'unasked') return ask;
    if (facts.authorization === 'invalid') return credentialInvalid;
    if (facts.authorization === 'refused') return refused;
    if (facts.authorization === 'threw') return threw;
    if (facts.authorization === 'late') return answerLate;
    return facts.authorization === 'awaited' ? hold : accept;
  };
}
