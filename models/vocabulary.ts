import type { ClauseId } from './clauses.ts';
import type { Topic } from './topic.ts';

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

/** What became of one field on its way through a hop. */
export type FieldFate =
  /** There are no two messages that could be compared. */
  | 'unseen'
  /** Neither message has it, or the hop had to remove it because Connection names it. */
  | 'absent'
  | 'kept'
  | 'changed'
  /** The same values in fewer lines. */
  | 'merged'
  /** The same values in more lines. */
  | 'split'
  | 'dropped'
  /** The same values, some of them more than once. */
  | 'doubled'
  /** There was none before the hop. */
  | 'added';

/** The same for Upgrade and Connection, which belong to one connection: a hop may send its own. */
export type ConnectionFieldFate =
  | FieldFate
  /** Another list, which still names what the client or the backend named. */
  | 'replaced';

/** What an intermediary was seen to do with one handshake and the connection behind it. */
export interface HopFacts {
  /** `withheld` where the hop answered it and nothing arrived; `garbled` where no request arrived, but octets. */
  readonly request: 'arrived' | 'withheld' | 'dropped' | 'garbled';
  /** The version of HTTP in which the request was forwarded; `other` is neither of those that exist. */
  readonly requestHttp: 'unseen' | '1.1' | '1.0' | 'other';
  /** `absent` where the client does not ask for WebSocket. */
  readonly upgrade: ConnectionFieldFate;
  readonly connection: ConnectionFieldFate;
  /** The fields, other than Upgrade, that the Connection of the client names. */
  readonly nominated: 'unseen' | 'none' | 'removed' | 'forwarded';
  readonly host: FieldFate;
  /** `reduced` from the absolute form to the path and query of it. */
  readonly target: 'unseen' | 'kept' | 'reduced' | 'changed';
  readonly key: FieldFate;
  readonly version: FieldFate;
  readonly offeredSubprotocols: FieldFate;
  readonly offeredExtensions: FieldFate;
  readonly origin: FieldFate;
  /** Replies with 1xx other than 101; `dropped` where one that is owed to the client did not come out. */
  readonly interims: 'unseen' | 'none' | 'passed' | 'dropped';
  /**
   * `none` where the backend gave no final reply, and the hop none or 504; `own` where the hop answered instead,
   * since the backend gave none or one that is of no use; `garbled` where octets came out that are no reply.
   */
  readonly reply: 'unseen' | 'relayed' | 'none' | 'own' | 'dropped' | 'garbled';
  /** `downgraded` is a refusal in HTTP/1.0, which may be meant; `1.0` is a 101 in it, which never is. */
  readonly replyHttp: 'unseen' | '1.1' | 'downgraded' | '1.0' | 'other';
  /** Whether a 101 came out, and whether it switches to what the client had asked for. */
  readonly switched: 'unseen' | 'none' | 'asked' | 'unasked';
  /** `replaced` is one refusal in place of another. */
  readonly status: 'unseen' | 'kept' | 'replaced' | 'changed';
  /** Of a 101 alone: in other replies these two are the hop's own. */
  readonly repliedUpgrade: ConnectionFieldFate;
  readonly repliedConnection: ConnectionFieldFate;
  readonly accept: FieldFate;
  readonly chosenSubprotocol: FieldFate;
  readonly agreedExtensions: FieldFate;
  /** Whether the connection outlived the pause between two pings. */
  readonly idle: 'unseen' | 'outlived' | 'ended';
}

/** What a hop may do as it likes. */
export type HopPermit =
  /** Refuse a request that breaks a rule, by a reply or by closing. */
  | 'refuseOddRequest'
  /** Answer by a reply of its own: a page for its errors, its limits, its own rules. */
  | 'ownReply'
  /** Send one refusal in place of another. */
  | 'otherRefusal'
  /** Send a refusal in HTTP/1.0 to a client that takes no other. */
  | 'refuseInHttp10'
  /** Send other options in Connection, or fewer protocols in Upgrade, as long as the one needed is there. */
  | 'ownOptions'
  /** Write the same list in fewer lines, or in more. */
  | 'otherLines'
  /** Send path and query alone for an absolute target, with the host of that target in Host. */
  | 'originForm'
  /** Do what its owner has configured, where RFC 9110 leaves that to them. */
  | 'configured'
  /** Send 1xx replies of its own, and keep the 100 that it has asked for itself. */
  | 'ownInterim'
  /** Add fields that are none of the handshake's: Via, Forwarded, X-Forwarded-For and their like. */
  | 'addedFields'
  /** Write names of fields in other letter case, differently named fields in another order, another reason. */
  | 'otherSpelling';

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
