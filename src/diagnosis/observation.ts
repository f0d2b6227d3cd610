import type { TlsGuard } from '../../models/decisions/tls.ts';
import type { BrowserName } from '../knowledge/browser-http2.ts';
import type { FailureSign } from '../knowledge/failure-sign.ts';
import type { UriProblem, WebSocketUri } from '../wire/index.ts';

/** What was typed and cannot be used; nothing was sent then. */
export interface InputFault {
  readonly kind: UriProblem | 'schemeMissing' | 'subprotocol' | 'handshakeField';
  /** What is wrong where, in a sentence without its full stop. */
  readonly problem: string;
}

/** One address of the host, and what became of a TCP connection to it. */
export interface AddressSeen {
  readonly address: string;
  readonly family: 4 | 6;
  readonly outcome: 'open' | 'refused' | 'unreachable' | 'unanswered';
}

/** What a proxy said to CONNECT; `status` is null where it said nothing that can be read. */
export interface ProxySeen {
  readonly outcome: 'formed' | 'refused' | 'unreachable' | 'silent';
  readonly status: number | null;
}

/** What a handshake of TLS came to. */
export interface TlsSeen {
  /** The row that decided: `otherwise` where it is secured. */
  readonly guard: TlsGuard;
  /** In a sentence without its full stop: what was found, and what was expected. */
  readonly problem: string;
  /** The code of Node or OpenSSL; empty where there is none. */
  readonly code: string;
  /** Whether no more than one certificate came, and one that is not signed by itself. */
  readonly isChainShort?: boolean;
  /** Whether its issuer has its name from an authority that is trusted, or says where its certificate is. */
  readonly isIssuerRelated?: boolean;
  /** Whether the server has asked for a certificate of the client. */
  readonly isCertificateAsked?: boolean;
  /** Whether ALPN has led to http/1.1, where that was offered alone. */
  readonly isHttp11Chosen?: boolean;
  /** Whether a certificate that was taken has no name or address but its Common Name. */
  readonly isCommonNameAlone?: boolean;
  /** Whether the certificate was taken without being verified. */
  readonly isUnverified?: boolean;
  /** Whether nothing at all was answered in time. */
  readonly isUnanswered?: boolean;
}

/** One request and what came of it. */
export interface ExchangeSeen {
  /** Octets that were sent. */
  readonly request: Uint8Array;
  /** Every octet that came. */
  readonly reply: Uint8Array;
  /** Whether no more of a head was read, however much of it came. */
  readonly isCut?: boolean;
  /** `replied`: a final reply has come, with its content as far as it is framed. */
  readonly end: 'replied' | 'ended' | 'reset' | 'late';
  /** Milliseconds from the request to the end of the head. */
  readonly ms: number;
  /** Why nothing was sent at all: no connection, or no TLS; null where something was. */
  readonly unreached: string | null;
  /** The code of the error that broke the connection; left out where none did. */
  readonly error?: string;
}

/** What is changed of the opening, one thing at a time. */
export type ContrastName =
  | ('plainGet' | 'randomPath' | 'withoutOrigin' | 'withOwnOrigin' | 'withoutSubprotocol')
  | ('withoutExtensions' | 'asBrowser' | 'asProgram' | 'connectionList' | 'connectionAlone' | 'withSlash')
  | ('again' | 'changedAgain' | 'another' | 'switchAgain' | 'withoutCredential' | 'enginePath')
  | ('withExtensions' | 'longGet' | 'fewerOctets' | 'moreOctets' | 'asManyOctets');

/** The opening with one thing changed, and what came of it. */
export interface ContrastSeen {
  readonly name: ContrastName | 'withSubprotocol' | 'otherPath';
  /** What was changed, in words that can follow "the same request ". */
  readonly change: string;
  readonly exchange: ExchangeSeen;
  /** What its connection showed, where that was looked at. */
  readonly frames?: FramesSeen;
}

