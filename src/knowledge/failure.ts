import type { FailureRow } from './conclude.ts';
import { type FailureSign, mendingSigns } from './failure-sign.ts';

type Grounds = readonly (readonly FailureSign[])[];

/** Each sign by itself. */
const by = (...signs: readonly FailureSign[]): Grounds => signs.map((sign) => [sign]);

/** Each of the first together with all of the rest. */
const each = (signs: readonly FailureSign[], ...rest: readonly FailureSign[]): Grounds =>
  signs.map((sign) => [sign, ...rest]);

const cdnStatuses = [
  ...(['statusIs520', 'statusIs521', 'statusIs522', 'statusIs523', 'statusIs524'] as const),
  ...(['statusIs525', 'statusIs526', 'statusIs527', 'statusIs530'] as const),
] as const;

/** Statuses by which what handles plain HTTP answers an opening that it does not know as one. */
const plainStatuses = [
  ...(['statusIs200', 'statusIs400', 'statusIs404', 'statusIs405', 'statusIs426', 'statusIs501'] as const),
  ...(['statusIs406', 'statusIs422'] as const),
] as const;

const noReply = ['staysSilent', 'endsWithoutReply', 'resetsWithoutReply'] as const;
const tooLarge = ['statusIs413', 'statusIs414', 'statusIs431', 'saysTooLarge'] as const;

/** What one change to the opening mended: whatever it was, it is no general refusal. */
const mended = [...mendingSigns, 'opensAgain'] as const;

/** What explains a refusal better than its status does. */
const explained = [
  ...mended,
  ...(['saysEngineIo', 'saysEngineSession', 'saysTlsIsExpected', 'portSpeaksTls', 'redirects'] as const),
  ...(['acceptIsRight', 'saysKey', 'saysTooLarge', 'saysSubprotocol'] as const),
] as const;

const deflateGuards = [
  ...(['extensionsAreMalformed', 'extensionIsRepeated', 'extensionParameterIsUndefined'] as const),
  ...(['extensionParameterIsRepeated', 'extensionParameterIsInvalid'] as const),
  ...(['extensionServerTakeoverIsMissing', 'extensionServerBitsAreMissing'] as const),
  ...(['extensionServerBitsAreLarger', 'extensionClientBitsAreUnoffered'] as const),
] as const;

