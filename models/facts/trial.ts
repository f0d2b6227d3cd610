/** What is compared in what a client does where it is played more than a reply; `unplayed` where it was not. */
export interface TrialFacts {
  /** Whether it named the host that it was asked for, by SNI. */
  readonly serverName: 'unplayed' | 'asAsked' | 'other';
  /** What came at a server of TLS without TLS. */
  readonly inClear: 'unplayed' | 'nothing' | 'request';
  /** A certificate that no client may take. */
  readonly certificate: 'unplayed' | 'spoilt';
  /** What became of a server that prefers HTTP/2 and speaks HTTP/1.1 as well, by ALPN. */
  readonly protocol: 'unplayed' | 'h2' | 'other';
  /** A server that ends each connection which begins with TLS. */
  readonly tls: 'unplayed' | 'ended';
  /** Whether an opening came all the same. */
  readonly opening: 'none' | 'sent';
  /** Whether two connections to one address were under way at once, where it makes several at once elsewhere. */
  readonly together: 'unplayed' | 'inTurn' | 'atOnce';
  /** What it made of a masked ping. */
  readonly maskedPing: 'unplayed' | 'ended' | 'answered';
}
