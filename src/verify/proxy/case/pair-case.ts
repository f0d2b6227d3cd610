import type { RequestEdit } from '../../../arbitraries/index.ts';
import type { Case } from '../../judge/case.ts';

/** What the backend does with a request that arrives. Text of the wire is Latin-1. */
export interface BackendAnswer {
  readonly title: string;
  /** A 101 that fits the request, a refusal, or nothing. */
  readonly reply: 'switch' | 'refusal' | 'nothing';
  /** The heads that go before the reply. */
  readonly interims?: string;
  /** Of a refusal. Default `HTTP/1.1 403 Forbidden`. */
  readonly statusLine?: string;
  /** Fields besides those that the reply needs. */
  readonly fields?: readonly (readonly [name: string, value: string])[];
  /** Fields that it does not have. */
  readonly without?: readonly string[];
  /** Content of a refusal. */
  readonly content?: string;
  /** Octets right behind a 101, in one piece with it. */
  readonly behind?: string;
  /** Whether it is written in many pieces. */
  readonly isCut?: boolean;
  /** What it does behind all of this; if it is not given, a refusal ends the connection, and a 101 leaves it open. */
  readonly end?: 'stays' | 'ends' | 'resets';
  /** Whether a hop may set the backend aside for it. */
  readonly isFault?: boolean;
  /** Whether it breaks a rule, so that a hop need not pass it on. */
  readonly isOdd?: boolean;
}

/** What the client sends. */
export interface FrontRequest {
  readonly title: string;
  /** Changes of the opening. */
  readonly edits: readonly RequestEdit[];
  /** Whether its target is an absolute URI, with the authority of the front. */
  readonly isAbsolute?: boolean;
  /** Octets right behind it, in one piece with it. */
  readonly early?: string;
  /** Whether it is written in many pieces. */
  readonly isCut?: boolean;
  /** Whether it breaks a rule, so that a hop need not pass it on. */
  readonly isOdd?: boolean;
}

/** One thing that is played: what the client sends, and what the backend answers. */
export interface PairCase extends Case<null, never> {
  readonly request: FrontRequest;
  readonly answer: BackendAnswer;
  /** Octets that the client, and the backend, send once the connection is open. */
  readonly forth: string;
  readonly back: string;
  /** Who ends its side behind them. */
  readonly ends?: 'client' | 'backend';
  /** Whether that is a reset. */
  readonly resets?: boolean;
  /** In which pieces, of so many octets and so many milliseconds apart, both send theirs; in one, if it is not given. */
  readonly pieces?: { readonly length: number; readonly gap: number };
  /** Whether both begin to read only a while after the other has begun to send. */
  readonly readsLate?: boolean;
  /** Changes of the opening that make a second request of it, which is sent on the same connection. */
  readonly second?: readonly RequestEdit[];
  /** Whether the second comes in one piece with the first; if not, it comes behind the reply to that. */
  readonly isPipelined?: boolean;
  /** Whether octets are sent that no request begins with where no 101 has come: they may not reach the backend. */
  readonly isBeyond?: boolean;
  /** Seconds for which nothing is sent in the open connection, or pings alone, before the octets go forth. */
  readonly pause?: { readonly seconds: number; readonly pings: boolean };
}

/** A text frame of a client, whose octets every reader of lines or heads would trip over. */
export const frameForth = '\x81\x8c\x00\x00\x00\x00a\r\n\r\nb\x00\x7f\xc3\xa9\r\n';

/** The same of a server. */
export const frameBack = '\x81\x0ca\r\n\r\nb\x00\x7f\xc3\xa9\r\n';

/** A frame with so many octets of content, as a client or a server sends it. */
export function largeFrame(octets: number, isMasked: boolean): string {
  const length = [24, 16, 8, 0].map((shift) => String.fromCharCode((octets >>> shift) & 0xff)).join('');
  const head = `\x82${isMasked ? '\xff' : '\x7f'}\0\0\0\0${length}${isMasked ? '\0\0\0\0' : ''}`;
  return head + 'ws101 \r\n'.repeat(octets / 8);
}
