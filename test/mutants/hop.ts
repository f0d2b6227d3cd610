import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { elementsOf } from './server.ts';

/** A head in parts. Text of the wire is Latin-1. */
export interface Head {
  readonly first: string;
  readonly lines: readonly string[];
}

/** Where a hop differs from what it is without; null ends the connection. */
export interface HopBehaviour {
  /** What it answers by itself to a request; undefined where it forwards. */
  readonly answers?: (came: Head) => string | null | undefined;
  /** The head that it forwards, made of what it should be, and of what came. */
  readonly forwards?: (due: Head, came: Head) => Head | null;
  /** The head that it passes back, interim ones too. */
  readonly relays?: (due: Head, came: Head, asked: Head) => Head | null;
  /** The content of a refusal, piece by piece, and octets behind a 101 in both directions. */
  readonly content?: (octets: Buffer) => Buffer;
  /** Whether it passes the second half of such a piece some time behind the first, and ends the connection then. */
  readonly halves?: boolean;
  readonly forth?: (octets: Buffer) => Buffer;
  readonly back?: (octets: Buffer) => Buffer;
  /** Whether it reads the frames of the client, and sends each of them under another mask. */
  readonly masksAnew?: boolean;
  /** Octets that came with the request, and those that came with the 101. */
  readonly early?: (octets: Buffer) => Buffer;
  readonly behind?: (octets: Buffer) => Buffer;
  /** Whether it passes octets on behind a reply, whatever that is. */
  readonly tunnels?: (status: number, asked: Head) => boolean;
  /** Whether it takes a request whose length can be read in two ways. */
  readonly takesAnyLength?: boolean;
  /** Whether it passes a 101 on that nobody asked for. */
  readonly takesAnySwitch?: boolean;
  /** Whether it takes an interim reply for the final one. */
  readonly takesInterimForFinal?: boolean;
  /** Whether the end of one side ends the other at once. */
  readonly endsBoth?: boolean;
  /** Milliseconds for which it answers 503 once the backend has failed. */
  readonly setsAside?: number;
}

/** When the backend has failed last. */
interface Health {
  failedAt: number;
}

const same = <T>(value: T): T => value;
const nameOf = (line: string) => line.slice(0, line.indexOf(':')).toLowerCase();
const contentOf = (line: string) => line.slice(line.indexOf(':') + 1).trim();

/** Values of a field, one for each of its lines. */
export function valuesOf({ lines }: Head, name: string): readonly string[] {
  return lines.filter((line) => nameOf(line) === name).map(contentOf);
}

const has = (head: Head, name: string, element: string) =>
  elementsOf(valuesOf(head, name)).some((each) => each.toLowerCase() === element);
const asks = (head: Head) =>
  head.first.endsWith(' HTTP/1.1') && has(head, 'upgrade', 'websocket') && has(head, 'connection', 'upgrade');
