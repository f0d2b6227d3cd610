import type { RequestGuard } from '../decisions/server.ts';
import type { AcceptRecipe, DiagnosisRow, FindingPattern, RequestSign, ServerSign } from './diagnose.ts';

type Grounds = Pick<DiagnosisRow<ServerSign>, 'supports' | 'excludes'>;

/**
 * What a cause decides: how requests with these signs have to come out, each of them in every case.
 *
 * @param fault one that is accepted because of it, at least in some of its forms
 */
function decides(
  accepted: readonly RequestSign[],
  refused: readonly RequestSign[] = [],
  fault?: RequestGuard,
): Grounds {
  return {
    supports: [
      ...accepted.map((sign) => `${sign} accepted` as const),
      ...refused.map((sign) => `${sign} refused` as const),
      ...(fault === undefined ? [] : [`${fault} accepted` as const]),
    ],
    excludes: [
      ...accepted.map((sign) => `${sign} refused` as const),
      ...refused.map((sign) => `${sign} accepted` as const),
    ],
  };
}

/** The same, where something besides has not been seen. */
function unless(sign: ServerSign, { supports, excludes }: Grounds): Grounds {
  return { supports, excludes: [...excludes, sign] };
}

/** The one recipe by which every accept value of a server was made. */
function always(recipe: AcceptRecipe): Grounds {
  return { supports: [`${recipe} holds`], excludes: [`${recipe} fails`, 'acceptIsRight'] };
}

/** What is wrong with those accept values of a server that are wrong: others may be right by the way. */
function whereWrong(recipe: AcceptRecipe): Grounds {
  return { supports: [`${recipe} holds`], excludes: [`${recipe} fails`] };
}

const accepted = (...parts: readonly string[]): FindingPattern => ({ kinds: ['accepted'], parts });
const refused = (...parts: readonly string[]): FindingPattern => ({ kinds: ['refused'], parts });
const ofAccept: FindingPattern = { kinds: ['reply'], clauses: ['rfc6455/4.2.2/accept-value'] };
const ofKey = accepted('sec-websocket-key');
const ofVersion = accepted('sec-websocket-version');
const ofConnection = accepted('connection');
const ofUpgrade = accepted('upgrade');
const ofSubprotocols = accepted('sec-websocket-protocol');
const ofExtensions = accepted('sec-websocket-extensions');

