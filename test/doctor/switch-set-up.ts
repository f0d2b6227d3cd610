import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { deflateSync } from 'node:zlib';
import { WebSocketServer } from 'ws';
import { GUID } from '../../src/wire/index.ts';
import { type Opening, rightLines, switchThen, switchWith } from './hand-written.ts';
import { echo, onAiohttp, onUvicorn, refusePlain, runServer, runWs } from './run-server.ts';
import type { Running, SetUp } from './set-up.ts';

const offering = (names: string) => ({ args: ['--subprotocol', names] });
const deflating = { args: ['--deflate'] };

const digest = (octets: string | Buffer, name = 'sha1') => createHash(name).update(octets);

/** A server with its own idea of the accept value. */
const runAccept = (compute: (opening: Opening) => string) =>
  runServer(
    switchWith((opening) => [
      'Upgrade: websocket',
      'Connection: Upgrade',
      `Sec-WebSocket-Accept: ${compute(opening)}`,
    ]),
  );

const acceptRecipes: readonly (readonly [what: string, compute: (opening: Opening) => string])[] = [
  ['hashes the key alone', ({ key }) => digest(key).digest('base64')],
  ['mistypes the GUID', ({ key }) => digest(key + GUID.replace('C5AB', '5CAB')).digest('base64')],
  ['writes the GUID in lower case', ({ key }) => digest(key + GUID.toLowerCase()).digest('base64')],
  ['encodes in hex', ({ key }) => digest(key + GUID).digest('hex')],
  [
    'decodes the key',
    ({ key }) => digest(Buffer.concat([Buffer.from(key, 'base64'), Buffer.from(GUID)])).digest('base64'),
  ],
  ['hashes by SHA-256', ({ key }) => digest(key + GUID, 'sha256').digest('base64')],
  ['encodes for URLs', ({ key }) => digest(key + GUID).digest('base64url')],
  ['gives the value of the example', () => 's3pPLMBiTxaQ9kYGzzhZRbK+xOo='],
  ['sends the key back', ({ key }) => key],
];

/** A cache that gives everybody the reply to a request of long ago. */
const ofLongAgo = digest(`AQIDBAUGBwgJCgsMDQ4PEA==${GUID}`).digest('base64');

/** `ws`, on whose reply somebody writes one more line. */
function runMarked(line: (accept: string) => string, given = {}): Promise<Running> {
  const server = createServer(refusePlain);
  const webSockets = new WebSocketServer({ server }).on('connection', echo);
  webSockets.on('headers', (lines) => {
    const accept = lines.find((each) => each.startsWith('Sec-WebSocket-Accept: ')) ?? '';
    lines.push(line(accept));
  });
  return runServer(server, given);
}

/** A server that agrees to whatever stands here, and reads on. */
const runAgreeing = (extensions: (opening: Opening) => string, given = {}) =>
  runServer(
    switchWith((opening) => [...rightLines(opening), `Sec-WebSocket-Extensions: ${extensions(opening)}`]),
    given,
  );

/** The head of a frame of a server, and its payload of less than 126 octets. */
const frameOf = (first: number, payload: Buffer) => Buffer.from([first, payload.length, ...payload]);

const agreed = (opening: Opening) => [
  ...rightLines(opening),
  ...(opening.field('Sec-WebSocket-Extensions') ? ['Sec-WebSocket-Extensions: permessage-deflate'] : []),
];

