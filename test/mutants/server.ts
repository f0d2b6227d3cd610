import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { portOf } from '../raw-peer.ts';
import { asksFor100, findContentEnd, linesOf } from './content.ts';

/** A request as the server has read it. */
export interface Request {
  readonly method: string;
  readonly target: string;
  readonly major: string;
  readonly minor: string;
  /** Values of a field, one for each of its lines. */
  readonly values: (name: string) => readonly string[];
}

/** What the server finds out about a request, in this order: each holds, or is the reason to refuse. */
export type Check =
  | ('major' | 'host' | 'contentLength' | 'transferEncoding' | 'minor' | 'upgrade' | 'connection')
  | ('target' | 'secured' | 'method' | 'content' | 'version' | 'key' | 'subprotocols' | 'extensions')
  | ('origin' | 'credential');

/** Why a request was refused: its lines, a check, or what is demanded besides; null where it was not. */
export type Refused = Check | 'lines' | 'demands' | null;

/** What came: a head as it stands, and the octets that were behind it when it was answered. */
export interface Came {
  readonly head: string;
  readonly rest: Buffer;
}

/** Where the server differs from what it is without. Text of the wire is Latin-1. */
export interface Behaviour {
  /** What it takes a head for before it is read. */
  readonly reads?: (head: string) => string;
  /** What it wants of a valid head besides; `pieces` counts those that it came in, `rest` the octets behind it. */
  readonly demands?: (head: string, pieces: number, rest: number) => boolean;
  /** Whether it forgets what came with the head. Default false. */
  readonly forgets?: boolean;
  readonly checks?: Readonly<Partial<Record<Check, (request: Request) => boolean>>>;
  /** The accept value; `earlier` is the key of the connection before, `written` the key with the space around it. */
  readonly accepts?: (key: string, earlier: string, written: string) => string;
  /** What it answers with, made of what it should answer with. */
  readonly says?: (reply: string, refused: Refused, request: Request | null, came: Came) => string;
  /** How it puts a reply on the wire, and what it does then; to write and to end after a refusal, left out. */
  readonly sends?: (socket: Socket, reply: string, refused: Refused) => void | Promise<void>;
  /** Subprotocols that it supports. Default `chat` and `superchat`. */
  readonly supports?: readonly string[];
  /** A head behind which it takes no connection any more, for so many milliseconds; for good where 0. Where a number of requests is given, it answers none behind that head, and is gone when so many have come. */
  readonly dies?: readonly [head: RegExp, milliseconds: number, unanswered?: number];
  /** Whether a ping gets its pong. Default true. */
  readonly pongs?: boolean;
  /** What it takes content for: frames; or content, awaited before the reply, or read behind it. Default `frames`. */
  readonly content?: 'frames' | 'awaited' | 'behindReply';
  /** Whether it reads another request behind a refusal. Default false. */
  readonly stays?: boolean;
}

export const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
export const credential = 'Tk-9fQ2x';
export const origins = ['https://app.example.com', 'http://localhost:3000'];

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const space = '[ \\t]*';
// The content of a quoted string is a token as well, maybe with escapes (RFC 6455 §9.1).
const parameter = `${token}(?:${space}=${space}(?:${token}|"(?:\\\\?[!#$%&'*+.^_\`|~0-9A-Za-z-])+"))?`;
const requestLine = new RegExp(`^(${token}) ([!-~\\x80-\\xff]+) HTTP/([0-9])\\.([0-9])$`);
const fieldLine = new RegExp(`^(${token}):${space}([\\t\\x20-\\x7e\\x80-\\xff]*?)${space}$`);
const extension = new RegExp(`^${token}(?:${space};${space}${parameter})*$`);
const protocol = new RegExp(`^${token}(?:/${token})?$`);
const oneToken = new RegExp(`^${token}$`);
const pathChar = "(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})";
const hostName = "(?:\\[[0-9A-Fa-f:.]+\\]|(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+)(?::[0-9]*)?";
const target = new RegExp(`^(?:https?://${hostName})?/${pathChar}*(?:\\?(?:${pathChar}|\\?)*)?$`, 'i');
const host = new RegExp(`^${hostName}$`);

/** Elements of a list over all its lines; empty ones are none. */
export function elementsOf(values: readonly string[]): readonly string[] {
  const elements = values.flatMap((value) => value.split(',')).map((element) => element.trim());
  return elements.filter((element) => element !== '');
}

const isListOf = (grammar: RegExp, values: readonly string[]) =>
  elementsOf(values).every((element) => grammar.test(element));
const includes = (values: readonly string[], name: string) =>
  elementsOf(values).some((element) => element.toLowerCase() === name);
const isEmptyOr = (grammar: RegExp, values: readonly string[]) =>
  values.length === 0 || (isListOf(grammar, values) && elementsOf(values).length > 0);