/** What an open connection showed. */
export interface FramesSeen {
  readonly pong: boolean;
  /** A Close that came before the pong, or in its place. */
  readonly close: { readonly code: number | null; readonly reason: string } | null;
  /** Whether the connection ended without one. */
  readonly isEnded: boolean;
  /** Whether HTTP came where frames were due. */
  readonly isHttp: boolean;
  /** What is wrong with the frames that came; null where nothing is. */
  readonly fault: string | null;
  /** Whether it ended while others were tried beside it, and not in order: with the Close, if there was one. */
  readonly isLater?: boolean;
  /** Whether it ended so, and another one with none beside it did not in that time, or could not be tried. */
  readonly isReplaced?: boolean;
  /** Whether it stayed open while nothing was sent on it, for longer than another one had with a ping. */
  readonly lastsUnasked?: boolean;
  /** Whether it ended so soon behind the 101, or the ping, that nobody has asked for its end, a pong or not. */
  readonly isBrief?: boolean;
  /** Whether a message came that is longer than is read: so frames come, and the connection was closed by us. */
  readonly isLong?: boolean;
  /** What is wrong with a compressed message that came back; null where nothing is, or none was sent. */
  readonly compressionFault: string | null;
  /** Whether a ping right behind the request was answered; left out where it was not tried. */
  readonly early?: 'answered' | 'lost';
}

/** How long an idle connection lasted. */
export interface IdleSeen {
  /** Milliseconds until it was ended; null where it lasted as long as was waited. */
  readonly endedAfter: number | null;
  readonly close: { readonly code: number | null; readonly reason: string } | null;
  /** Whether another connection with pings lasted longer; left out where it was not tried. */
  readonly isKeptByPings?: boolean;
}

/** What is known of HTTP/2 at a server. */
export interface Http2Seen {
  /** Whether ALPN chose h2, where it was offered beside http/1.1. */
  readonly isSpoken: boolean;
  /** Whether SETTINGS_ENABLE_CONNECT_PROTOCOL is announced (RFC 8441 §3). */
  readonly isConnectAnnounced: boolean;
  /** The status of an extended CONNECT; null where none was sent or answered. */
  readonly status: number | null;
  /** What came of an extended CONNECT; left out where none was sent. */
  readonly outcome?: ConnectOutcome;
  /** Whether a second one opened where the first had not; left out where none was sent. */
  readonly opensAgain?: boolean;
  /** Why it is not known what a browser gets: a sentence without its full stop; left out where it is known. */
  readonly doubt?: string;
  /** What a client must not accept of the reply, in words that can follow its status. */
  readonly fault?: string;
}

/**
 * What an extended CONNECT comes to. Of one that succeeds: `wrong`, where the reply has what a client must not accept;
 * `mute`, where a ping is not answered; `ended` and `garbled`, where the end, or octets that are no frames, follow its pong.
 */
export type ConnectOutcome =
  | ('opened' | 'wrong' | 'mute' | 'ended' | 'garbled')
  | ('refused' | 'reset' | 'silent');

/** What was asked for, as far as signs depend on it. */
export interface Asked {
  readonly uri: WebSocketUri | null;
  /** Value of Origin; null where none is sent. */
  readonly origin: string | null;
  readonly subprotocols: readonly string[];
  /** Whether a credential goes with the opening: in Authorization, Cookie, the query, or a subprotocol; null is unknown. */
  readonly isCredentialSent: boolean | null;
  /** The browser as which it is sent, of those whose ways over HTTP/2 are known; left out where it is none. */
  readonly browser?: BrowserName;
}

/** All that is known of one target, whoever has seen it: experiments, a reply that was pasted, the words of an error. */
export interface Observation {
  readonly asked: Asked;
  readonly input?: InputFault;
  /** Why the name has no address. */
  readonly unknownName?: string;
  readonly addresses?: readonly AddressSeen[];
  readonly proxy?: ProxySeen;
  readonly tls?: TlsSeen;
  /** Whether the port speaks TLS, asked for where it was spoken to without. */
  readonly speaksTls?: boolean;
  /** Whether a connection was closed on which nothing was sent. */
  readonly closesUnasked?: boolean;
  readonly opening?: ExchangeSeen;
  readonly contrasts?: readonly ContrastSeen[];
  /** Whether no connection was left for a second attempt that could have told more. */
  readonly isTriedOnce?: boolean;
  /** Whether a change by which the opening succeeds was not tried often enough to tell it from chance. */
  readonly isUnsettled?: boolean;
  /** Why it is not known what a browser gets that sends the same opening, where it opens: a sentence without its full stop. */
  readonly browserDoubt?: string;
  readonly frames?: FramesSeen;
  readonly idle?: IdleSeen;
  readonly http2?: Http2Seen;
  /** The same service, nearer to the application. */
  readonly direct?: Observation;
  /** What the words of an error say, where there is nothing else. */
  readonly words?: readonly FailureSign[];
}
