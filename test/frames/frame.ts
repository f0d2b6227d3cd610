/** The head of a frame. */
export interface FrameHead {
  readonly fin: boolean;
  readonly rsv1: boolean;
  readonly opcode: number;
  /** Octets of the payload. */
  readonly length: number;
  /** That of a Close frame. */
  readonly code: number | null;
}

/** Reads the heads of whole frames, masked or not, out of Latin-1 text. */
export function readFrames(text: string): readonly FrameHead[] {
  const octets = Buffer.from(text, 'latin1');
  const frames: FrameHead[] = [];
  for (let at = 0; at < octets.length; ) {
    const [first = 0, second = 0] = octets.subarray(at);
    at += 2;
    const short = second & 0x7f;
    const extended = short === 127 ? 8 : short === 126 ? 2 : 0;
    const length = extended === 0 ? short : Number(`0x${octets.toString('hex', at, at + extended)}`);
    at += extended;
    const isMasked = (second & 0x80) !== 0;
    const mask = isMasked ? octets.readUInt16BE(at) : 0;
    at += isMasked ? 4 : 0;
    const opcode = first & 0x0f;
    const code = opcode === 8 && length > 1 ? octets.readUInt16BE(at) ^ mask : null;
    frames.push({ fin: (first & 0x80) !== 0, rsv1: (first & 0x40) !== 0, opcode, length, code });
    at += length;
  }
  return frames;
}

/**
 * A frame as Latin-1 text, that of a client masked with zeros.
 *
 * @param first FIN, the RSV bits and the opcode: 0x81 for a text message, 0xc1 for a compressed one
 */
export function writeFrame(from: 'client' | 'server', first: number, payload: Buffer | string): string {
  const data = typeof payload === 'string' ? Buffer.from(payload, 'latin1') : payload;
  const mask = from === 'client' ? 0x80 : 0;
  const head =
    data.length > 65_535
      ? Buffer.from([first, mask | 127, 0, 0, 0, 0, 0, 0, 0, 0])
      : data.length > 125
        ? Buffer.from([first, mask | 126, 0, 0])
        : Buffer.from([first, mask | data.length]);
  if (head.length === 4) head.writeUInt16BE(data.length, 2);
  if (head.length === 10) head.writeUInt32BE(data.length, 6);
  return Buffer.concat([head, Buffer.alloc(mask ? 4 : 0), data]).toString('latin1');
}
