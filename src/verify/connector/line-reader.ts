import type { Readable } from 'node:stream';

/** Octets of a line at most. */
export const lineLimit = 1_048_576;

const lineFeed = 0x0a;

/**
 * Reads a stream line by line, up to its end, or to a line that is too long.
 *
 * @param onExcess called once such a line has come; nothing is read behind it
 */
export function readLines(
  stream: Readable | null,
  onLine: (line: string) => void,
  onExcess: () => void,
): void {
  let begun: Buffer[] = [];
  let length = 0;
  const add = (octets: Buffer) => {
    begun.push(octets);
    length += octets.length;
  };
  const tell = () => {
    const line = Buffer.concat(begun).toString();
    begun = [];
    length = 0;
    onLine(line);
  };
  const read = (chunk: Buffer) => {
    let from = 0;
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, from)) {
      add(chunk.subarray(from, at));
      from = at + 1;
      if (length > lineLimit) break;
      tell();
    }
    if (length <= lineLimit) add(chunk.subarray(from));
    if (length <= lineLimit) return;
    begun = [];
    stream?.off('data', read).off('end', tell).resume();
    onExcess();
  };
  stream?.on('data', read).on('end', tell);
}
