/** The head of a frame, as far as it has come. */
export interface FrameHead {
  /** FIN, the reserved bits and the opcode. */
  readonly first: number;
  readonly opcode: number;
  readonly isMasked: boolean;
  /** The length that its second octet has: 126 and 127 stand for what follows. */
  readonly short: number;
  /** Octets of the head without a mask. */
  readonly size: number;
  /** Octets of the payload; null where the head is not whole. */
  readonly length: number | null;
}

/**
 * Reads the head of a frame where it begins. Octets that have not come count as zero.
 *
 * @see RFC 6455 §5.2
 */
export function readFrameHead(octets: Uint8Array, at: number): FrameHead {
  const [first, second] = [octets[at] ?? 0, octets[at + 1] ?? 0];
  const short = second & 0x7f;
  const size = short < 126 ? 2 : short === 126 ? 4 : 10;
  const isWhole = octets.length >= at + size;
  return {
    first,
    opcode: first & 0x0f,
    isMasked: second > 127,
    short,
    size,
    length: isWhole ? readLength(octets, at, short) : null,
  };
}

function readLength(octets: Uint8Array, at: number, short: number): number {
  if (short < 126) return short;
  const head = new DataView(octets.buffer, octets.byteOffset + at);
  return short === 126 ? head.getUint16(2) : Number(head.getBigUint64(2));
}
