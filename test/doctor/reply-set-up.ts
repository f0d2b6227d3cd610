import { createServer, type Socket } from 'node:net';
import { answerHeads, answerOpenings, type Opening, rightLines, writeReply } from './hand-written.ts';
import { type Given, runServer } from './run-server.ts';
import type { Running, SetUp } from './set-up.ts';

/** A server that writes these octets in answer to an opening, and then reads on. */
const runReply = (reply: (opening: Opening) => string, given?: Given) =>
  runServer(
    answerOpenings((opening, socket) => socket.write(reply(opening))),
    given,
  );

/** The same for each line of a reply by the book, with another status line or line ends. */
const runSwitch = (statusLine: string, end = '\r\n') =>
  runReply((opening) => [statusLine, ...rightLines(opening), '', ''].join(end));

/** A protocol in which the server speaks first, and what it says to a line that it does not know, if it says anything. */
function runBanner(banner: string | Buffer, farewell: string | Buffer = ''): Promise<Running> {
  const server = createServer((socket) => {
    socket.on('error', () => {}).write(banner);
    socket.once('data', () => socket.end(farewell)).resume();
  });
  return runServer(server);
}

/** Protocol 10: length and number of the packet, then what a client needs to log in. */
const mysqlBanner = Buffer.concat([
  Buffer.from([0x4a, 0, 0, 0, 0x0a]),
  Buffer.from('8.0.36\0'),
  Buffer.from([0x0b, 0, 0, 0]),
  Buffer.from('qB3\x1fa|0D\0', 'latin1'),
  Buffer.from([0xff, 0xff, 0xff, 0x02, 0, 0xff, 0xdf, 0x15, ...Buffer.alloc(10)]),
  Buffer.from('L#z1\x10Gf%Ao7B\0', 'latin1'),
  Buffer.from('caching_sha2_password\0'),
]);

const mysqlRefusal = Buffer.concat([
  Buffer.from([0x21, 0, 0, 1, 0xff, 0x84, 0x04]),
  Buffer.from('#08S01Got packets out of order'),
]);

const act = (does: (socket: Socket) => void) => runServer(answerHeads((_head, socket) => does(socket)));

/** Servers that give no reply, half of one, or none that a client of HTTP/1.1 can read. */
export const replySetUps: readonly SetUp[] = [
  {
    title: 'a server that reads and says nothing',
    expected: 'server/silent',
    start: () => runServer(createServer((socket) => socket.on('error', () => {}).resume())),
  },
  {
    title: 'a server that answers no head of more than 120 octets',
    expected: 'server/large-head',
    start: () =>
      runServer(
        answerHeads((head, socket) => {
          if (head.length <= 120) socket.end(writeReply('HTTP/1.1 404 Not Found', ['Content-Length: 0']));
        }),
        { args: ['--timeout', '1000'] },
      ),
  },
  {
    title: 'a server that waits for 4096 octets',
    expected: 'server/short-head',
    start: () =>
      runServer(
        answerOpenings((opening, socket) => {
          if (socket.bytesRead >= 4096)
            socket.write(writeReply('HTTP/1.1 101 Switching Protocols', rightLines(opening)));
        }),
        { args: ['--timeout', '1000'] },
      ),
  },
  {
    title: 'a server that does not read',
    expected: 'server/silent',
    start: () => runServer(createServer((socket) => socket.on('error', () => {}).pause())),
  },
  {
    title: 'a server that forgets the empty line at the end of its head',
    expected: 'server/partial-head',
    start: () =>
      runReply((opening) => `HTTP/1.1 101 Switching Protocols\r\n${rightLines(opening).join('\r\n')}\r\n`),
  },
  {
    title: 'a server that ends in the middle of its head',
    expected: 'server/partial-head',
    start: () => act((socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websock')),
  },
  {
    title: 'a server that ends when it has read the request',
    expected: 'server/closed-without-reply',
    start: () => act((socket) => socket.end()),
  },
  {
    title: 'a server that resets when it has read the request',
    expected: 'server/reset-without-reply',
    start: () => act((socket) => socket.resetAndDestroy()),
  },
  {
    title: 'what speaks as OpenSSH does',
    expected: 'server/not-http',
    start: () =>
      runBanner('SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3\r\n', 'Invalid SSH identification string.\r\n'),
  },
  {
    title: 'what speaks as Postfix does',
    expected: 'server/not-http',
    start: () =>
      runBanner(
        '220 mail.example.com ESMTP Postfix (Debian/GNU)\r\n',
        '221 2.7.0 Error: I can break rules, too. Goodbye.\r\n',
      ),
  },
  {
    title: 'what speaks as MySQL does',
    expected: 'server/not-http',
    start: () => runBanner(mysqlBanner, mysqlRefusal),
  },
  {
    title: 'what speaks as Redis does',
    expected: 'server/not-http',
    start: () => act((socket) => socket.end("-ERR wrong number of arguments for 'get' command\r\n")),
  },
  {
    title: 'a server that sends back what it gets',
    expected: 'server/not-http',
    start: () => runServer(createServer((socket) => socket.on('error', () => {}).pipe(socket))),
  },
  {
    title: 'a server that ends its lines by LF',
    expected: 'server/bare-lf',
    start: () => runSwitch('HTTP/1.1 101 Switching Protocols', '\n'),
  },
  {
    title: 'a server that switches in HTTP/1.0',
    expected: 'server/http10',
    start: () => runSwitch('HTTP/1.0 101 Switching Protocols'),
  },
  {
    title: 'a server with two spaces before its status',
    expected: 'server/status-line',
    start: () => runSwitch('HTTP/1.1  101 Switching Protocols'),
  },
  {
    title: 'a server with a status of two digits',
    expected: 'server/status-line',
    start: () => runSwitch('HTTP/1.1 10 Switching Protocols'),
  },
  {
    title: 'a server that names HTTP/2.0 in text',
    expected: 'server/status-line',
    start: () => runSwitch('HTTP/2.0 101 Switching Protocols'),
  },
  {
    title: 'a server with white space before a colon',
    expected: 'server/status-line',
    start: () =>
      runReply((opening) =>
        writeReply(
          'HTTP/1.1 101 Switching Protocols',
          rightLines(opening).map((line) => line.replace(':', ' :')),
        ),
      ),
  },
  {
    title: 'a server with a megabyte of cookies',
    expected: 'server/reply-limits',
    start: () =>
      runReply((opening) =>
        writeReply('HTTP/1.1 101 Switching Protocols', [
          ...rightLines(opening),
          ...Array.from({ length: 256 }, (_, at) => `Set-Cookie: c${at}=${'a'.repeat(4_090)}`),
        ]),
      ),
  },
];
