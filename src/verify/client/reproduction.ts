import type { Spelling } from '../../arbitraries/index.ts';
import { escapeForPython } from '../../quote/requote.ts';
import { decodeLatin1 } from '../../wire/index.ts';
import type { ValueSpan } from '../report/report.ts';
import { ping } from './reply/exchange.ts';

/** Seconds for which the server shows what comes of its reply, and between two pieces of it. */
const patience = 5;
const gap = 0.05;

/** One reply as the server has it. */
export interface ScriptedReply {
  /** As it was sent to another request. */
  readonly octets: Uint8Array;
  /** What of it is made anew for the request that comes. */
  readonly spans: readonly ValueSpan[];
  /** Octets of each piece that it is sent in. */
  readonly pieces: readonly number[];
  /** Whether the server ends the connection behind it. */
  readonly isLast: boolean;
}

/**
 * A script for bash with a server of a few lines of Python, standard library alone, that answers connections with the
 * same replies, one after the other, and shows what the client sends behind each. What depends on the key and on the
 * offer of subprotocols is made of those that come.
 */
export function writeReproduction(replies: readonly ScriptedReply[]): string {
  return [
    "python3 - <<'END'",
    'import base64, hashlib, re, socket, time',
    "server = socket.create_server(('127.0.0.1', 0))",
    ...replies.flatMap(answerOnce),
    'END',
  ].join('\n');
}

function answerOnce({ octets, spans, pieces, isLast }: ScriptedReply): readonly string[] {
  const has = (of: ValueSpan['of']) => spans.some((span) => span.of === of);
  return [
    "print('connect the client to ws://127.0.0.1:%d/chat' % server.getsockname()[1], flush=True)",
    'client, _ = server.accept()',
    "head = b''",
    "while b'\\r\\n\\r\\n' not in head:",
    '    came = client.recv(65536)',
    '    if not came:',
    "        raise SystemExit('it sent no request')",
    '    head += came',
    "print('it asked', head)",
    ...(has('accept')
      ? [
          "key = (re.findall(rb'(?im)^sec-websocket-key:[ \\t]*(\\S+)', head) or [b''])[0]",
          "accept = base64.b64encode(hashlib.sha1(key + b'258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest())",
        ]
      : []),
    ...(has('subprotocol')
      ? [
          "lists = re.findall(rb'(?im)^sec-websocket-protocol:(.*)', head)",
          "names = [name.strip() for names in lists for name in names.split(b',')]",
        ]
      : []),
    `reply = ${writeReply(octets, spans)}`,
    ...(pieces.length > 1
      ? [
          'client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)',
          `for length in ${JSON.stringify(pieces)}:`,
          '    client.sendall(reply[:length])',
          '    reply = reply[length:]',
          `    time.sleep(${gap})`,
        ]
      : ['client.sendall(reply)']),
    ...(isLast ? ['client.shutdown(socket.SHUT_WR)'] : []),
    `client.settimeout(${patience})`,
    'try:',
    '    came = client.recv(65536)',
    "    print('it sent', came) if came else print('it ended the connection')",
    'except OSError as error:',
    "    print('it did nothing:', error)",
    ...(decodeLatin1(octets).includes(ping)
      ? []
      : ["print('no ping stands behind this reply: the client alone can tell whether it has opened')"]),
    'client.close()',
  ];
}

/** What makes each spelling of a value of octets, in Python. */
const spelt: Readonly<Record<Spelling, string>> = {
  whole: '',
  swapped: '.swapcase()',
  withoutLast: '[:-1]',
  withoutFirst: '[1:]',
  reversed: '[::-1]',
};

function writeReply(octets: Uint8Array, spans: readonly ValueSpan[]): string {
  const ends = [0, ...spans.map(({ end }) => end)];
  const between = [...spans.map(({ start }) => start), octets.length].map((start, at) =>
    octets.subarray(ends[at], start),
  );
  const values = spans.map(
    ({ of, nth = 0, spelling }) => (of === 'accept' ? 'accept' : `names[${nth}]`) + spelt[spelling],
  );
  const parts = between.flatMap((part, at) => [
    ...(part.length > 0 ? [`b'${escapeForPython(decodeLatin1(part))}'`] : []),
    ...values.slice(at, at + 1),
  ]);
  return parts.join(' + ') || "b''";
}
