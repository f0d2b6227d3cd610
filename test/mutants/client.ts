import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { patientClock } from '../../src/clock.ts';
import type { ClientStatement, Connector, Order } from '../../src/verify/connector/connector.ts';
import { elementsOf, hashKey } from './server.ts';

/** A reply as the client has read it. */
export interface Reply {
  readonly version: string;
  readonly status: number;
  /** Values of a field, one for each of its lines. */
  readonly values: (name: string) => readonly string[];
}

/** What the client has sent that a reply is compared with. */
export interface Asked {
  readonly key: string;
  readonly subprotocols: readonly string[];
  /** Its offer of extensions as it was written; empty where there was none. */
  readonly extensions: string;
  /** How many connections it has made before because of the same order. */
  readonly hops: number;
}

/** Where a client goes where it has failed, and a field that it sends besides. */
export interface Next {
  readonly url: URL;
  readonly field?: string;
}

/** What the client finds out about a reply, in this order: each holds, or is the reason to fail. */
export type Check = 'version' | 'status' | 'upgrade' | 'connection' | 'accept' | 'subprotocol' | 'extensions';

type Holds = (reply: Reply, asked: Asked) => boolean;

/** Where the client differs from what it is without. Text of the wire is Latin-1. */
export interface ClientBehaviour {
  /** The key of its nth connection, counted from 0. */
  readonly keys?: (nth: number, hops: number, asked: string) => string;
  /** Its offer of extensions; empty for none. */
  readonly offers?: string;
  /** Subprotocols that it offers, whatever it is asked for. */
  readonly subprotocols?: readonly string[];
  /** The octets of its opening, made of what they should be; `asked` is the URL that it was told. */
  readonly sends?: (opening: string, order: Order, hops: number, asked: string) => string;
  /** What it takes all octets of a reply for before it reads them. */
  readonly reads?: (octets: string) => string;
  /** What it takes the head of a reply for, of each head. */
  readonly readsHead?: (head: string) => string;
  /** What it wants of a right head besides; `pieces` counts those that it came in, `rest` the octets behind it. */
  readonly demands?: (head: string, pieces: number, rest: number) => boolean;
  readonly checks?: Readonly<Partial<Record<Check, Holds>>>;
  /** Interim replies that it passes over. Default: all. */
  readonly interims?: (status: number) => boolean;
  /** Octets behind its opening that wait for nothing. */
  readonly early?: Buffer | ((hops: number) => Buffer);
  /** What it sends when it fails. */
  readonly parting?: Buffer;
  /** Whether its frames have a mask. Default true. */
  readonly masks?: boolean;
  /** Whether it answers frames that have one, as a server's must not. Default false: it closes. */
  readonly takesMasked?: boolean;
  /** Whether it sends a message as soon as it is open. Default false. */
  readonly greets?: boolean;
  /** What it says of itself, made of what it should say. */
  readonly says?: (word: ClientStatement, order: Order) => ClientStatement;
  /** Whether it makes a second connection, with a key of its own, where it fails. */
  readonly tries?: 'once' | 'twice';
  /** Where it goes next because of a reply on which it has failed; null where it goes nowhere. */
  readonly goesOn?: (reply: Reply, from: URL, hops: number) => Next | null;
  /** Whether it takes a URL at all. Default: any. */
  readonly takes?: (url: URL) => boolean;
  /** Whether it offers such names as it is asked for. Default: tokens, each of them once. */
  readonly offersNames?: (names: readonly string[]) => boolean;
  /** Milliseconds after which it gives up where it has not opened. Default: never. */
  readonly deadline?: number;
  /** How it speaks TLS. Default: not at all. */
  readonly secures?: ConnectionOptions;
  /** Whether it goes on without TLS where a server ends the connection in the place of a TLS handshake. */
  readonly fallsBack?: boolean;
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const statusLine = /^HTTP\/([0-9]\.[0-9]) ([0-9]{3})(?: [\t\x20-\x7e\x80-\xff]*)?$/;
const fieldLine = new RegExp(`^(${token}):[ \\t]*([\\t\\x20-\\x7e\\x80-\\xff]*?)[ \\t]*$`);
export const isToken = (text: string) => new RegExp(`^${token}$`).test(text);
export const isUnique = (names: readonly string[]) => new Set(names).size === names.length;
const quoted = `"(?:[^"\\\\]|\\\\.)*"`;
const parameter = `${token}(?:[ \\t]*=[ \\t]*(?:${token}|${quoted}))?`;
const extension = new RegExp(`^${token}(?:[ \\t]*;[ \\t]*${parameter})*$`);

type Parameters = readonly (readonly [name: string, value: string | null])[];

/** An extension in parts; null where it is none. Commas and semicolons in quotes are none of our own. */
function readExtension(text: string): readonly [name: string, Parameters] | null {
  if (!extension.test(text)) return null;
  const [name = '', ...rest] = text.split(';').map((part) => part.trim());
  const parameters = rest.map((part) => {
    const [own = '', value = null] = part.split('=').map((each) => each.trim());
    const bare = value?.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value;
    return [own, bare] as const;
  });
  return parameters.every(([, value]) => value === null || isToken(value)) ? [name, parameters] : null;
}

const isBits = (value: string | null) => value !== null && /^(?:8|9|1[0-5])$/.test(value);
const grammar: Readonly<Record<string, (value: string | null) => boolean>> = {
  __proto__: null as never, // names of objects are no parameters
  server_no_context_takeover: (value) => value === null,
  client_no_context_takeover: (value) => value === null,
  server_max_window_bits: isBits,
  client_max_window_bits: isBits,
};

/** RFC 7692 §7.1, of one offer and its answer. */
function fits(answered: Parameters, offered: Parameters): boolean {
  const answer = new Map(answered);
  const offer = new Map(offered);
  const bits = (from: typeof answer) => Number(from.get('server_max_window_bits') ?? 15);
  return (
    answer.size === answered.length &&
    answered.every(([name, value]) => grammar[name]?.(value) ?? false) &&
    (answer.has('server_no_context_takeover') || !offer.has('server_no_context_takeover')) &&
    (answer.has('server_max_window_bits') || !offer.has('server_max_window_bits')) &&
    bits(answer) <= bits(offer) &&
    (offer.has('client_max_window_bits') || !answer.has('client_max_window_bits'))
  );
}

/** RFC 6455 §4.1, and what RFC 7692 says of answers. */
export const strict: Readonly<Record<Check, Holds>> = {
  version: ({ version }) => version.startsWith('1.') && version !== '1.0',
  status: ({ status }) => status === 101,
  upgrade: ({ values }) => values('upgrade').join().toLowerCase() === 'websocket',
  connection: ({ values }) =>
    elementsOf(values('connection')).some((each) => each.toLowerCase() === 'upgrade'),
  accept: ({ values }, { key }) => values('sec-websocket-accept').join() === hashKey(key),
  subprotocol: ({ values }, { subprotocols }) => {
    const [name, ...more] = values('sec-websocket-protocol');
    return name === undefined || (more.length === 0 && isToken(name) && subprotocols.includes(name));
  },
  extensions: ({ values }, asked) => {
    if (values('sec-websocket-extensions').length === 0) return true;
    const answered = elementsOf(values('sec-websocket-extensions')).map(readExtension);
    const offered = elementsOf([asked.extensions]).flatMap((each) => [readExtension(each) ?? ['', []]]);
    const [answer] = answered;
    if (!answer || answered.length > 1) return false;
    return offered.some(
      ([name, parameters]) => name === answer[0] && fits(answer[1], parameters as Parameters),
    ); // pairs
  },
};

/** The head, where all of its lines are right; a fold is taken for a space. */
function parse(head: string): Reply | null {
  const [first = '', ...lines] = head.replace(/[ \t]*\r\n[ \t]+/g, ' ').split('\r\n');
  const [, version = '', status = ''] = statusLine.exec(first) ?? [];
  const fields = lines.map((line) => fieldLine.exec(line));
  if (version === '' || fields.includes(null)) return null;
  const named = fields.map((field) => [field?.[1]?.toLowerCase(), field?.[2] ?? ''] as const);
  const values = (name: string) => named.flatMap(([each, value]) => (each === name ? [value] : []));
  return { version, status: Number(status), values };
}

/** A frame of a client, of up to 125 octets. */
export function frame(opcode: number, payload: Buffer | string, isMasked = true): Buffer {
  const octets = Buffer.from(payload);
  const mask = Buffer.from([1, 2, 3, 4]);
  if (!isMasked) return Buffer.concat([Buffer.from([0x80 | opcode, octets.length]), octets]);
  const masked = octets.map((octet, at) => octet ^ (mask[at % 4] ?? 0));
  return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | octets.length]), mask, masked]);
}

