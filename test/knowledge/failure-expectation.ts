import type { ClauseId } from '../../models/clauses.ts';
import type { Place } from '../../src/knowledge/conclude.ts';
import type { FailureId } from '../../src/knowledge/failure.ts';
import type { FailureSign } from '../../src/knowledge/failure-sign.ts';

/** A sign that is enough by itself, or signs that have to come together. */
export type Ground = FailureSign | readonly FailureSign[];

/** What is expected of a failure, in words of its own: nothing of it is taken from the rows. */
export interface FailureExpectation {
  readonly where: Place;
  readonly clause?: ClauseId;
  readonly certain?: readonly Ground[];
  readonly likely?: readonly Ground[];
  readonly possible?: readonly Ground[];
  /** What contradicts it, or explains the same better. */
  readonly against?: readonly FailureSign[];
  readonly beside?: 'always' | 'where nothing else is told';
}

/** Each of some signs, together with what has to be there as well. */
const anyOf = (signs: readonly FailureSign[], ...others: readonly FailureSign[]): readonly Ground[] =>
  signs.map((sign) => [sign, ...others]);

/** The opening succeeds when one thing about it is another, or when it is simply tried again. */
const oneChangeOpens: readonly FailureSign[] = [
  'opensAgain',
  'opensAsBrowser',
  'opensAsProgram',
  'opensOnEnginePath',
  'opensOnOtherPath',
  'opensWithConnectionAlone',
  'opensWithConnectionList',
  'opensWithMoreOctets',
  'fewerOctetsAreAnswered',
  'opensWithOrigin',
  'opensWithOtherOrigin',
  'opensWithSlash',
  'opensWithSubprotocol',
  'opensWithoutExtensions',
  'opensWithoutOrigin',
  'opensWithoutSubprotocol',
];

/** The same, and at the same path: whatever lies on the way to it lets openings pass. */
const oneChangeOpensHere = oneChangeOpens.filter(
  (sign) => !['opensOnEnginePath', 'opensOnOtherPath', 'opensWithSlash'].includes(sign),
);

/** A refusal has another cause than its status lets one think: an experiment shows it, or the reply says it. */
const anotherCauseIsKnown: readonly FailureSign[] = [
  ...oneChangeOpens,
  'acceptIsRight',
  'portSpeaksTls',
  'redirects',
  'saysEngineIo',
  'saysEngineSession',
  'saysKey',
  'saysSubprotocol',
  'saysTlsIsExpected',
  'saysTooLarge',
];

/** What a handler of plain HTTP says to a GET whose Upgrade it does not see or does not know. */
const answersOfPlainHttp: readonly FailureSign[] = [
  'statusIs200',
  'statusIs400',
  'statusIs404',
  'statusIs405',
  'statusIs406',
  'statusIs422',
  'statusIs426',
  'statusIs501',
];

const cdnCodes: readonly FailureSign[] = [
  'statusIs520',
  'statusIs521',
  'statusIs522',
  'statusIs523',
  'statusIs524',
  'statusIs525',
  'statusIs526',
  'statusIs527',
  'statusIs530',
];

const sizeIsTheMatter: readonly FailureSign[] = ['statusIs413', 'statusIs414', 'statusIs431', 'saysTooLarge'];

/** A 101 has the right accept value and still lacks a field that a hop may take away. */
const fieldIsLost: readonly FailureSign[] = [
  'upgradeIsAbsent',
  'connectionIsAbsent',
  'connectionLacksUpgrade',
];

const certificate = { where: 'tls', clause: 'rfc6455/4.1/certificate-verified' } as const;
const handshake = { where: 'tls', clause: 'rfc6455/4.1/tls-failure' } as const;

