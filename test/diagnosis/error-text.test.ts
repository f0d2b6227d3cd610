import { expect, test } from 'vitest';
import { readErrorText } from '../../src/diagnosis/error-text.ts';
import { textExpectations } from '../knowledge/error-text/error-text-expectation.ts';
import { nearTexts, speakerOf } from './speaker.ts';

test.each(textExpectations)('$text', ({ text, status, signs }) => {
  const found = readErrorText(text);
  expect(found?.status).toBe(status);
  expect(found?.signs).toEqual(signs);
});

test.each(textExpectations)('who says $text, and whom the next opening plays', ({ row, text }) => {
  const found = readErrorText(text);
  const [name = 'nobody', side, as] = speakerOf(row) ?? [];
  expect(found?.client).toContain(name);
  expect([found?.side, found?.options.as]).toEqual([side, as]);
});

test.each(nearTexts)('%s is of %s', (text, name) => {
  const client = readErrorText(text)?.client ?? null;
  if (name === null) expect(client).toBeNull();
  else expect(client).toContain(name);
});

test.each([
  [
    "Error during WebSocket handshake: 'Upgrade' header is missing",
    'Chromium or a Chromium-based browser',
    'client',
  ],
  ['Unexpected server response: 404', 'ws (Node.js), the client', 'client'],
  ['Firefox can\u2019t establish a connection to the server at ws://a/.', 'Firefox', 'client'],
  ['There was a bad response from the server.', 'Safari', 'client'],
  ['Received network error or non-101 status code.', 'undici, the WebSocket of Node.js', 'client'],
  ['server rejected WebSocket connection: HTTP 403', 'websockets (Python), the client', 'client'],
  ['Handshake status 403 Forbidden', 'websocket-client (Python)', 'client'],
  ['websocket: bad handshake', 'gorilla/websocket (Go), the client', 'client'],
  ['Handshake failed due to invalid Upgrade header: null', 'Spring', 'server'],
  ['Unsupported upgrade request.', 'uvicorn', 'server'],
] as const)('%s is of %s', (text, client, side) => {
  expect(readErrorText(text)).toMatchObject({ client, side });
});

const handshake = "Error during WebSocket handshake: 'Upgrade' header is missing";

test.each([
  [
    'the line of a console',
    `chat.js:12:34 WebSocket connection to 'wss://example.com/' failed: ${handshake}`,
  ],
  ['curly quotation marks', 'Error during WebSocket handshake: \u2018Upgrade\u2019 header is missing'],
  [
    'several lines',
    "socket.ts:4\nError during WebSocket\n   handshake: 'Upgrade' header\tis missing\nconnect @ socket.ts:4",
  ],
  [
    'JSON',
    String.raw`{"message":"Error during WebSocket handshake: \u0027Upgrade\u0027 header is missing\n"}`,
  ],
  ['HTML', '<li>Error during WebSocket handshake: &#39;Upgrade&#39; header is missing</li>'],
])('finds the words within %s', (_where, text) => {
  expect(readErrorText(text)?.signs).toEqual(['statusIs101', 'upgradeIsAbsent']);
});

test('quotes what it has recognised as it was written, on one line', () => {
  const text =
    'see:\nFirefox can\u2019t establish a\nconnection to the server at wss://example.com/chat. main.js:3';
  expect(readErrorText(text)?.quote).toBe(
    'can\u2019t establish a connection to the server at wss://example.com/chat.',
  );
});

test.each([
  [
    "https://example.com/app.js:1 WebSocket connection to 'wss://example.com/chat?a=b' failed: x",
    'wss://example.com/chat?a=b',
  ],
  [
    'Firefox can\u2019t establish a connection to the server at ws://[::1]:8080/chat.',
    'ws://[::1]:8080/chat',
  ],
  [
    String.raw`{"error":"WebSocket connection to 'wss:\/\/example.com\/chat' failed"}`,
    'wss://example.com/chat',
  ],
  ["403, message='Invalid response status', url=URL('https://example.com/chat')", 'https://example.com/chat'],
  ["WebSocket connection to 'wss://\u2026' failed", null],
  ['Unexpected server response: 404', null],
])('%s names the URL %s', (text, url) => {
  expect(readErrorText(text)?.url).toBe(url);
});

test.each([
  [
    "'Sec-WebSocket-Protocol' header value 'chat.v2' in response does not match any of sent values",
    'chat.v2',
  ],
  ["'Upgrade' header value is not 'WebSocket': h2c, websocket", 'h2c, websocket'],
  ["Found an unsupported extension 'foo' in 'Sec-WebSocket-Extensions' header", 'foo'],
  ['net::ERR_HTTP2_PROTOCOL_ERROR', 'PROTOCOL_ERROR'],
  ['Unexpected server response: 404', null],
])('%s names %s', (text, value) => {
  expect(readErrorText(text)?.value).toBe(value);
});

test.each([
  ['Unexpected server response: 404', { as: 'node' }],
  ['There was a bad response from the server.', { as: 'safari' }],
  ['The operation is insecure.', { as: 'firefox' }],
  ['Connection closed before receiving a handshake response', { as: 'chromium' }],
  [
    "The WebSocket client request requested 'chat' protocol(s), but server is only accepting 'mqtt' protocol(s).",
    { subprotocol: 'chat' },
  ],
  ["Expected HTTP 101 response but was '404 Not Found'", {}],
] as const)('after %s the next opening is given %o', (text, options) => {
  expect(readErrorText(text)?.options).toEqual(options);
});

test('the content of a refusal counts where the same text has it', () => {
  const text =
    "Handshake status 400 Bad Request -+-+- {'server': 'x'} -+-+- b'websocket: the client is not using the websocket protocol: \\'upgrade\\' token not found in \\'Connection\\' header'";
  expect(readErrorText(text)).toMatchObject({
    client: 'websocket-client (Python)',
    signs: ['statusIs400', 'statusIsNot101', 'saysUpgradeIsMissing'],
  });
});

test.each([
  '',
  ' \n',
  'it does not work',
  'Hello, world',
  'TypeError: x is not a function',
  '42',
  '1006',
  'wss://example.com/chat',
  'in 404 of 500 cases',
])('%j says nothing', (text) => {
  expect(readErrorText(text)).toBeNull();
});

test('long text that says nothing is read in no time', () => {
  expect(readErrorText('Mixed Content: The page at '.repeat(20_000))).toBeNull();
}, 5_000);
