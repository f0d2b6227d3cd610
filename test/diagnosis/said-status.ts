import type { SaidSign } from '../../models/failure-sign.ts';

/** Contents of replies, each of them one way of saying the same, and the statuses with which it counts as that. */
export interface SaidWithStatuses {
  readonly sign: SaidSign;
  readonly statuses: readonly number[];
  readonly texts: readonly string[];
}

/** Every status that some server refuses an opening with, and some that none does. */
export const everyStatus: readonly number[] = [
  ...[101, 200, 202, 204, 301, 304],
  ...[400, 401, 403, 404, 405, 406, 410, 413, 414, 422, 426, 429, 431, 451],
  ...[500, 501, 502, 503, 504, 505, 520],
];

/** What those answer who see a plain request: programs choose as they like, but ask for no credential. */
const asPlainRequest = [200, 400, 404, 405, 406, 422, 426, 500, 501];

/** What proxies answer, and programs that are proxies besides and know 500 alone. */
const ofProxies = [500, 502, 503, 504];

export const saidWithStatuses: readonly SaidWithStatuses[] = [
  {
    sign: 'saysUpgradeIsMissing',
    statuses: asPlainRequest,
    texts: [
      'Can "Upgrade" only to "WebSocket".',
      '"Connection" must be "Upgrade".',
      'Invalid Upgrade header',
      'Failed to open a WebSocket connection: missing Connection header.',
      'The Connection header is missing.',
      'Upgrade header did not include websocket',
      'not a websocket request',
      'Failed to upgrade to WebSocket (REQUEST_METHOD: GET, HTTP_CONNECTION: close, HTTP_UPGRADE: )',
      "'upgrade' token not found in 'Connection' header",
      "'websocket' token not found in 'Upgrade' header",
      'Bad Request\nwebsocket: the client is not using the websocket protocol',
      'You cannot access a WebSocket server directly with a browser. You need a WebSocket client.',
      'Expected Upgrade: websocket',
      'This address is for clients: websocket upgrade expected.',
      '{"code":3,"message":"Bad request"}',
    ],
  },
  {
    sign: 'saysUpgradeIsMissing',
    statuses: [426],
    texts: ['Upgrade Required', '<h1>Upgrade Required</h1>'],
  },
  {
    // A request without TLS is malformed to nginx, Go and Tomcat, forbidden to IIS, and one to upgrade to others.
    sign: 'saysTlsIsExpected',
    statuses: [400, 403, 426],
    texts: [
      '<center>The plain HTTP request was sent to HTTPS port</center>',
      "Reason: You're speaking plain HTTP to an SSL-enabled server port.<br />",
      'Client sent an HTTP request to an HTTPS server.\n',
      'Bad Request\nThis combination of host and port requires TLS.\n',
      'The page you are trying to access is secured with Secure Sockets Layer (SSL).',
    ],
  },
  {
    sign: 'saysEngineIo',
    statuses: [400],
    texts: [
      'Transport unknown',
      'Bad handshake method',
      '{"code":0,"message":"Transport unknown"}',
      '{"code":2,"message":"Bad handshake method"}',
      '{"code":5,"message":"Unsupported protocol version"}',
    ],
  },
  {
    // Who asks without a transport that it knows polls, and is welcome.
    sign: 'saysEngineIo',
    statuses: [200],
    texts: ['0{"sid":"Kz1","upgrades":["websocket"]}', '97:0{"sid":"Kz1","upgrades":["websocket"]}2:40'],
  },
  {
    sign: 'saysEngineSession',
    statuses: [400],
    texts: ['Session ID unknown', '{"code":1,"message":"Session ID unknown"}'],
  },
  {
    sign: 'saysSubprotocol',
    statuses: [400, 403, 406, 426, 501],
    texts: ['Unsupported subprotocol', 'no sub-protocols in common', 'Invalid Sec-WebSocket-Protocol header'],
  },
  {
    sign: 'saysKey',
    statuses: [400, 426],
    texts: [
      'Missing or invalid Sec-WebSocket-Key header',
      '"Sec-WebSocket-Key" header is missing',
      'Missing/Invalid WebSocket headers',
      'Handshake error: None',
    ],
  },
  {
    sign: 'saysVersion',
    statuses: [400, 426],
    texts: [
      'Missing or invalid Sec-WebSocket-Version header',
      'Unsupported WebSocket version',
      'WebSocket version 8 is not supported',
    ],
  },
  {
    sign: 'saysOrigin',
    statuses: [400, 401, 403],
    texts: ['Cross origin websockets not allowed', 'Origin is not allowed', 'Invalid CORS request'],
  },
  {
    sign: 'saysCredential',
    statuses: [400, 401, 403],
    texts: [
      'Unauthorized',
      'Authentication required',
      'Invalid API key',
      'Token has expired',
      'Please log in first',
      'You need a valid user and password to access this content.',
    ],
  },
  {
    // To each part of a head its status, and 400 of those who make no difference.
    sign: 'saysTooLarge',
    statuses: [400, 413, 414, 431],
    texts: [
      'Request Header Or Cookie Too Large',
      'Size of a request header field exceeds server limit.',
      'Exceeded maximum allowed HTTP header size',
      "Error parsing headers: 'limit request headers fields size'",
      'Got more than 8190 bytes (8200) when reading',
      'URI Too Long',
    ],
  },
  {
    sign: 'saysNoRoute',
    statuses: [404],
    texts: [
      'default backend - 404',
      'response 404 (backend NotFound), service rules for the path non-existent',
      '404 page not found\n',
    ],
  },
  {
    // A host that is unknown is forbidden to some, and an error or an absence of theirs to others.
    sign: 'saysNoRoute',
    statuses: [403, 404, 500, 503],
    texts: [
      '{"message":"no Route matched with those values"}',
      'Fastly error: unknown domain: example.com. Please check that this domain has been added.',
      '{"message":"Missing Authentication Token"}',
      '<title>Error 404 (Not Found)!!1</title>',
      'Application is not available',
      'The deployment could not be found: DEPLOYMENT_NOT_FOUND',
      'ERR_NGROK_3200',
    ],
  },
  {
    sign: 'saysNoHandler',
    statuses: asPlainRequest,
    texts: [
      '<pre>Cannot GET /chat</pre>',
      '{"message":"Route GET:/chat not found","error":"Not Found","statusCode":404}',
      '404: Not Found',
      '{"detail":"Not Found"}',
      'The requested URL was not found on the server. If you entered the URL manually please check it.',
      '<p>Nothing matches the given URI</p>',
      'The requested resource <code class="url">/chat</code> was not found on this server.',
      '<h1>Whitelabel Error Page</h1>',
      '{"timestamp":1,"status":404,"error":"Not Found","path":"/chat"}',
      'This page could not be found.',
      'no route found for GET /chat (Chat.Router)',
      'No route matches [GET] "/chat"',
      '<h1>HTTP Status 404 – Not Found</h1>',
      '<h2>HTTP ERROR 404</h2>',
      '<body>404 - Not Found</body>',
      '{"errors":{"detail":"Not Found"}}',
      'Page not found',
      'Unsupported upgrade request.',
    ],
  },
  {
    sign: 'saysBackendFails',
    statuses: ofProxies,
    texts: [
      '<h1>Error 503 Backend fetch failed</h1>',
      'The proxy server received an invalid\r\nresponse from an upstream server.',
    ],
  },
  {
    sign: 'saysBackendIsDown',
    statuses: ofProxies,
    texts: [
      '<center><h1>502 Bad Gateway</h1></center>',
      '<html><body><h1>503 Service Unavailable</h1>\n</body></html>',
      'No server is available to handle this request.',
      'The server is temporarily unable to service your\nrequest due to maintenance downtime.',
      '<body id=ERR_CONNECT_FAIL>',
      '<body id=ERR_ZERO_SIZE_OBJECT>',
      'upstream connect error or disconnect/reset before headers. reset reason: remote refused',
      'no healthy upstream',
      'Bad Gateway',
      'no available server\n',
      'connection failed',
      'Tinyproxy was unable to connect to the remote web server.',
      "[Errno 111] Connect call failed ('127.0.0.1', 8000)",
      'connect ECONNREFUSED 127.0.0.1:3000',
      'An invalid response was received from the upstream server',
      'failure to get a peer from the ring-balancer',
      'Error occurred while trying to proxy: localhost:3000/chat',
      'The server encountered a temporary error and could not complete your request.',
    ],
  },
  {
    // Who has waited in vain says so by a status of proxies: a program that fails by itself has not waited.
    sign: 'saysBackendIsSilent',
    statuses: [502, 503, 504],
    texts: [
      '<center><h1>504 Gateway Time-out</h1></center>',
      "The server didn't respond in time.",
      'The gateway did not receive a timely response\nfrom the upstream server or application.',
      'upstream request timeout',
      'stream timeout',
      'Gateway Timeout',
      'I/O timeout',
      '<body id=ERR_READ_TIMEOUT>',
      'The upstream server is timing out',
    ],
  },
  {
    sign: 'saysChallenge',
    statuses: [202, 403, 405, 429, 503],
    texts: [
      '<title>Just a moment...</title>',
      'Enable JavaScript and cookies to continue',
      'Checking your browser before accessing example.com',
      '<div class="h-captcha"></div>',
      'Request unsuccessful. Incapsula incident ID: 1-2',
    ],
  },
  {
    sign: 'saysIndexPage',
    statuses: [200],
    texts: ['<!doctype html><body><div id="root"></div></body>', '<html><body><app-root></app-root></body>'],
  },
  {
    // Forbidden for want of a right, by a method, or by law; 401 of those who let nobody in.
    sign: 'saysDenied',
    statuses: [401, 403, 405, 451],
    texts: [
      '<center><h1>403 Forbidden</h1></center>',
      'Request forbidden by administrative rules.',
      '<body id=ERR_ACCESS_DENIED>',
      "<p>You don't have permission to access this resource.</p>",
      'RBAC: access denied',
      'Request blocked.',
      'Sorry, you have been blocked',
      'error code: 1020',
      'Blocked hosts: example.com',
      'Invalid Host header',
    ],
  },
  {
    sign: 'saysHttp10',
    statuses: [400, 426, 501, 505],
    texts: [
      'HTTP/1.1 or higher is required',
      'This address requires HTTP/1.1',
      'HTTP/1.0 is not supported',
      'unsupported HTTP version',
    ],
  },
  {
    sign: 'saysCertificateIsWanted',
    statuses: [400, 403],
    texts: ['<center>No required SSL certificate was sent</center>'],
  },
  {
    sign: 'saysExtensions',
    statuses: [400, 500, 501],
    texts: ['Invalid or unacceptable Sec-WebSocket-Extensions header', 'cannot agree on permessage-deflate'],
  },
];

