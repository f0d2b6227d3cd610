/**
 * What browsers do that hold a connection of HTTP/2 to a host that announces extended CONNECT (RFC 8441): as was seen of
 * Chromium 156 and Firefox 153, which had a page of the same host, where extended CONNECT was answered by 404, 501 or a
 * reset. Others are not known.
 */
export const browserOverHttp2 = {
  chromium:
    'if Chromium 156 has an HTTP/2 connection to this host, it sends an extended CONNECT on it, and does not fall back to HTTP/1.1',
  firefox:
    'if Firefox 153 has an HTTP/2 connection to this host, it sends an extended CONNECT on it, and does not fall back to HTTP/1.1',
} as const;

export type BrowserName = keyof typeof browserOverHttp2;
