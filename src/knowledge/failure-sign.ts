import type { ReplyGuard } from '../../models/decisions/client.ts';
import type { TlsGuard } from '../../models/decisions/tls.ts';

/** The statuses that are told apart; every other is `statusIsOther`. */
export const toldStatuses = [
  101, 200, 301, 302, 303, 307, 308, 400, 401, 403, 404, 405, 406, 407, 408, 410, 411, 413, 414, 421, 422,
  426, 428, 429, 431, 451, 500, 501, 502, 503, 504, 505, 511, 520, 521, 522, 523, 524, 525, 526, 527, 530,
] as const;

export type StatusSign = `statusIs${(typeof toldStatuses)[number]}` | 'statusIsOther';

/** What is wrong with what was typed, before anything is sent. */
type InputSign =
  | ('schemeIsHttp' | 'schemeIsMissing' | 'fragmentIsGiven' | 'userinfoIsGiven' | 'urlIsUnusable')
  | ('subprotocolIsUnusable' | 'handshakeFieldIsGiven');

/** What the way to the server shows: names, addresses, the proxy that was asked for a tunnel. */
type NetworkSign =
  | (
      | 'nameIsUnknown'
      | 'everyAddressRefuses'
      | 'oneFamilyRefuses'
      | 'noAddressAnswers'
      | 'addressIsUnreachable'
    )
  | ('closesUnasked' | 'proxyIsUnreachable' | 'proxyWantsCredentials' | 'proxyRefuses' | 'proxyCannotReach')
  | ('isTunnelled' | 'portIsBlocked');

/** What a handshake of TLS shows; its table's guards name what is wrong. */
type TlsSign =
  | Exclude<TlsGuard, 'otherwise'>
  | ('tlsIsSecured' | 'chainIsShort' | 'issuerIsRelated' | 'certificateIsRevoked' | 'versionIsRefused')
  | ('cipherIsRefused' | 'certificateIsWanted' | 'helloIsUnanswered' | 'portSpeaksTls')
  | ('http2IsSpoken' | 'http2IsAlone' | 'extendedConnectIsAnnounced' | 'http2Opens')
  | ('extendedConnectIsRefused' | 'extendedConnectIsReset' | 'extendedConnectIsUnanswered')
  | ('extendedConnectIsWrong' | 'extendedConnectIsOfNoUse' | 'extendedConnectIsUntried')
  | (
      | 'extendedConnectOpensAgain'
      | 'extendedConnectIsInDoubt'
      | 'hostIsCommonNameAlone'
      | 'commonNameIsUnverified'
    );

/** What came of the opening as it was asked for, whatever the reply says. */
type AnswerSign =
  | ('opens' | 'endsWithoutReply' | 'resetsWithoutReply' | 'staysSilent' | 'replyIsPartial')
  | ('replyIsNoHttp' | 'replyIsHttp2' | 'replyIsTlsAlert' | 'replyHasBareLf' | 'repliesTwice')
  | ('acceptIsRight' | 'asksForCredentials' | 'offersVersions' | 'offersOtherVersions' | 'hasRetryAfter')
  | (
      | 'redirects'
      | 'redirectsToTls'
      | 'redirectsToSlash'
      | 'redirectsToLogin'
      | 'answersSoon'
      | 'contentIsEmpty'
      | 'answersSlowly'
    );

/** What the content of a refusal says, or the fields beside it. */
export type SaidSign =
  | ('saysUpgradeIsMissing' | 'saysTlsIsExpected' | 'saysEngineIo' | 'saysEngineSession' | 'saysSubprotocol')
  | ('saysKey' | 'saysVersion' | 'saysOrigin' | 'saysCredential' | 'saysTooLarge' | 'saysNoRoute')
  | (
      | 'saysNoHandler'
      | 'saysBackendIsDown'
      | 'saysBackendFails'
      | 'saysBackendIsSilent'
      | 'saysChallenge'
      | 'saysIndexPage'
    )
  | ('saysDenied' | 'saysHttp10' | 'saysExtensions' | 'saysCertificateIsWanted');

/** Who answered, as far as Server, Via and the page give it away. */
export type ProductSign =
  | 'hopIsNamed'
  | 'hopAnswers'
  | 'serverIsNamed'
  | 'cloudflareAnswers'
  | 'envoyAnswers';

