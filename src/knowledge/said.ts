import type { SaidSign } from './failure-sign.ts';

/** One way of saying something. */
export interface SaidRow {
  readonly sign: SaidSign;
  /** The statuses with which it is said; all of them where it is left out. */
  readonly statuses?: readonly number[];
  /** Where it is said: in the content, in the reason phrase, or in a field by its name in lower case. */
  readonly place: 'content' | 'reason' | { readonly field: string };
  /** Its group `quote` is what is shown of it; all of it where there is none. */
  readonly pattern: RegExp;
  /** Whether it counts only where no row before it is true: others say it too, and mean something else. */
  readonly isLast?: true;
}

/** Ways of saying the same in contents of replies with these statuses. */
function contents(sign: SaidSign, statuses: readonly number[], ...patterns: readonly RegExp[]): SaidRow[] {
  return patterns.map((pattern) => ({ sign, statuses, place: 'content', pattern }));
}

function reasons(sign: SaidSign, ...patterns: readonly RegExp[]): SaidRow[] {
  return patterns.map((pattern) => ({ sign, place: 'reason', pattern }));
}

/** The field in which WebSocket-Node gives its reason. */
const rejection = { field: 'x-websocket-reject-reason' } as const;

function rejections(sign: SaidSign, pattern: RegExp): SaidRow {
  return { sign, place: rejection, pattern };
}

const plain = [200, 400, 404, 405, 406, 422, 426, 500, 501];
const bad = [400, 406, 426, 501];
const denied = [400, 401, 403];

const key =
  /\b(?:missing|invalid|malformed|expected|provide a value for|not a)\b[^\n]{0,40}\bsec-websocket-key\b|\bsec-websocket-key\b[^\n]{0,40}\b(?:missing|invalid|blank|required|empty)\b/i;