/** Contents that come near to what is known, and what is said by them: another thing, or nothing. */
export const nearlySaid: readonly (readonly [status: number, text: string, ...signs: readonly SaidSign[]])[] =
  [
    [400, 'Invalid upgrade path'],
    [400, 'no upgrade request is open for this account'],
    [400, '{"code":3,"message":"Bad request","field":"name"}'],
    [400, '{"code":4,"message":"Forbidden"}'],
    [400, 'Session ID unknown to the shop'],
    [200, '{"sid":"Kz1"}'],
    [404, 'Upgrade Required'],
    [400, 'The protocol is unknown'],
    [400, 'Handshake error: Invalid'],
    [400, '{"code":5,"message":"Unsupported protocol version"}', 'saysEngineIo'],
    [400, 'Unsupported API version'],
    [403, 'unauthorized origin', 'saysOrigin'],
    [403, '{"message":"Missing Authentication Token"}', 'saysNoRoute'],
    [403, 'An author is required'],
    [401, 'The token was taken'],
    [413, 'The file is too large'],
    [404, '404 page not found in the wiki'],
    [404, '{"detail":"Not Found here"}'],
    [404, 'Page not found. Go home'],
    [404, 'Cannot POST /chat'],
    [404, '{"error":"Not Found"}'],
    [502, 'Bad Gateway: the plugin has failed'],
    [502, '<h1>502 Bad Gateway</h1>'],
    [503, 'Service Unavailable'],
    [503, 'no healthy server'],
    [504, 'Gateway Timeout of the bank'],
    [504, '<h1>504 Gateway Timeout</h1>'],
    [503, 'Just a moment...'],
    [200, '<!doctype html><body><div id="content"></div></body>'],
    [200, '<!doctype html><body><p id="root"></p></body>'],
    [403, '<h1>403 Forbidden</h1>'],
    [403, 'error code: 502'],
    [403, 'error code: 1020, and more'],
    [400, 'HTTP/1.1 400 Bad Request'],
    [400, 'an SSL certificate was sent'],
  ];