/** RFC 6455 §4.2.1 and §4.2.2, and what RFC 9112 says of requests. */
export const strict: Readonly<Record<Check, (request: Request) => boolean>> = {
  major: ({ major }) => major === '1',
  host: ({ values, minor }) => {
    const [value, ...more] = values('host');
    return value === undefined ? minor === '0' : more.length === 0 && host.test(value);
  },
  // Lengths that differ are invalid, whatever each says (RFC 9112 §6.3).
  contentLength: ({ values }) =>
    values('content-length').every((value) => /^[0-9]+$/.test(value)) &&
    new Set(values('content-length')).size <= 1,
  transferEncoding: ({ values }) => {
    const codings = elementsOf(values('transfer-encoding')).map((coding) => coding.toLowerCase());
    if (values('transfer-encoding').length === 0) return true;
    return (
      codings.length > 0 &&
      codings.indexOf('chunked') === codings.length - 1 &&
      values('content-length').length === 0
    );
  },
  minor: ({ minor }) => minor !== '0',
  upgrade: ({ values }) => isListOf(protocol, values('upgrade')) && includes(values('upgrade'), 'websocket'),
  connection: ({ values }) =>
    isListOf(oneToken, values('connection')) && includes(values('connection'), 'upgrade'),
  target: (request) => target.test(request.target),
  secured: (request) => !/^https:/i.test(request.target),
  method: ({ method }) => method === 'GET',
  content: ({ values }) =>
    values('transfer-encoding').length === 0 && values('content-length').every((value) => /^0+$/.test(value)),
  version: ({ values }) => values('sec-websocket-version').join() === '13',
  key: ({ values }) =>
    values('sec-websocket-key').length === 1 &&
    /^[A-Za-z0-9+/]{22}==$/.test(values('sec-websocket-key')[0] ?? ''),
  subprotocols: ({ values }) => isEmptyOr(oneToken, values('sec-websocket-protocol')),
  extensions: ({ values }) => isEmptyOr(extension, values('sec-websocket-extensions')),
  origin: () => true,
  credential: () => true,
};

/** Checks of a server that has an allowlist of origins. */
export const allowlisted = {
  origin: ({ values }: Request) =>
    values('origin').every((value) => origins.includes(value)) && values('origin').length < 2,
};

/** Checks of a server that wants a credential in X-Api-Key. */
export const authenticated = {
  credential: ({ values }: Request) => values('x-api-key').join() === credential,
};

