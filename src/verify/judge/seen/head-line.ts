import { decodeLatin1, type Span } from '../../../wire/index.ts';

/** A line of a head. */
export interface HeadLine extends Span {
  readonly name: string;
  /** What is the same in two lines that say the same. */
  readonly key: string;
}

/** The lines that octets begin with. */
export interface Heads {
  readonly lines: readonly HeadLine[];
  /** Where what is no head begins. */
  readonly end: number;
}

/** The lines of a head, and of those of 1xx before it. */
export function readHeads(octets: Uint8Array): Heads {
  const text = decodeLatin1(octets);
  const lines: HeadLine[] = [];
  let isFirst = true;
  let isInterim = false;
  for (let start = 0; ; ) {
    const end = text.indexOf('\r\n', start);
    if (end < 0) return { lines, end: start };
    const line = text.slice(start, end);
    // Empty lines before the first one belong to no head (RFC 9112 §2.2).
    if (line === '' && !isInterim && !isFirst) return { lines, end: end + 2 };
    if (line !== '') lines.push({ start, end, ...readLine(line, isFirst) });
    if (isFirst) isInterim = /^HTTP\/1\.\d 1(?!01)\d\d/.test(line);
    isFirst = line === '';
    start = end + 2;
  }
}

function readLine(line: string, isFirst: boolean): Pick<HeadLine, 'name' | 'key'> {
  const colon = line.indexOf(':');
  if (isFirst || colon < 0) return { name: 'the first line', key: line };
  const name = line.slice(0, colon);
  return { name, key: `${name.toLowerCase()}:${line.slice(colon + 1).trim()}` };
}