/** What keeps a connection from opening, or from being of use, in the order in which equals are told. */
export const failureRows = [
  // What was typed.
  {
    ...{ id: 'input/scheme', where: 'input', title: 'The URL scheme is not ws or wss' },
    certain: by('schemeIsHttp', 'schemeIsMissing'),
    clause: 'rfc6455/3/scheme',
  },
  {
    ...{ id: 'input/fragment', where: 'input', title: 'The URL has a fragment' },
    certain: by('fragmentIsGiven'),
    clause: 'rfc6455/3/no-fragment',
  },
  {
    ...{ id: 'input/userinfo', where: 'input', title: 'The URL has user information' },
    certain: by('userinfoIsGiven'),
    clause: 'rfc6455/3/no-user-information',
  },
  {
    ...{ id: 'input/subprotocol', where: 'input', title: 'A subprotocol name is invalid or repeated' },
    certain: by('subprotocolIsUnusable'),
    clause: 'rfc6455/4.1/subprotocols-offered',
  },
  {
    ...{ id: 'input/url', where: 'input', title: 'The URL is not valid' },
    certain: by('urlIsUnusable'),
    clause: 'rfc6455/3/valid-components',
  },
  {
    ...{
      id: 'client/own-handshake-fields',
      where: 'client',
      title: 'A handshake header field is set manually',
    },
    certain: by('handshakeFieldIsGiven'),
    clause: 'rfc6455/4.1/valid-http-request',
  },
  {
    ...{ id: 'client/mixed-content', where: 'client', title: 'An https page may not open a ws URL' },
    certain: by('textSaysMixedContent'),
  },
  {
    ...{
      id: 'client/content-policy',
      where: 'client',
      title: 'The content security policy of the page blocks the connection',
    },
    certain: by('textSaysPolicy'),
  },
  // The way there.
  {
    ...{
      id: 'network/name-unknown',
      where: 'network',
      title: 'The host name does not resolve to an address',
    },
    certain: by('nameIsUnknown'),
    likely: by('textSaysNameUnknown'),
  },
  {
    ...{ id: 'network/refused', where: 'network', title: 'The port is closed: nothing listens on it' },
    certain: by('everyAddressRefuses'),
    likely: by('textSaysRefused'),
  },
  {
    ...{
      id: 'network/refused-v6',
      where: 'network',
      title: 'The port is open on only one of IPv4 and IPv6',
    },
    certain: by('oneFamilyRefuses'),
  },
  {
    ...{ id: 'network/unreachable', where: 'network', title: 'The address is unreachable' },
    certain: by('addressIsUnreachable'),
    likely: by('noAddressAnswers'),
  },
  {
    ...{ id: 'proxy/credentials', where: 'proxy', title: 'The proxy requires credentials' },
    certain: by('proxyWantsCredentials'),
    clause: 'rfc9110/15.5.8/proxy-authentication',
  },
  {
    ...{ id: 'proxy/unreachable', where: 'proxy', title: 'The proxy does not answer' },
    certain: by('proxyIsUnreachable'),
  },
  {
    ...{ id: 'proxy/target-unreachable', where: 'proxy', title: 'The proxy cannot reach the server' },
    likely: by('proxyCannotReach'),
    clause: 'rfc9110/9.3.6/tunnel-refused',
  },
  {
    ...{ id: 'proxy/refused', where: 'proxy', title: 'The proxy refuses a tunnel to this server' },
    certain: by('proxyRefuses'),
    clause: 'rfc9110/9.3.6/tunnel-refused',
  },
  {
    ...{ id: 'tls/required', where: 'tls', title: 'The port requires TLS, but the client does not use it' },
    certain: by('portSpeaksTls', 'saysTlsIsExpected', 'replyIsTlsAlert'),
  },
  {
    ...{
      id: 'network/closed-at-once',
      where: 'network',
      title: 'The port accepts connections and closes them at once',
    },
    certain: by('closesUnasked'),
    excludes: ['opens', 'tlsIsSecured', 'certificateIsWanted', 'handshakeFailed', 'replyIsNoHttp'],
  },
  // TLS.
  {
    ...{ id: 'tls/plain-port', where: 'tls', title: 'The port does not speak TLS' },
    certain: by('plainHttpIsSpoken'),
    clause: 'rfc6455/4.1/tls-failure',
  },
  {
    ...{ id: 'tls/expired', where: 'tls', title: 'The certificate has expired' },
    certain: by('certificateIsExpired'),
    clause: 'rfc6455/4.1/certificate-verified',
  },
  {
    ...{ id: 'tls/not-yet-valid', where: 'tls', title: 'The certificate is not valid yet' },
    certain: by('certificateIsNotYetValid'),
    clause: 'rfc6455/4.1/certificate-verified',
  },
  {
    ...{ id: 'tls/wrong-name', where: 'tls', title: 'The certificate is for another name' },
    certain: by('certificateNamesAnotherHost'),
    clause: 'rfc6455/4.1/certificate-verified',
  },
  {
    ...{ id: 'tls/self-signed', where: 'tls', title: 'The certificate is self-signed' },
    certain: by('certificateIsSelfSigned'),
    clause: 'rfc6455/4.1/certificate-verified',
  },
  {
    ...{
      id: 'tls/incomplete-chain',
      where: 'tls',
      title: 'The server does not send the intermediate certificate',
    },
    likely: each(['certificateIssuerIsUnknown'], 'chainIsShort', 'issuerIsRelated'),
    clause: 'rfc6455/4.1/certificate-verified',
  },
  {
    ...{
      id: 'tls/unknown-issuer',
      where: 'tls',
      title: 'The certificate authority is not trusted',
    },
    certain: by('certificateIssuerIsUnknown'),
    excludes: ['issuerIsRelated'],
    clause: 'rfc6455/4.1/certificate-verified',
  },
  {
    ...{ id: 'tls/revoked', where: 'tls', title: 'The certificate is revoked' },
    certain: by('certificateIsRevoked'),
    clause: 'rfc6455/4.1/certificate-verified',
  },
  {
    ...{ id: 'tls/certificate', where: 'tls', title: 'The certificate is not acceptable' },
    certain: by('certificateIsUnacceptable'),
    likely: by('textSaysCertificate'),
    excludes: ['certificateIsRevoked'],
    clause: 'rfc6455/4.1/certificate-verified',
  },
  {
    ...{ id: 'tls/client-certificate', where: 'tls', title: 'The server requires a client certificate' },
    certain: by('certificateIsWanted', 'saysCertificateIsWanted'),
    clause: 'rfc6455/4.1/tls-failure',
  },
  {
    ...{ id: 'tls/version', where: 'tls', title: 'Client and server share no TLS version' },
    certain: by('versionIsRefused'),
    clause: 'rfc6455/4.1/tls-failure',
  },
  {
    ...{ id: 'tls/cipher', where: 'tls', title: 'Client and server share no cipher suite' },
    certain: by('cipherIsRefused'),
    clause: 'rfc6455/4.1/tls-failure',
  },
  {
    ...{ id: 'tls/h2-only', where: 'tls', title: 'The port speaks only HTTP/2' },
    certain: [
      ...by('protocolIsRefused', 'protocolIsNotHttp11', 'onlyHttp2IsSpoken', 'replyIsHttp2'),
      ...each(['endsWithoutReply', 'resetsWithoutReply'], 'http2IsAlone'),
    ],
    clause: 'rfc7301/3.2/protocol-offered',
  },
  {
    ...{ id: 'tls/silent', where: 'tls', title: 'The server does not answer the TLS handshake' },
    certain: by('helloIsUnanswered'),
    clause: 'rfc6455/4.1/tls-failure',
  },
  {
    ...{ id: 'tls/handshake-failed', where: 'tls', title: 'The TLS handshake fails' },
    certain: by('handshakeFailed', 'handshakeIsCut'),
    excludes: ['versionIsRefused', 'cipherIsRefused', 'certificateIsWanted', 'helloIsUnanswered'],
    clause: 'rfc6455/4.1/tls-failure',
  },
  // No reply, or none that is one.
  {
    ...{ id: 'server/not-http', where: 'server', title: 'The server does not speak HTTP' },
    certain: by('replyIsNoHttp'),
    excludes: ['replyIsHttp2', 'replyIsTlsAlert'],
    clause: 'rfc9112/4/status-line',
  },
  {
    ...{
      id: 'server/partial-head',
      where: 'server',
      title: 'The reply ends before its header section is complete',
    },
    certain: by('replyIsPartial'),
    clause: 'rfc9112/8/incomplete-reply',
  },
  {
    ...{
      id: 'server/no-upgrade-listener',
      where: 'server',
      title: 'The server answers plain requests, but not upgrades',
    },
    certain: [['staysSilent', 'plainGetIsAnswered', 'longGetIsAnswered']],
    likely: [['staysSilent', 'plainGetIsAnswered']],
    excludes: ['longGetIsUnanswered', ...mended],
  },
  {
    ...{
      id: 'server/large-head',
      where: 'server',
      title: 'The server does not answer a request of this size',
    },
    certain: [...by('failsWithAsManyOctets'), ...each(noReply, 'plainGetIsAnswered', 'longGetIsUnanswered')],
    likely: by('fewerOctetsAreAnswered'),
    excludes: ['opensAgain', ...tooLarge],
  },
  {
    ...{
      id: 'server/short-head',
      where: 'server',
      title: 'The server waits for more octets than the request has',
    },
    certain: [['staysSilent', 'opensWithMoreOctets']],
  },
  {
    ...{
      id: 'server/silent',
      where: 'server',
      title: 'The server accepts the connection but sends no reply',
    },
    certain: by('staysSilent'),
    likely: by('textSaysTimeout'),
    excludes: ['portSpeaksTls', 'longGetIsUnanswered', ...mended],
  },
  {
    ...{
      id: 'server/closed-without-reply',
      where: 'server',
      title: 'The connection is closed without a reply',
    },
    certain: by('endsWithoutReply'),
    likely: by('textSaysClosed'),
    excludes: ['portSpeaksTls', 'http2IsAlone', 'longGetIsUnanswered', ...mended],
  },
  {
    ...{
      id: 'server/reset-without-reply',
      where: 'server',
      title: 'The connection is reset without a reply',
    },
    certain: by('resetsWithoutReply'),
    likely: by('textSaysReset'),
    excludes: ['portSpeaksTls', 'http2IsAlone', 'longGetIsUnanswered', ...mended],
  },
  {
    ...{ id: 'server/bare-lf', where: 'server', title: 'The reply lines end in LF instead of CR LF' },
    certain: by('replyHasBareLf'),
    clause: 'rfc9112/4/status-line',
  },
  {
    ...{ id: 'server/http10', where: 'server', title: 'The reply uses HTTP/1.0' },
    certain: [['httpVersionIs10', 'statusIs101']],
    clause: 'rfc6455/4.2.2/reply-http11',
  },
  {
    ...{ id: 'server/status-line', where: 'server', title: 'The reply is not valid HTTP/1.1' },
    certain: by('statusLineIsMalformed', 'httpMajorIsNot1', 'fieldLinesAreMalformed'),
    excludes: ['replyIsNoHttp', 'replyIsHttp2', 'replyIsTlsAlert', 'replyHasBareLf'],
    clause: 'rfc9112/4/status-line',
  },
  {
    ...{ id: 'server/reply-limits', where: 'server', title: 'The header section of the reply is too large' },
    certain: by('headIsTooLarge', 'fieldsAreTooMany', 'interimsAreTooMany'),
    clause: 'rfc6455/10.7/reply-limits',
  },
  // A refusal that names its cause, or that one change mends.
  {
    ...{
      id: 'server/status',
      where: 'server',
      title: 'The reply has the right accept value but not status 101',
    },
    certain: [['acceptIsRight', 'statusIsNot101']],
    clause: 'rfc6455/4.1/status-101',
  },
  {
    ...{ id: 'server/engine-io', where: 'server', title: 'The server is a Socket.IO or Engine.IO server' },
    certain: by('saysEngineIo', 'saysEngineSession', 'opensOnEnginePath'),
    excludes: ['hopAnswers'],
  },
  {
    ...{ id: 'hop/redirect', where: 'hop', title: 'The handshake request is redirected' },
    certain: [
      ...each(['redirectsToTls', 'redirectsToSlash', 'redirectsToLogin'], 'redirects'),
      ['redirects'],
    ],
    clause: 'rfc6455/4.1/status-101',
  },
  {
    ...{ id: 'hop/cdn-origin', where: 'hop', title: 'The CDN cannot reach the origin server' },
    certain: each(cdnStatuses, 'cloudflareAnswers'),
    likely: by(...cdnStatuses),
  },
  {
    ...{ id: 'hop/challenge', where: 'hop', title: 'Browsers and other clients get different answers' },
    certain: by('saysChallenge', 'opensAsBrowser', 'opensAsProgram', 'failsAsBrowser'),
    excludes: [
      'opensWithOrigin',
      'failsWithConnectionList',
      'opensWithConnectionAlone',
      'opensWithoutOrigin',
      'opensWithoutExtensions',
    ],
  },
  {
    ...{ id: 'hop/rate-limit', where: 'hop', title: 'A rate or connection limit is reached' },
    certain: by('statusIs429', 'limitIsReached'),
    likely: each(['statusIs503'], 'hasRetryAfter'),
    excludes: ['saysChallenge', 'saysBackendIsDown', 'saysBackendFails', 'saysBackendIsSilent'],
  },
  {
    ...{ id: 'hop/limits', where: 'hop', title: 'The request is too large for a proxy' },
    certain: [...each(tooLarge, 'hopAnswers'), ...each(tooLarge, 'opensWithoutCredential', 'hopIsNamed')],
    possible: by(...tooLarge),
  },
  {
    ...{ id: 'server/limits', where: 'server', title: 'The request is too large for the server' },
    certain: each(tooLarge, 'opensWithoutCredential'),
    likely: by(...tooLarge),
    excludes: ['hopAnswers'],
  },
  {
    ...{ id: 'hop/envoy-upgrade-off', where: 'hop', title: 'Envoy does not allow the upgrade' },
    certain: each(['statusIs403', 'statusIs426'], 'envoyAnswers'),
  },
  {
    ...{
      id: 'server/subprotocol-required',
      where: 'application',
      title: 'The server requires a subprotocol',
    },
    certain: by('opensWithSubprotocol'),
    likely: by('saysSubprotocol', 'closesForSubprotocol'),
  },
  {
    ...{
      id: 'server/subprotocol-refused',
      where: 'application',
      title: 'The server refuses the offered subprotocols',
    },
    certain: by('opensWithoutSubprotocol'),
    clause: 'rfc6455/4.2.2/subprotocol-supported',
  },
  {
    ...{
      id: 'server/deflate-offer-refused',
      where: 'server',
      title: 'The server refuses the permessage-deflate offer',
    },
    certain: by('opensWithoutExtensions'),
    likely: by('saysExtensions'),
    clause: 'rfc7692/5/declined-by-omission',
  },
  {
    ...{ id: 'server/token-list', where: 'server', title: 'The server does not parse Connection as a list' },
    certain: by('opensWithConnectionAlone', 'failsWithConnectionList'),
  },
  {
    ...{
      id: 'hop/host-rewritten',
      where: 'hop',
      title: 'A proxy replaces Host, so Origin no longer matches it',
    },
    certain: [['opensDirectly', 'opensWithoutOrigin', 'originIsSent']],
    likely: [['opensWithoutOrigin', 'failsWithOrigin', 'hopIsNamed']],
  },
  {
    ...{ id: 'server/origin-refused', where: 'application', title: 'The server does not allow this Origin' },
    certain: [
      ['opensWithoutOrigin', 'originIsSent'],
      ['opensWithOtherOrigin', 'originIsSent'],
    ],
    likely: [
      ['saysOrigin', 'originIsSent'],
      ['closesForOrigin', 'originIsSent'],
    ],
    possible: each(['statusIs401', 'statusIs403'], 'originIsSent'),
    excludes: ['opensDirectly', 'everyOriginIsSame'],
  },
  {
    ...{ id: 'server/origin-required', where: 'application', title: 'The server requires an Origin' },
    certain: by('opensWithOrigin'),
    likely: by('closesForOrigin'),
    possible: [['statusIs403'], ['statusIs404', 'saysOrigin']],
    excludes: ['originIsSent', 'failsWithOrigin', 'everyOriginIsSame'],
  },
  {
    ...{ id: 'server/credential-refused', where: 'application', title: 'The server rejects the credential' },
    certain: [
      ['statusIs401', 'credentialIsSent'],
      ['statusIs403', 'differsWithoutCredential'],
    ],
    likely: [
      ['closesForCredential', 'credentialIsSent'],
      ['saysCredential', 'credentialIsSent'],
    ],
    excludes: mended,
  },
  {
    ...{ id: 'server/credential-missing', where: 'application', title: 'The server requires a credential' },
    certain: [['asksForCredentials', 'credentialIsNotSent']],
    likely: [
      ['statusIs401', 'credentialIsNotSent'],
      ['statusIs403', 'saysCredential', 'credentialIsNotSent'],
      ['statusIs400', 'saysCredential', 'credentialIsNotSent'],
      ['closesForCredential', 'credentialIsNotSent'],
    ],
    possible: by('statusIs401', 'statusIs403'),
    excludes: ['credentialIsSent', ...mended],
  },
  {
    ...{ id: 'server/key', where: 'server', title: 'Sec-WebSocket-Key did not arrive unchanged' },
    certain: by('saysKey'),
    excludes: ['opens'],
  },
  {
    ...{ id: 'server/path', where: 'server', title: 'The endpoint is at another path' },
    certain: by('opensOnOtherPath', 'opensWithSlash'),
    excludes: ['opensOnEnginePath', 'hopAnswers'],
  },
  // What lies between.
  {
    ...{ id: 'hop/route-missing', where: 'hop', title: 'The proxy has no route for this host or path' },
    certain: [
      ['saysNoRoute', 'hopIsNamed'],
      ['statusIs404', 'hopAnswers'],
    ],
    likely: [
      ['saysNoRoute'],
      ['statusIs404', 'opensDirectly'],
      ...each(['statusIs200', 'statusIs404'], 'contentIsEmpty', 'plainGetIsSame', 'hopIsNamed'),
    ],
    possible: [['statusIs503', 'hopAnswers']],
    excludes: ['opens'],
  },
  {
    ...{ id: 'hop/http10-backend', where: 'hop', title: 'A proxy speaks HTTP/1.0 to the server behind it' },
    certain: [
      ['saysHttp10', 'hopIsNamed'],
      ['saysHttp10', 'opensDirectly'],
    ],
    likely: by('saysHttp10', 'statusIs505'),
    excludes: ['opens', ...explained],
  },
  {
    ...{
      id: 'hop/upgrade-stripped',
      where: 'hop',
      title: 'A proxy on the way forwards the request without Upgrade',
    },
    certain: [
      ['saysUpgradeIsMissing', 'hopIsNamed'],
      ['saysUpgradeIsMissing', 'opensDirectly'],
      ...each(plainStatuses, 'plainGetIsSame', 'opensDirectly'),
    ],
    likely: [['saysUpgradeIsMissing'], ...each(plainStatuses, 'plainGetIsSame', 'hopIsNamed')],
    possible: by('statusIs200', 'statusIs400', 'statusIs404', 'statusIs426'),
    excludes: [
      'opens',
      'hopAnswers',
      'plainGetDiffers',
      'failsDirectly',
      'saysHttp10',
      'saysVersion',
      'offersOtherVersions',
      ...explained,
    ],
  },
  {
    ...{
      id: 'server/version',
      where: 'server',
      title: 'The server did not receive or accept version 13',
    },
    certain: by('saysVersion', 'offersOtherVersions'),
    likely: each(['statusIs400', 'statusIs426'], 'offersVersions', 'plainGetDiffers'),
    possible: by('statusIs426', 'offersVersions'),
    excludes: explained,
    clause: 'rfc6455/4.4/all-versions-listed',
  },
  {
    ...{
      id: 'hop/backend-silent',
      where: 'hop',
      title: 'The server behind the proxy does not answer in time',
    },
    certain: by('saysBackendIsSilent'),
    likely: [['statusIs504'], ...each(['statusIs502', 'statusIs503', 'saysBackendFails'], 'answersSlowly')],
    excludes: ['opens'],
  },
  {
    ...{ id: 'hop/h2-backend', where: 'hop', title: 'A proxy speaks HTTP/2 to the server behind it' },
    likely: [['statusIs421'], ['statusIs502', 'opensDirectly']],
    possible: [['statusIs502', 'plainGetDiffers']],
    excludes: ['opens', 'answersSlowly'],
  },
  {
    ...{
      id: 'hop/backend-down',
      where: 'hop',
      title: 'The proxy cannot reach the server behind it',
    },
    certain: [
      ['saysBackendIsDown'],
      ['saysBackendFails', 'answersSoon'],
      ...each(['statusIs502', 'statusIs503'], 'hopAnswers', 'answersSoon'),
      ...each(['statusIs502', 'statusIs503'], 'isUnreachableDirectly'),
    ],
    likely: [
      ['statusIs502', 'answersSoon'],
      ['saysBackendFails'],
      ...each(['statusIs502', 'statusIs503'], 'hopAnswers'),
      ...each(['statusIs503'], 'opensDirectly'),
    ],
    possible: by('statusIs502'),
    excludes: ['opens', 'saysBackendIsSilent', 'saysChallenge', 'plainGetDiffers'],
  },
  {
    ...{ id: 'hop/denied', where: 'hop', title: 'A proxy or firewall rule denies the request' },
    certain: [
      ...each(['statusIs403', 'statusIs405', 'statusIs451'], 'hopAnswers'),
      ...each(['statusIs403', 'statusIs405', 'statusIs451'], 'opensDirectly'),
    ],
    likely: [
      ['statusIs403', 'saysDenied'],
      ['statusIs403', 'plainGetIsSame'],
      ['statusIs403', 'everyOriginIsSame'],
      ['statusIs451'],
    ],
    possible: by('statusIs403'),
    excludes: [
      'opens',
      'envoyAnswers',
      'saysChallenge',
      'differsWithoutCredential',
      'saysCredential',
      ...mended,
    ],
  },
  // What answers as if there were no WebSocket.
  {
    ...{
      id: 'server/spa-fallback',
      where: 'server',
      title: 'The server sends its index page for every path',
    },
    certain: [['statusIs200', 'saysIndexPage', 'randomPathIsSame']],
    likely: [['statusIs200', 'saysIndexPage']],
    excludes: mended,
  },
  {
    ...{
      id: 'server/no-handler',
      where: 'server',
      title: 'The server has no WebSocket handler at this path',
    },
    certain: [
      ['saysNoHandler', 'plainGetIsSame', 'failsDirectly'],
      ...each(plainStatuses, 'saysNoHandler', 'plainGetIsSame', 'serverIsNamed'),
    ],
    likely: [['saysNoHandler'], ...each(plainStatuses, 'plainGetIsSame')],
    possible: by('statusIs200', 'statusIs404'),
    excludes: ['opens', 'hopAnswers', 'saysNoRoute', 'opensDirectly', 'saysUpgradeIsMissing', ...explained],
  },
  {
    ...{ id: 'server/overloaded', where: 'server', title: 'The server accepts no more connections' },
    likely: [['statusIs503'], ['opens', 'secondFails'], ['opensAgain']],
    excludes: [
      'hopAnswers',
      'limitIsReached',
      'saysBackendIsDown',
      'saysBackendFails',
      'hasRetryAfter',
      'opensDirectly',
    ],
  },
  {
    ...{ id: 'server/error', where: 'server', title: 'The server fails to process the request' },
    likely: by('statusIs500'),
    excludes: ['hopAnswers', ...explained],
  },
  {
    ...{ id: 'server/refused', where: 'server', isRest: true, title: 'The server refuses the handshake' },
    possible: by('statusIsNot101'),
    excludes: ['hopAnswers', ...explained],
  },
  {
    ...{ id: 'hop/refused', where: 'hop', isRest: true, title: 'A proxy refuses the handshake' },
    likely: [
      ...each(['opensOnOtherPath', 'opensOnEnginePath', 'opensWithSlash'], 'statusIsNot101', 'hopAnswers'),
      ['statusIsNot101', 'hopAnswers'],
    ],
  },
  // A 101 that is none.
  {
    ...{
      id: 'hop/reply-stripped',
      where: 'hop',
      title: 'A proxy removes Upgrade or Connection from the reply',
    },
    certain: each(
      ['upgradeIsAbsent', 'connectionIsAbsent', 'connectionLacksUpgrade'],
      'acceptIsRight',
      'opensDirectly',
    ),
    likely: each(
      ['upgradeIsAbsent', 'connectionIsAbsent', 'connectionLacksUpgrade'],
      'acceptIsRight',
      'hopIsNamed',
    ),
    possible: each(['upgradeIsAbsent', 'connectionIsAbsent', 'connectionLacksUpgrade'], 'acceptIsRight'),
  },
  {
    ...{ id: 'server/upgrade-missing', where: 'server', title: 'The 101 has no Upgrade: websocket' },
    certain: by('upgradeIsAbsent', 'upgradeIsNotWebsocket'),
    excludes: ['opensDirectly', 'hopIsNamed'],
    clause: 'rfc6455/4.1/reply-upgrade-present',
  },
  {
    ...{ id: 'server/connection-missing', where: 'server', title: 'The 101 has no Connection: Upgrade' },
    certain: by('connectionIsAbsent', 'connectionLacksUpgrade'),
    excludes: ['opensDirectly', 'hopIsNamed'],
    clause: 'rfc6455/4.1/reply-connection-present',
  },
  {
    ...{ id: 'server/accept-missing', where: 'server', title: 'The 101 has no Sec-WebSocket-Accept' },
    certain: by('acceptIsAbsent'),
    clause: 'rfc6455/4.1/accept-present',
  },
  {
    ...{
      id: 'server/accept-repeated',
      where: 'server',
      title: 'The 101 has more than one Sec-WebSocket-Accept',
    },
    certain: by('acceptIsRepeated'),
    clause: 'rfc6455/11.3.3/accept-once',
  },
  {
    ...{
      id: 'server/accept-wrong',
      where: 'server',
      title: 'Sec-WebSocket-Accept does not match the key',
    },
    certain: by('acceptIsWrong'),
    clause: 'rfc6455/4.1/accept-value',
  },
  {
    ...{
      id: 'server/subprotocol-empty',
      where: 'server',
      title: 'The 101 has an empty Sec-WebSocket-Protocol',
    },
    certain: by('subprotocolIsEmpty'),
    clause: 'rfc6455/4.2.2/subprotocol-not-empty',
  },
  {
    ...{ id: 'server/subprotocol-list', where: 'server', title: 'The 101 chooses more than one subprotocol' },
    certain: by('subprotocolIsMalformed', 'subprotocolIsRepeated'),
    clause: 'rfc6455/4.3/subprotocol-reply-grammar',
  },
  {
    ...{
      id: 'server/subprotocol-unoffered',
      where: 'server',
      title: 'The 101 chooses a subprotocol that was not offered',
    },
    certain: by('subprotocolIsUnoffered'),
    clause: 'rfc6455/4.1/subprotocol-offered',
  },
  {
    ...{
      id: 'server/extension-unoffered',
      where: 'server',
      title: 'The 101 agrees to an extension that was not offered',
    },
    certain: by('extensionIsUnoffered'),
    clause: 'rfc6455/4.1/extension-offered',
  },
  {
    ...{
      id: 'server/deflate-parameters',
      where: 'server',
      title: 'The 101 has invalid permessage-deflate parameters',
    },
    certain: by(...deflateGuards),
    clause: 'rfc7692/7/answer-parameter-invalid',
  },
  // What opens, and is of no use.
  {
    ...{ id: 'server/two-answers', where: 'server', title: 'Two handlers answer the same request' },
    certain: by('httpBehindSwitch', 'repliesTwice'),
  },
  {
    ...{ id: 'hop/subprotocol-lost', where: 'hop', title: 'A proxy drops the subprotocol' },
    certain: [['subprotocolIsNotChosen', 'choosesSubprotocolDirectly']],
  },
  {
    ...{
      id: 'server/subprotocol-none-chosen',
      where: 'server',
      title: 'The server chooses none of the offered subprotocols',
    },
    certain: by('subprotocolIsNotChosen'),
    excludes: ['choosesSubprotocolDirectly'],
    clause: 'rfc6455/4.2.2/subprotocol-supported',
  },
  {
    ...{ id: 'hop/compression-broken', where: 'hop', title: 'A proxy corrupts compressed messages' },
    likely: [['compressionBreaks', 'hopIsNamed']],
  },
  {
    ...{
      id: 'server/compression-broken',
      where: 'server',
      title: 'The server sends broken compressed messages',
    },
    certain: by('compressionBreaks'),
    excludes: ['hopIsNamed'],
  },
  {
    ...{ id: 'hop/buffered', where: 'hop', title: 'A proxy buffers the data after the 101' },
    likely: [['opens', 'pongIsMissing', 'hopIsNamed']],
    excludes: ['closesAtOnce', 'httpBehindSwitch', 'framesAreBroken'],
  },
  {
    ...{
      id: 'server/closed-behind-101',
      where: 'application',
      title: 'The connection opens and closes at once',
    },
    certain: by('closesAtOnce'),
    excludes: [
      'closesForCredential',
      'closesForSubprotocol',
      'closesForOrigin',
      'httpBehindSwitch',
      'framesAreBroken',
    ],
  },
  {
    ...{
      id: 'server/no-frames',
      where: 'server',
      title: 'The server does not answer frames correctly after the 101',
    },
    likely: [['framesAreBroken'], ['opens', 'pongIsMissing'], ['textSaysFrames']],
    excludes: ['httpBehindSwitch', 'compressionBreaks'],
  },
  {
    ...{
      id: 'hop/h2-connect-unkept',
      where: 'hop',
      title: 'WebSockets over HTTP/2 are announced, but do not open',
    },
    certain: each(
      [
        ...(['extendedConnectIsRefused', 'extendedConnectIsReset'] as const),
        ...(['extendedConnectIsUnanswered', 'extendedConnectIsMute'] as const),
      ],
      'extendedConnectIsAnnounced',
      'opens',
    ),
  },
  {
    ...{ id: 'hop/idle-timeout', where: 'hop', title: 'A proxy or firewall ends idle connections' },
    certain: [['idleEndsWithoutClose', 'pingKeepsOpen']],
    likely: by('idleEndsWithoutClose'),
  },
  {
    ...{
      id: 'server/idle-timeout',
      where: 'server',
      title: 'The server closes idle connections',
    },
    certain: by('idleCloses'),
    excludes: ['idleEndsWithoutClose'],
  },
  {
    ...{
      id: 'server/early-frame-lost',
      where: 'server',
      title: 'The server loses data sent right after the request',
      isAside: true,
      isInterop: true,
    },
    certain: by('earlyFrameIsLost'),
  },
  {
    ...{
      id: 'client/strictness',
      where: 'client',
      title: 'The reply is valid, but some clients reject it',
      isAside: true,
    },
    likely: each(['replyIsInterim', 'reasonIsEmpty', 'connectionHasMore'], 'opens'),
  },
] as const satisfies readonly FailureRow<FailureSign>[];

export type FailureId = (typeof failureRows)[number]['id'] | 'healthy';