const version =
  /\b(?:missing|invalid|unsupported|malformed|expected)\b[^\n]{0,40}\bsec-websocket-version\b|\bsec-websocket-version\b[^\n]{0,40}\b(?:missing|invalid|unsupported|required|must)\b|\bunsupported (?:websocket )?(?:client )?(?:protocol )?version\b(?!"\})|\bwebsocket version \d{0,4} ?(?:is )?not supported\b/i;
const origin =
  /\b(?:invalid|missing|forbidden|disallowed|bad|unknown|untrusted|unauthori[sz]ed|wrong|cross)[ -]origin\b|\borigin\b(?! server)[^\n<]{0,60}\b(?:not allowed|not permitted|not accepted|forbidden|denied|refused|rejected|blocked|disallowed|missing|invalid|required|mismatch)\b|\bInvalid CORS request\b/i;

/** What contents, reason phrases and fields of refusals say, by the words of those who say it. */
export const saidRows: readonly SaidRow[] = [
  ...contents(
    'saysUpgradeIsMissing',
    plain,
    /\bCan "Upgrade" only to "WebSocket"|"Connection" must be "Upgrade"/i,
    /\b(?:missing or invalid|invalid|missing|no)\b (?:websocket |connection |the )?['"`]?upgrade\b(?! request| path| method)[^\n]{0,30}/i,
    /\b(?:missing|invalid) ['"`]?Connection['"`]? header\b[^\n]{0,30}/i,
    /\b(?:connection|upgrade)\b['"`]? header (?:is missing|did not include)[^\n]{0,30}/i,
    /\bnot a (?:valid )?websocket (?:handshake|request|upgrade|connection)\b[^\n]{0,30}/i,
    /\bFailed to upgrade to WebSocket[^\n]{0,200}\bHTTP_UPGRADE: ?\)/,
    /'(?:upgrade|websocket)' token not found in '(?:Connection|Upgrade)' header/,
    /\bthe client is not using the websocket protocol\b/,
    /\bYou cannot access a WebSocket server directly with a browser\b/,
    /\bexpected (?:a )?(?:websocket|upgrade: websocket)\b[^\n]{0,30}/i,
    /\bwebsocket upgrade (?:is )?(?:required|expected)\b|\bupgrade to websocket (?:is )?required\b/i,
    /^\{"code":3,"message":"Bad request"\}\s*$/,
  ),
  ...contents('saysUpgradeIsMissing', [426], /\bUpgrade Required\b/i),
  { sign: 'saysUpgradeIsMissing', statuses: [426], place: { field: 'upgrade' }, pattern: /^websocket$/i },
  ...contents(
    'saysTlsIsExpected',
    [400, 403, 426],
    /\bThe plain HTTP request was sent to HTTPS port\b/,
    /\bspeaking plain HTTP to an SSL-enabled server port\b/,
    /\bClient sent an HTTP request to an HTTPS server\b/,
    /\bThis combination of host and port requires TLS\b/,
    /\bThe page you are trying to access is secured with Secure Sockets Layer\b/,
  ),
  ...contents(
    'saysEngineIo',
    [400],
    /^(?:Transport unknown|Bad handshake method)\s*$/,
    /^\{"code":(?:0,"message":"Transport unknown"|2,"message":"Bad handshake method"|5,"message":"Unsupported protocol version")\}\s*$/,
  ),
  ...contents('saysEngineIo', [200], /^(?:\d{1,4}:)?0\{"sid"/),
  ...contents(
    'saysEngineSession',
    [400],
    /^Session ID unknown\s*$/,
    /^\{"code":1,"message":"Session ID unknown"\}\s*$/,
  ),
  ...contents('saysSubprotocol', [...bad, 403], /\bsub-?protocols?\b|\bsec-websocket-protocol\b/i),
  ...contents(
    'saysKey',
    [400, 426],
    key,
    /^(?:Missing\/Invalid WebSocket headers|Handshake error: None)\s*$/,
  ),
  ...reasons('saysKey', key),
  rejections('saysKey', key),
  ...contents('saysVersion', [400, 426], version),
  ...reasons('saysVersion', version),
  rejections('saysVersion', version),
  ...contents('saysOrigin', denied, origin),
  ...reasons('saysOrigin', origin),
  rejections('saysOrigin', origin),
  ...contents(
    'saysCredential',
    denied,
    /\b(?:unauthori[sz]ed|unauthenticated|not authenticated)\b(?! origin)/i,
    /\bauth(?:entication|orization)?\b[^\n<]{0,20}\b(?:required|failed|missing|invalid|expired)\b/i,
    /\b(?:missing|invalid|expired|bad|wrong|no)\b (?!authentication token)(?:\w{1,20} ){0,2}(?:token|credentials?|api[ _-]?key|jwt|password)\b/i,
    /\b(?:token|credentials?|api[ _-]?key|jwt|session|password)\b (?:\w{1,20} ){0,2}(?:required|missing|invalid|expired|not provided)\b/i,
    /\b(?:please )?(?:log|sign) ?in (?:first|required|to )|\bYou need a valid user and password\b/i,
  ),
  ...contents(
    'saysTooLarge',
    [400, 413, 414, 431],
    /\bRequest Header Or Cookie Too Large\b|\bHeader Fields Too Large\b|\bRequest-URI Too (?:Large|Long)\b/i,
    /\bSize of a request header field exceeds server limit\b|\bRequest header is too large\b/i,
    /\bExceeded maximum allowed HTTP header size\b|\blimit request headers fields size\b/,
    /\bRequest Line is too large\b|\bGot more than \d{1,9} bytes\b|\bERR_TOO_BIG\b|\bURI Too Long\b/,
  ),
  ...contents('saysNoRoute', [404], /\bdefault backend - 404\b|\bresponse 404 \(backend NotFound\)/),
  ...contents(
    'saysNoRoute',
    [403, 404, 500, 503],
    /\bno Route matched with those values\b/i,
    /\bFastly error: unknown domain\b|"(?<quote>Missing Authentication Token)"/,
    /<title>(?<quote>Error 404 \(Not Found\)!!1)<\/title>|\bThe host doesn't exist\b|\bApplication is not available\b/,
    /\bDEPLOYMENT_NOT_FOUND\b|\bERR_NGROK_3200\b/,
  ),
  ...contents(
    'saysNoHandler',
    plain,
    /\bCannot (?:GET|HEAD) \/|\bRoute (?:GET|HEAD):[^\s"]{1,100}/,
    /^404: Not Found\s*$|<body>(?<quote>404: Not Found)<\/body>|^\{"detail":"Not Found"\}\s*$/,
    /\bThe requested URL was not found on the server\.|\bThe requested resource was not found on this server\./,
    /\bNothing matches the given URI\b|\b(?<quote>The requested resource) <code class="url">/,
    /\bWhitelabel Error Page\b|"status":404,"error":"Not Found"|\bNo static resource\b/,
    /\bThis page could not be found\b|\bno route found for GET \/|\bNo route matches \[GET\]/,
    /\bHTTP Status 404 |\bHTTP ERROR 404\b|<h1>(?<quote>Resource not found)<\/h1>/,
    /<body>(?<quote>404 - Not Found)<\/body>/,
    /^\{"errors":\{"detail":"Not Found"\}\}\s*$|^Page not found$/,
    /^Unsupported upgrade request\.\s*$/,
  ),
  // Whether it is down or silent, time alone tells.
  ...contents(
    'saysBackendFails',
    [500, 502, 503, 504],
    /\bBackend fetch failed\b|\bThe proxy server received an invalid\s{1,4}response from an upstream server\b/,
  ),
  ...contents(
    'saysBackendIsDown',
    [500, 502, 503, 504],
    /<h1>(?<quote>502 Bad Gateway)<\/h1>(?:<\/center>|<footer>)/,
    /<body>\s{0,4}<h1>(?<quote>503 Service Unavailable)<\/h1>\s{0,4}<\/body>/,
    /\bNo server is available to handle this request\b/,
    /\bThe server is temporarily unable to service your\b/,
    /\bERR_(?:CONNECT_FAIL|CANNOT_FORWARD|READ_ERROR|ZERO_SIZE_OBJECT)\b/,
    /\bupstream connect error or disconnect\/reset before headers\b|^no healthy upstream/,
    /^(?:Bad Gateway|no available server|connection failed)\s*$/,
    /\bTinyproxy was unable to connect to the remote web server\b/,
    /\[Errno \d{1,4}\] Connect call failed\b|\bECONNREFUSED\b/,
    /\bAn invalid response was received from the upstream server\b/,
    /\bfailure to get a peer from the ring-balancer\b|\bcan't connect to the server for this app or website\b/,
    /\bError occurred while (?:trying to proxy|proxying)\b/,
    /\bThe server encountered a temporary error and could not complete your request\b/,
  ),
  ...contents(
    'saysBackendIsSilent',
    [502, 503, 504],
    /<h1>(?<quote>504 Gateway Time-?out)<\/h1>(?:<\/center>|<footer>)/i,
    /\bThe server didn't respond in time\b/,
    /\bThe gateway did not receive a timely response\b/,
    /^(?:upstream request timeout|stream timeout|Gateway Timeout|I\/O timeout)\s*$/,
    /\bERR_(?:READ_TIMEOUT|GATEWAY_FAILURE)\b|\bThe upstream server is timing out\b/,
  ),
  { sign: 'saysChallenge', place: { field: 'cf-mitigated' }, pattern: /^challenge/i },
  { sign: 'saysChallenge', place: { field: 'x-amzn-waf-action' }, pattern: /^(?:challenge|captcha)/i },
  ...contents(
    'saysChallenge',
    [202, 403, 405, 429, 503],
    /<title>Just a moment\.\.\.<\/title>|\bEnable JavaScript and cookies to continue\b/,
    /\bChecking your browser\b|\b(?:re|h)?captcha\b|\bIncapsula incident ID\b/i,
  ),
  ...contents(
    'saysIndexPage',
    [200],
    /^\s{0,200}<(?:!doctype html|html)\b[\s\S]*?(?<quote><(?:div|main)\b[^>]{0,100}\bid=["']?(?:root|app|__next|__nuxt)\b|<app-root\b|<script\b[^>]{0,100}\btype=["']?module\b)/i,
  ),
  ...contents(
    'saysDenied',
    [401, 403, 405, 451],
    /<h1>(?<quote>(?:Error )?403 Forbidden)<\/h1>(?:<\/center>|<footer>|\s{1,8}(?:<\/body>|<p>))/,
    /\bRequest forbidden by administrative rules\b|\bERR_ACCESS_DENIED\b/,
    /\bYou don't have permission to access\b|\bAccess Denied\b|\baccess forbidden\b/i,
    /\bRBAC: access denied\b|\bRequest blocked\b|\byou have been blocked\b/i,
    /^error code: 10\d\d\s*$/,
    /\bBlocked (?:hosts?:|request\. This host)|\bInvalid Host(?:\/Origin)? header\b/,
  ),
  ...contents(
    'saysHttp10',
    [400, 426, 501, 505],
    /\bHTTP\/1\.1 (?:or (?:higher|greater|later|above) )?(?:is )?(?:required|expected)\b/i,
    /\b(?:expected|requires?|must be) HTTP\/1\.1\b|\bHTTP version must be\b/i,
    /\b(?:unsupported|invalid|wrong) HTTP version\b|\bHTTP\/1\.0\b[^\n]{0,40}\bnot supported\b/i,
  ),
  ...reasons('saysHttp10', /\bunsupported HTTP version\b|\bHTTP Version Not Supported\b/i),
  ...contents('saysCertificateIsWanted', [400, 403], /\bNo required SSL certificate was sent\b/),
  ...contents('saysExtensions', [400, 500, 501], /\bsec-websocket-extensions\b|\bpermessage-deflate\b/i),
  // The words of every server in Go that has nothing at a path, and of Traefik among them.
  {
    sign: 'saysNoRoute',
    statuses: [404],
    place: 'content',
    pattern: /^404 page not found\s*$/,
    isLast: true,
  },
];
