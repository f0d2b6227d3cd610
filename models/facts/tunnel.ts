/** What a client compares in a proxy's reply to CONNECT. */
export interface TunnelFacts {
  readonly head: 'complete' | 'tooLarge' | 'tooManyFields';
  readonly statusLine: 'unread' | 'ok' | 'malformed';
  readonly httpVersion: 'unread' | '1.x' | 'otherMajor';
  readonly fieldLines: 'unread' | 'ok' | 'malformed';
  readonly status: 'unread' | 'interim' | 'successful' | 'proxyAuthentication' | 'other';
  readonly interims: 'few' | 'tooMany';
}
