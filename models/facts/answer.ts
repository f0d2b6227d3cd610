import type { RequestGuard } from '../decisions/server.ts';

export const successes = ['2xx'] as const;
export const redirects = ['3xx'] as const;
export const clientErrors = [400, 401, 403, 405, 426, 429, '4xx'] as const;
export const serverErrors = [503, '5xx'] as const;

/** All that the status of a final reply can be. */
export const statuses = [101, ...successes, ...redirects, ...clientErrors, ...serverErrors] as const;

/** A status of a final reply, or the class of those that no rule tells apart. */
export type AnsweredStatus = (typeof statuses)[number];

/** What is compared in a reply, in what it answers, and in what is known of whoever sent it. */
export interface AnswerFacts {
  readonly status: AnsweredStatus;
  readonly interims: 'none' | 'continue' | 'other';
  readonly statusLine: 'spaced' | 'unspaced';
  readonly fieldLines: 'whole' | 'folded';
  readonly lists: 'ok' | 'emptyElement';
  readonly upgrade: 'absent' | 'sent';
  readonly upgradeOption: 'listed' | 'unlisted';
  readonly closeOption: 'listed' | 'unlisted';
  readonly accept: 'absent' | 'sent';
  /** Whether the one that was sent is among those of the request. */
  readonly subprotocol: 'absent' | 'offered' | 'unoffered';
  readonly allow: 'absent' | 'sent';
  readonly challenge: 'absent' | 'malformed' | 'ok';
  readonly date: 'ok' | 'wrong';
  readonly contentLength: 'absent' | 'sent';
  readonly transferEncoding: 'absent' | 'sent';
  readonly versions: 'absent' | 'malformed' | 'only13' | 'other';
  readonly refusedVersion: 'listed' | 'unlisted';
  readonly declaredVersions: 'listed' | 'unlisted';
  /** Octets after the head of a reply, octets after a 101, and whether a ping got its pong. */
  readonly content: 'unseen' | 'none' | 'some';
  readonly behind: 'nothing' | 'frames' | 'http' | 'other';
  /**
   * In its place a Close frame may come, `failed` for wrong frames and `closed` for any other reason, or, without
   * one, the end of the connection in order or by a reset.
   */
  readonly pong: 'unasked' | 'came' | 'failed' | 'closed' | 'ended' | 'reset' | 'missing';
  readonly end: 'unseen' | 'open' | 'ended';
  /** Whether a second request on the same connection was answered, or the connection was ended before. */
  readonly second: 'unasked' | 'answered' | 'unanswered' | 'ended';

  /** The one fault of the request. */
  readonly fault: RequestGuard | 'none' | 'several';
  /** Whether nothing but an error will do. */
  readonly refusal: 'due' | 'open';
  readonly asksFor: 'websocket' | 'other';
  /** The version that is refused: a number, or what begins with one and is none. */
  readonly askedVersion: 'number' | 'nearNumber' | 'other';
  readonly requestVersion: '1.0' | 'other';
  readonly method: 'HEAD' | 'other';
  readonly expectation: 'continue' | 'none';
  /**
   * What a request announces behind its head: nothing, what was not sent, or what was sent as a whole; or nothing,
   * and octets are there all the same.
   */
  readonly requestContent: 'none' | 'outstanding' | 'sent' | 'unannounced';
  /**
   * What became of content that was sent as a whole: refused, or behind a 101 read as content or as frames. A refusal for
   * another fault does not tell, nor does one ahead of it, nor a reset, which may have destroyed what was sent before.
   */
  readonly contentUse: 'unseen' | 'refused' | 'asContent' | 'asFrames';
  /** Whether a 100 came, or a final reply in its place ahead of content that was to follow. */
  readonly wait: 'continued' | 'skipped' | 'other';
  /** Whether the server can have no subprotocol to choose, as far as is known. */
  readonly choice: 'none' | 'open';
  /** Whether names are offered of which it was declared to support none, in whatever letter case. */
  readonly support: 'none' | 'open';
  /** The versions that it speaks, as far as is known. */
  readonly speaks: 'undeclared' | 'only13' | 'others';
  readonly clock: 'known' | 'unknown';
  readonly resource: 'getOnly' | 'unknown';
  /** Whether it means to close the connection after a refusal. */
  readonly intent: 'closes' | 'unknown';
}
