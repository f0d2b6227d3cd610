import { type BackendAnswer, frameBack } from './pair-case.ts';

/** A 101 with nothing in it that need not be. */
export const plainSwitch: BackendAnswer = { title: 'a plain 101', reply: 'switch' };

const hint = 'HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n';
const upgrade = [
  ['Upgrade', 'websocket'],
  ['Connection', 'Upgrade'],
] as const;

const refuse = (
  title: string,
  statusLine: string,
  fields: NonNullable<BackendAnswer['fields']> = [],
  content = '',
): BackendAnswer => ({ title, reply: 'refusal', statusLine, content, fields });

/** The version is refused, as a server does that speaks 13 alone. */
export const versionRefused = refuse('a 426 that names versions', 'HTTP/1.1 426 Upgrade Required', [
  ...upgrade,
  ['Sec-WebSocket-Version', '13, 8'],
]);

const page = '<!doctype html>\r\n<title>No</title>\r\n\r\n<p>caf\xe9 HTTP/1.1 200 OK\r\n';

/** What a hop has to pass back. */
export const validAnswers: readonly BackendAnswer[] = [
  {
    title: 'a 101 with fields',
    reply: 'switch',
    fields: [
      ['Date', 'Sat, 21 Nov 2026 08:00:00 GMT'],
      ['Set-Cookie', 'a=b; Path=/; HttpOnly'],
      ['Set-Cookie', 'c=d, e; Expires=Sat, 21 Nov 2026 08:00:00 GMT'],
      ['X-Ws101-Answer', 'a  b'],
    ],
  },
  {
    title: 'a 101 with a reason of its own',
    reply: 'switch',
    statusLine: 'HTTP/1.1 101 Web Socket Protocol Handshake',
  },
  { title: 'a 101 without a reason', reply: 'switch', statusLine: 'HTTP/1.1 101 ' },
  { title: 'a 101, in many pieces', reply: 'switch', isCut: true },
  { title: 'a 101 with a frame right behind it', reply: 'switch', behind: frameBack },
  { title: 'a 101 and a frame, in many pieces', reply: 'switch', behind: frameBack, isCut: true },
  { title: 'a 103 before the 101', reply: 'switch', interims: hint },
  refuse(
    'a 401 with challenges',
    'HTTP/1.1 401 Unauthorized',
    [
      ['WWW-Authenticate', 'Bearer realm="a, b", error="invalid_token"'],
      ['WWW-Authenticate', 'Basic realm="c"'],
    ],
    'no',
  ),
  versionRefused,
  refuse('a 503 with Retry-After', 'HTTP/1.1 503 Service Unavailable', [['Retry-After', '120']], 'later'),
  refuse('a 403 with content', 'HTTP/1.1 403 Forbidden', [['Content-Type', 'text/html']], page),
  {
    ...refuse('a 403 with content in chunks', 'HTTP/1.1 403 Forbidden', [['Transfer-Encoding', 'chunked']]),
    content: '5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n',
    without: ['Content-Length'],
  },
  {
    ...refuse('a 403 whose content ends with the connection', 'HTTP/1.1 403 Forbidden', [], page),
    without: ['Content-Length'],
  },
  refuse('a redirect', 'HTTP/1.1 302 Found', [['Location', 'https://elsewhere.example/chat?a=b']]),
  refuse('a 200', 'HTTP/1.1 200 OK', [['Content-Type', 'text/plain']], 'hello'),
  refuse('a 404', 'HTTP/1.1 404 Not Found', [], 'nothing here'),
  refuse('a 429 with cookies', 'HTTP/1.1 429 Too Many Requests', [
    ['Set-Cookie', 'a=b'],
    ['Set-Cookie', 'c=d'],
    ['Retry-After', '5'],
  ]),
];

/** What a hop may put its own reply in the place of, or set the backend aside for. */
export const faultyAnswers: readonly BackendAnswer[] = [
  {
    title: 'the end in the place of a reply',
    reply: 'nothing',
    end: 'ends',
    isFault: true,
    isOdd: true,
  },
  {
    title: 'a reset in the place of a reply',
    reply: 'nothing',
    end: 'resets',
    isFault: true,
    isOdd: true,
  },
  {
    title: 'octets that are no reply',
    reply: 'refusal',
    statusLine: 'ICY 200 OK',
    isFault: true,
    isOdd: true,
  },
  {
    title: 'a 101 without Upgrade',
    reply: 'switch',
    without: ['Upgrade'],
    end: 'ends',
    isFault: true,
    isOdd: true,
  },
  {
    title: 'a 101 without Connection',
    reply: 'switch',
    without: ['Connection'],
    end: 'ends',
    isFault: true,
    isOdd: true,
  },
];

/** Refusals that leave the connection open, so that a hop that has become a tunnel shows it. */
export const openRefusals: readonly BackendAnswer[] = [
  { ...versionRefused, end: 'stays' },
  { ...refuse('a 400', 'HTTP/1.1 400 Bad Request'), end: 'stays' },
  { ...refuse('a 403', 'HTTP/1.1 403 Forbidden', [], 'no'), end: 'stays' },
  { ...refuse('a 200', 'HTTP/1.1 200 OK', [], 'ok'), end: 'stays' },
];
