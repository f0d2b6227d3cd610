import { blockedPorts } from '../knowledge/blocked-port.ts';
import type { FailureSign } from '../knowledge/failure-sign.ts';
import type {
  AddressSeen,
  ConnectOutcome,
  Http2Seen,
  InputFault,
  Observation,
  ProxySeen,
  TlsSeen,
} from './observation.ts';
import { type Sign, signsIf } from './sign-set.ts';

const inputSigns: Readonly<Record<InputFault['kind'], FailureSign>> = {
  scheme: 'schemeIsHttp',
  schemeMissing: 'schemeIsMissing',
  fragment: 'fragmentIsGiven',
  userInformation: 'userinfoIsGiven',
  syntax: 'urlIsUnusable',
  host: 'urlIsUnusable',
  port: 'urlIsUnusable',
  subprotocol: 'subprotocolIsUnusable',
  handshakeField: 'handshakeFieldIsGiven',
};

/** What is to be seen before anything is asked: in what was typed, of names and addresses, of a proxy, of TLS. */
export function readNetworkSigns(seen: Observation): readonly Sign[] {
  const { asked, input, unknownName, addresses, proxy, tls, http2 } = seen;
  const port = asked.uri?.port ?? null;
  return [
    ...(input ? ([[inputSigns[input.kind], input.problem]] as const) : []),
    ...signsIf(unknownName !== undefined, unknownName ?? null, 'nameIsUnknown'),
    ...signsIf(
      port !== null && blockedPorts.has(port),
      `port ${port} is one that browsers block (Fetch Standard, port blocking), as does the WebSocket of Node.js: for other programs, such as curl, the handshake works`,
      'portIsBlocked',
    ),
    ...(addresses ? readAddresses(addresses) : []),
    ...(proxy ? readProxy(proxy) : []),
    // TLS reaches through the tunnel.
    ...signsIf(
      proxy?.outcome === 'formed' && tls?.guard !== 'otherwise',
      'only the proxy says that the server was reached',
      'isTunnelled',
    ),
    ...(tls ? readTlsSigns(tls) : []),
    ...signsIf(seen.speaksTls, 'the port answers a ClientHello with TLS', 'portSpeaksTls'),
    ...signsIf(
      seen.closesUnasked,
      'a connection is also closed if the client sends nothing',
      'closesUnasked',
    ),
    ...(http2 ? readHttp2(http2, tls?.isHttp11Chosen ?? false) : []),
    ...signsIf(
      !http2 && tls?.guard === 'otherwise',
      'it was not looked whether the server announces extended CONNECT over HTTP/2',
      'extendedConnectIsUntried',
    ),
  ];
}

function readAddresses(addresses: readonly AddressSeen[]): readonly Sign[] {
  const told = addresses.map(({ address, outcome }) => `${address}: ${words[outcome]}`).join('; ');
  const all = (outcome: AddressSeen['outcome']) =>
    addresses.length > 0 && addresses.every((each) => each.outcome === outcome);
  const isOpen = addresses.some(({ outcome }) => outcome === 'open');
  const failing = addresses.filter(({ outcome }) => outcome !== 'open');
  const families = new Set(failing.map(({ family }) => family));
  const isOneFamily =
    isOpen &&
    families.size === 1 &&
    addresses.every(({ family, outcome }) => families.has(family) === (outcome !== 'open'));
  const isNone = addresses.length > 0 && !isOpen && !all('refused') && !all('unreachable');
  return [
    ...signsIf(all('refused'), told, 'everyAddressRefuses'),
    ...signsIf(all('unreachable'), told, 'addressIsUnreachable'),
    ...signsIf(isNone, told, 'noAddressAnswers'),
    ...signsIf(isOneFamily, told, 'oneFamilyRefuses'),
  ];
}

const words: Readonly<Record<AddressSeen['outcome'], string>> = {
  open: 'open',
  refused: 'refused',
  unreachable: 'no route',
  unanswered: 'no answer',
};

function readProxy({ outcome, status }: ProxySeen): readonly Sign[] {
  const told =
    status === null ? 'the proxy does not answer CONNECT' : `the proxy answers CONNECT with ${status}`;
  const isLost = status !== null && [500, 502, 503, 504].includes(status);
  return [
    ...signsIf(outcome === 'unreachable', 'the client cannot connect to the proxy', 'proxyIsUnreachable'),
    ...signsIf(outcome === 'silent', told, 'proxyIsUnreachable'),
    ...signsIf(outcome === 'refused' && status === 407, told, 'proxyWantsCredentials'),
    ...signsIf(outcome === 'refused' && isLost, told, 'proxyCannotReach'),
    ...signsIf(outcome === 'refused' && status !== 407 && !isLost, told, 'proxyRefuses'),
  ];
}