/** What makes a server do what it was found to do; more than one may be told from the same signs, and the first is. */
export const diagnosisRows: readonly DiagnosisRow<ServerSign>[] = [
  // The accept value: what was made of the key instead.
  {
    id: 'server/key-decoded',
    cause: 'the value is the SHA-1 of the decoded key; the server must hash the key as it was sent',
    findings: ofAccept,
    ...always('keyIsDecoded'),
  },
  {
    id: 'server/guid-lowercase',
    cause: 'the server writes the GUID in lower case before it hashes it',
    findings: ofAccept,
    ...always('guidIsLowercase'),
  },
  {
    id: 'server/guid-missing',
    cause: 'the server hashes the key without the GUID',
    findings: ofAccept,
    ...always('guidIsMissing'),
  },
  {
    id: 'server/guid-first',
    cause: 'the server puts the GUID before the key; it must follow the key',
    findings: ofAccept,
    ...always('guidIsFirst'),
  },
  {
    id: 'server/line-feed-hashed',
    cause: 'the server also hashes a line feed after the GUID',
    findings: ofAccept,
    ...always('lineFeedIsHashed'),
  },
  {
    id: 'server/line-end-hashed',
    cause: 'the server also hashes the line end after the key',
    findings: ofAccept,
    ...always('lineEndIsHashed'),
  },
  {
    id: 'server/space-around-hashed',
    cause: 'the server also hashes the white space around the key',
    findings: ofAccept,
    supports: ['spaceBeforeIsHashed holds', 'spaceBehindIsHashed holds'],
    excludes: ['spaceBeforeIsHashed fails', 'spaceBehindIsHashed fails'],
  },
  {
    id: 'server/space-before-hashed',
    cause: 'the server also hashes the white space before the key',
    findings: ofAccept,
    supports: ['spaceBeforeIsHashed holds'],
    excludes: ['spaceBeforeIsHashed fails', 'spaceBehindIsHashed holds'],
  },
  {
    id: 'server/space-behind-hashed',
    cause: 'the server also hashes the white space after the key',
    findings: ofAccept,
    supports: ['spaceBehindIsHashed holds'],
    excludes: ['spaceBehindIsHashed fails', 'spaceBeforeIsHashed holds'],
  },
  {
    id: 'server/hash-sha256',
    cause: 'the value is a SHA-256 hash; it must be a SHA-1 hash',
    findings: ofAccept,
    ...always('hashIsSha256'),
  },
  {
    id: 'server/hash-md5',
    cause: 'the value is an MD5 hash; it must be a SHA-1 hash',
    findings: ofAccept,
    ...always('hashIsMd5'),
  },
  {
    id: 'server/hash-hex',
    cause: 'the server writes the SHA-1 hash in hexadecimal; it must be in base64',
    findings: ofAccept,
    ...always('valueIsHex'),
  },
  {
    id: 'server/hash-hex-in-base64',
    cause:
      'the server writes the SHA-1 hash in hexadecimal, and encodes those digits in base64; it must encode the hash itself',
    findings: ofAccept,
    ...always('valueIsHexInBase64'),
  },
  {
    id: 'server/hash-unpadded',
    cause: 'the value lacks the padding of base64',
    findings: ofAccept,
    ...always('valueLacksPadding'),
  },
  {
    id: 'server/hash-base64url',
    cause: 'the server writes the SHA-1 hash in base64url; it must be in base64',
    findings: ofAccept,
    supports: ['valueIsBase64Url holds'],
    // A value with neither of the two odd characters is the same in both alphabets.
    excludes: ['valueIsBase64Url fails'],
  },
  {
    id: 'server/accept-of-example',
    cause: 'the server sends the value of the example in RFC 6455 for every key',
    findings: ofAccept,
    ...always('valueIsOfExample'),
  },
  {
    id: 'server/key-sent-back',
    cause: 'the server sends the key back as the value',
    findings: ofAccept,
    ...always('valueIsKey'),
  },
  {
    id: 'server/accept-empty',
    cause: 'the value is empty',
    findings: ofAccept,
    ...whereWrong('valueIsEmpty'),
  },
  {
    id: 'server/accept-recased',
    cause: 'the value is right except for letter case',
    findings: ofAccept,
    ...whereWrong('valueIsRecased'),
  },
  {
    id: 'server/accept-framed',
    cause: 'the value is right except for characters around it',
    findings: ofAccept,
    ...whereWrong('valueHasMore'),
  },
  {
    id: 'server/accept-cut',
    cause: 'the value is right except for characters that are missing at its beginning or its end',
    findings: ofAccept,
    ...whereWrong('valueIsCut'),
  },
  {
    id: 'server/guid-typo',
    cause: 'the server hashes the key with a GUID that has a typo',
    findings: ofAccept,
    ...always('guidHasTypo'),
  },
  {
    id: 'server/hixie-76',
    cause: 'the server answers as in the draft hixie-76, which has no Sec-WebSocket-Accept',
    findings: { kinds: ['reply', 'accepted'] },
    supports: ['replyIsHixie76'],
    excludes: [],
  },
  // The key.
  {
    id: 'server/key-ignored',
    cause: 'the server does not check Sec-WebSocket-Key',
    findings: ofKey,
    ...decides(['keyIsAbsent', 'keyIsRepeated', 'keyIsMalformed', 'keyIsNot16Octets']),
  },
  {
    id: 'server/key-unread',
    cause: 'the server requires Sec-WebSocket-Key, but does not check its value',
    findings: ofKey,
    ...decides(
      [
        'keyHasForeignOctets',
        'keyLacksPadding',
        'keyHasOnePad',
        'keyIsOddlyPadded',
        'keyIsUrlSafe',
        'keyIsNot16Octets',
      ],
      ['keyIsAbsent'],
      'keyIsMalformed',
    ),
  },
  {
    id: 'server/key-counted',
    cause: 'the server checks only the number of characters in the key',
    findings: ofKey,
    ...decides(['keyHas24Characters'], ['keyHasOtherLength']),
  },
  {
    id: 'server/key-decoded-leniently',
    cause:
      'the server decodes the key with a lenient base64 decoder, and checks only that it gives 16 octets',
    findings: ofKey,
    ...decides(['keyDecodesTo16Octets'], ['keyDecodesToOthers']),
  },
  {
    id: 'server/key-padding-optional',
    cause: 'the server accepts a key without its base64 padding',
    findings: ofKey,
    ...decides(
      ['keyLacksPadding', 'keyHasOnePad'],
      ['keyIsOddlyPadded', 'keyHasForeignOctets', 'keyIsUrlSafe', 'keyIsNot16Octets'],
    ),
  },
  {
    id: 'server/key-base64url',
    cause: 'the server also accepts a key in base64url',
    findings: ofKey,
    ...decides(
      ['keyIsUrlSafe'],
      ['keyHasForeignOctets', 'keyLacksPadding', 'keyIsOddlyPadded', 'keyIsNot16Octets'],
    ),
  },
  {
    id: 'server/key-any-length',
    cause: 'the server decodes the key as base64, but does not check that it gives 16 octets',
    findings: ofKey,
    ...decides(['keyIsNot16Octets'], ['keyHasForeignOctets', 'keyLacksPadding', 'keyIsOddlyPadded']),
  },
  {
    id: 'server/key-first-line',
    cause: 'if a request has two keys, the server uses the first one',
    findings: ofKey,
    // Where lines are joined, a key with others behind it would be taken on one line as well.
    ...unless(
      'keyHasForeignOctets accepted',
      decides(['keyIsInFirstLine'], ['keyIsInLastLine'], 'keyIsRepeated'),
    ),
  },
  {
    id: 'server/key-last-line',
    cause: 'if a request has two keys, the server uses the last one',
    findings: ofKey,
    ...unless(
      'keyHasForeignOctets accepted',
      decides(['keyIsInLastLine'], ['keyIsInFirstLine'], 'keyIsRepeated'),
    ),
  },
  // The version.
  {
    id: 'server/version-ignored',
    cause: 'the server does not check Sec-WebSocket-Version',
    findings: ofVersion,
    ...decides(['versionIsAbsent', 'versionIsRepeated', 'versionIsMalformed', 'versionIsNot13']),
  },
  {
    id: 'server/version-unread',
    cause: 'the server requires Sec-WebSocket-Version, but does not check its value',
    findings: ofVersion,
    ...decides(
      ['versionIsOther', 'versionIsOtherNumber', 'versionMentions13'],
      ['versionIsAbsent'],
      'versionIsMalformed',
    ),
  },
  {
    id: 'server/version-number-prefix',
    cause: 'the server reads the number at the beginning of the version, and ignores what follows it',
    findings: ofVersion,
    ...unless(
      'versionIsOtherNumber accepted',
      decides(
        ['versionHasZeros', 'versionHasTail', 'versionListBeginsWith13'],
        ['versionMentions13', 'versionIsOther'],
      ),
    ),
  },
  {
    id: 'server/version-number',
    cause: 'the server compares the version as a number, not as text',
    findings: ofVersion,
    ...unless(
      'versionIsOtherNumber accepted',
      decides(
        ['versionHasZeros'],
        ['versionHasTail', 'versionListBeginsWith13', 'versionMentions13', 'versionIsOther'],
      ),
    ),
  },
  {
    id: 'server/version-list',
    cause: 'the server reads the version as a list',
    findings: ofVersion,
    ...unless(
      'versionIsOtherNumber accepted',
      decides(
        ['versionListBeginsWith13', 'versionListHas13'],
        ['versionHasZeros', 'versionHasTail', 'versionMentions13', 'versionIsOther'],
      ),
    ),
  },
  {
    id: 'server/version-searched',
    cause: 'the server accepts any version that contains 13',
    findings: ofVersion,
    ...unless(
      'versionIsOtherNumber accepted',
      decides(
        ['versionMentions13', 'versionHasZeros', 'versionHasTail', 'versionListHas13'],
        ['versionIsOther'],
      ),
    ),
  },
  {
    id: 'server/version-first-line',
    cause: 'if a request has two versions, the server uses the first one',
    findings: ofVersion,
    ...unless(
      'versionListBeginsWith13 accepted',
      decides(['versionIs13InFirstLine'], ['versionIs13InLastLine'], 'versionIsRepeated'),
    ),
  },
  {
    id: 'server/version-last-line',
    cause: 'if a request has two versions, the server uses the last one',
    findings: ofVersion,
    ...unless(
      'versionListHas13 accepted',
      decides(['versionIs13InLastLine'], ['versionIs13InFirstLine'], 'versionIsRepeated'),
    ),
  },
  // Connection and Upgrade.
  {
    id: 'server/connection-ignored',
    cause: 'the server does not check Connection',
    findings: ofConnection,
    ...decides(['connectionLacksUpgrade', 'connectionIsAbsent']),
  },
  {
    id: 'server/connection-unread',
    cause: 'the server requires Connection, but does not check its value',
    findings: ofConnection,
    ...decides(
      ['connectionIsOther', 'connectionHasItAsWord', 'connectionHasItInWord'],
      ['connectionIsAbsent'],
      'connectionLacksUpgrade',
    ),
  },
  {
    id: 'server/connection-searched',
    cause: 'the server searches Connection for the text "upgrade", and does not read it as a list of tokens',
    findings: ofConnection,
    ...decides(
      ['connectionHasItAsWord', 'connectionHasItInWord'],
      ['connectionIsOther', 'connectionIsAbsent'],
    ),
  },
  {
    id: 'server/connection-word-searched',
    cause: 'the server searches Connection for the word "upgrade", and does not read it as a list of tokens',
    findings: ofConnection,
    ...decides(
      ['connectionHasItAsWord'],
      ['connectionHasItInWord', 'connectionIsOther', 'connectionIsAbsent'],
    ),
  },
  {
    id: 'server/connection-compared-whole',
    cause: 'the server compares Connection as a whole, and does not read it as a list of tokens',
    findings: refused('connection'),
    ...decides(
      [],
      [
        'connectionIsList',
        'connectionHasEmptyElements',
        'connectionHasItInFirstLine',
        'connectionHasItInLastLine',
      ],
    ),
  },
  {
    id: 'server/connection-first-line',
    cause: 'the server reads only the first Connection line',
    findings: refused('connection'),
    ...decides(['connectionHasItInFirstLine', 'connectionIsList'], ['connectionHasItInLastLine']),
  },
  {
    id: 'server/connection-last-line',
    cause: 'the server reads only the last Connection line',
    findings: refused('connection'),
    ...decides(['connectionHasItInLastLine', 'connectionIsList'], ['connectionHasItInFirstLine']),
  },
  {
    id: 'server/connection-case',
    cause: 'the server distinguishes upper and lower case in Connection; letter case must make no difference',
    findings: refused('connection'),
    ...decides([], ['connectionIsRecased']),
  },
  {
    id: 'server/upgrade-ignored',
    cause: 'the server does not check Upgrade',
    findings: ofUpgrade,
    ...decides(['upgradeIsAbsent', 'upgradeIsNotWebsocket']),
  },
  {
    id: 'server/upgrade-unread',
    cause: 'the server requires Upgrade, but does not check its value',
    findings: ofUpgrade,
    ...decides(
      ['upgradeIsOther', 'upgradeHasItAsWord', 'upgradeHasItInWord'],
      ['upgradeIsAbsent'],
      'upgradeIsNotWebsocket',
    ),
  },
  {
    id: 'server/upgrade-searched',
    cause:
      'the server searches Upgrade for the text "websocket", and does not read it as a list of protocols',
    findings: ofUpgrade,
    ...decides(['upgradeHasItAsWord', 'upgradeHasItInWord'], ['upgradeIsOther', 'upgradeIsAbsent']),
  },
  {
    id: 'server/upgrade-word-searched',
    cause:
      'the server searches Upgrade for the word "websocket", and does not read it as a list of protocols',
    findings: ofUpgrade,
    ...decides(['upgradeHasItAsWord'], ['upgradeHasItInWord', 'upgradeIsOther', 'upgradeIsAbsent']),
  },
  {
    id: 'server/upgrade-compared-whole',
    cause: 'the server compares Upgrade as a whole, and does not read it as a list of protocols',
    findings: refused('upgrade'),
    ...decides(
      [],
      ['upgradeIsList', 'upgradeHasEmptyElements', 'upgradeHasItInFirstLine', 'upgradeHasItInLastLine'],
    ),
  },
  {
    id: 'server/upgrade-case',
    cause: 'the server distinguishes upper and lower case in Upgrade; letter case must make no difference',
    findings: refused('upgrade'),
    ...decides([], ['upgradeIsRecased']),
  },
  // What is offered.
  {
    id: 'server/subprotocols-ignored',
    cause: 'the server ignores Sec-WebSocket-Protocol',
    findings: ofSubprotocols,
    supports: ['subprotocolsAreUnreadable accepted', 'subprotocolsAreReadable accepted'],
    excludes: ['subprotocolsAreUnreadable refused', 'subprotocolsAreReadable refused', 'subprotocolIsChosen'],
  },
  {
    id: 'server/subprotocols-lenient',
    cause: 'the server skips the parts of Sec-WebSocket-Protocol that it cannot read',
    findings: ofSubprotocols,
    supports: ['subprotocolsAreUnreadable accepted', 'subprotocolIsChosen'],
    excludes: ['subprotocolsAreUnreadable refused', 'subprotocolIsUnoffered'],
  },
  {
    id: 'server/extensions-ignored',
    cause: 'the server ignores Sec-WebSocket-Extensions',
    findings: ofExtensions,
    supports: ['extensionsAreUnreadable accepted', 'extensionsAreReadable accepted'],
    excludes: ['extensionsAreUnreadable refused', 'extensionsAreReadable refused', 'extensionsAreAnswered'],
  },
  {
    id: 'server/extensions-lenient',
    cause: 'the server skips the parts of Sec-WebSocket-Extensions that it cannot read',
    findings: ofExtensions,
    supports: ['extensionsAreUnreadable accepted', 'extensionsAreAnswered'],
    excludes: ['extensionsAreUnreadable refused', 'extensionsAreUnoffered'],
  },
  // What HTTP has, and what is declared.
  {
    id: 'server/method-ignored',
    cause: 'the server does not check the method',
    findings: accepted('method'),
    ...decides(['methodIsNotGet']),
  },
  {
    id: 'server/http-version-ignored',
    cause: 'the server does not check the HTTP version',
    findings: accepted('version'),
    ...decides(['httpVersionIs10', 'httpMajorIsNot1']),
  },
  {
    id: 'server/target-ignored',
    cause: 'the server does not check the request target',
    findings: accepted('target'),
    ...decides(['targetIsMalformed', 'targetNamesNoResource']),
  },
  {
    id: 'server/host-ignored',
    cause: 'the server does not check Host',
    findings: accepted('host'),
    ...decides(['hostIsAbsent', 'hostIsRepeated', 'hostIsMalformed']),
  },
  {
    id: 'server/content-ignored',
    cause: 'the server does not check Content-Length and Transfer-Encoding',
    findings: accepted('content'),
    ...decides(['contentLengthIsMalformed', 'transferCodingIsMalformed']),
  },
  {
    id: 'server/field-lines-ignored',
    cause: 'the server does not check the grammar of field lines',
    findings: accepted('odd line'),
    ...decides(['fieldLinesAreMalformed']),
  },
  {
    id: 'server/origin-ignored',
    cause: 'the server does not check Origin',
    findings: accepted('origin'),
    ...decides(['originIsForeign', 'originIsMalformed', 'originIsRepeated']),
  },
  {
    id: 'server/credential-ignored',
    cause: 'the server does not check the credential',
    findings: { kinds: ['accepted'], guards: ['credentialIsAbsent', 'credentialIsInvalid'] },
    ...decides(['credentialIsAbsent', 'credentialIsInvalid']),
  },
  {
    id: 'server/credential-unread',
    cause: 'the server requires a credential, but does not check its value',
    findings: { kinds: ['accepted'], guards: ['credentialIsInvalid'] },
    ...decides(['credentialIsInvalid'], ['credentialIsAbsent']),
  },
];