/** Answers the pings and the Close among octets of a server, and gives what is left of them. */
function answerFrames(octets: Buffer, socket: Socket, isMasked: boolean, takesMasked: boolean): Buffer {
  let rest = octets;
  for (;;) {
    const [first = 0, second = 0] = rest;
    const [length, from] = [second & 0x7f, second < 0x80 ? 2 : 6];
    if (second >= 0x80 && !takesMasked) {
      // A Close that tells of a breach of the protocol, 1002 (RFC 6455 §5.1).
      socket.end(frame(8, Buffer.from([0x03, 0xea]), isMasked));
      return Buffer.alloc(0);
    }
    if (rest.length < from + length || rest.length < 2) return rest;
    const mask = rest.subarray(2, from);
    const payload = rest.subarray(from, from + length).map((octet, at) => octet ^ (mask[at % 4] ?? 0));
    if (first === 0x89) socket.write(frame(0xa, Buffer.from(payload), isMasked));
    if (first === 0x88) socket.end(frame(8, Buffer.from(payload), isMasked));
    rest = rest.subarray(from + length);
  }
}

function writeOpening(
  { url }: Order,
  field: string | undefined,
  { key, subprotocols, extensions }: Asked,
): string {
  const { host, pathname, search } = new URL(url);
  return [
    `GET ${pathname}${search} HTTP/1.1`,
    `Host: ${host}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Key: ${key}`,
    'Sec-WebSocket-Version: 13',
    ...(subprotocols.length === 0 ? [] : [`Sec-WebSocket-Protocol: ${subprotocols.join(', ')}`]),
    ...(extensions === '' ? [] : [`Sec-WebSocket-Extensions: ${extensions}`]),
    ...(field === undefined ? [] : [field]),
    '\r\n',
  ].join('\r\n');
}

