// query = *( pchar / "/" / "?" ) ; "&" and ";" part parameters, and "+" is read as a space
const PLAIN = /^[A-Za-z0-9\-._~!$'()*,=:@/?]*$/;

// the same with pct-encoded = "%" HEXDIG HEXDIG
const ENCODED = /^(?:[A-Za-z0-9\-._~!$'()*+,=:@/?]|%[0-9A-Fa-f]{2})*$/;

/**
 * A name or value of a query parameter as a query carries it: percent-encoded, unless it stands for itself or is
 * encoded already. Unpaired surrogates have no encoding.
 *
 * @throws URIError for an unpaired surrogate
 * @see RFC 3986 §2.1, §3.4
 */
export function encodeQueryPart(text: string): string {
  const isEncoded = text.includes('%') && ENCODED.test(text);
  return isEncoded || PLAIN.test(text) ? text : encodeURIComponent(text);
}

/** What a server reads where a query has this, as `URLSearchParams` does. */
export function decodeQueryPart(encoded: string): string {
  return new URLSearchParams(`?a=${encoded}`).get('a') ?? '';
}
