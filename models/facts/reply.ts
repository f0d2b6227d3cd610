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

/**
 * What a 101 and its offer are like, where that decides which clause of the server a fault breaks, or what is left to the
 * client.
 */
export interface ReplyDetails {
  /** Whether it is a status line once any white space parts it, or one that ends with its status. */
  readonly statusLine: 'other' | 'oddlySpaced' | 'unspaced';
  readonly fieldLines: 'other' | 'folded';
  /** Whether several elements or lines are there, and each, or one of them, says `websocket`. */
  readonly upgrade: 'other' | 'websocketAgain' | 'websocketAmong';
  /** Whether the right value is among several. */
  readonly accept: 'other' | 'rightAmongSeveral';
  readonly extensions: 'other' | 'emptyElements';
  /** Why every offer of permessage-deflate has to be declined. */
  readonly deflateOffer: 'other' | 'parameterUndefined' | 'parameterRepeated' | 'parameterInvalid';
  /** Whether the answer has client_max_window_bits without a value. */
  readonly clientBits: 'other' | 'valueless';
  /** Whether a window of the server was asked for, and it is the 15 bits that are meant where none is named. */
  readonly serverBits: 'other' | 'full';
}

/** Which rules bind a client: those of RFC 6455, or those of browsers besides. */
export interface ClientChoices {
  readonly rules: 'rfc6455' | 'whatwg';
}

/** What is seen of a client behind a reply; to open another connection is to follow a redirect or to name itself. */
export type ClientOutcome = 'opens' | 'waits' | 'fails' | 'opensAnother';
