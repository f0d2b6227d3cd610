// obs-fold = OWS CRLF RWS
const FOLD = /\r\n[ \t]/;
const FOLDS = /\r\n(?=[ \t])/g;

/**
 * Turns folded field lines into single ones, each fold into as many spaces as it had octets for its CRLF, so
 * that offsets stay what they are. White space before the first field line is no fold and is left alone.
 *
 * @param head a decoded head.
 * @param from the offset of its first field line.
 * @see RFC 9112 §5.2: what a user agent does with a reply; a server refuses a request instead
 */
export function unfoldLines(head: string, from: number): string {
  if (!FOLD.test(head)) return head;
  return head.slice(0, from) + head.slice(from).replace(FOLDS, '  ');
}
