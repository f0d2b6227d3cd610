import type { Socket } from 'node:net';
import { checkOptions } from '../option/check-options.ts';
import { type HeaderInput, listHeaders } from '../option/input.ts';
import { anything, headers, objectOf, text } from '../option/kind.ts';
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

export interface Acceptance<Context = unknown> {
  /** One of those offered, or null for none; left out, the endpoint's own choice stands. */
  readonly subprotocol?: string | null;
  /** Fields to send with the 101 besides the handshake's own: a record, a `Headers`, a `Map` or a list of pairs. */
  readonly headers?: HeaderInput;
  /** Found again as `context` of the connection, with its type. */
  readonly context?: Context;
}

export interface Refusal {
  /** A record, a `Headers`, a `Map` or a list of pairs. */
  readonly headers?: HeaderInput;
  /** Text of the content; UTF-8, `text/plain` unless the headers say otherwise. */
  readonly body?: string;
}

export interface Accepted<Context = unknown> extends Acceptance<Context> {
  readonly type: 'accept';
}

export interface Refused extends Refusal {
  readonly type: 'refuse';
  readonly status: number;
}

export type Authorization<Context = unknown> = Accepted<Context> | Refused;

/** The type of what an answer gives along. */
export type ContextOf<Answer> = Answer extends Accepted<infer Context> ? Context : never;

/** Decides on an opening. What it throws becomes a 500 and is told to `onOutcome`. */
export type Authorize<Context = unknown> = (
  request: AuthorizeRequest,
) => Authorization<Context> | Promise<Authorization<Context>>;

/** An answer that was checked. */
export type Settled = (Accepted | Refused) & Copied;

interface Copied {
  readonly headers: readonly NewField[];
}

const acceptance = { subprotocol: anything, headers, context: anything };
const refusal = { headers, body: text };
const kinds = {
  acceptance: objectOf<Acceptance<unknown>>(acceptance),
  refusal: objectOf<Refusal>(refusal),
  accepted: objectOf<Accepted>({ ...acceptance, type: anything }),
  refused: objectOf<Refused>({ ...refusal, type: anything, status: anything }),
};

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
 * @throws TypeError for a field that would replace one of the handshake's own, or cannot be written, and for an
 *   option that is unknown or of another kind
 */
export function accept<Context = undefined>(acceptance: Acceptance<Context> = {}): Accepted<Context> {
  checkOptions('accept', acceptance, kinds.acceptance);
  return settleAcceptance('accept', acceptance);
}

/**
 * Refuses the opening. A 401 gets a challenge and a 405 an Allow where the headers have none.
 *
 * @param status 300 to 599, but 304 (which has no content), 407 (which is a proxy's) and 426 (which is about
 *   the version, and the handshake's own)
 * @throws RangeError for another status, TypeError for a field that cannot be sent and for an option that is unknown
 *   or of another kind
 */
export function refuse(status: number, refusal: Refusal = {}): Refused {
  checkStatus(status);
  checkOptions('refuse', refusal, kinds.refusal);
  return settleRefusal('refuse', status, refusal);
}

/**
 * Makes sure of what an application has answered, whoever made the object.
 *
 * @throws TypeError or RangeError for what `accept` or `refuse` would refuse
 */
export function settleAuthorization(said: Authorization): Settled {
  if (said?.type === 'accept') {
    checkOptions('authorize', said, kinds.accepted);
    return settleAcceptance('authorize', said);
  }
  if (said?.type !== 'refuse') {
    throw new TypeError('authorize answered with neither accept(…) nor refuse(…)');
  }
  checkStatus(said.status);
  checkOptions('authorize', said, kinds.refused);
  return settleRefusal('authorize', said.status, said);
}

// In both every name is written out: this is done for each opening, and spreading takes several times as long.
function settleAcceptance<Context>(caller: string, given: Acceptance<Context>) {
  const { subprotocol, headers, context } = given;
  const said = { type: 'accept', subprotocol, headers: copyHeaders(caller, headers), context } as const;
  return said as Accepted<Context> & Copied; // what is undefined is as good as left out
}

function settleRefusal(caller: string, status: number, { headers, body }: Refusal) {
  const said = { type: 'refuse', status, headers: copyHeaders(caller, headers), body } as const;
  return said as Refused & Copied; // the same
}

function checkStatus(status: number): void {
  const isRefusal = Number.isInteger(status) && status >= 300 && status <= 599;
  if (!isRefusal || [304, 407, 426].includes(status)) {
    throw new RangeError(
      `${status} cannot refuse: a status from 300 to 599, except 304, 407 and 426, was expected`,
    );
  }
}

/** A copy, so that what has been checked is what is sent. */
function copyHeaders(caller: string, given: HeaderInput | undefined): readonly NewField[] {
  const fields = listHeaders(caller, given);
  for (const [name, value] of fields) checkHeader(name, value);
  return fields;
}

function checkHeader(name: string, value: string): void {
  if (!isToken(name)) {
    throw new TypeError(`${JSON.stringify(name)} is not a field name: a token was expected (RFC 9110 §5.1)`);
  }
  const lower = name.toLowerCase();
  if (reserved.has(lower) || lower.startsWith('sec-websocket-')) {
    throw new TypeError(`the field ${name} belongs to the handshake and cannot be added`);
  }
  if (!isFieldValue(value) || value.trim() !== value) {
    throw new TypeError(
      `the value of ${name} cannot be written: a text of octets without control characters and without white ` +
        'space around it was expected (RFC 9110 §5.5)',
    );
  }
}
