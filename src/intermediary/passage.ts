import { createConnection, type Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import { isInterim } from '../facts/head-facts.ts';
import {
  HeadReader,
  parseReply,
  parseRequest,
  type ReplyHead,
  type RequestHead,
  replyContent,
  requestContent,
} from '../wire/index.ts';
import { writeAnswer } from './answer.ts';
import type { Behaviour } from './behaviour.ts';
import { ContentCutter } from './content-cutter.ts';
import { dueForReply, dueForRequest } from './forward.ts';
import type { HopAction } from './hop-action.ts';
import { type Message, writeMessage } from './message.ts';
import { passOn } from './pass-on.ts';

export interface PassageOptions {
  readonly backendPort: number;
  readonly behaviour: Behaviour;
  readonly replyTimeout: number;
  readonly idleTimeout: number;
  readonly clock: Clock;
  /** Is handed the connection to the backend as soon as there is one. */
  readonly keep: (socket: Socket) => Socket;
}

/**
 * How far a passage has come: the head of the request is read; the reply is awaited; the content of a refusal passes;
 * frames pass both ways; nothing passes any more.
 */
type Stage = 'reading' | 'awaiting' | 'refusing' | 'tunnel' | 'over';

const headLimit = 65_536;

/** One connection of a client to a hop, and the one request on it, to the backend and back. */
export class Passage {
  readonly #client: Socket;
  readonly #options: PassageOptions;
  readonly #requestReader = new HeadReader('request', headLimit);
  #replyReader = new HeadReader('reply', headLimit);
  #stage: Stage = 'reading';
  /** What belongs to the request, and later to the refusal. */
  #content = new ContentCutter({ kind: 'none' });
  /** Octets behind the request, for the tunnel that may follow. */
  readonly #held: Uint8Array[] = [];
  #backend: Socket | null = null;
  #stopTimer = () => {};

  constructor(client: Socket, options: PassageOptions) {
    this.#client = client;
    this.#options = options;
    client
      .on('data', (chunk) => this.#takeFromClient(chunk))
      .on('end', () => this.#endOfClient())
      .on('error', () => this.#drop())
      .on('close', () => this.#drop());
    this.#waitIdly();
  }

  #takeFromClient(chunk: Uint8Array): void {
    if (this.#stage === 'reading') this.#readRequest(chunk);
    else if (this.#stage === 'awaiting') this.#takeContent(chunk);
    else if (this.#stage === 'tunnel') this.#pass('forth', chunk);
  }

  #readRequest(chunk: Uint8Array): void {
    this.#waitIdly();
    const progress = this.#requestReader.push(chunk);
    if (progress.state === 'incomplete') return;
    const parsed = progress.state === 'complete' ? parseRequest(progress.head) : null;
    if (progress.state !== 'complete' || !parsed?.ok) {
      this.#answer(progress.state === 'tooLarge' ? 431 : 400);
      return;
    }
    const { value: head } = parsed;
    const action = this.#options.behaviour.request(dueForRequest(head), head);
    if (action.type === 'forward') this.#forward(action.messages, head, progress.rest);
    else this.#end(action);
  }

  #forward(messages: readonly Message[], head: RequestHead, rest: Uint8Array): void {
    const { backendPort: port, keep, clock, replyTimeout } = this.#options;
    const socket = createConnection({ host: '127.0.0.1', port, noDelay: true, allowHalfOpen: true });
    this.#backend = keep(socket)
      .on('data', (chunk) => this.#takeFromBackend(chunk, head))
      .on('end', () => this.#endOfBackend())
      .on('error', () => (this.#stage === 'awaiting' ? this.#answer(502) : this.#drop()))
      .on('close', () => this.#endOfBackend());
    this.#stage = 'awaiting';
    this.#stopTimer();
    this.#stopTimer = clock.after(replyTimeout, () => this.#answer(504));
    for (const message of messages) socket.write(writeMessage(message));
    this.#content = new ContentCutter(requestContent(head.fields));
    this.#takeContent(rest);
  }

  /** What lies behind the request waits: it is for the tunnel, if there will be one (RFC 9110 §7.8). */
  #takeContent(chunk: Uint8Array): void {
    const { content, behind } = this.#content.cut(chunk);
    if (content.length > 0) this.#pass('forth', content);
    if (behind.length === 0) return;
    this.#held.push(behind);
    this.#client.pause();
  }

  #takeFromBackend(chunk: Uint8Array, request: RequestHead): void {
    if (this.#stage === 'awaiting') this.#readReply(chunk, request);
    else if (this.#stage === 'refusing') this.#passContent(chunk);
    else if (this.#stage === 'tunnel') this.#pass('back', chunk);
  }

  #readReply(chunk: Uint8Array, request: RequestHead): void {
    const progress = this.#replyReader.push(chunk);
    if (progress.state === 'incomplete') return;
    const parsed = progress.state === 'complete' ? parseReply(progress.head) : null;
    if (progress.state !== 'complete' || !parsed?.ok) {
      this.#answer(502);
      return;
    }
    const { value: head } = parsed;
    const action = this.#options.behaviour.reply(dueForReply(request, head), head);
    const messages = action.type === 'forward' ? action.messages : [];
    for (const message of messages) this.#client.write(writeMessage(message));
    if (action.type === 'answer' || action.type === 'drop') {
      this.#end(action);
    } else if (isInterim(head.status)) {
      this.#replyReader = new HeadReader('reply', headLimit);
      if (progress.rest.length > 0) this.#readReply(progress.rest, request);
    } else if (action.type === 'forward') {
      this.#settle(request, head, progress.rest);
    } else {
      this.#end(action);
    }
  }

  /** The final reply has gone to the client: the tunnel opens, or the content of the refusal follows. */
  #settle({ method }: RequestHead, { status, fields }: ReplyHead, rest: Uint8Array): void {
    this.#stage = status === 101 ? 'tunnel' : 'refusing';
    this.#waitIdly();
    const held = this.#held.splice(0);
    if (this.#stage === 'refusing') {
      this.#content = new ContentCutter(method === 'HEAD' ? { kind: 'none' } : replyContent(status, fields));
      this.#passContent(rest);
    } else {
      if (rest.length > 0) this.#pass('back', rest);
      for (const octets of held) this.#backend?.write(octets);
      if (this.#client.readableEnded) this.#backend?.end();
    }
    this.#client.resume();
  }

  #passContent(chunk: Uint8Array): void {
    const { content } = this.#content.cut(chunk);
    if (content.length > 0) this.#pass('back', content);
    if (this.#content.isDone) this.#finish();
  }

  #pass(way: 'forth' | 'back', octets: Uint8Array): void {
    if (this.#stage !== 'awaiting') this.#waitIdly();
    if (this.#backend === null) return;
    if (way === 'forth') passOn(this.#client, this.#backend, octets);
    else passOn(this.#backend, this.#client, octets);
  }

  #endOfClient(): void {
    if (this.#stage === 'tunnel') this.#backend?.end();
    else if (this.#stage !== 'reading') return;
    else if (this.#requestReader.received > 0) this.#answer(400);
    else this.#finish();
  }

  #endOfBackend(): void {
    if (this.#stage === 'awaiting') this.#answer(502);
    else if (this.#stage === 'refusing') this.#finish();
    else if (this.#stage === 'tunnel') this.#client.end();
  }

  #end(action: HopAction): void {
    if (action.type === 'answer') this.#answer(action.status);
    else if (action.type === 'drop') this.#drop();
    else this.#fallSilent();
  }

  #answer(status: number): void {
    this.#client.write(writeAnswer(status, this.#options.clock.date()));
    this.#finish();
  }

  /** The client has got all that there is: its end is waited for, as long as for anything. */
  #finish(): void {
    this.#fallSilent();
    this.#backend?.destroy();
    this.#client.resume().end();
  }

  #fallSilent(): void {
    this.#stage = 'over';
    this.#waitIdly();
  }

  #drop(): void {
    this.#stage = 'over';
    this.#stopTimer();
    this.#client.destroy();
    this.#backend?.destroy();
  }

  #waitIdly(): void {
    const { clock, idleTimeout } = this.#options;
    this.#stopTimer();
    this.#stopTimer = clock.after(idleTimeout, () => this.#drop());
  }
}
