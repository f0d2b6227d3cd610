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
  /** `undecided` where the application chooses, and was not asked yet. */
  readonly subprotocol: 'unread' | 'absent' | 'malformed' | 'undecided' | 'mismatched' | 'chosen';
  /** An offer that cannot be met is declined, and no reason to refuse. */
  readonly extensions: 'unread' | 'absent' | 'agreed' | 'declined' | 'malformed';
  readonly path: 'unread' | 'known' | 'unknown';
  /** Whether the origin is welcome; `allowed` wherever no allowlist is set. */
  readonly origin: 'unread' | 'absent' | 'allowed' | 'foreign' | 'repeated' | 'malformed';
  /**
   * Whether the client may: no credential or a wrong one, or what the application said. `granted` wherever
   * nobody is asked; `awaited` where the credential comes in the first message.
   */
  readonly authorization:
    | 'absent'
    | 'unasked'
    | 'invalid'
    | 'refused'
    | 'threw'
    | 'late'
    | 'awaited'
    | 'granted';
}

/**
 * What a fault of a request is like, where that decides how much it weighs: finer than any server needs to decide, so
 * that it is computed for verdicts alone. `other` is whatever no text says anything special of.
 */
export interface RequestDetails {
  readonly requestLine: 'other' | 'oddlySpaced' | 'oddTarget';
  readonly httpVersion: 'other' | 'below1';
  /** Whether a line is folded, or has a CR without its LF. */
  readonly fieldLines: 'other' | 'foldOrBareCr';
  readonly target: 'other' | 'asterisk';
  readonly host: 'other' | 'empty';
  /** Whether a version stands behind the name `websocket`. */
  readonly upgrade: 'other' | 'versioned';
  readonly content: 'other' | 'hugeLength' | 'chunkedWithLength';
  /** Whether it is one that drafts have used in the field: 7 or 8. */
  readonly version: 'other' | 'draft';
  readonly subprotocol: 'other' | 'emptyElements';
  readonly extensions: 'other' | 'emptyElements';
}

/** What the texts leave to a server. */
export interface ServerChoices {
  /** What a request gets that asks for no WebSocket: the application's own answer, 400 or 426. */
  readonly plainHttp: 'application' | 'badRequest' | 'upgradeRequired';
  /** Subprotocols were offered and none is supported: open without one, or refuse. */
  readonly subprotocolMismatch: 'omit' | 'refuse';
  /** No subprotocol was offered: open without one, or refuse, as an MQTT broker does. */
  readonly subprotocolAbsent: 'omit' | 'refuse';
  /** The opening names no origin: that is no fault, or refused. */
  readonly originAbsent: 'accept' | 'refuse';
}

/** What a server compares in what came first on a connection that waits for a credential. */
export interface FirstMessageFacts {
  readonly message: 'read' | 'tooLarge' | 'late';
  /** What follows before the credential is judged. */
  readonly held: 'few' | 'tooMany';
  /** `absent` where the message has none, or none has come; `threw` and `late` is the application. */
  readonly credential: 'absent' | 'invalid' | 'threw' | 'late' | 'valid';
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
  readonly extensions:
    | 'unread'
    | 'none'
    | 'agreed'
    | 'malformed'
    | 'unoffered'
    | 'repeated'
    | 'parameterUndefined'
    | 'parameterRepeated'
    | 'parameterInvalid'
    | 'serverTakeoverMissing'
    | 'serverBitsMissing'
    | 'serverBitsLarger'
    | 'clientBitsUnoffered';
}

/** What a 101 and its offer are like, where that decides which clause of the server a fault breaks. */
export interface ReplyDetails {
  readonly fieldLines: 'other' | 'folded';
  /** Whether several elements or lines are there, and each says `websocket`. */
  readonly upgrade: 'other' | 'websocketAgain';
  /** Whether the right value is among several. */
  readonly accept: 'other' | 'rightAmongSeveral';
  readonly extensions: 'other' | 'emptyElements';
  /** Why every offer of permessage-deflate has to be declined. */
  readonly deflateOffer: 'other' | 'parameterUndefined' | 'parameterRepeated' | 'parameterInvalid';
}

/** Which rules bind a client: those of RFC 6455, or those of browsers besides. */
export interface ClientChoices {
  readonly rules: 'rfc6455' | 'whatwg';
}

/** What a client compares in a proxy's reply to CONNECT. */
export interface TunnelFacts {
  readonly head: 'complete' | 'tooLarge' | 'tooManyFields';
  readonly statusLine: 'unread' | 'ok' | 'malformed';
  readonly httpVersion: 'unread' | '1.x' | 'otherMajor';
  readonly fieldLines: 'unread' | 'ok' | 'malformed';
  readonly status: 'unread' | 'interim' | 'successful' | 'proxyAuthentication' | 'other';
  readonly interims: 'few' | 'tooMany';
}

/** What a client compares in what came of a TLS handshake. */
export interface TlsFacts {
  readonly handshake: 'done' | 'plainHttp' | 'protocolRefused' | 'cut' | 'failed';
  readonly certificate:
    | 'unread'
    | 'ok'
    | 'expired'
    | 'notYetValid'
    | 'wrongName'
    | 'selfSigned'
    | 'unknownIssuer'
    | 'other';
  /** The protocol that the server has chosen (ALPN); `none` where it does not know of choosing. */
  readonly protocol: 'unread' | 'http/1.1' | 'none' | 'other';
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

/** What is seen of a client behind a reply; to open another connection is to follow a redirect or to name itself. */
export type ClientOutcome = 'opens' | 'waits' | 'fails' | 'opensAnother';

/** One row of a rule table: if the guard holds and the choices agree, the verdict follows. */
export interface Row<Guard extends string = string, Verdict extends string = string, Choices = object> {
  readonly guard: Guard;
  readonly when?: Partial<Choices>;
  readonly clause: ClauseId;
  readonly verdict: Verdict;
}

export type ServerVerdict = 'accept' | 'hold' | 'ask' | 'refuse' | 'plainHttp';
export type FirstMessageVerdict = 'authenticated' | 'refused';
export type ClientVerdict = 'established' | 'interim' | 'failed' | 'closed';
export type TunnelVerdict = 'tunnelled' | 'interim' | 'failed';
export type TlsVerdict = 'secured' | 'failed';
export type HopVerdict = 'passes' | 'failed';

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
