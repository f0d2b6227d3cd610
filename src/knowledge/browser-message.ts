import type { FailureSign } from './failure-sign.ts';

/** What Chromium writes where a sign is there. */
export interface BrowserMessageRow {
  readonly sign: FailureSign;
  /** It holds only where this is there too. */
  readonly beside?: FailureSign;
  /** It holds only for a port that is, or is not, the default of the scheme. */
  readonly isDefaultPort?: boolean;
  /** It does not hold where this is what is named: Chromium takes that. */
  readonly except?: string;
  /** `{status}` and `{value}` stand for what is named; null where the words depend on more than signs. */
  readonly text: string | null;
}

const connecting = (code: string) => `Error in connection establishment: net::${code}`;
const shaking = (words: string) => `Error during WebSocket handshake: ${words}`;

/**
 * The words of Chromium in the order of its checks, which in a 101 is not that of RFC 6455 §4.1: the accept value comes
 * before Connection. What it takes, as a status line of HTTP/1.0, has no row.
 */
export const browserMessageRows = [
  { sign: 'portIsBlocked', text: connecting('ERR_UNSAFE_PORT') },
  { sign: 'nameIsUnknown', text: connecting('ERR_NAME_NOT_RESOLVED') },
  { sign: 'everyAddressRefuses', text: connecting('ERR_CONNECTION_REFUSED') },
  { sign: 'noAddressAnswers', text: connecting('ERR_CONNECTION_TIMED_OUT') },
  { sign: 'addressIsUnreachable', text: connecting('ERR_ADDRESS_UNREACHABLE') },
  { sign: 'proxyIsUnreachable', text: connecting('ERR_PROXY_CONNECTION_FAILED') },
  { sign: 'proxyWantsCredentials', text: 'Proxy authentication failed' },
  { sign: 'proxyRefuses', text: 'Establishing a tunnel via proxy server failed.' },
  { sign: 'proxyCannotReach', text: 'Establishing a tunnel via proxy server failed.' },
  { sign: 'plainHttpIsSpoken', text: connecting('ERR_SSL_PROTOCOL_ERROR') },
  { sign: 'versionIsRefused', text: connecting('ERR_SSL_VERSION_OR_CIPHER_MISMATCH') },
  { sign: 'cipherIsRefused', text: connecting('ERR_SSL_VERSION_OR_CIPHER_MISMATCH') },
  { sign: 'handshakeIsCut', text: connecting('ERR_CONNECTION_CLOSED') },
  { sign: 'certificateIsRevoked', text: connecting('ERR_CERT_REVOKED') },
  { sign: 'certificateIsExpired', text: connecting('ERR_CERT_DATE_INVALID') },
  { sign: 'certificateIsNotYetValid', text: connecting('ERR_CERT_DATE_INVALID') },
  { sign: 'certificateNamesAnotherHost', text: connecting('ERR_CERT_COMMON_NAME_INVALID') },
  { sign: 'hostIsCommonNameAlone', text: connecting('ERR_CERT_COMMON_NAME_INVALID') },
  { sign: 'certificateIsSelfSigned', text: connecting('ERR_CERT_AUTHORITY_INVALID') },
  { sign: 'certificateIssuerIsUnknown', text: connecting('ERR_CERT_AUTHORITY_INVALID') },
  { sign: 'endsWithoutReply', text: 'Connection closed before receiving a handshake response' },
  { sign: 'resetsWithoutReply', text: shaking('net::ERR_CONNECTION_RESET') },
  { sign: 'staysSilent', text: 'WebSocket opening handshake timed out' },
  { sign: 'replyIsNoHttp', isDefaultPort: true, text: shaking('Invalid status line') },
  { sign: 'replyIsNoHttp', isDefaultPort: false, text: shaking('net::ERR_INVALID_HTTP_RESPONSE') },
  { sign: 'statusIs401', text: 'HTTP Authentication failed; no valid credentials available' },
  { sign: 'statusIs407', text: null },
  { sign: 'statusIsNot101', text: shaking('Unexpected response code: {status}') },
  { sign: 'upgradeIsAbsent', text: shaking("'Upgrade' header is missing") },
  { sign: 'upgradeIsNotWebsocket', text: shaking("'Upgrade' header value is not 'WebSocket': {value}") },
  { sign: 'acceptIsAbsent', text: shaking("'Sec-WebSocket-Accept' header is missing") },
  {
    sign: 'acceptIsRepeated',
    text: shaking("'Sec-WebSocket-Accept' header must not appear more than once in a response"),
  },
  { sign: 'acceptIsWrong', text: shaking("Incorrect 'Sec-WebSocket-Accept' header value") },
  { sign: 'connectionIsAbsent', text: shaking("'Connection' header is missing") },
  { sign: 'connectionLacksUpgrade', text: shaking("'Connection' header value must contain 'Upgrade'") },
  { sign: 'subprotocolIsRepeated', text: null },
  { sign: 'subprotocolIsMalformed', text: null },
  { sign: 'subprotocolIsEmpty', text: null },
  {
    sign: 'subprotocolIsUnoffered',
    beside: 'subprotocolIsSent',
    text: shaking(
      "'Sec-WebSocket-Protocol' header value '{value}' in response does not match any of sent values",
    ),
  },
  {
    sign: 'subprotocolIsUnoffered',
    text: shaking(
      "Response must not include 'Sec-WebSocket-Protocol' header if not present in request: {value}",
    ),
  },
  {
    sign: 'subprotocolIsNotChosen',
    text: shaking("Sent non-empty 'Sec-WebSocket-Protocol' header but no response was received"),
  },
  {
    sign: 'extensionsAreMalformed',
    text: shaking("'Sec-WebSocket-Extensions' header value is rejected by the parser: {value}"),
  },
  {
    sign: 'extensionIsUnoffered',
    except: 'permessage-deflate',
    text: shaking("Found an unsupported extension '{value}' in 'Sec-WebSocket-Extensions' header"),
  },
  { sign: 'extensionIsRepeated', text: shaking('Received duplicate permessage-deflate response') },
  {
    sign: 'extensionParameterIsUndefined',
    text: shaking(
      'Error in permessage-deflate: Received an unexpected permessage-deflate extension parameter',
    ),
  },
  {
    sign: 'extensionParameterIsRepeated',
    text: shaking(
      'Error in permessage-deflate: Received duplicate permessage-deflate extension parameter {value}',
    ),
  },
  {
    sign: 'extensionParameterIsInvalid',
    text: shaking('Error in permessage-deflate: Received invalid {value} parameter'),
  },
] as const satisfies readonly BrowserMessageRow[];
