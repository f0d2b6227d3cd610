/**
 * Turns folded field lines into single ones, each fold into as many spaces as it had octets for its CRLF, so
 * that offsets stay what they are. White space before the first field line is no fold and is left alone.
 *
 * @param head a decoded head.
 * @param from the offset of its first field line.
 * @see RFC 9112 §5.2: what a user agent does with a reply; a server refuses a request instead
 */
export function unfoldLines(head: string, from: number): string {
  // obs-fold = OWS CRLF RWS
  return head.slice(0, from) + head.slice(from).replace(/\r\n(?=[ \t])/g, '  ');
}