export const failureExpectations: Readonly<Record<Exclude<FailureId, 'healthy'>, FailureExpectation>> = {
  'input/scheme': {
    ...{ where: 'input', clause: 'rfc6455/3/scheme' },
    certain: ['schemeIsHttp', 'schemeIsMissing'],
  },
  'input/fragment': {
    ...{ where: 'input', clause: 'rfc6455/3/no-fragment' },
    certain: ['fragmentIsGiven'],
  },
  'input/userinfo': {
    ...{ where: 'input', clause: 'rfc6455/3/no-user-information' },
    certain: ['userinfoIsGiven'],
  },
  'input/subprotocol': {
    ...{ where: 'input', clause: 'rfc6455/4.1/subprotocols-offered' },
    certain: ['subprotocolIsUnusable'],
  },
  'input/url': { where: 'input', clause: 'rfc6455/3/valid-components', certain: ['urlIsUnusable'] },
  'client/own-handshake-fields': {
    ...{ where: 'client', clause: 'rfc6455/4.1/valid-http-request' },
    certain: ['handshakeFieldIsGiven'],
  },
  'client/mixed-content': { where: 'client', certain: ['textSaysMixedContent'] },
  'client/content-policy': { where: 'client', certain: ['textSaysPolicy'] },

  'network/name-unknown': { where: 'network', certain: ['nameIsUnknown'], likely: ['textSaysNameUnknown'] },
  'network/refused': { where: 'network', certain: ['everyAddressRefuses'], likely: ['textSaysRefused'] },
  'network/refused-v6': { where: 'network', certain: ['oneFamilyRefuses'] },
  'network/unreachable': {
    ...{ where: 'network', certain: ['addressIsUnreachable'], likely: ['noAddressAnswers'] },
  },

  'proxy/credentials': {
    ...{ where: 'proxy', clause: 'rfc9110/15.5.8/proxy-authentication' },
    certain: ['proxyWantsCredentials'],
  },
  'proxy/unreachable': { where: 'proxy', certain: ['proxyIsUnreachable'] },
  'proxy/target-unreachable': {
    ...{ where: 'proxy', clause: 'rfc9110/9.3.6/tunnel-refused' },
    likely: ['proxyCannotReach'],
  },
  'proxy/refused': {
    ...{ where: 'proxy', clause: 'rfc9110/9.3.6/tunnel-refused' },
    certain: ['proxyRefuses'],
  },

  'tls/required': { where: 'tls', certain: ['replyIsTlsAlert', 'saysTlsIsExpected', 'portSpeaksTls'] },
  'network/closed-at-once': {
    ...{ where: 'network', certain: ['closesUnasked'] },
    // Something was said before the end: a handshake of TLS, a banner, an opening.
    against: ['opens', 'replyIsNoHttp', 'handshakeFailed', 'tlsIsSecured', 'certificateIsWanted'],
  },
  'tls/plain-port': { ...handshake, certain: ['plainHttpIsSpoken'] },
  'tls/expired': { ...certificate, certain: ['certificateIsExpired'] },
  'tls/not-yet-valid': { ...certificate, certain: ['certificateIsNotYetValid'] },
  'tls/wrong-name': { ...certificate, certain: ['certificateNamesAnotherHost'] },
  'tls/self-signed': { ...certificate, certain: ['certificateIsSelfSigned'] },
  'tls/incomplete-chain': {
    ...certificate,
    likely: [['certificateIssuerIsUnknown', 'issuerIsRelated', 'chainIsShort']],
  },
  'tls/unknown-issuer': {
    ...certificate,
    certain: ['certificateIssuerIsUnknown'],
    against: ['issuerIsRelated'],
  },
  'tls/revoked': { ...certificate, certain: ['certificateIsRevoked'] },
  'tls/certificate': {
    ...certificate,
    certain: ['certificateIsUnacceptable'],
    likely: ['textSaysCertificate'],
    against: ['certificateIsRevoked'],
  },
  'tls/client-certificate': { ...handshake, certain: ['certificateIsWanted', 'saysCertificateIsWanted'] },
  'tls/version': { ...handshake, certain: ['versionIsRefused'] },
  'tls/cipher': { ...handshake, certain: ['cipherIsRefused'] },
  'tls/h2-only': {
    ...{ where: 'tls', clause: 'rfc7301/3.2/protocol-offered' },
    certain: [
      ...(['onlyHttp2IsSpoken', 'protocolIsNotHttp11', 'protocolIsRefused', 'replyIsHttp2'] as const),
      ['http2IsAlone', 'endsWithoutReply'],
      ['http2IsAlone', 'resetsWithoutReply'],
    ],
  },
  'tls/silent': { ...handshake, certain: ['helloIsUnanswered'] },
  'tls/handshake-failed': {
    ...handshake,
    certain: ['handshakeIsCut', 'handshakeFailed'],
    against: ['helloIsUnanswered', 'certificateIsWanted', 'cipherIsRefused', 'versionIsRefused'],
  },

  'server/not-http': {
    ...{ where: 'server', clause: 'rfc9112/4/status-line' },
    certain: ['replyIsNoHttp'],
    against: ['replyIsTlsAlert', 'replyIsHttp2'],
  },
  'server/partial-head': {
    ...{ where: 'server', clause: 'rfc9112/8/incomplete-reply' },
    certain: ['replyIsPartial'],
  },
  'server/no-upgrade-listener': {
    where: 'server',
    certain: [['plainGetIsAnswered', 'longGetIsAnswered', 'staysSilent']],
    likely: [['plainGetIsAnswered', 'staysSilent']],
    against: ['longGetIsUnanswered', ...oneChangeOpens],
  },
  'server/large-head': {
    where: 'server',
    certain: [
      'failsWithAsManyOctets',
      ['staysSilent', 'plainGetIsAnswered', 'longGetIsUnanswered'],
      ['endsWithoutReply', 'plainGetIsAnswered', 'longGetIsUnanswered'],
      ['resetsWithoutReply', 'plainGetIsAnswered', 'longGetIsUnanswered'],
    ],
    likely: ['fewerOctetsAreAnswered'],
    against: ['opensAgain', ...sizeIsTheMatter],
  },
  'server/short-head': { where: 'server', certain: [['staysSilent', 'opensWithMoreOctets']] },
  'server/silent': {
    where: 'server',
    certain: [['plainGetIsUnanswered', 'staysSilent']],
    likely: ['staysSilent', 'textSaysTimeout'],
    against: ['portSpeaksTls', 'longGetIsUnanswered', ...oneChangeOpens],
  },
  'server/closed-without-reply': {
    where: 'server',
    certain: ['endsWithoutReply'],
    likely: ['textSaysClosed'],
    against: ['portSpeaksTls', 'http2IsAlone', 'longGetIsUnanswered', ...oneChangeOpens],
  },
  'server/reset-without-reply': {
    where: 'server',
    certain: ['resetsWithoutReply'],
    likely: ['textSaysReset'],
    against: ['portSpeaksTls', 'http2IsAlone', 'longGetIsUnanswered', ...oneChangeOpens],
  },
  'server/bare-lf': {
    ...{ where: 'server', clause: 'rfc9112/4/status-line' },
    certain: ['replyHasBareLf'],
  },
  'server/http10': {
    ...{ where: 'server', clause: 'rfc6455/4.2.2/reply-http11' },
    certain: [['statusIs101', 'httpVersionIs10']],
  },
  'server/status-line': {
    ...{ where: 'server', clause: 'rfc9112/4/status-line' },
    certain: ['fieldLinesAreMalformed', 'httpMajorIsNot1', 'statusLineIsMalformed'],
    against: ['replyHasBareLf', 'replyIsHttp2', 'replyIsNoHttp', 'replyIsTlsAlert'],
  },
  'server/reply-limits': {
    ...{ where: 'server', clause: 'rfc6455/10.7/reply-limits' },
    certain: ['fieldsAreTooMany', 'headIsTooLarge', 'interimsAreTooMany'],
  },

  'server/status': {
    ...{ where: 'server', clause: 'rfc6455/4.1/status-101' },
    certain: [['statusIsNot101', 'acceptIsRight']],
  },
  'server/engine-io': {
    where: 'server',
    certain: ['opensOnEnginePath', 'saysEngineIo', 'saysEngineSession'],
    against: ['hopAnswers', ...oneChangeOpensHere],
  },
  'hop/redirect': {
    ...{ where: 'hop', clause: 'rfc6455/4.1/status-101' },
    certain: [...anyOf(['redirectsToLogin', 'redirectsToSlash', 'redirectsToTls'], 'redirects'), 'redirects'],
  },
  'hop/cdn-origin': { where: 'hop', certain: anyOf(cdnCodes, 'cloudflareAnswers'), likely: cdnCodes },
  'hop/challenge': {
    where: 'hop',
    certain: ['failsAsBrowser', 'opensAsBrowser', 'opensAsProgram', 'saysChallenge'],
    // One field alone makes the difference, and not what client it is.
    against: [
      ...(['opensWithConnectionAlone', 'failsWithConnectionList', 'opensWithoutExtensions'] as const),
      ...(['opensWithOrigin', 'opensWithoutOrigin'] as const),
    ],
  },
  'hop/rate-limit': {
    where: 'hop',
    certain: ['limitIsReached', 'statusIs429'],
    likely: [['hasRetryAfter', 'statusIs503']],
    against: ['saysBackendFails', 'saysBackendIsDown', 'saysBackendIsSilent', 'saysChallenge'],
  },
  'hop/limits': {
    where: 'hop',
    certain: [
      ...anyOf(sizeIsTheMatter, 'hopAnswers'),
      ...anyOf(sizeIsTheMatter, 'hopIsNamed', 'opensWithoutCredential'),
    ],
    possible: sizeIsTheMatter,
  },
  'server/limits': {
    where: 'server',
    certain: anyOf(sizeIsTheMatter, 'opensWithoutCredential'),
    likely: sizeIsTheMatter,
    against: ['hopAnswers'],
  },
  'hop/envoy-upgrade-off': {
    where: 'hop',
    certain: [
      ['envoyAnswers', 'statusIs403'],
      ['envoyAnswers', 'statusIs426'],
    ],
    against: oneChangeOpensHere,
  },
  'server/subprotocol-required': {
    where: 'application',
    certain: ['opensWithSubprotocol'],
    likely: ['closesForSubprotocol', 'saysSubprotocol'],
  },
  'server/subprotocol-refused': {
    ...{ where: 'application', clause: 'rfc6455/4.2.2/subprotocol-supported' },
    certain: ['opensWithoutSubprotocol'],
  },
  'server/deflate-offer-refused': {
    ...{ where: 'server', clause: 'rfc7692/5/declined-by-omission' },
    certain: ['opensWithoutExtensions'],
    likely: ['saysExtensions'],
  },
  'server/token-list': { where: 'server', certain: ['failsWithConnectionList', 'opensWithConnectionAlone'] },
  'hop/host-rewritten': {
    where: 'hop',
    certain: [['originIsSent', 'opensWithoutOrigin', 'opensDirectly']],
    likely: [['hopIsNamed', 'opensWithoutOrigin', 'failsWithOrigin']],
  },
  'server/origin-refused': {
    where: 'application',
    certain: anyOf(['opensWithOtherOrigin', 'opensWithoutOrigin'], 'originIsSent'),
    likely: anyOf(['closesForOrigin', 'saysOrigin'], 'originIsSent'),
    possible: anyOf(['statusIs403', 'statusIs401'], 'originIsSent'),
    against: ['everyOriginIsSame', 'opensDirectly'],
  },
  'server/origin-required': {
    where: 'application',
    certain: ['opensWithOrigin'],
    likely: ['closesForOrigin'],
    possible: ['statusIs403', ['saysOrigin', 'statusIs404']],
    against: ['originIsSent', 'failsWithOrigin', 'everyOriginIsSame'],
  },
  'server/credential-refused': {
    where: 'application',
    certain: [
      ['credentialIsSent', 'statusIs401'],
      ['differsWithoutCredential', 'statusIs403'],
    ],
    likely: anyOf(['saysCredential', 'closesForCredential'], 'credentialIsSent'),
    against: oneChangeOpens,
  },
  'server/credential-missing': {
    where: 'application',
    certain: [['credentialIsNotSent', 'asksForCredentials']],
    likely: [
      ['credentialIsNotSent', 'statusIs401'],
      ['credentialIsNotSent', 'saysCredential', 'statusIs400'],
      ['credentialIsNotSent', 'saysCredential', 'statusIs403'],
      ['credentialIsNotSent', 'closesForCredential'],
    ],
    possible: ['statusIs403', 'statusIs401'],
    against: ['credentialIsSent', ...oneChangeOpens],
  },
  'server/key': { where: 'server', certain: ['saysKey'], against: ['opens', ...oneChangeOpens] },
  'server/path': {
    where: 'server',
    certain: ['opensWithSlash', 'opensOnOtherPath'],
    against: ['hopAnswers', 'opensOnEnginePath'],
  },

  'hop/route-missing': {
    where: 'hop',
    certain: [
      ['hopIsNamed', 'saysNoRoute'],
      ['hopAnswers', 'statusIs404'],
    ],
    likely: [
      'saysNoRoute',
      ['opensDirectly', 'statusIs404'],
      ...anyOf(['statusIs404', 'statusIs200'], 'hopIsNamed', 'plainGetIsSame', 'contentIsEmpty'),
    ],
    possible: [['hopAnswers', 'statusIs503']],
    against: ['opens', ...oneChangeOpensHere],
  },
  'hop/http10-backend': {
    where: 'hop',
    certain: anyOf(['opensDirectly', 'hopIsNamed'], 'saysHttp10'),
    likely: ['statusIs505', 'saysHttp10'],
    against: ['opens', ...anotherCauseIsKnown],
  },
  'hop/upgrade-stripped': {
    where: 'hop',
    certain: [
      ...anyOf(['opensDirectly', 'hopIsNamed'], 'saysUpgradeIsMissing'),
      ...anyOf(answersOfPlainHttp, 'opensDirectly', 'plainGetIsSame'),
    ],
    likely: ['saysUpgradeIsMissing', ...anyOf(answersOfPlainHttp, 'hopIsNamed', 'plainGetIsSame')],
    possible: ['statusIs426', 'statusIs404', 'statusIs400', 'statusIs200'],
    against: [
      // The upgrade was seen, or the hop itself answered, or it is no better without the hop.
      ...(['opens', 'plainGetDiffers', 'hopAnswers', 'failsDirectly'] as const),
      // The reply names what else it lacks.
      ...(['saysVersion', 'offersOtherVersions', 'saysHttp10'] as const),
      ...anotherCauseIsKnown,
    ],
  },
  'server/version': {
    ...{ where: 'server', clause: 'rfc6455/4.4/all-versions-listed' },
    certain: ['offersOtherVersions', 'saysVersion'],
    likely: anyOf(['statusIs426', 'statusIs400'], 'plainGetDiffers', 'offersVersions'),
    possible: ['offersVersions', 'statusIs426'],
    against: anotherCauseIsKnown,
  },
  'hop/backend-silent': {
    where: 'hop',
    certain: ['saysBackendIsSilent'],
    likely: ['statusIs504', ...anyOf(['saysBackendFails', 'statusIs502', 'statusIs503'], 'answersSlowly')],
    against: ['opens'],
  },
  'hop/h2-backend': {
    where: 'hop',
    likely: ['statusIs421', ['opensDirectly', 'statusIs502']],
    possible: [['plainGetDiffers', 'statusIs502']],
    against: ['answersSlowly', 'opens'],
  },
  'hop/backend-down': {
    where: 'hop',
    certain: [
      'saysBackendIsDown',
      ['answersSoon', 'saysBackendFails'],
      ...anyOf(['statusIs503', 'statusIs502'], 'answersSoon', 'hopAnswers'),
      ...anyOf(['statusIs503', 'statusIs502'], 'isUnreachableDirectly'),
    ],
    likely: [
      'saysBackendFails',
      ['answersSoon', 'statusIs502'],
      ...anyOf(['statusIs503', 'statusIs502'], 'hopAnswers'),
      ['opensDirectly', 'statusIs503'],
    ],
    possible: ['statusIs502'],
    against: ['opens', 'plainGetDiffers', 'saysChallenge', 'saysBackendIsSilent'],
  },
  'hop/denied': {
    where: 'hop',
    certain: [
      ...anyOf(['statusIs403', 'statusIs405', 'statusIs451'], 'hopAnswers'),
      ...anyOf(['statusIs403', 'statusIs405', 'statusIs451'], 'opensDirectly'),
    ],
    likely: ['statusIs451', ...anyOf(['everyOriginIsSame', 'plainGetIsSame', 'saysDenied'], 'statusIs403')],
    possible: ['statusIs403'],
    against: [
      ...(['opens', 'envoyAnswers', 'saysChallenge', 'saysCredential', 'differsWithoutCredential'] as const),
      ...oneChangeOpens,
    ],
  },

  'server/spa-fallback': {
    where: 'server',
    certain: [['saysIndexPage', 'randomPathIsSame', 'statusIs200']],
    likely: [['saysIndexPage', 'statusIs200']],
    against: oneChangeOpens,
  },
  'server/no-handler': {
    where: 'server',
    certain: [
      ['failsDirectly', 'plainGetIsSame', 'saysNoHandler'],
      ...anyOf(answersOfPlainHttp, 'serverIsNamed', 'plainGetIsSame', 'saysNoHandler'),
    ],
    likely: ['saysNoHandler', ...anyOf(answersOfPlainHttp, 'plainGetIsSame')],
    possible: ['statusIs404', 'statusIs200'],
    against: [
      // A hop has answered, or has lost something: the server has a handler.
      ...(['opens', 'opensDirectly', 'hopAnswers', 'saysNoRoute', 'saysUpgradeIsMissing'] as const),
      ...anotherCauseIsKnown,
    ],
  },
  'server/overloaded': {
    where: 'server',
    likely: ['statusIs503', 'opensAgain', ['secondFails', 'opens']],
    against: [
      ...(['hopAnswers', 'opensDirectly', 'saysBackendIsDown', 'saysBackendFails'] as const),
      ...(['hasRetryAfter', 'limitIsReached'] as const),
    ],
  },
  'server/error': {
    where: 'server',
    likely: ['statusIs500'],
    against: ['hopAnswers', ...anotherCauseIsKnown],
  },
  'server/refused': {
    where: 'server',
    possible: ['statusIsNot101'],
    against: ['hopAnswers', ...anotherCauseIsKnown],
    beside: 'where nothing else is told',
  },
  'hop/refused': {
    where: 'hop',
    likely: [
      // It opens where the hop passes it on.
      ...anyOf(['opensOnEnginePath', 'opensOnOtherPath', 'opensWithSlash'], 'hopAnswers', 'statusIsNot101'),
      ['hopAnswers', 'statusIsNot101'],
    ],
    beside: 'where nothing else is told',
  },

  'hop/reply-stripped': {
    where: 'hop',
    certain: anyOf(fieldIsLost, 'opensDirectly', 'acceptIsRight'),
    likely: anyOf(fieldIsLost, 'hopIsNamed', 'acceptIsRight'),
    possible: anyOf(fieldIsLost, 'acceptIsRight'),
  },
  'server/upgrade-missing': {
    ...{ where: 'server', clause: 'rfc6455/4.1/reply-upgrade-present' },
    certain: ['upgradeIsNotWebsocket', 'upgradeIsAbsent'],
    against: ['hopIsNamed', 'opensDirectly'],
  },
  'server/connection-missing': {
    ...{ where: 'server', clause: 'rfc6455/4.1/reply-connection-present' },
    certain: ['connectionLacksUpgrade', 'connectionIsAbsent'],
    against: ['hopIsNamed', 'opensDirectly'],
  },
  'server/accept-missing': {
    ...{ where: 'server', clause: 'rfc6455/4.1/accept-present' },
    certain: ['acceptIsAbsent'],
  },
  'server/accept-repeated': {
    ...{ where: 'server', clause: 'rfc6455/11.3.3/accept-once' },
    certain: ['acceptIsRepeated'],
  },
  'server/accept-wrong': {
    ...{ where: 'server', clause: 'rfc6455/4.1/accept-value' },
    certain: ['acceptIsWrong'],
  },
  'server/subprotocol-empty': {
    ...{ where: 'server', clause: 'rfc6455/4.2.2/subprotocol-not-empty' },
    certain: ['subprotocolIsEmpty'],
  },
  'server/subprotocol-list': {
    ...{ where: 'server', clause: 'rfc6455/4.3/subprotocol-reply-grammar' },
    certain: ['subprotocolIsRepeated', 'subprotocolIsMalformed'],
  },
  'server/subprotocol-unoffered': {
    ...{ where: 'server', clause: 'rfc6455/4.1/subprotocol-offered' },
    certain: ['subprotocolIsUnoffered'],
  },
  'server/extension-unoffered': {
    ...{ where: 'server', clause: 'rfc6455/4.1/extension-offered' },
    certain: ['extensionIsUnoffered'],
  },
  'server/deflate-parameters': {
    ...{ where: 'server', clause: 'rfc7692/7/answer-parameter-invalid' },
    certain: [
      ...(['extensionIsRepeated', 'extensionsAreMalformed'] as const),
      ...(['extensionParameterIsInvalid', 'extensionParameterIsRepeated'] as const),
      'extensionParameterIsUndefined',
      ...(['extensionClientBitsAreUnoffered', 'extensionServerBitsAreLarger'] as const),
      ...(['extensionServerBitsAreMissing', 'extensionServerTakeoverIsMissing'] as const),
    ],
  },

  'server/two-answers': { where: 'server', certain: ['repliesTwice', 'httpBehindSwitch'] },
  'hop/subprotocol-lost': {
    where: 'hop',
    certain: [['choosesSubprotocolDirectly', 'subprotocolIsNotChosen']],
  },
  'server/subprotocol-none-chosen': {
    ...{ where: 'server', clause: 'rfc6455/4.2.2/subprotocol-supported' },
    certain: ['subprotocolIsNotChosen'],
    against: ['choosesSubprotocolDirectly'],
  },
  'hop/compression-broken': { where: 'hop', likely: [['hopIsNamed', 'compressionBreaks']] },
  'server/compression-broken': {
    where: 'server',
    certain: ['compressionBreaks'],
    against: ['hopIsNamed'],
  },
  'hop/buffered': {
    where: 'hop',
    likely: [['hopIsNamed', 'pongIsMissing', 'opens']],
    against: ['framesAreBroken', 'httpBehindSwitch', 'closesAtOnce'],
  },
  'server/closed-behind-101': {
    where: 'application',
    certain: ['closesAtOnce'],
    // The close says why, or what came before it does.
    against: [
      ...(['closesForOrigin', 'closesForCredential', 'closesForSubprotocol'] as const),
      ...(['framesAreBroken', 'httpBehindSwitch'] as const),
    ],
  },
  'server/no-frames': {
    where: 'server',
    likely: ['textSaysFrames', 'framesAreBroken', ['pongIsMissing', 'opens']],
    against: ['compressionBreaks', 'httpBehindSwitch'],
  },
  'hop/h2-connect-unkept': {
    where: 'hop',
    certain: anyOf(
      [
        ...(['extendedConnectIsMute', 'extendedConnectIsRefused', 'extendedConnectIsReset'] as const),
        'extendedConnectIsUnanswered',
      ],
      ...(['extendedConnectIsAnnounced', 'opens'] as const),
    ),
  },
  'hop/h2-alone-opens': { where: 'hop', certain: ['http2Opens'], against: ['opens'] },
  'hop/idle-timeout': {
    where: 'hop',
    certain: [['pingKeepsOpen', 'idleEndsWithoutClose']],
    likely: ['idleEndsWithoutClose'],
  },
  'server/idle-timeout': { where: 'server', certain: ['idleCloses'], against: ['idleEndsWithoutClose'] },
  'server/early-frame-lost': { where: 'server', certain: ['earlyFrameIsLost'], beside: 'always' },
  'client/strictness': {
    where: 'client',
    likely: anyOf(['connectionHasMore', 'reasonIsEmpty', 'replyIsInterim'], 'opens'),
    beside: 'always',
  },
};