/** What became of the same with one thing changed; a sign is there only where it was tried. */
type ContrastSign =
  | ('plainGetIsSame' | 'plainGetDiffers' | 'randomPathIsSame' | 'randomPathDiffers' | 'everyOriginIsSame')
  | ('opensWithoutOrigin' | 'opensWithOrigin' | 'opensWithOtherOrigin' | 'failsWithOrigin')
  | ('opensWithSubprotocol' | 'opensWithoutSubprotocol')
  | ('opensWithoutExtensions' | 'failsWithExtensions')
  | ('opensAsBrowser' | 'opensAsProgram' | 'failsAsBrowser' | 'browserIsInDoubt')
  | ('opensOnOtherPath' | 'opensOnEnginePath' | 'opensWithSlash' | 'opensWithConnectionAlone')
  | ('failsWithConnectionList' | 'opensWithConnectionList')
  | ('plainGetIsAnswered' | 'plainGetIsUnanswered' | 'longGetIsAnswered' | 'longGetIsUnanswered')
  | ('fewerOctetsAreAnswered' | 'changedOpeningIsAnswered' | 'openingElsewhereIsAnswered')
  | ('opensWithMoreOctets' | 'failsWithAsManyOctets' | 'answersAsManyOctets')
  | ('opensDirectly' | 'failsDirectly' | 'isUnreachableDirectly' | 'choosesSubprotocolDirectly')
  | ('opensThroughHop' | 'differsAgain' | 'isTriedOnce')
  | ('changeFailsAgain' | 'failsByTurns' | 'isUnsettled' | 'failsByFault')
  | ('secondFails' | 'secondIsBusy' | 'limitIsReached')
  | ('failsTheSameWithoutCredential' | 'differsWithoutCredential' | 'opensAgain' | 'opensWithoutCredential');

/** What the open connection shows. */
type FrameSign =
  | ('pongComes' | 'pongIsMissing' | 'closesAtOnce' | 'closesLater' | 'closesForAnother')
  | 'closesForPing'
  | ('closesForCredential' | 'closesForSubprotocol')
  | ('closesForOrigin' | 'httpBehindSwitch' | 'framesAreBroken' | 'compressionBreaks')
  | ('earlyFrameIsLost' | 'earlyFrameIsAnswered' | 'subprotocolIsNotChosen')
  | ('credentialIsSent' | 'credentialIsNotSent' | 'originIsSent' | 'subprotocolIsSent')
  | ('idleCloses' | 'idleEndsWithoutClose' | 'idleLasts' | 'pingKeepsOpen' | 'pingKeepsNothing');

/** What only a text says that somebody pasted: the words of a client or of a server. */
export type WordSign =
  | (
      | 'textSaysPolicy'
      | 'textSaysPortBlocked'
      | 'textSaysMixedContent'
      | 'textSaysRefused'
      | 'textSaysNameUnknown'
      | 'textSaysCertificate'
    )
  | ('textSaysNothingMore' | 'textSaysClosed' | 'textSaysTimeout' | 'textSaysReset' | 'textSaysFrames');

/** What is lawful, and what some clients reject all the same. */
type StrictSign = 'replyIsInterim' | 'reasonIsEmpty' | 'connectionHasMore';

/** What shows that the opening succeeds with one thing about it changed. */
export const mendingSigns = [
  'opensWithoutOrigin',
  'opensWithOrigin',
  'opensWithOtherOrigin',
  'opensWithSubprotocol',
  'opensWithoutSubprotocol',
  'opensWithoutExtensions',
  'opensWithoutCredential',
  'opensAsBrowser',
  'opensAsProgram',
  'opensOnOtherPath',
  'opensOnEnginePath',
  'opensWithSlash',
  'opensWithConnectionAlone',
  'opensWithConnectionList',
  'opensWithMoreOctets',
  'fewerOctetsAreAnswered',
] as const satisfies readonly ContrastSign[];

/** The same, where it is to the same path, so that all that lies on the way has let it pass. */
export const mendingHere = mendingSigns.filter(
  (sign) => sign !== 'opensOnOtherPath' && sign !== 'opensOnEnginePath' && sign !== 'opensWithSlash',
);

/** What makes an opening shorter, and is said to mend it by what it leaves out. */
export const shorteningSigns = [
  'opensAsProgram',
  'opensWithoutOrigin',
  'opensWithoutSubprotocol',
  'opensWithoutExtensions',
  'opensWithoutCredential',
] as const satisfies readonly ContrastSign[];

/** One thing that was seen on the way to an open connection. */
export type FailureSign =
  | (StatusSign | InputSign | NetworkSign | TlsSign | AnswerSign | SaidSign | ProductSign)
  | (ContrastSign | FrameSign | WordSign | StrictSign)
  | Exclude<ReplyGuard, 'otherwise'>;
