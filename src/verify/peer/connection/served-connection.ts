import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { sha1 } from '../../../sha1.ts';
import {
  computeAccept,
  fieldValues,
  type HeadProgress,
  HeadReader,
  parseRequest,
  type RequestHead,
} from '../../../wire/index.ts';
import type { Origin } from './origin.ts';
import { RawConnection } from './raw-connection.ts';
import { Overdue } from './wait-list.ts';

/** Octets of a head at most. */
const headLimit = 65_536;
const nothing = new Uint8Array();

/** A scripted server's end of one connection. Octets that cannot be read are kept like any others: they are no error. */
export class ServedConnection extends RawConnection {
  /** The name that the client told by SNI; null where it told none, or speaks no TLS. */
  readonly servername: string | null;
  /** The protocol that ALPN chose; null where it chose none. */
  readonly protocol: string | null;
  /** Resolves as soon as a whole request has come, or it is known that none will; never rejects. */
  readonly requested: Promise<void>;
  /** The nonce of the route that it was taken by; null before that, and where it named none. */
  nonce: string | null = null;
  #head: Uint8Array = nothing;
  #request: RequestHead | null = null;
  #fault: string | null = null;
  #behindFrom = 0;

  constructor(socket: Socket, origin: Origin = {}) {
    super(socket, origin);
    const { servername, alpnProtocol } = socket instanceof TLSSocket ? readTls(socket) : noTls;
    this.servername = typeof servername === 'string' ? servername : null;
    this.protocol = alpnProtocol || null;
    this.requested = this.#readRequest();
  }

  /** The octets of the request's head, or of as much of one as came. */
  get head(): Uint8Array {
    return this.#head;
  }

  /** What the head says; null before it has come, and where it cannot be read. */
  get request(): RequestHead | null {
    return this.#request;
  }

  /** Why there is no request, or that the script has thrown; null while neither is so. */
  get fault(): string | null {
    return this.#fault;
  }

  /** The accept value that belongs to the request's key; empty where it has none. */
  get accept(): string {
    const [key] = fieldValues(this.#request?.fields ?? [], 'sec-websocket-key');
    return key === undefined ? '' : computeAccept(key, sha1);
  }

  /** What the client has sent after its request, or after octets that are no request. */
  behind(): Buffer {
    return this.octets.subarray(this.#behindFrom);
  }

  /** Gives the connection up for a fault of its script. */
  fail(error: unknown): void {
    this.#fault ??= `its script threw ${error}`;
    this.destroy();
  }

  async #readRequest(): Promise<void> {
    const reader = new HeadReader('request', headLimit);
    let progress: HeadProgress = { state: 'incomplete' };
    let read = 0;
    const isRead = () => {
      for (let chunk = this.received[read]; chunk; chunk = this.received[read]) {
        read += 1;
        progress = reader.push(chunk.octets);
        if (progress.state !== 'incomplete') return true;
      }
      return false;
    };
    // A fault may be known early. The first line is read to its end, so that its words do not depend on how it was cut.
    const hasLine = () => this.octets.length > headLimit || /\S[^\n]*\n/.test(this.text);
    try {
      await this.until(isRead, 'a whole request');
      this.#judge(progress);
      if (!this.#request) await this.until(hasLine, 'the end of a request line');
    } catch (error) {
      this.#fault ??= error instanceof Overdue ? error.message : String(error);
    }
    if (!this.#request) this.#head = this.octets;
    this.#behindFrom = this.#request ? reader.received : this.#head.length;
  }

  #judge(progress: HeadProgress): void {
    if (progress.state !== 'complete') {
      this.#fault ??= describe(progress, this);
      return;
    }
    const parsed = parseRequest(progress.head);
    this.#head = progress.head;
    if (parsed.ok) this.#request = parsed.value;
    else this.#fault ??= parsed.problem;
  }
}

const noTls = { servername: null, alpnProtocol: null };

function readTls(socket: TLSSocket) {
  const servername: unknown = Reflect.get(socket, 'servername'); // Node sets it on a server's side, too
  return { servername, alpnProtocol: socket.alpnProtocol };
}

function describe(
  progress: Exclude<HeadProgress, { state: 'complete' }>,
  { ending, received }: RawConnection,
) {
  if (progress.state === 'malformed') return progress.problem;
  if (progress.state === 'tooLarge') return `a head of more than ${headLimit} octets`;
  const when = received.length === 0 ? 'before it sent anything' : 'within its request';
  return ending === 'reset' ? `the client reset the connection ${when}` : `the client ended ${when}`;
}