/**
 * A small WebSocket client, written by the RFCs alone and sharing no code with what it is held against. It offers what
 * it is asked for and permessage-deflate, answers pings and nothing else, and says at once what came of a connection.
 */
export function createClient(behaviour: ClientBehaviour = {}): Connector {
  const { keys = () => randomBytes(16).toString('base64'), says = (word) => word } = behaviour;
  const sockets = new Set<Socket>();
  let nth = 0;
  const open = async (
    order: Order,
    signal: AbortSignal,
    hops: number,
    field?: string,
    from = order.url,
  ): Promise<Told> => {
    const { offers = 'permessage-deflate; client_max_window_bits', early, deadline } = behaviour;
    const { subprotocols = order.subprotocols, takes = () => true } = behaviour;
    const { offersNames = (names) => names.every(isToken) && isUnique(names) } = behaviour;
    if (!takes(new URL(order.url))) return { word: { opened: false, error: 'no URL' }, reply: null };
    if (!offersNames(subprotocols)) return { word: { opened: false, error: 'no names' }, reply: null };
    const asked: Asked = { key: keys(nth++, hops, from), subprotocols, extensions: offers, hops };
    const { secures } = behaviour;
    const { port, hostname, protocol } = new URL(order.url);
    const host = hostname.replace(/[[\]]/g, '');
    const isSecured = protocol === 'wss:';
    if (isSecured && !secures) return { word: { opened: false, error: 'no TLS' }, reply: null };
    const where = { port: Number(port || 80), host, noDelay: true };
    const socket = isSecured ? await secure({ ...where, ...secures }, order) : connect(where);
    if (!socket && behaviour.fallsBack) {
      return open({ ...order, url: order.url.replace('wss:', 'ws:') }, signal, hops, field, from);
    }
    if (!socket) return { word: { opened: false, error: 'TLS' }, reply: null };
    sockets.add(socket);
    const leave = () => setImmediate(() => socket.destroy());
    signal.addEventListener('abort', leave, { once: true });
    return new Promise((resolve) => {
      const read = readReplies(socket, behaviour, asked, (word, reply) => {
        stop();
        resolve({ word, reply });
      });
      const stop = deadline === undefined ? () => {} : patientClock.after(deadline, () => socket.destroy());
      const opening = writeOpening(order, field, asked);
      socket.write((behaviour.sends ?? ((text) => text))(opening, order, hops, from), 'latin1');
      if (early) socket.write(typeof early === 'function' ? early(hops) : early);
      socket.on('data', read).on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        signal.removeEventListener('abort', leave);
        stop();
        resolve({ word: { opened: false, error: 'the connection was closed' }, reply: null });
      });
    });
  };
  return {
    name: 'a small client',
    atOnce: 4,
    subprotocols: ['chat', 'superchat'],
    async connect(order, signal) {
      const { goesOn = () => null, tries } = behaviour;
      let url = new URL(order.url);
      let told = await open(order, signal, 0);
      for (let hops = 1; told.word.opened === false && !signal.aborted; hops += 1) {
        const again = tries === 'twice' && hops === 1 ? { url } : null;
        const next: Next | null = (told.reply && goesOn(told.reply, url, hops)) ?? again;
        if (!next) break;
        url = next.url;
        told = await open({ ...order, url: url.href }, signal, hops, next.field, order.url);
      }
      return says(told.word, order);
    },
    async close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** A connection over TLS; null where there is none. */
function secure(options: ConnectionOptions, { ca }: Order): Promise<Socket | null> {
  const trusted = ca === undefined ? {} : { ca: readFileSync(ca) };
  return new Promise((resolve) => {
    const socket = connectTls({ servername: options.host ?? '', ...trusted, ...options });
    socket.once('secureConnect', () => resolve(socket)).once('error', () => resolve(null));
    socket.once('close', () => resolve(null));
  });
}

/** What came of one connection, and the reply that was read last. */
interface Told {
  readonly word: ClientStatement;
  readonly reply: Reply | null;
}

/** Reads what comes of one connection, chunk by chunk, and tells once what it makes of it. */
function readReplies(
  socket: Socket,
  behaviour: ClientBehaviour,
  asked: Asked,
  tell: (word: ClientStatement, reply: Reply | null) => void,
): (chunk: Buffer) => void {
  const { checks = {}, demands = () => true, interims = () => true } = behaviour;
  const { masks = true, takesMasked = false } = behaviour;
  const { reads = (text) => text, readsHead = (text) => text, parting } = behaviour;
  const all: readonly [string, Holds][] = Object.entries({ ...strict, ...checks });
  let octets: Buffer = Buffer.alloc(0);
  let pieces = 0;
  let isOpen = false;
  const fail = (error: string, reply: Reply | null = null) => {
    if (parting) socket.write(parting);
    socket.end();
    tell({ opened: false, error }, reply);
  };
  const readHead = () => {
    const text = reads(octets.toString('latin1'));
    const end = text.indexOf('\r\n\r\n');
    if (end < 0) return;
    octets = Buffer.from(text.slice(end + 4), 'latin1');
    const head = text.slice(0, end);
    const reply = parse(readsHead(head));
    if (!reply) return fail('lines');
    const isInterim = reply.status >= 100 && reply.status < 200 && reply.status !== 101;
    if (isInterim && interims(reply.status)) return readHead();
    const failed = all.find(([, holds]) => !holds(reply, asked))?.[0];
    if (failed !== undefined) return fail(failed, reply);
    if (!demands(head, pieces, octets.length)) return fail('demands');
    isOpen = true;
    if (behaviour.greets) socket.write(frame(1, 'hi'));
    tell({ opened: true, subprotocol: reply.values('sec-websocket-protocol')[0] ?? null }, reply);
  };
  return (chunk) => {
    octets = Buffer.concat([octets, chunk]);
    pieces += 1;
    if (!isOpen && socket.writable) readHead();
    if (isOpen) octets = answerFrames(octets, socket, masks, takesMasked);
  };
}
