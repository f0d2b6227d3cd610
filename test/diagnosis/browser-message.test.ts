import { expect, test } from 'vitest';
import { sayAsBrowser } from '../../src/diagnosis/browser-message.ts';
import { readErrorText } from '../../src/diagnosis/error-text.ts';
import { browserMessageRows } from '../../src/knowledge/browser-message.ts';
import type { FailureSign } from '../../src/knowledge/failure-sign.ts';

const nothing = { signs: [], status: null, value: null, isDefaultPort: true } as const;

test.each<[readonly FailureSign[], number | null, string | null, string | null]>([
  [
    ['acceptIsWrong'],
    101,
    null,
    "Error during WebSocket handshake: Incorrect 'Sec-WebSocket-Accept' header value",
  ],
  [['statusIsNot101'], 404, null, 'Error during WebSocket handshake: Unexpected response code: 404'],
  [
    ['statusIsNot101', 'redirects'],
    301,
    null,
    'Error during WebSocket handshake: Unexpected response code: 301',
  ],
  [
    ['statusIs401', 'statusIsNot101'],
    401,
    null,
    'HTTP Authentication failed; no valid credentials available',
  ],
  [['statusIs407', 'statusIsNot101'], 407, null, null],
  [['everyAddressRefuses'], null, null, 'Error in connection establishment: net::ERR_CONNECTION_REFUSED'],
  [
    ['certificateIsSelfSigned'],
    null,
    null,
    'Error in connection establishment: net::ERR_CERT_AUTHORITY_INVALID',
  ],
  [['endsWithoutReply'], null, null, 'Connection closed before receiving a handshake response'],
  [['replyIsNoHttp'], null, null, 'Error during WebSocket handshake: Invalid status line'],
  [
    ['upgradeIsNotWebsocket'],
    101,
    'h2c',
    "Error during WebSocket handshake: 'Upgrade' header value is not 'WebSocket': h2c",
  ],
  [['upgradeIsNotWebsocket'], 101, null, null],
  [
    ['connectionIsAbsent', 'acceptIsWrong'],
    101,
    null,
    "Error during WebSocket handshake: Incorrect 'Sec-WebSocket-Accept' header value",
  ],
  [
    ['subprotocolIsUnoffered', 'subprotocolIsSent'],
    101,
    'chat',
    "Error during WebSocket handshake: 'Sec-WebSocket-Protocol' header value 'chat' in response does not match any of sent values",
  ],
  [
    ['subprotocolIsUnoffered'],
    101,
    'chat',
    "Error during WebSocket handshake: Response must not include 'Sec-WebSocket-Protocol' header if not present in request: chat",
  ],
  [
    ['extensionIsUnoffered'],
    101,
    'foo',
    "Error during WebSocket handshake: Found an unsupported extension 'foo' in 'Sec-WebSocket-Extensions' header",
  ],
  [['extensionIsUnoffered'], 101, 'permessage-deflate', null],
  [['httpVersionIs10'], 101, null, null],
  [['extensionClientBitsAreUnoffered'], 101, null, null],
  [['opens'], 101, null, null],
  [[], null, null, null],
])('%o with %s and %s', (signs, status, value, text) => {
  expect(sayAsBrowser({ ...nothing, signs, status, value })).toBe(text);
});

test('what is no HTTP is told otherwise at a port of its own', () => {
  expect(sayAsBrowser({ ...nothing, signs: ['replyIsNoHttp'], isDefaultPort: false })).toBe(
    'Error during WebSocket handshake: net::ERR_INVALID_HTTP_RESPONSE',
  );
});

/** Where Chromium says the same of several causes, or what cannot be read back to the one that it was made for. */
const ambiguous: readonly FailureSign[] = [
  ...([
    'nameIsUnknown',
    'proxyCannotReach',
    'plainHttpIsSpoken',
    'versionIsRefused',
    'cipherIsRefused',
  ] as const),
  ...([
    'handshakeIsCut',
    'certificateIsNotYetValid',
    'certificateIsSelfSigned',
    'resetsWithoutReply',
  ] as const),
  ...(['staysSilent', 'proxyWantsCredentials', 'hostIsCommonNameAlone'] as const),
];

test.each(browserMessageRows.filter(({ sign, text }) => text !== null && !ambiguous.includes(sign)))(
  'what is said of $sign is read back: $text',
  (row) => {
    const signs: readonly FailureSign[] = 'beside' in row ? [row.sign, row.beside] : [row.sign];
    const isDefaultPort = 'isDefaultPort' in row ? row.isDefaultPort : true;
    const said = sayAsBrowser({ signs, status: 404, value: 'foo', isDefaultPort });
    expect(readErrorText(said ?? '')?.signs).toContain(row.sign);
  },
);
