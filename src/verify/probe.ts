import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createConnection, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { BodyReader, HeadReader, parseReply, type ReplyHead, replyContent } from '../wire/index.ts';
import { maskedFrame } from './masked-frame.ts';
import type { Target } from './target.ts';

const pingData = Uint8Array.of(0x77, 0x73, 0x31);
const nothing = new Uint8Array();

/** How a target has answered octets. */
export interface Answer {
  /** Everything that came. */
  readonly octets: Uint8Array;
  /** The head of its final reply, octet for octet; empty where none came. */
  readonly head: Uint8Array;
  /** The final reply; null where none came that can be read. */
  readonly reply: ReplyHead | null;
  /** Statuses of the interim replies before it. */
  readonly interims: readonly number[];
  /** Behind a 101: what came before the pong. */
  readonly early: Uint8Array;
  /** Behind a 101: whether a ping got its pong. */
  readonly ponged: boolean;
  /** How it ended: by a reply, by the target's end of the connection, by a reset, or not in time. */
  readonly end: 'replied' | 'ended' | 'reset' | 'late';
}

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

/** @throws Unreachable */
async function dial({ uri, options }: Target, address: string, signal: AbortSignal): Promise<Socket> {
  const plain = createConnection({ host: address, port: uri.port, noDelay: true, allowHalfOpen: true });
  try {
    await once(plain, 'connect', { signal });
    if (!uri.secure) return plain;
    const secured = connectTls({
      socket: plain,
      host: uri.host,
      servername: isIP(uri.host) ? '' : uri.host,
      ALPNProtocols: ['http/1.1'],
      rejectUnauthorized: !options.insecure,
    });
    await once(secured, 'secureConnect', { signal });
    return secured;
  } catch (cause) {
    plain.destroy();
    const why = cause instanceof Error ? cause.message : String(cause);
    const help = uri.secure && !options.insecure ? ' (--insecure takes any certificate)' : '';
    throw new Unreachable(`no connection to ${uri.host}:${uri.port}: ${why}${help}`, { cause });
  }
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
  const signal = AbortSignal.timeout(timeout);
  const socket = await dial(target, address, signal);
  const reader = new AnswerReader();
  try {
    return await new Promise<Answer>((resolve) => {
      let pinged = false;
      const finish = (end: Answer['end']) => resolve(reader.answer(end));
      socket.on('data', (chunk: Buffer) => {
        const state = reader.push(chunk);
        if (state === 'switched' && !pinged) {
          pinged = true;
          socket.write(Buffer.concat([frames, maskedFrame(0x89, pingData)]));
        }
        if (state === 'done') finish('replied');
      });
      socket.once('end', () => finish(reader.isComplete ? 'replied' : 'ended'));
      socket.once('error', () => finish('reset')).once('close', () => finish('ended'));
      signal.addEventListener('abort', () => finish('late'), { once: true });
      void send(socket, pieces);
    });
  } finally {
    socket.on('error', () => {}).destroy();
  }
}

async function send(socket: Socket, pieces: readonly Uint8Array[]): Promise<void> {
  for (const piece of pieces) {
    if (!socket.writable) return;
    await new Promise<void>((resolve) => socket.write(piece, () => resolve()));
  }
}

class AnswerReader {
  readonly #chunks: Buffer[] = [];
  readonly #interims: number[] = [];
  #head = new HeadReader('reply', 1_048_576);
  #octets: Uint8Array = nothing;
  #reply: ReplyHead | null = null;
  #body: BodyReader | null = null;
  #frames: Buffer = Buffer.alloc(0);
  #ponged = false;
  #unreadable = false;

  /** Whether all of a reply has come that ends with the connection. */
  get isComplete(): boolean {
    return this.#reply !== null;
  }

  push(chunk: Buffer): 'reading' | 'switched' | 'done' {
    this.#chunks.push(chunk);
    if (this.#unreadable) return 'done';
    if (this.#reply) return this.#pushBehind(chunk);
    let rest: Uint8Array = chunk;
    for (;;) {
      const progress = this.#head.push(rest);
      if (progress.state === 'incomplete') return 'reading';
      this.#octets = progress.head;
      const parsed = progress.state === 'complete' ? parseReply(progress.head) : null;
      if (progress.state !== 'complete' || !parsed?.ok) {
        this.#unreadable = true;
        return 'done';
      }
      const { status } = parsed.value;
      if (status >= 200 || status === 101) {
        this.#reply = parsed.value;
        return this.#pushBehind(Buffer.from(progress.rest));
      }
      this.#interims.push(status);
      this.#head = new HeadReader('reply', 1_048_576);
      rest = progress.rest;
    }
  }

  #pushBehind(chunk: Buffer): 'reading' | 'switched' | 'done' {
    const reply = this.#reply;
    if (reply?.status === 101) {
      this.#frames = Buffer.concat([this.#frames, chunk]);
      this.#ponged ||= this.#frames.includes(pong);
      return this.#ponged ? 'done' : 'switched';
    }
    if (!reply) return 'reading';
    this.#body ??= new BodyReader(replyContent(reply.status, reply.fields), 65_536);
    return this.#body.push(chunk) ? 'done' : 'reading';
  }

  answer(end: Answer['end']): Answer {
    const at = this.#frames.indexOf(pong);
    return {
      octets: Buffer.concat(this.#chunks),
      head: this.#octets,
      reply: this.#reply,
      interims: this.#interims,
      early: at < 0 ? this.#frames : this.#frames.subarray(0, at),
      ponged: this.#ponged,
      end: this.#reply && this.#reply.status !== 101 ? 'replied' : end,
    };
  }
}

/** The frame that answers the ping. */
const pong = Buffer.from([0x8a, pingData.length, ...pingData]);
