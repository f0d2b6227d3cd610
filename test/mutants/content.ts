/** What the lines of a field say, with the white space around it. */
export function linesOf(head: string, name: string): readonly string[] {
  return [...head.matchAll(new RegExp(`\\n${name}[ \\t]*:(.*)`, 'gi'))].map(([, value = '']) => value);
}

/** Whether a request awaits a 100 before it sends its content; one in HTTP/1.0 gets none. */
export function asksFor100(head: string): boolean {
  return (
    / HTTP\/1\.1\r\n/.test(head) && linesOf(head, 'expect').join().trim().toLowerCase() === '100-continue'
  );
}

/** Octets behind the head of an opening of the draft hixie-76. */
const hixieOctets = 8;

/** Where the content behind a head ends; null where it has not come as a whole, or nobody can tell. */
export function findContentEnd(head: string, behind: Buffer): number | null {
  if (linesOf(head, 'transfer-encoding').length > 0) return findLastChunk(behind.toString('latin1'));
  const isHixie = linesOf(head, 'sec-websocket-key1').length > 0;
  const [length = isHixie ? `${hixieOctets}` : '0'] = linesOf(head, 'content-length');
  const end = /^[0-9]+$/.test(length.trim()) ? Number(length) : Number.POSITIVE_INFINITY;
  return behind.length < end ? null : end;
}

function findLastChunk(text: string): number | null {
  for (let at = 0; ; ) {
    const [line, size = ''] = /^([0-9a-f]+)\r\n/i.exec(text.slice(at)) ?? [];
    if (line === undefined) return null;
    const octets = Number.parseInt(size, 16);
    at += line.length + octets + 2;
    if (at > text.length) return null;
    if (octets === 0) return at;
  }
}
