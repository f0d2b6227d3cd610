import type { ClauseId } from '../clauses.ts';
import type { ServerChoices } from '../facts/request.ts';
import type { Topic } from '../topic.ts';

/** Which replies to a fault no peer may be blamed for. */
export interface Permits {
  readonly status: 'anyError' | 'anyBut101' | 'any' | readonly number[];
  /** Fields that must come along with the reply. */
  readonly fields: readonly string[];
  /** Whether closing the connection without a reply is permitted. */
  readonly silence: boolean;
}

/** One row of a rule table: if the guard holds and the choices agree, the verdict follows. */
export interface Row<Guard extends string = string, Verdict extends string = string, Choices = object> {
  readonly guard: Guard;
  readonly when?: Partial<Choices>;
  /** What its guard looks at. */
  readonly about: Topic;
  readonly clause: ClauseId;
  readonly verdict: Verdict;
}

export type ServerVerdict = 'accept' | 'hold' | 'ask' | 'refuse' | 'plainHttp';

export type FirstMessageVerdict = 'authenticated' | 'refused';

export type ClientVerdict = 'established' | 'interim' | 'failed' | 'closed';

export type TunnelVerdict = 'tunnelled' | 'interim' | 'failed';

export type TlsVerdict = 'secured' | 'failed';

/** `answered` and `unanswered` find no fault with the hop: it, or the backend, let the handshake end there. */
export type HopVerdict = 'passes' | 'answered' | 'unanswered' | 'failed';

/** A row of the server's table: it also says what the reply is, and which other replies would do. */
export interface ServerRow<Guard extends string = string> extends Row<Guard, ServerVerdict, ServerChoices> {
  /** `none` where nothing is sent yet. */
  readonly status: number | 'fromApplication' | 'none';
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly permits: Permits;
}

/** One row on the first message: it also says which Close frame follows. */
export interface FirstMessageRow<Guard extends string = string> extends Row<Guard, FirstMessageVerdict> {
  /** Code of the Close frame (RFC 6455 §7.4.1); null where the connection opens. */
  readonly code: 1008 | 1011 | null;
}
