import { lookup } from 'node:dns/promises';
import { isIP, type OnReadOpts, Socket } from 'node:net';
import { connect as connectTls, createSecureContext, type SecureContext, type TLSSocket } from 'node:tls';
import type { WebSocketUri } from '../../wire/index.ts';
import { type Answer, AnswerReader, pingData } from './answer.ts';
import { maskedFrame } from './frame.ts';

const ping = maskedFrame(0x89, pingData);
const nothing = new Uint8Array();

/** The target could not be reached at all. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** A server that is connected to. */
export interface Remote {
  readonly uri: Pick<WebSocketUri, 'host' | 'port' | 'secure'>;
  /** Whether a certificate that cannot be verified is taken. */
  readonly options: { readonly insecure?: boolean };
}

/** The address of a server; asked for once. */
export async function findAddress({ uri }: Remote): Promise<string> {
  if (isIP(uri.host)) return uri.host;
  try {
    return (await lookup(uri.host)).address;
  } catch (cause) {
    throw new Unreachable(`the host ${uri.host} cannot be resolved`, { cause });
  }
}

/**
 * Sends octets on a connection of their own and reads the answer: a final reply with its content, and behind a
 * 101 the pong to a ping, since a 101 alone proves nothing.
 *
 * @param timeout milliseconds that all of it may take
 * @param frames what is sent behind a 101, before the ping
 * @returns rejects with `Unreachable` where no connection is made
 */
export function probe(
  target: Remote,
  address: string,
  pieces: readonly Uint8Array[],
  timeout: number,
  frames: Uint8Array = nothing,
): Promise<Answer> {
  const { uri } = target;
  return new Promise((resolve, reject) => {
    const reader = new AnswerReader(isHead(pieces));
    /** What the octets go over; null until it is there. */
    let open: Socket | null = null;
    let isPinged = false;
    let isFinished = false;
    let localPort = 0;
    const finish = (end: Answer['end']) => {
      if (isFinished) return;
      isFinished = true;
      clearTimeout(timer);
      open?.destroy();
      resolve(reader.answer(end, localPort));
    };
    const fail = (cause: Error) => {
      plain.destroy();
      if (open) return;
      clearTimeout(timer);
      reject(unreachable(target, cause));
    };
    const read = (chunk: Buffer) => {
      const state = reader.push(chunk);
      if (state === 'done') finish('replied');
      if (state !== 'switched' || isPinged) return;
      isPinged = true;
      open?.write(frames.length > 0 ? Buffer.concat([frames, ping]) : ping);
    };
    const converse = (socket: Socket) => {
      open = socket;
      localPort = socket.localPort ?? 0;
      socket.on('end', () => finish(reader.isComplete ? 'replied' : 'ended'));
      socket.on('error', () => finish('reset')).on('close', () => finish('ended'));
      send(socket, pieces, 0);
    };
    const timer = setTimeout(() => {
      if (open) finish('late');
      else fail(new Error(`none was made within ${timeout} ms`));
    }, timeout);
    const options = {
      allowHalfOpen: true,
      onread: uri.secure ? undefined : readingInto(read),
      // These Node sets itself, to the same: where it has to add them, a Socket takes many times as long to create.
      emitClose: false,
      autoDestroy: true,
      decodeStrings: false,
    };
    const plain = new Socket(options).setNoDelay().connect({ host: address, port: uri.port });
    // Stays for the errors of a connection that nobody looks at any more.
    plain.on('error', fail).once('connect', () => {
      if (!uri.secure) return converse(plain);
      const secured = secure(plain, target).on('error', fail);
      secured.once('secureConnect', () => converse(secured.on('data', read)));
    });
  });
}

/** The largest piece of an answer that is read at once, in octets. */
const largestChunk = 65_536;
/** What every connection reads into, one after the other: a buffer for each read would cost more than the reading. */
const reading = Buffer.allocUnsafeSlow(largestChunk);

function readingInto(read: (chunk: Buffer) => void): OnReadOpts {
  return {
    buffer: reading,
    callback(count) {
      read(Buffer.from(reading.subarray(0, count)));
      return true;
    },
  };
}

let trust: SecureContext | undefined;

function secure(plain: Socket, { uri, options }: Remote): TLSSocket {
  // One for all connections: it takes a tenth of the time of a connection to make one.
  trust ??= createSecureContext();
  return connectTls({
    socket: plain,
    host: uri.host,
    servername: isIP(uri.host) ? '' : uri.host,
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: !options.insecure,
    secureContext: trust,
  });
}

function unreachable({ uri }: Remote, cause: Error): Unreachable {
  const help = isOfCertificate(cause) ? ' (--insecure takes any certificate)' : '';
  const problem = `no connection to ${uri.host}:${uri.port}: ${cause.message.trim()}${help}`;
  return new Unreachable(problem, { cause });
}

/** Whether the certificate alone is to blame, by the codes that Node takes from OpenSSL. */
function isOfCertificate(error: Error & { readonly code?: string }): boolean {
  return /CERT|^ERR_TLS_CERT|^UNABLE_TO_/.test(error.code ?? '');
}

/** A reply to HEAD has no content, whatever its fields say (RFC 9110 §9.3.2). */
function isHead(pieces: readonly Uint8Array[]): boolean {
  const [first = nothing] = pieces;
  const start = first.length < head.length ? Buffer.concat(pieces.slice(0, head.length)) : first;
  return head.every((octet, at) => start[at] === octet);
}

const head = Buffer.from('HEAD ');

/** Sends the pieces from one on, each when the one before it has been written and may have been read. */
function send(socket: Socket, pieces: readonly Uint8Array[], from: number): void {
  const piece = pieces[from];
  if (!piece || !socket.writable) return;
  if (from + 1 === pieces.length) {
    socket.write(piece);
    return;
  }
  const goOn = () => send(socket, pieces, from + 1);
  // Few pieces are kept apart in time, or the target would often read them as one.
  socket.write(piece, () => {
    if (pieces.length <= 3) setTimeout(goOn, gap);
    else setImmediate(goOn);
  });
}

/** Milliseconds between two of few pieces. */
const gap = 5;
