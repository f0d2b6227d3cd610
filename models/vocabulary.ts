import type { ClauseId } from './clauses.ts';

/** How far the head of a message was read. */
export type HeadState =
  | 'complete'
  /** The limit on pending handshakes was reached: nothing was read at all. */
  | 'unadmitted'
  | 'tooLarge'
  | 'tooManyFields'
  /** The deadline passed before the head was complete. */
  | 'late'
  /** The peer ended its side before the head was complete. */
  | 'cut';

/**
 * What a server compares in an opening handshake. Each fact is computed once, in `src/facts`; `unread` stands
 * where an earlier fault kept the octets from being looked at.
 */
export interface RequestFacts {
  readonly head: HeadState;
  readonly requestLine: 'unread' | 'ok' | 'malformed';
  readonly httpVersion: 'unread' | '1.0' | '1.1' | 'otherMajor';
  readonly fieldLines: 'unread' | 'ok' | 'malformed';
  readonly target: 'unread' | 'ok' | 'tooLong' | 'malformed' | 'noResource' | 'unsecured';
  readonly method: 'unread' | 'GET' | 'other';
  readonly host: 'unread' | 'ok' | 'absent' | 'repeated' | 'malformed';
  readonly upgrade: 'unread' | 'websocket' | 'absent' | 'other';
  readonly connection: 'unread' | 'upgrade' | 'lacksUpgrade';
  readonly content: 'unread' | 'none' | 'announced' | 'malformedLength' | 'malformedCoding';
  readonly expectation: 'unread' | 'none' | 'continue';
  readonly version: 'unread' | '13' | 'absent' | 'repeated' | 'malformed' | 'other';
  readonly key: 'unread' | 'ok' | 'absent' | 'repeated' | 'malformed' | 'wrongLength';
  readonly subprotocol: 'unread' | 'absent' | 'malformed' | 'mismatched' | 'chosen';
  readonly extensions: 'unread' | 'absent' | 'offered' | 'malformed';
  readonly path: 'unread' | 'known' | 'unknown';
  /** Whether the origin is welcome; `allowed` wherever no allowlist is set. */
  readonly origin: 'unread' | 'absent' | 'allowed' | 'foreign' | 'malformed';
  /** What the application said; `granted` wherever nobody is asked. */
  readonly authorization: 'unasked' | 'granted' | 'absent' | 'invalid' | 'refused' | 'threw' | 'late';
}

/** What the texts leave to a server. */
export interface ServerChoices {
  /** What a request gets that asks for no WebSocket: the application's own answer, 400 or 426. */
  readonly plainHttp: 'application' | 'badRequest' | 'upgradeRequired';
  /** Subprotocols were offered and none is supported: open without one, or refuse. */
  readonly subprotocolMismatch: 'omit' | 'refuse';
  /** No subprotocol was offered: open without one, or refuse, as an MQTT broker does. */
  readonly subprotocolAbsent: 'omit' | 'refuse';
}

/** What a client compares in a reply. */
export interface ReplyFacts {
  readonly head: 'complete' | 'tooLarge' | 'tooManyFields';
  readonly statusLine: 'unread' | 'ok' | 'malformed';
  readonly httpVersion: 'unread' | '1.0' | '1.1' | 'otherMajor';
  readonly fieldLines: 'unread' | 'ok' | 'malformed';
  readonly status: 'unread' | '101' | 'interim' | 'final';
  /** Whether more interim replies came than anyone has a use for. */
  readonly interims: 'few' | 'tooMany';
  readonly upgrade: 'unread' | 'websocket' | 'absent' | 'other';
  readonly connection: 'unread' | 'upgrade' | 'absent' | 'lacksUpgrade';
  readonly accept: 'unread' | 'ok' | 'absent' | 'repeated' | 'wrong';
  readonly subprotocol:
    | 'unread'
    | 'unneeded'
    | 'chosen'
    | 'noneChosen'
    | 'unoffered'
    | 'empty'
    | 'repeated'
    | 'malformed';
  readonly extensions: 'unread' | 'none' | 'agreed' | 'unoffered' | 'malformed';
}

/** What an intermediary was seen to do with one handshake and the connection behind it. */
export interface HopFacts {
  readonly reply: 'relayed' | 'altered' | 'none';
  readonly backendHttp: '1.1' | '1.0' | 'unseen';
  readonly upgrade: 'passed' | 'stripped' | 'unseen';
  readonly connection: 'set' | 'unset' | 'unseen';
  readonly host: 'kept' | 'rewritten' | 'unseen';
  /** Whether the connection outlived the pause between two pings. */
  readonly idle: 'outlived' | 'ended' | 'unseen';
}

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
  readonly clause: ClauseId;
  readonly verdict: Verdict;
}

export type ServerVerdict = 'accept' | 'refuse' | 'plainHttp';
export type ClientVerdict = 'established' | 'interim' | 'failed' | 'closed';
export type HopVerdict = 'passes' | 'failed';

/** A row of the server's table: it also says what the reply is, and which other replies would do. */
export interface ServerRow<Guard extends string = string> extends Row<Guard, ServerVerdict, ServerChoices> {
  readonly status: number | 'fromApplication';
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly permits: Permits;
}