const write = ({ first, lines }: Head) => Buffer.from([first, ...lines, '\r\n'].join('\r\n'), 'latin1');
const reply = (status: string) => `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;

/** Takes the head off octets; null while it is not whole. */
function takeHead(octets: Buffer): readonly [Head, Buffer] | null {
  const end = octets.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [first = '', ...lines] = octets.subarray(0, end).toString('latin1').split('\r\n');
  return [{ first, lines }, octets.subarray(end + 4)];
}

/** The fields for the other end, with an Upgrade of its own where one goes on. */
function passFields(head: Head, own: readonly string[]): readonly string[] {
  const named = elementsOf(valuesOf(head, 'connection')).map((each) => each.toLowerCase());
  const dropped = [...named, 'connection', 'upgrade', 'keep-alive', 'proxy-connection'];
  return [...head.lines.filter((line) => !dropped.includes(nameOf(line))), ...own];
}

const upgrade = ['Upgrade: websocket', 'Connection: Upgrade'];

function dueRequest(came: Head): Head {
  const lines = passFields(came, asks(came) ? upgrade : ['Connection: close']);
  return { first: came.first.replace(/ HTTP\/1\.\d$/, ' HTTP/1.1'), lines };
}

function dueReply(came: Head, status: number): Head {
  if (status < 200 && status !== 101) return came;
  const own =
    status === 101
      ? upgrade
      : has(came, 'upgrade', 'websocket')
        ? [...upgrade, 'Connection: close']
        : ['Connection: close'];
  return { first: came.first, lines: passFields(came, own) };
}

/** Octets of content that a request has; null where that can be read in two ways, or not at all. */
function lengthOf(head: Head): number | null {
  const lengths = [...new Set(valuesOf(head, 'content-length'))];
  if (valuesOf(head, 'transfer-encoding').length > 0 || lengths.length > 1) return null;
  return Number(lengths[0] ?? 0);
}

/** Whether the content of a reply has come to its end. */
function isWhole(head: Head, content: Buffer): boolean {
  if (valuesOf(head, 'transfer-encoding').length > 0) return content.includes('0\r\n\r\n');
  const [length] = valuesOf(head, 'content-length');
  return length !== undefined && content.length >= Number(length);
}

/**
 * A small reverse proxy, written by the RFCs alone and sharing no code with what holds it.
 *
 * @returns its port, and how it is ended
 */
export async function startHop(backend: number, behaviour: HopBehaviour = {}) {
  const sockets = new Set<Socket>();
  const health: Health = { failedAt: Number.NEGATIVE_INFINITY };
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    sockets.add(client.on('error', () => {}));
    serve(client, backend, behaviour, health, (socket) => sockets.add(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('a port was expected');
  return {
    port: address.port,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function serve(
  client: Socket,
  port: number,
  behaviour: HopBehaviour,
  health: Health,
  keep: (socket: Socket) => void,
): void {
  let came: Buffer = Buffer.alloc(0);
  const read = (chunk: Buffer) => {
    came = Buffer.concat([came, chunk]);
    const taken = takeHead(came);
    if (!taken) return;
    client.off('data', read).pause();
    const [asked, rest] = taken;
    const isAside = Date.now() - health.failedAt < (behaviour.setsAside ?? 0);
    const own = isAside ? reply('503 Service Unavailable') : behaviour.answers?.(asked);
    const length = lengthOf(asked);
    const head = (behaviour.forwards ?? same<Head | null>)(dueRequest(asked), asked);
    if (own === null || head === null) return void client.destroy();
    if (own !== undefined) return void client.end(own);
    if (length === null && !behaviour.takesAnyLength) return void client.end(reply('400 Bad Request'));
    const backend = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    keep(backend.on('error', () => backend.destroy()));
    backend.write(write(head));
    const content = length ?? rest.length;
    backend.write(rest.subarray(0, content));
    readReply({ client, backend, asked, early: rest.subarray(content), behaviour, health });
  };
  client.on('data', read);
}

interface Passage {
  readonly client: Socket;
  readonly backend: Socket;
  readonly asked: Head;
  readonly early: Buffer;
  readonly behaviour: HopBehaviour;
  readonly health: Health;
}

function readReply(passage: Passage): void {
  const { client, backend, asked, behaviour, health } = passage;
  let came: Buffer = Buffer.alloc(0);
  const fail = () => {
    health.failedAt = Date.now();
    client.end(reply('502 Bad Gateway'));
    backend.destroy();
  };
  const read = (chunk: Buffer) => {
    came = Buffer.concat([came, chunk]);
    for (let taken = takeHead(came); taken; taken = takeHead(came)) {
      const [head, rest] = taken;
      came = rest;
      const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head.first)?.[1] ?? 0);
      const isSwitch = asks(asked) && has(head, 'upgrade', 'websocket') && has(head, 'connection', 'upgrade');
      const isWrong = status === 0 || (status === 101 && !isSwitch && !behaviour.takesAnySwitch);
      if (isWrong) {
        fail();
        return;
      }
      const due = (behaviour.relays ?? same<Head | null>)(dueReply(head, status), head, asked);
      if (due === null) return void client.destroy();
      if (due.first !== '') client.write(write(due));
      if (status < 200 && status !== 101) {
        if (!behaviour.takesInterimForFinal) continue;
        backend.off('end', fail).off('close', fail).destroy();
        return void client.end();
      }
      backend.off('data', read).off('end', fail).off('close', fail);
      const isTunnel = (behaviour.tunnels ?? ((code) => code === 101))(status, asked);
      if (isTunnel) tunnel(passage, rest, status);
      else refuse(passage, head, rest);
      return;
    }
  };
  backend.on('data', read).once('end', fail).once('close', fail);
}

function refuse({ client, backend, behaviour }: Passage, head: Head, rest: Buffer): void {
  const { content = same<Buffer>, halves = false } = behaviour;
  let all = rest;
  const end = () => {
    if (!halves) client.end();
    backend.destroy();
  };
  if (halves) void writeHalves(client, content(rest));
  else client.write(content(rest));
  if (isWhole(head, all)) {
    end();
    return;
  }
  backend.on('data', (chunk: Buffer) => {
    all = Buffer.concat([all, chunk]);
    client.write(content(chunk));
    if (isWhole(head, all)) end();
  });
  backend.once('end', end);
}

async function writeHalves(client: Socket, octets: Buffer): Promise<void> {
  const half = octets.length >> 1;
  client.write(octets.subarray(0, half));
  // Longer than is waited for what must not come.
  await delay(200);
  client.end(octets.subarray(half));
}

/** Takes frames of a client in any pieces, and gives them under other masks. */
function maskAnew(): (octets: Buffer) => Buffer {
  const other = [0x5a, 0xc3, 0x11, 0xf0];
  let came: Buffer = Buffer.alloc(0);
  let left = 0;
  let at = 0;
  return (octets) => {
    came = Buffer.concat([came, octets]);
    const given: Buffer[] = [];
    while (came.length > 0) {
      if (left === 0) {
        const short = (came[1] ?? 0) & 0x7f;
        const head = short === 127 ? 10 : short === 126 ? 4 : 2;
        if (came.length < head + 4) break;
        left = short === 127 ? Number(came.readBigUInt64BE(2)) : short === 126 ? came.readUInt16BE(2) : short;
        at = 0;
        const mask = came.subarray(head, head + 4).map((octet, index) => octet ^ (other[index] ?? 0));
        given.push(came.subarray(0, head), Buffer.from(mask));
        came = came.subarray(head + 4);
      }
      const begun = at;
      const part = came.subarray(0, left).map((octet, index) => octet ^ (other[(begun + index) % 4] ?? 0));
      given.push(Buffer.from(part));
      came = came.subarray(part.length);
      left -= part.length;
      at += part.length;
    }
    return Buffer.concat(given);
  };
}

function tunnel({ client, backend, early, behaviour }: Passage, rest: Buffer, status: number): void {
  const { back = same<Buffer>, endsBoth, masksAnew = false } = behaviour;
  const forth = masksAnew ? maskAnew() : (behaviour.forth ?? same<Buffer>);
  const first = status === 101 ? (behaviour.early ?? (masksAnew ? forth : same<Buffer>))(early) : early;
  if (first.length > 0) backend.write(first);
  const behind = status === 101 ? (behaviour.behind ?? same<Buffer>)(rest) : rest;
  if (behind.length > 0) client.write(behind);
  const carry = (from: Socket, to: Socket, change: (octets: Buffer) => Buffer) => {
    from.on('data', (chunk: Buffer) => void to.write(change(chunk))).resume();
    from.once('end', () => {
      to.end();
      if (endsBoth) from.end();
    });
    from.once('close', () => to.destroy());
  };
  carry(client, backend, forth);
  carry(backend, client, back);
}
