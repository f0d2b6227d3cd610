import type { Socket } from 'node:net';
import { isFieldValue, isToken, type NewField, type RequestHead } from '../wire/index.ts';

/** An opening that has passed everything that needs no application. */
export interface AuthorizeRequest {
  readonly request: RequestHead;
  /** The path of the request-target, without its query. */
  readonly path: string;
  /** Behind the question mark, as it was sent; null without one. */
  readonly query: string | null;
  /** Names of the subprotocols offered, in their order, without those that carry a token. */
  readonly subprotocols: readonly string[];
  /**
   * The credential of the opening, valid where `authorize` is asked; in `verify` that of the first message. Null
   * where none is asked for, or it comes in the first message, before which `authorize` is asked.
   */
  readonly credential: string | null;
  readonly socket: Socket;
  /** Aborted when the client goes away, or the answer comes too late. */
  readonly signal: AbortSignal;
}

export interface Acceptance {
  /** One of those offered, or null for none; left out, the endpoint's own choice stands. */
  readonly subprotocol?: string | null;
  /** Fields to send with the 101 besides the handshake's own. */
  readonly headers?: readonly NewField[];
  /** Found again as `context` of the connection. */
  readonly context?: unknown;
}

export interface Refusal {
  readonly headers?: readonly NewField[];
  /** Text of the content; UTF-8, `text/plain` unless the headers say otherwise. */
  readonly body?: string;
}

export type Authorization =
  | ({ readonly type: 'accept' } & Acceptance)
  | ({ readonly type: 'refuse'; readonly status: number } & Refusal);

/** Decides on an opening. What it throws becomes a 500 and is told to `onOutcome`. */
export type Authorize = (request: AuthorizeRequest) => Authorization | Promise<Authorization>;

/** The handshake's own fields, and those that frame a message. */
const reserved = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Lets the connection open.
 *
 * @throws TypeError for a field that would replace one of the handshake's own, or cannot be written
 */
export function accept(acceptance: Acceptance = {}): Authorization {
  return { ...acceptance, type: 'accept', headers: copyHeaders(acceptance.headers) };
}

/**
 * Refuses the opening. A 401 gets a challenge and a 405 an Allow where the headers have none.
 *
 * @param status 300 to 599, but 304 (which has no content), 407 (which is a proxy's) and 426 (which is about
 *   the version, and the handshake's own)
 * @throws RangeError for another status, TypeError for a field that cannot be sent
 */
export function refuse(status: number, refusal: Refusal = {}): Authorization {
  const isRefusal = Number.isInteger(status) && status >= 300 && status <= 599;
  if (!isRefusal || [304, 407, 426].includes(status)) {
    throw new RangeError(
      `${status} cannot refuse: a status from 300 to 599 but 304, 407 and 426 was expected`,
    );
  }
  checkBody(refusal.body);
  return { ...refusal, type: 'refuse', status, headers: copyHeaders(refusal.headers) };
}

function checkBody(body: unknown): void {
  if (body !== undefined && typeof body !== 'string') throw new TypeError('the body of a refusal is no text');
}

/** A copy, so that what has been checked is what is sent. */
function copyHeaders(headers: readonly NewField[] = []): readonly NewField[] {
  if (!isListOfLists(headers)) throw new TypeError('headers is no list of pairs of a name and a value');
  return headers.map(([name, value]) => {
    checkHeader(name, value);
    return [name, value];
  });
}

function isListOfLists(headers: unknown): boolean {
  return Array.isArray(headers) && headers.every(Array.isArray);
}

function checkHeader(name: unknown, value: unknown): void {
  if (typeof name !== 'string' || !isToken(name)) {
    throw new TypeError(
      `${JSON.stringify(name)} is no name of a field: a token was expected (RFC 9110 §5.1)`,
    );
  }
  const lower = name.toLowerCase();
  if (reserved.has(lower) || lower.startsWith('sec-websocket-')) {
    throw new TypeError(`the field ${name} belongs to the handshake and cannot be added`);
  }
  if (typeof value !== 'string' || !isFieldValue(value) || value.trim() !== value) {
    throw new TypeError(
      `the value of ${name} cannot be written: a text of octets without control characters and without white ` +
        'space around it was expected (RFC 9110 §5.5)',
    );
  }
}