/** Servers that switch, and do so wrongly, or are of no use then. */
export const switchSetUps: readonly SetUp[] = [
  ...acceptRecipes.map(
    ([what, compute]): SetUp => ({
      title: `a server that ${what} for the accept value`,
      expected: 'server/accept-wrong',
      start: () => runAccept(compute),
    }),
  ),
  {
    title: 'a cache that gives the accept value of another request',
    expected: 'server/accept-wrong',
    start: () => runAccept(() => ofLongAgo),
  },
  {
    title: 'a server without Sec-WebSocket-Accept',
    expected: 'server/accept-missing',
    start: () => runServer(switchWith(() => ['Upgrade: websocket', 'Connection: Upgrade'])),
  },
  {
    title: 'ws with one more Sec-WebSocket-Accept',
    expected: 'server/accept-repeated',
    start: () => runMarked((accept) => accept),
  },
  {
    title: 'a server without Upgrade in its 101',
    expected: 'server/upgrade-missing',
    start: () =>
      runServer(switchWith((opening) => rightLines(opening).filter((line) => !line.startsWith('Upgrade')))),
  },
  {
    title: 'a server without Connection in its 101',
    expected: 'server/connection-missing',
    start: () =>
      runServer(
        switchWith((opening) => rightLines(opening).filter((line) => !line.startsWith('Connection'))),
      ),
  },
  {
    title: 'ws, whose handleProtocols answers false',
    expected: 'server/subprotocol-none-chosen',
    start: () => runWs({ handleProtocols: () => false }, offering('chat')),
  },
  {
    title: 'aiohttp, which was told of no subprotocols',
    expected: 'server/subprotocol-none-chosen',
    ...onAiohttp('echo', offering('chat')),
  },
  {
    title: 'uvicorn, whose application accepts without a subprotocol',
    expected: 'server/subprotocol-none-chosen',
    ...onUvicorn('echo', 'websockets', offering('chat')),
  },
  {
    title: 'ws, whose handleProtocols answers a name that was not offered',
    expected: 'server/subprotocol-unoffered',
    start: () => runWs({ handleProtocols: () => 'superchat' }, offering('chat')),
  },
  {
    title: 'uvicorn, whose application names a subprotocol to everybody',
    expected: 'server/subprotocol-unoffered',
    ...onUvicorn('always_chat', 'websockets'),
  },
  {
    title: 'ws, whose handleProtocols answers all that was offered',
    expected: 'server/subprotocol-list',
    start: () => runWs({ handleProtocols: (names) => [...names].join(', ') }, offering('chat,superchat')),
  },
  {
    title: 'ws with one more Sec-WebSocket-Protocol',
    expected: 'server/subprotocol-list',
    start: () => runMarked(() => 'Sec-WebSocket-Protocol: superchat', offering('chat,superchat')),
  },
  {
    title: 'ws with an empty Sec-WebSocket-Protocol',
    expected: 'server/subprotocol-empty',
    start: () => runMarked(() => 'Sec-WebSocket-Protocol: '),
  },
  {
    title: 'ws, to whose reply permessage-deflate is written unoffered',
    expected: 'server/extension-unoffered',
    start: () => runMarked(() => 'Sec-WebSocket-Extensions: permessage-deflate'),
  },
  {
    title: 'a server that agrees to what nobody knows',
    expected: 'server/extension-unoffered',
    start: () => runAgreeing(() => 'x-webkit-deflate-frame', deflating),
  },
  {
    title: 'a server that sends the offer of permessage-deflate back',
    expected: 'server/deflate-parameters',
    start: () => runAgreeing(({ field }) => field('Sec-WebSocket-Extensions') ?? 'none', deflating),
  },
  {
    title: 'a server with a window of 16 bits',
    expected: 'server/deflate-parameters',
    start: () => runAgreeing(() => 'permessage-deflate; server_max_window_bits=16', deflating),
  },
  {
    title: 'a server with a parameter that permessage-deflate has not',
    expected: 'server/deflate-parameters',
    start: () => runAgreeing(() => 'permessage-deflate; level=9', deflating),
  },
  {
    title: 'a server that agrees to permessage-deflate twice',
    expected: 'server/deflate-parameters',
    start: () => runAgreeing(() => 'permessage-deflate, permessage-deflate', deflating),
  },
  {
    title: 'two of ws on one server, each with its path',
    expected: 'server/two-answers',
    start: () => {
      const server = createServer(refusePlain);
      for (const path of ['/chat', '/news']) new WebSocketServer({ server, path }).on('connection', echo);
      return runServer(server, { path: '/chat' });
    },
  },
  {
    title: 'ws, and beside it a listener that answers 404 to every upgrade',
    expected: 'server/two-answers',
    start: () => {
      const server = createServer(refusePlain);
      new WebSocketServer({ server }).on('connection', echo);
      server.on('upgrade', (_request, socket) => {
        socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      });
      return runServer(server);
    },
  },
  {
    title: 'ws, which closes by 1011 as soon as it has opened',
    expected: 'server/closed-behind-101',
    start: () => runWs({}, {}, (webSocket) => webSocket.close(1011, 'internal error')),
  },
  {
    title: 'ws, which terminates as soon as it has opened',
    expected: 'server/closed-behind-101',
    start: () => runWs({}, {}, (webSocket) => webSocket.terminate()),
  },
  {
    title: 'a server that ends behind its 101',
    expected: 'server/closed-behind-101',
    start: () => runServer(switchThen((socket) => socket.end())),
  },
  {
    title: 'ws, which terminates when a ping comes',
    expected: 'server/closed-on-ping',
    start: () => runWs({}, {}, (webSocket) => webSocket.on('ping', () => webSocket.terminate())),
  },
  {
    title: 'a server that says nothing behind its 101',
    expected: 'server/no-frames',
    start: () => runServer(switchWith(rightLines)),
  },
  {
    title: 'a server that writes lines of text behind its 101',
    expected: 'server/no-frames',
    start: () => runServer(switchThen((socket) => socket.write('Hello, world!\n'))),
  },
  {
    title: 'a server that masks its frames',
    expected: 'server/no-frames',
    start: () =>
      runServer(switchThen((socket) => socket.write(Buffer.from([0x81, 0x82, 1, 2, 3, 4, 0x69, 0x6b])))),
  },
  {
    title: 'a server that compresses with the head of zlib',
    expected: 'server/compression-broken',
    start: () =>
      runServer(
        switchThen((socket) => socket.write(frameOf(0xc1, deflateSync('Hello, hello!'))), agreed),
        deflating,
      ),
  },
  {
    title: 'a server that marks as compressed what is not',
    expected: 'server/compression-broken',
    start: () =>
      runServer(
        switchThen((socket) => socket.write(frameOf(0xc1, Buffer.from('Hello, hello!'))), agreed),
        deflating,
      ),
  },
  {
    title: 'ws, which closes after a second without a message',
    expected: 'server/idle-timeout',
    start: () =>
      runWs({}, { args: ['--idle', '3'] }, (webSocket) => {
        const closing = setTimeout(() => webSocket.close(1000, 'idle'), 1_000); // the idle timeout
        webSocket.on('message', () => closing.refresh()).once('close', () => clearTimeout(closing));
      }),
  },
  {
    title: 'aiohttp, which closes after a second without a message',
    expected: 'server/idle-timeout',
    ...onAiohttp('idle', { args: ['--idle', '3'] }),
  },
];
