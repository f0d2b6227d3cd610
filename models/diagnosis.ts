import type { AcceptRecipe, DiagnosisRow, FindingPattern, RequestSign, ServerSign } from './diagnose.ts';
import type { RequestGuard } from './server-decision.ts';

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
    cause: 'the value is the SHA-1 of the decoded key: the key is hashed as it was sent',
    findings: ofAccept,
    ...always('keyIsDecoded'),
  },
  {
    id: 'server/guid-lowercase',
    cause: 'the GUID is written in lower case',
    findings: ofAccept,
    ...always('guidIsLowercase'),
  },
  { id: 'server/guid-missing', cause: 'the GUID is missing', findings: ofAccept, ...always('guidIsMissing') },
  {
    id: 'server/guid-first',
    cause: 'the GUID stands before the key',
    findings: ofAccept,
    ...always('guidIsFirst'),
  },
  {
    id: 'server/line-feed-hashed',
    cause: 'a line feed is hashed as well',
    findings: ofAccept,
    ...always('lineFeedIsHashed'),
  },
  {
    id: 'server/line-end-hashed',
    cause: 'the line end behind the key is hashed as well',
    findings: ofAccept,
    ...always('lineEndIsHashed'),
  },
  {
    id: 'server/space-around-hashed',
    cause: 'the white space around the key is hashed as well',
    findings: ofAccept,
    supports: ['spaceBeforeIsHashed holds', 'spaceBehindIsHashed holds'],
    excludes: ['spaceBeforeIsHashed fails', 'spaceBehindIsHashed fails'],
  },
  {
    id: 'server/space-before-hashed',
    cause: 'the white space before the key is hashed as well',
    findings: ofAccept,
    supports: ['spaceBeforeIsHashed holds'],
    excludes: ['spaceBeforeIsHashed fails', 'spaceBehindIsHashed holds'],
  },
  {
    id: 'server/space-behind-hashed',
    cause: 'the white space behind the key is hashed as well',
    findings: ofAccept,
    supports: ['spaceBehindIsHashed holds'],
    excludes: ['spaceBehindIsHashed fails', 'spaceBeforeIsHashed holds'],
  },
  {
    id: 'server/hash-sha256',
    cause: 'the value is a SHA-256: a SHA-1 is asked for',
    findings: ofAccept,
    ...always('hashIsSha256'),
  },
  {
    id: 'server/hash-md5',
    cause: 'the value is an MD5: a SHA-1 is asked for',
    findings: ofAccept,
    ...always('hashIsMd5'),
  },
  {
    id: 'server/hash-hex',
    cause: 'the SHA-1 is written in hexadecimal: base64 is asked for',
    findings: ofAccept,
    ...always('valueIsHex'),
  },
  {
    id: 'server/hash-hex-in-base64',
    cause: 'the SHA-1 is written in hexadecimal, and that in base64',
    findings: ofAccept,
    ...always('valueIsHexInBase64'),
  },
  {
    id: 'server/hash-unpadded',
    cause: 'the padding of base64 is missing',
    findings: ofAccept,
    ...always('valueLacksPadding'),
  },
  {
    id: 'server/hash-base64url',
    cause: 'the SHA-1 is written in base64url',
    findings: ofAccept,
    supports: ['valueIsBase64Url holds'],
    // A value with neither of the two odd characters is the same in both alphabets.
    excludes: ['valueIsBase64Url fails'],
  },
  {
    id: 'server/accept-of-example',
    cause: 'the value is that of the example in RFC 6455, whatever the key is',
    findings: ofAccept,
    ...always('valueIsOfExample'),
  },
  {
    id: 'server/key-sent-back',
    cause: 'the value is the key itself',
    findings: ofAccept,
    ...always('valueIsKey'),
  },
  {
    id: 'server/accept-recased',
    cause: 'the value differs in letter case alone',
    findings: ofAccept,
    ...always('valueIsRecased'),
  },
  {
    id: 'server/guid-typo',
    cause: 'the GUID has a typo',
    findings: ofAccept,
    ...always('guidHasTypo'),
  },
  {
    id: 'server/hixie-76',
    cause: 'the reply is that of the draft hixie-76, which had no Sec-WebSocket-Accept',
    findings: { kinds: ['reply', 'accepted'] },
    supports: ['replyIsHixie76'],
    excludes: [],
  },
  // The key.
  {
    id: 'server/key-ignored',
    cause: 'Sec-WebSocket-Key is not looked at',
    findings: ofKey,
    ...decides(['keyIsAbsent', 'keyIsRepeated', 'keyIsMalformed', 'keyIsNot16Octets']),
  },
  {
    id: 'server/key-unread',
    cause: 'Sec-WebSocket-Key has to be there, and what it says is not looked at',
    findings: ofKey,
    ...decides(
      [
        ...(['keyHasForeignOctets', 'keyLacksPadding', 'keyHasOnePad', 'keyIsOddlyPadded'] as const),
        ...(['keyIsUrlSafe', 'keyIsNot16Octets'] as const),
      ],
      ['keyIsAbsent'],
      'keyIsMalformed',
    ),
  },
  {
    id: 'server/key-counted',
    cause: 'the characters of the key are counted, and not looked at',
    findings: ofKey,
    ...decides(['keyHas24Characters'], ['keyHasOtherLength']),
  },
  {
    id: 'server/key-decoded-leniently',
    cause: 'the key is read by a lenient decoder, and has to give 16 octets',
    findings: ofKey,
    ...decides(['keyDecodesTo16Octets'], ['keyDecodesToOthers']),
  },
  {
    id: 'server/key-padding-optional',
    cause: 'the padding of the key is optional',
    findings: ofKey,
    ...decides(
      ['keyLacksPadding', 'keyHasOnePad'],
      ['keyIsOddlyPadded', 'keyHasForeignOctets', 'keyIsUrlSafe', 'keyIsNot16Octets'],
    ),
  },
  {
    id: 'server/key-base64url',
    cause: 'the key is read as base64url as well',
    findings: ofKey,
    ...decides(
      ['keyIsUrlSafe'],
      ['keyHasForeignOctets', 'keyLacksPadding', 'keyIsOddlyPadded', 'keyIsNot16Octets'],
    ),
  },
  {
    id: 'server/key-any-length',
    cause: 'the key is read as base64, and its octets are not counted',
    findings: ofKey,
    ...decides(['keyIsNot16Octets'], ['keyHasForeignOctets', 'keyLacksPadding', 'keyIsOddlyPadded']),
  },
  {
    id: 'server/key-first-line',
    cause: 'of two keys the first is taken',
    findings: ofKey,
    // Where lines are joined, a key with others behind it would be taken on one line as well.
    ...unless(
      'keyHasForeignOctets accepted',
      decides(['keyIsInFirstLine'], ['keyIsInLastLine'], 'keyIsRepeated'),
    ),
  },
  {
    id: 'server/key-last-line',
    cause: 'of two keys the last is taken',
    findings: ofKey,
    ...unless(
      'keyHasForeignOctets accepted',
      decides(['keyIsInLastLine'], ['keyIsInFirstLine'], 'keyIsRepeated'),
    ),
  },
  // The version.
  {
    id: 'server/version-ignored',
    cause: 'Sec-WebSocket-Version is not looked at',
    findings: ofVersion,
    ...decides(['versionIsAbsent', 'versionIsRepeated', 'versionIsMalformed', 'versionIsNot13']),
  },
  {
    id: 'server/version-unread',
    cause: 'Sec-WebSocket-Version has to be there, and what it says is not looked at',
    findings: ofVersion,
    ...decides(
      ['versionIsOther', 'versionIsOtherNumber', 'versionMentions13'],
      ['versionIsAbsent'],
      'versionIsMalformed',
    ),
  },
  {
    id: 'server/version-number-prefix',
    cause: 'the version is read as a number, whatever follows it',
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
    cause: 'the version is read as a number',
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
    cause: 'the version is read as a list',
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
    cause: 'the version is looked for as a part of the text',
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
    cause: 'of two versions the first is taken',
    findings: ofVersion,
    ...unless(
      'versionListBeginsWith13 accepted',
      decides(['versionIs13InFirstLine'], ['versionIs13InLastLine'], 'versionIsRepeated'),
    ),
  },
  {
    id: 'server/version-last-line',
    cause: 'of two versions the last is taken',
    findings: ofVersion,
    ...unless(
      'versionListHas13 accepted',
      decides(['versionIs13InLastLine'], ['versionIs13InFirstLine'], 'versionIsRepeated'),
    ),
  },
  // Connection and Upgrade.
  {
    id: 'server/connection-ignored',
    cause: 'Connection is not looked at',
    findings: ofConnection,
    ...decides(['connectionLacksUpgrade', 'connectionIsAbsent']),
  },
  {
    id: 'server/connection-unread',
    cause: 'Connection has to be there, and what it says is not looked at',
    findings: ofConnection,
    ...decides(
      ['connectionIsOther', 'connectionHasItAsWord', 'connectionHasItInWord'],
      ['connectionIsAbsent'],
      'connectionLacksUpgrade',
    ),
  },
  {
    id: 'server/connection-searched',
    cause: 'Connection is searched for the text, and not read as a list of tokens',
    findings: ofConnection,
    ...decides(
      ['connectionHasItAsWord', 'connectionHasItInWord'],
      ['connectionIsOther', 'connectionIsAbsent'],
    ),
  },
  {
    id: 'server/connection-word-searched',
    cause: 'Connection is searched for the word, and not read as a list of tokens',
    findings: ofConnection,
    ...decides(
      ['connectionHasItAsWord'],
      ['connectionHasItInWord', 'connectionIsOther', 'connectionIsAbsent'],
    ),
  },
  {
    id: 'server/connection-compared-whole',
    cause: 'Connection is compared as a whole, and not read as a list of tokens',
    findings: refused('connection'),
    ...decides(
      [],
      [
        ...(['connectionIsList', 'connectionHasEmptyElements'] as const),
        ...(['connectionHasItInFirstLine', 'connectionHasItInLastLine'] as const),
      ],
    ),
  },
  {
    id: 'server/connection-first-line',
    cause: 'Connection is read from the first of its lines alone',
    findings: refused('connection'),
    ...decides(['connectionHasItInFirstLine', 'connectionIsList'], ['connectionHasItInLastLine']),
  },
  {
    id: 'server/connection-last-line',
    cause: 'Connection is read from the last of its lines alone',
    findings: refused('connection'),
    ...decides(['connectionHasItInLastLine', 'connectionIsList'], ['connectionHasItInFirstLine']),
  },
  {
    id: 'server/connection-case',
    cause: 'Connection is compared with regard to letter case',
    findings: refused('connection'),
    ...decides([], ['connectionIsRecased']),
  },
  {
    id: 'server/upgrade-ignored',
    cause: 'Upgrade is not looked at',
    findings: ofUpgrade,
    ...decides(['upgradeIsAbsent', 'upgradeIsNotWebsocket']),
  },
  {
    id: 'server/upgrade-unread',
    cause: 'Upgrade has to be there, and what it says is not looked at',
    findings: ofUpgrade,
    ...decides(
      ['upgradeIsOther', 'upgradeHasItAsWord', 'upgradeHasItInWord'],
      ['upgradeIsAbsent'],
      'upgradeIsNotWebsocket',
    ),
  },
  {
    id: 'server/upgrade-searched',
    cause: 'Upgrade is searched for the text, and not read as a list of protocols',
    findings: ofUpgrade,
    ...decides(['upgradeHasItAsWord', 'upgradeHasItInWord'], ['upgradeIsOther', 'upgradeIsAbsent']),
  },
  {
    id: 'server/upgrade-word-searched',
    cause: 'Upgrade is searched for the word, and not read as a list of protocols',
    findings: ofUpgrade,
    ...decides(['upgradeHasItAsWord'], ['upgradeHasItInWord', 'upgradeIsOther', 'upgradeIsAbsent']),
  },
  {
    id: 'server/upgrade-compared-whole',
    cause: 'Upgrade is compared as a whole, and not read as a list',
    findings: refused('upgrade'),
    ...decides(
      [],
      [
        ...(['upgradeIsList', 'upgradeHasEmptyElements'] as const),
        ...(['upgradeHasItInFirstLine', 'upgradeHasItInLastLine'] as const),
      ],
    ),
  },
  {
    id: 'server/upgrade-case',
    cause: 'Upgrade is compared with regard to letter case',
    findings: refused('upgrade'),
    ...decides([], ['upgradeIsRecased']),
  },
  // What is offered.
  {
    id: 'server/subprotocols-ignored',
    cause: 'whatever Sec-WebSocket-Protocol says makes no difference',
    findings: ofSubprotocols,
    supports: ['subprotocolsAreUnreadable accepted', 'subprotocolsAreReadable accepted'],
    excludes: [
      ...(['subprotocolsAreUnreadable refused', 'subprotocolsAreReadable refused'] as const),
      'subprotocolIsChosen',
    ],
  },
  {
    id: 'server/subprotocols-lenient',
    cause: 'what cannot be read of Sec-WebSocket-Protocol is passed over',
    findings: ofSubprotocols,
    supports: ['subprotocolsAreUnreadable accepted', 'subprotocolIsChosen'],
    excludes: ['subprotocolsAreUnreadable refused', 'subprotocolIsUnoffered'],
  },
  {
    id: 'server/extensions-ignored',
    cause: 'whatever Sec-WebSocket-Extensions says makes no difference',
    findings: ofExtensions,
    supports: ['extensionsAreUnreadable accepted', 'extensionsAreReadable accepted'],
    excludes: [
      ...(['extensionsAreUnreadable refused', 'extensionsAreReadable refused'] as const),
      'extensionsAreAnswered',
    ],
  },
  {
    id: 'server/extensions-lenient',
    cause: 'what cannot be read of Sec-WebSocket-Extensions is passed over',
    findings: ofExtensions,
    supports: ['extensionsAreUnreadable accepted', 'extensionsAreAnswered'],
    excludes: ['extensionsAreUnreadable refused', 'extensionsAreUnoffered'],
  },
  // What HTTP has, and what is declared.
  {
    id: 'server/method-ignored',
    cause: 'the method is not looked at',
    findings: accepted('method'),
    ...decides(['methodIsNotGet']),
  },
  {
    id: 'server/http-version-ignored',
    cause: 'the version of HTTP is not looked at',
    findings: accepted('version'),
    ...decides(['httpVersionIs10', 'httpMajorIsNot1']),
  },
  {
    id: 'server/target-ignored',
    cause: 'the target is not looked at',
    findings: accepted('target'),
    ...decides(['targetIsMalformed', 'targetNamesNoResource']),
  },
  {
    id: 'server/host-ignored',
    cause: 'Host is not looked at',
    findings: accepted('host'),
    ...decides(['hostIsAbsent', 'hostIsRepeated', 'hostIsMalformed']),
  },
  {
    id: 'server/content-ignored',
    cause: 'what is said of content is not looked at',
    findings: accepted('content'),
    ...decides(['contentLengthIsMalformed', 'transferCodingIsMalformed']),
  },
  {
    id: 'server/field-lines-ignored',
    cause: 'the grammar of field lines is not looked at',
    findings: accepted('odd line'),
    ...decides(['fieldLinesAreMalformed']),
  },
  {
    id: 'server/origin-ignored',
    cause: 'Origin is not looked at',
    findings: accepted('origin'),
    ...decides(['originIsForeign', 'originIsMalformed', 'originIsRepeated']),
  },
  {
    id: 'server/credential-ignored',
    cause: 'the credential is not looked at',
    findings: { kinds: ['accepted'], guards: ['credentialIsAbsent', 'credentialIsInvalid'] },
    ...decides(['credentialIsAbsent', 'credentialIsInvalid']),
  },
  {
    id: 'server/credential-unread',
    cause: 'a credential has to be there, and which it is is not looked at',
    findings: { kinds: ['accepted'], guards: ['credentialIsInvalid'] },
    ...decides(['credentialIsInvalid'], ['credentialIsAbsent']),
  },
];
