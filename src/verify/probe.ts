import { lookup } from 'node:dns/promises';
import { createConnection, isIP, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, type SecureContext } from 'node:tls';
import { type Answer, AnswerReader, pingData } from './answer-reader.ts';
import { maskedFrame } from './masked-frame.ts';
import type { Target } from './target.ts';

const ping = maskedFrame(0x89, pingData);
const nothing = new Uint8Array();

/** The target could not be reached at all. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** Where a target is; asked for once. */
export async function findAddress({ uri }: Target): Promise<string> {
  if (isIP(uri.host)) return uri.host;
  try {
    return (await lookup(uri.host)).address;
  } catch (cause) {
    throw new Unreachable(`the host ${uri.host} cannot be resolved`, { cause });
  }
}

/** What is to happen when the time of a probe is up. */
interface Deadline {
  readonly milliseconds: number;
  onPassed: () => void;
}

let trust: SecureContext | undefined;

/** @throws Unreachable */
function dial({ uri, options }: Target, address: string, deadline: Deadline): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const plain = createConnection({ host: address, port: uri.port, noDelay: true, allowHalfOpen: true });
    const fail = (cause: Error) => {
      plain.destroy();
      const help = isOfCertificate(cause) ? ' (--insecure takes any certificate)' : '';
      const problem = `no connection to ${uri.host}:${uri.port}: ${cause.message.trim()}${help}`;
      reject(new Unreachable(problem, { cause }));
    };
    deadline.onPassed = () => fail(new Error(`none was made within ${deadline.milliseconds} ms`));
    // Stays for the errors of a connection that nobody looks at any more.
    plain.on('error', fail);
    plain.once('connect', () => {
      if (!uri.secure) {
        resolve(plain);
        return;
      }
      // One for all connections: it takes a tenth of the time of a connection to make one.
      trust ??= createSecureContext();
      const secured = connectTls({
        socket: plain,
        host: uri.host,
        servername: isIP(uri.host) ? '' : uri.host,
        ALPNProtocols: ['http/1.1'],
        rejectUnauthorized: !options.insecure,
        secureContext: trust,
      });
      secured.on('error', fail).once('secureConnect', () => resolve(secured));
    });
  });
}

/**
 * Sends octets on a connection of their own and reads the answer: a final reply with its content, and behind a
 * 101 the pong to a ping, since a 101 alone proves nothing.
 *
 * @param timeout milliseconds that all of it may take
 * @param frames what is sent behind a 101, before the ping
 * @throws Unreachable
 */
export async function probe(
  target: Target,
  address: string,
  pieces: readonly Uint8Array[],
  timeout: number,
  frames: Uint8Array = nothing,
): Promise<Answer> {
  const deadline: Deadline = { milliseconds: timeout, onPassed: () => {} };
  const timer = setTimeout(() => deadline.onPassed(), timeout);
  try {
    const socket = await dial(target, address, deadline);
    return await converse(socket, pieces, frames, deadline);
  } finally {
    clearTimeout(timer);
  }
}

function converse(
  socket: Socket,
  pieces: readonly Uint8Array[],
  frames: Uint8Array,
  deadline: Deadline,
): Promise<Answer> {
  return new Promise((resolve) => {
    const reader = new AnswerReader(isHead(pieces));
    let isPinged = false;
    let isFinished = false;
    const finish = (end: Answer['end']) => {
      if (isFinished) return;
      isFinished = true;
      socket.destroy();
      resolve(reader.answer(end));
    };
    deadline.onPassed = () => finish('late');
    socket.on('data', (chunk: Buffer) => {
      const state = reader.push(chunk);
      if (state === 'done') finish('replied');
      if (state !== 'switched' || isPinged) return;
      isPinged = true;
      socket.write(frames.length > 0 ? Buffer.concat([frames, ping]) : ping);
    });
    socket.once('end', () => finish(reader.isComplete ? 'replied' : 'ended'));
    socket.once('error', () => finish('reset')).once('close', () => finish('ended'));
    send(socket, pieces, 0);
  });
}

/** Whether the certificate alone is to blame, by the codes that Node takes from OpenSSL. */
function isOfCertificate(error: Error & { readonly code?: string }): boolean {
  return /CERT|^ERR_TLS_CERT|^UNABLE_TO_/.test(error.code ?? '');
}

/** A reply to HEAD has no content, whatever its fields say (RFC 9110 §9.3.2). */
function isHead(pieces: readonly Uint8Array[]): boolean {
  return Buffer.concat(pieces.slice(0, 5)).toString('latin1', 0, 5) === 'HEAD ';
}

/** Sends the pieces from one on, each when the one before it has been written and may have been read. */
function send(socket: Socket, pieces: readonly Uint8Array[], from: number): void {
  const piece = pieces[from];
  if (!piece || !socket.writable) return;
  const goOn = () => send(socket, pieces, from + 1);
  if (from + 1 === pieces.length) socket.write(piece);
  // Few pieces are kept apart in time, or the target would often read them as one.
  else socket.write(piece, pieces.length <= 3 ? () => setTimeout(goOn, gap) : () => setImmediate(goOn));
}

/** Milliseconds between two of few pieces. */
const gap = 5;
