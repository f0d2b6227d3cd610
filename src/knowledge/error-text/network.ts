import type { ErrorTextRow } from './row.ts';

const chromium = { client: 'Chromium or a Chromium-based browser', side: 'client', as: 'chromium' } as const;
const node = { client: 'Node.js', side: 'client', as: 'node' } as const;
const openssl = { client: 'OpenSSL, or a client that uses it', side: 'client' } as const;
const go = { client: 'a client written in Go', side: 'client' } as const;
const java = { client: 'a client written in Java', side: 'client' } as const;
const rustls = { client: 'rustls, or a client that uses it', side: 'client' } as const;
const curl = { client: 'curl', side: 'client' } as const;
const system = { client: 'the operating system, through a client', side: 'client' } as const;

/** What is said of names, addresses and TLS, whoever speaks WebSocket on top, from the special to the general. */
export const networkTextRows = [
  // Chromium's own codes.
  {
    ...chromium,
    id: 'net-error/refused',
    pattern: /net::ERR_CONNECTION_REFUSED/i,
    meaning:
      'Every address of the host refused the connection: no server listens on this port, or a firewall rejects it.',
    signs: ['everyAddressRefuses', 'textSaysRefused'],
  },
  {
    ...chromium,
    id: 'net-error/name',
    pattern: /net::ERR_NAME_(?:NOT_RESOLVED|RESOLUTION_FAILED)/i,
    meaning: 'The name has no address, or no DNS server returned one.',
    signs: ['textSaysNameUnknown'],
  },
  {
    ...chromium,
    id: 'net-error/reset',
    pattern: /net::ERR_CONNECTION_RESET/i,
    meaning:
      'The connection was reset. The message does not show whether the server or a device on the way did that.',
    signs: ['textSaysReset'],
  },
  {
    ...chromium,
    id: 'net-error/closed',
    pattern: /net::ERR_CONNECTION_CLOSED/i,
    meaning: 'The connection was closed before the reply was complete, or during the TLS handshake.',
    signs: ['textSaysClosed'],
  },
  {
    ...chromium,
    id: 'net-error/empty',
    pattern: /net::ERR_EMPTY_RESPONSE/i,
    meaning: 'The connection was accepted, and then closed before the first octet of a reply.',
    signs: ['endsWithoutReply'],
  },
  {
    ...chromium,
    id: 'net-error/connect-timeout',
    pattern: /net::ERR_CONNECTION_TIMED_OUT/i,
    meaning: 'No address answered: a firewall drops the packets, the address is wrong, or the host is down.',
    signs: ['noAddressAnswers'],
  },
  {
    ...chromium,
    id: 'net-error/unreachable',
    pattern: /net::ERR_ADDRESS_UNREACHABLE/i,
    meaning: 'There is no route to the address from this machine.',
    signs: ['addressIsUnreachable'],
  },
  {
    ...chromium,
    id: 'net-error/unsafe-port',
    pattern: /net::ERR_UNSAFE_PORT/i,
    meaning: 'Browsers do not connect to this port. This does not show a fault of the server.',
    signs: ['portIsBlocked', 'textSaysPortBlocked'],
  },
  {
    ...chromium,
    id: 'net-error/proxy',
    pattern: /net::ERR_PROXY_CONNECTION_FAILED/i,
    meaning: 'The client could not reach the proxy. This does not show a fault of the server.',
    signs: ['proxyIsUnreachable'],
  },
  {
    ...chromium,
    id: 'net-error/issuer',
    pattern: /net::ERR_CERT_AUTHORITY_INVALID/i,
    meaning:
      'No trusted authority signed the certificate; it may be self-signed. A page cannot ask for an exception for a WebSocket.',
    signs: ['certificateIssuerIsUnknown'],
  },
  {
    ...chromium,
    id: 'net-error/certificate-name',
    pattern: /net::ERR_CERT_COMMON_NAME_INVALID/i,
    meaning: 'The certificate does not name the host of the URL.',
    signs: ['certificateNamesAnotherHost'],
  },
  {
    ...chromium,
    id: 'net-error/certificate-date',
    pattern: /net::ERR_CERT_DATE_INVALID/i,
    meaning: 'The certificate has expired or is not valid yet, or the clock of this machine is wrong.',
    signs: ['certificateIsExpired'],
  },
  {
    ...chromium,
    id: 'net-error/certificate-revoked',
    pattern: /net::ERR_CERT_REVOKED/i,
    meaning: 'The authority has revoked the certificate.',
    signs: ['certificateIsRevoked'],
  },
  {
    ...chromium,
    id: 'net-error/certificate',
    pattern: /net::ERR_CERT(?:IFICATE)?_(?<value>\w+)/i,
    meaning: 'Chromium does not accept the certificate.',
    signs: ['certificateIsUnacceptable'],
  },
  {
    ...chromium,
    id: 'net-error/client-certificate',
    pattern: /net::ERR_(?:SSL_CLIENT_AUTH_CERT_NEEDED|BAD_SSL_CLIENT_AUTH_CERT)/i,
    meaning: 'The server requires a client certificate, and got none that it accepts.',
    signs: ['certificateIsWanted'],
  },
  {
    ...chromium,
    id: 'net-error/tls-version',
    pattern: /net::ERR_SSL_VERSION_OR_CIPHER_MISMATCH/i,
    meaning:
      'Client and server have no TLS version or no cipher suite in common. The message does not show which.',
    signs: ['handshakeFailed'],
  },
  {
    ...chromium,
    id: 'net-error/tls',
    pattern: /net::ERR_SSL_PROTOCOL_ERROR/i,
    meaning: 'The TLS handshake failed. Usually the URL has wss, but the port speaks plain HTTP.',
    signs: ['handshakeFailed'],
  },
  {
    ...chromium,
    id: 'net-error/no-http',
    pattern: /net::ERR_INVALID_HTTP_RESPONSE/i,
    meaning:
      'The received data is not an HTTP/1.1 reply. The port may expect another protocol, or TLS, which ws does not use.',
    signs: ['replyIsNoHttp'],
  },
  {
    ...chromium,
    id: 'net-error/reply-too-large',
    pattern: /net::ERR_RESPONSE_HEADERS_TOO_BIG/i,
    meaning: 'The header section of the reply exceeds the limit of Chromium.',
    signs: ['headIsTooLarge'],
  },
  {
    ...chromium,
    id: 'net-error/http2',
    pattern: /net::ERR_HTTP2_(?<value>\w+)/i,
    meaning:
      'The browser tried to open the WebSocket over HTTP/2 (RFC 8441), and failed. The message does not show why.',
    signs: ['http2IsSpoken', 'textSaysNothingMore'],
  },
  {
    ...chromium,
    id: 'net-error/offline',
    pattern: /net::ERR_(?:INTERNET_DISCONNECTED|NETWORK_CHANGED|NETWORK_IO_SUSPENDED)/i,
    meaning:
      'The network of this machine was unavailable, or it changed. This does not show a fault of the server.',
    signs: [],
  },
  {
    ...chromium,
    id: 'net-error/other',
    pattern: /net::ERR_(?<value>[A-Z0-9_]+)/,
    meaning: 'Chromium reports a network error under its own name.',
    signs: ['textSaysNothingMore'],
  },
  // TLS.
  {
    ...node,
    id: 'node/tls-cut',
    pattern: /Client network socket disconnected before secure TLS connection was established/i,
    meaning:
      'The connection ended during the TLS handshake: the port may not speak TLS, or a proxy ended the connection.',
    signs: ['handshakeIsCut'],
  },
  {
    ...openssl,
    id: 'openssl/wrong-version',
    pattern: /wrong version number|packet length too long/i,
    meaning:
      'The URL has wss, but the port answers without TLS, usually with plain HTTP. The TLS version is not the cause.',
    signs: ['plainHttpIsSpoken'],
  },
  {
    ...openssl,
    id: 'openssl/expired',
    pattern: /CERT_HAS_EXPIRED|certificate has expired(?! or is not yet valid)/i,
    meaning: 'The certificate of the server has expired.',
    signs: ['certificateIsExpired'],
  },
  {
    ...openssl,
    id: 'openssl/not-yet-valid',
    pattern: /CERT_NOT_YET_VALID|certificate is not yet valid/i,
    meaning: 'The certificate of the server is not valid yet, or the clock of this machine is behind.',
    signs: ['certificateIsNotYetValid'],
  },
  {
    ...openssl,
    id: 'openssl/self-signed',
    pattern: /DEPTH_ZERO_SELF_SIGNED_CERT|self[- ]signed certificate(?! in certificate chain)/i,
    meaning: 'The certificate is self-signed, and the client does not trust it.',
    signs: ['certificateIsSelfSigned'],
  },
  {
    ...openssl,
    id: 'openssl/issuer',
    pattern:
      /UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(?:_LOCALLY)?|SELF_SIGNED_CERT_IN_CHAIN|unable to (?:verify the first|get (?:local )?issuer) certificate|self[- ]signed certificate in certificate chain/i,
    meaning:
      'The client does not know the authority that issued the certificate, or the server did not send the intermediate certificates.',
    signs: ['certificateIssuerIsUnknown'],
  },
  {
    ...openssl,
    id: 'openssl/name',
    pattern:
      /ERR_TLS_CERT_ALTNAME_INVALID|Hostname\/IP does not match certificate's altnames|Hostname mismatch, certificate is not valid for|no alternative certificate subject name matches target/i,
    meaning: 'The certificate does not name the host of the URL.',
    signs: ['certificateNamesAnotherHost'],
  },
  {
    ...openssl,
    id: 'openssl/version',
    pattern:
      /alert protocol version|ERR_SSL_(?:TLSV1_ALERT_PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL)|unsupported protocol\b/i,
    meaning: 'Client and server have no TLS version in common.',
    signs: ['versionIsRefused'],
  },
  {
    ...openssl,
    id: 'openssl/client-certificate',
    pattern: /alert certificate required|ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED/i,
    meaning: 'The server requires a client certificate, and got none.',
    signs: ['certificateIsWanted'],
  },
  {
    ...openssl,
    id: 'openssl/protocol',
    pattern: /alert no application protocol|ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL/i,
    meaning: 'The server supports no protocol that the client offered in ALPN; it may support only HTTP/2.',
    signs: ['protocolIsRefused'],
  },
  {
    ...openssl,
    id: 'openssl/alert',
    pattern: /alert handshake failure|(?:SSLV3|SSL\/TLS)_ALERT_HANDSHAKE_FAILURE/i,
    meaning:
      'The server ended the TLS handshake. The alert does not show why: cipher suites, the name, or a certificate.',
    signs: ['handshakeFailed'],
  },
  {
    ...go,
    id: 'go/plain-port',
    pattern: /first record does not look like a TLS handshake|server gave HTTP response to HTTPS client/i,
    meaning: 'The URL has wss, but the port answers without TLS.',
    signs: ['plainHttpIsSpoken'],
  },
  {
    ...go,
    id: 'go/issuer',
    pattern: /x509: certificate signed by unknown authority/i,
    meaning:
      'The client does not know the authority that issued the certificate, or the server did not send the intermediate certificates.',
    signs: ['certificateIssuerIsUnknown'],
  },
  {
    ...go,
    id: 'go/date',
    pattern: /x509: certificate has expired or is not yet valid/i,
    meaning: 'The certificate has expired or is not valid yet, or the clock of this machine is wrong.',
    signs: ['certificateIsExpired'],
  },
  {
    ...go,
    id: 'go/name',
    pattern:
      /x509: (?:certificate is valid for .{1,500}?, not|cannot validate certificate for) (?<value>\S+)/i,
    meaning: 'The certificate does not name the host of the URL.',
    signs: ['certificateNamesAnotherHost'],
  },
  {
    ...java,
    id: 'java/plain-port',
    pattern: /Unsupported or unrecognized SSL message/i,
    meaning: 'The URL has wss, but the port answers without TLS.',
    signs: ['plainHttpIsSpoken'],
  },
  {
    ...java,
    id: 'java/issuer',
    pattern: /PKIX path building failed|unable to find valid certification path to requested target/i,
    meaning:
      'The client does not know the authority that issued the certificate, or the server did not send the intermediate certificates.',
    signs: ['certificateIssuerIsUnknown'],
  },
  {
    ...rustls,
    id: 'rustls/plain-port',
    pattern: /received corrupt message of type InvalidContentType/i,
    meaning: 'The URL has wss, but the port answers without TLS.',
    signs: ['plainHttpIsSpoken'],
  },
  {
    ...rustls,
    id: 'rustls/issuer',
    pattern: /invalid peer certificate: UnknownIssuer/i,
    meaning: 'The client does not know the authority that issued the certificate.',
    signs: ['certificateIssuerIsUnknown'],
  },
  {
    ...openssl,
    id: 'openssl/certificate',
    pattern: /certificate verify failed|certificate verification failed/i,
    meaning: 'The client rejected the certificate. The message does not show why.',
    signs: ['textSaysCertificate'],
  },
  // What Node makes of a reply.
  {
    ...node,
    id: 'node/hang-up',
    pattern: /socket hang up/i,
    meaning:
      'The connection was closed before the reply was complete. The message does not show who closed it.',
    signs: ['textSaysClosed'],
  },
  {
    ...node,
    id: 'node/parse-no-http',
    pattern: /Parse Error: Expected HTTP\/|\bHPE_INVALID_CONSTANT\b/i,
    meaning:
      'The received data does not start like an HTTP reply. The port may expect another protocol, or TLS.',
    signs: ['replyIsNoHttp'],
  },
  {
    ...node,
    id: 'node/parse-line-end',
    pattern: /Parse Error: Missing expected CR|\bHPE_CR_EXPECTED\b/i,
    meaning: 'A line of the reply ends in LF instead of CR LF, which the parser of Node.js does not accept.',
    signs: ['replyHasBareLf'],
  },
  {
    ...node,
    id: 'node/parse-status-line',
    pattern: /Parse Error: Invalid (?:HTTP version|status code|response status)/i,
    meaning: 'The status line of the reply is malformed.',
    signs: ['statusLineIsMalformed'],
  },
  {
    ...node,
    id: 'node/parse-overflow',
    pattern: /Parse Error: Header overflow|\bHPE_HEADER_OVERFLOW\b/i,
    meaning: 'The header section of the reply exceeds the limit of Node.js, which is 16 KiB by default.',
    signs: ['headIsTooLarge'],
  },
  {
    ...node,
    id: 'node/parse',
    pattern: /Parse Error: (?<value>\S+)|\bHPE_INVALID_\w+/i,
    meaning: 'The reply is malformed, so the parser of Node.js rejected it.',
    signs: ['fieldLinesAreMalformed'],
  },
  // Names and addresses.
  {
    ...node,
    id: 'node/name',
    pattern: /getaddrinfo ENOTFOUND (?<value>[^\s"',)]+)|\bENOTFOUND\b/i,
    meaning: 'The name has no address.',
    signs: ['nameIsUnknown', 'textSaysNameUnknown'],
  },
  {
    ...node,
    id: 'node/name-temporary',
    pattern: /\bEAI_AGAIN\b/i,
    meaning: 'No DNS server answered in time. The name may still have an address.',
    signs: ['textSaysNameUnknown'],
  },
  {
    ...node,
    id: 'node/refused',
    pattern: /\bECONNREFUSED\b/i,
    meaning:
      'The address in the message refused the connection: no server listens there. If the address is ::1, the server may listen only on 127.0.0.1.',
    signs: ['textSaysRefused'],
  },
  {
    ...node,
    id: 'node/reset',
    pattern: /\bECONNRESET\b/i,
    meaning:
      'The connection was reset. The message does not show whether the server or a device on the way did that.',
    signs: ['textSaysReset'],
  },
  {
    ...node,
    id: 'node/connect-timeout',
    pattern: /connect ETIMEDOUT|\bUND_ERR_CONNECT_TIMEOUT\b/i,
    meaning:
      'The address did not answer: a firewall drops the packets, the address is wrong, or the host is down.',
    signs: ['noAddressAnswers'],
  },
  {
    ...node,
    id: 'node/unreachable',
    pattern: /\b(?:EHOSTUNREACH|ENETUNREACH)\b/i,
    meaning: 'There is no route to the address from this machine.',
    signs: ['addressIsUnreachable'],
  },
  {
    ...node,
    id: 'node/timeout',
    pattern: /\bETIMEDOUT\b/i,
    meaning: 'A timeout expired. The message does not show whether the connection was accepted.',
    signs: ['textSaysTimeout'],
  },
  {
    ...curl,
    id: 'curl/empty',
    pattern: /Empty reply from server/i,
    meaning: 'The connection was accepted, and then closed before the first octet of a reply.',
    signs: ['endsWithoutReply'],
  },
  {
    ...curl,
    id: 'curl/no-http',
    pattern: /Received HTTP\/0\.9 when not allowed/i,
    meaning:
      'The received data is not an HTTP/1.1 reply. A server of another protocol may listen on this port.',
    signs: ['replyIsNoHttp'],
  },
  {
    ...curl,
    id: 'curl/status',
    pattern: /The requested URL returned error: (?<status>\d{3})/i,
    meaning:
      'The reply has this status. Without the header fields of a handshake, curl sends a plain request.',
    signs: [],
  },
  {
    ...curl,
    id: 'curl/name',
    pattern: /Could not resolve host: (?<value>[^\s"',)]+)/i,
    meaning: 'The name has no address, or no DNS server returned one.',
    signs: ['textSaysNameUnknown'],
  },
  {
    ...curl,
    id: 'curl/connect',
    pattern: /Couldn't connect to server/i,
    meaning: 'The client could not connect, usually because no server listens on this port.',
    signs: ['textSaysRefused'],
  },
  {
    ...system,
    id: 'system/name',
    pattern:
      /Name or service not known|nodename nor servname provided|No such host is known|no such host\b|Temporary failure in name resolution/i,
    meaning: 'The name has no address, or no DNS server returned one.',
    signs: ['textSaysNameUnknown'],
  },
  {
    ...system,
    id: 'system/refused',
    pattern: /connection refused|actively refused it/i,
    meaning: 'The address refused the connection: no server listens on this port, or a firewall rejects it.',
    signs: ['textSaysRefused'],
  },
  {
    ...system,
    id: 'system/reset',
    pattern: /connection reset(?: by peer)?\b/i,
    meaning:
      'The connection was reset. The message does not show whether the server or a device on the way did that.',
    signs: ['textSaysReset'],
  },
  {
    ...system,
    id: 'system/unreachable',
    pattern: /no route to host|network is unreachable/i,
    meaning: 'There is no route to the address from this machine.',
    signs: ['addressIsUnreachable'],
  },
  {
    ...system,
    id: 'system/timeout',
    pattern: /connection timed out|i\/o timeout|connect timed out/i,
    meaning: 'A timeout expired. The message does not show whether the connection was accepted.',
    signs: ['textSaysTimeout'],
  },
] as const satisfies readonly ErrorTextRow[];