/** Codes of OpenSSL for the alerts that say what the peer has against us, or we against it. */
const alerts: readonly (readonly [pattern: RegExp, sign: FailureSign])[] = [
  [/PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|VERSION_TOO_LOW|WRONG_SSL_VERSION/, 'versionIsRefused'],
  [/CERTIFICATE_REQUIRED/, 'certificateIsWanted'],
  [/HANDSHAKE_FAILURE|NO_SHARED_CIPHER|INSUFFICIENT_SECURITY|NO_CIPHERS/, 'cipherIsRefused'],
  [/CERT_REVOKED/, 'certificateIsRevoked'],
];

function readTlsSigns(tls: TlsSeen): readonly Sign[] {
  const { guard, problem, code } = tls;
  if (guard === 'otherwise')
    return [
      ['tlsIsSecured', null],
      ...signsIf(
        tls.isCommonNameAlone,
        null,
        tls.isUnverified ? 'commonNameIsUnverified' : 'hostIsCommonNameAlone',
      ),
    ];
  const more = alerts
    .filter(([pattern]) => pattern.test(code))
    .map(([, sign]) => sign)
    .filter((sign) => !(tls.isCertificateAsked && sign === 'cipherIsRefused'));
  return [
    ...(tls.isUnanswered ? [] : [[guard, problem] as const]),
    ...more.map((sign) => [sign, problem] as const),
    ...signsIf(tls.isCertificateAsked, 'the server requests a client certificate', 'certificateIsWanted'),
    ...signsIf(tls.isUnanswered, 'the server does not answer the ClientHello', 'helloIsUnanswered'),
    ...signsIf(tls.isChainShort, 'the server sends only its own certificate', 'chainIsShort'),
    ...signsIf(
      tls.isIssuerRelated,
      'the issuer of the certificate has the name of a trusted one, or the certificate says where to find its issuer',
      'issuerIsRelated',
    ),
  ];
}

/** What is wrong where an extended CONNECT succeeds, in words that can follow "but then". */
const ofNoUse: Readonly<Partial<Record<ConnectOutcome, string>>> = {
  mute: 'no pong',
  ended: 'the end of the stream, or a Close, beside the pong',
  garbled: 'octets that are no frames behind the pong',
};

function readHttp2(
  { isSpoken, isConnectAnnounced, status, outcome, fault, opensAgain, doubt }: Http2Seen,
  isHttp11Chosen: boolean,
): readonly Sign[] {
  const wrong = doubt === undefined ? outcome : undefined;
  return [
    ...signsIf(isSpoken, 'ALPN selects h2', 'http2IsSpoken'),
    ...signsIf(isSpoken && !isHttp11Chosen, null, 'http2IsAlone'),
    ...signsIf(isConnectAnnounced, null, 'extendedConnectIsAnnounced'),
    ...signsIf(isConnectAnnounced && outcome === undefined, null, 'extendedConnectIsUntried'),
    ...signsIf(outcome === 'opened', null, 'http2Opens'),
    ...signsIf(opensAgain, null, 'extendedConnectOpensAgain'),
    ...signsIf(doubt !== undefined, doubt ?? null, 'extendedConnectIsInDoubt'),
    ...signsIf(
      wrong === 'refused',
      `an extended CONNECT over HTTP/2 gets ${status}`,
      'extendedConnectIsRefused',
    ),
    ...signsIf(wrong === 'reset', null, 'extendedConnectIsReset'),
    ...signsIf(wrong === 'silent', null, 'extendedConnectIsUnanswered'),
    ...signsIf(
      wrong === 'wrong',
      `an extended CONNECT over HTTP/2 gets ${status} ${fault}`,
      'extendedConnectIsWrong',
    ),
    ...signsIf(
      wrong !== undefined && ofNoUse[wrong] !== undefined,
      `an extended CONNECT over HTTP/2 gets ${status}, but then ${wrong && ofNoUse[wrong]}`,
      'extendedConnectIsOfNoUse',
    ),
  ];
}
