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
