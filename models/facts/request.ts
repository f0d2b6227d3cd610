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
  readonly content: 'unread' | 'none' | 'announced' | 'malformedLength' | 'malformedCoding' | 'framedTwice';
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
  readonly requestLine: 'other' | 'oddlySpaced' | 'oddTarget' | 'oddVersion' | 'noHttp';
  readonly httpVersion: 'other' | 'below1' | 'above1.1';
  /**
   * Whether a line is folded, or has a CR without its LF; and whether nothing asks for a WebSocket where such lines,
   * and NUL, are read as the texts allow.
   */
  readonly fieldLines: 'other' | 'foldOrBareCr' | 'hidesUpgrade';
  readonly target: 'other' | 'asterisk';
  readonly host: 'other' | 'empty';
  /** Whether a version stands behind the name `websocket`. */
  readonly upgrade: 'other' | 'versioned';
  readonly content: 'other' | 'hugeLength' | 'chunkedTwice';
  /** Whether it is one that drafts have used in the field: 7 or 8. */
  readonly version: 'other' | 'draft';
  readonly subprotocol: 'other' | 'emptyElements';
  /** Whether its windows are named, and each of them is the 15 bits that are meant without a name. */
  readonly extensions: 'other' | 'emptyElements' | 'fullWindow';
  /** Whether something was announced that has not been sent, or may have been. */
  readonly rest: 'other' | 'outstanding';
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