const refusals: Readonly<Partial<Record<NonNullable<Refused>, readonly string[]>>> = {
  major: ['505 HTTP Version Not Supported'],
  upgrade: ['426 Upgrade Required', 'Upgrade: websocket'],
  secured: ['421 Misdirected Request'],
  method: ['405 Method Not Allowed', 'Allow: GET'],
  version: ['426 Upgrade Required', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
  origin: ['403 Forbidden'],
  credential: ['401 Unauthorized', 'WWW-Authenticate: ApiKey'],
};

const nothing: readonly string[] = ['400 Bad Request'];

function parse(head: string): Request | null {
  const [first = '', ...lines] = head.split('\r\n');
  const [, method = '', target = '', major = '', minor = ''] = requestLine.exec(first) ?? [];
  const fields = lines.map((line) => fieldLine.exec(line));
  if (method === '' || fields.includes(null)) return null;
  const named = new Map<string, string[]>();
  for (const field of fields) {
    const [, name = '', value = ''] = field ?? [];
    const others = named.get(name.toLowerCase());
    if (others) others.push(value);
    else named.set(name.toLowerCase(), [value]);
  }
  const values = (name: string) => named.get(name) ?? [];
  return { method, target, major, minor, values };
}

export function hashKey(key: string, guid = GUID, algorithm = 'sha1'): string {
  return createHash(algorithm)
    .update(key + guid, 'latin1')
    .digest('base64');
}

function judge(
  head: string,
  pieces: number,
  rest: number,
  behaviour: Behaviour,
): readonly [Request | null, Refused] {
  const { reads = (text) => text, demands = () => true, checks = {} } = behaviour;
  const request = parse(reads(head));
  if (!request) return [null, 'lines'];
  const all: [string, (request: Request) => boolean][] = Object.entries({ ...strict, ...checks });
  const failed = all.find(([, holds]) => !holds(request))?.[0] ?? null;
  if (failed === null && !demands(head, pieces, rest)) return [request, 'demands'];
  return [request, failed as Check | null]; // entries lose the type of their keys
}

function write101(request: Request, earlier: string, written: string, behaviour: Behaviour): string {
  const { accepts = (key) => hashKey(key), supports = ['chat', 'superchat'] } = behaviour;
  const key = request.values('sec-websocket-key')[0] ?? '';
  const chosen = elementsOf(request.values('sec-websocket-protocol')).find((name) => supports.includes(name));
  return [
    'HTTP/1.1 101 Switching Protocols',
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Accept: ${accepts(key, earlier, written)}`,
    ...(chosen === undefined ? [] : [`Sec-WebSocket-Protocol: ${chosen}`]),
    '\r\n',
  ].join('\r\n');
}

function writeRefusal(refused: NonNullable<Refused>): string {
  const [status, ...fields] = refusals[refused] ?? nothing;
  const option = fields.includes('Upgrade: websocket') ? 'Upgrade, close' : 'close';
  return [`HTTP/1.1 ${status}`, ...fields, 'Content-Length: 0', `Connection: ${option}`, '\r\n'].join('\r\n');
}

export function sendPlainly(socket: Socket, reply: string, refused: Refused): void {
  if (refused) socket.end(reply, 'latin1');
  else socket.write(reply, 'latin1');
}

/** A Close that tells of a breach of the protocol: 1002. */
const protocolError = Buffer.from([0x88, 2, 0x03, 0xea]);

/** Pongs to the pings among octets of a client, and what is left of them. */
function answerFrames(octets: Buffer, socket: Socket): Buffer {
  let rest = octets;
  for (;;) {
    const [first = 0, second = 0] = rest;
    const length = second & 0x7f;
    // A frame of a client is masked, and has no bits of an extension (RFC 6455 §5.1, §5.2).
    if (rest.length >= 2 && ((first & 0x70) !== 0 || second < 0x80)) {
      socket.end(protocolError);
      return Buffer.alloc(0);
    }
    // Nothing but control frames is ever answered, and those are short.
    if (rest.length < 6 + length || length > 125) return rest;
    const mask = rest.subarray(2, 6);
    const payload = rest.subarray(6, 6 + length).map((octet, at) => octet ^ (mask[at % 4] ?? 0));
    if (first === 0x89) socket.write(Buffer.from([0x8a, length, ...payload]));
    if (first === 0x88) socket.end(Buffer.from([0x88, length, ...payload]));
    rest = rest.subarray(6 + length);
  }
}

export interface StartedServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * A small WebSocket server, written by the RFCs alone and sharing no code with what it is held against. It
 * supports `chat` and `superchat`, declines every extension, answers pings and nothing else.
 */
export async function startServer(behaviour: Behaviour = {}): Promise<StartedServer> {
  const { says = (reply) => reply, sends = sendPlainly, pongs = true, forgets = false, dies } = behaviour;
  const { content = 'frames', stays = false } = behaviour;
  const sockets = new Set<Socket>();
  let earlier: string | null = null;
  let reviving: NodeJS.Timeout | null = null;
  let isDoomed = false;
  let unanswered = 0;
  /** As a process that ends, and that somebody may start again. */
  const die = (milliseconds: number) => {
    const { port } = server.address() as AddressInfo; // it listens on a port
    server.close();
    for (const socket of sockets) socket.destroy();
    [isDoomed, unanswered] = [false, 0];
    if (milliseconds > 0) reviving = setTimeout(() => server.listen(port, '127.0.0.1'), milliseconds); // as a restart takes
  };
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
    sockets.add(socket.on('error', () => {}));
    let octets: Buffer = Buffer.alloc(0);
    let pieces = 0;
    let isContinued = false;
    let state: 'reading' | 'answering' | 'open' | 'refused' = 'reading';
    /** The head whose content is still to be read. */
    let unread: string | null = null;
    const readRequest = async () => {
      const text = octets.toString('latin1');
      const [, head] = /^(?:\r\n)*([\s\S]*?)\r\n\r\n/.exec(text) ?? [];
      if (head === undefined) return;
      isDoomed ||= dies?.[0].test(head) ?? false;
      if (dies && isDoomed) {
        unanswered += 1;
        if (unanswered >= (dies[2] ?? 1)) die(dies[1]);
        return;
      }
      const behind = octets.subarray(text.indexOf(`${head}\r\n\r\n`) + head.length + 4);
      const end = content === 'awaited' ? findContentEnd(head, behind) : 0;
      if (end === null) {
        if (!isContinued && asksFor100(head)) socket.write('HTTP/1.1 100 Continue\r\n\r\n');
        isContinued = true;
        return;
      }
      state = 'answering';
      octets = behind.subarray(end);
      const came = { head, rest: octets };
      const [request, refused] = judge(head, pieces, octets.length, behaviour);
      if (forgets) octets = Buffer.alloc(0);
      if (content === 'behindReply') unread = head;
      const key = request?.values('sec-websocket-key')[0] ?? '';
      const written = linesOf(head, 'sec-websocket-key')[0] ?? '';
      const isOpen = request !== null && refused === null;
      const reply = isOpen
        ? write101(request, earlier ?? key, written, behaviour)
        : writeRefusal(refused ?? 'lines');
      if (isOpen) earlier = key;
      await sends(socket, says(reply, refused, request, came), refused);
      state = isOpen ? 'open' : stays ? 'reading' : 'refused';
      isContinued = false;
      readOn();
    };
    const readFrames = () => {
      const end = unread === null ? 0 : findContentEnd(unread, octets);
      if (end === null) return;
      unread = null;
      octets = answerFrames(octets.subarray(end), socket);
    };
    const readOn = () => {
      if (state === 'reading') void readRequest();
      if (state === 'open' && pongs) readFrames();
    };
    socket.on('end', () => {
      if (!socket.writableEnded) socket.end();
    });
    socket.on('data', (chunk: Buffer) => {
      octets = Buffer.concat([octets, chunk]);
      if (state === 'reading') pieces += 1;
      readOn();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `ws://127.0.0.1:${portOf(server.address())}/chat`,
    async close() {
      if (reviving) clearTimeout(reviving);
      for (const socket of sockets) socket.destroy();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
}
