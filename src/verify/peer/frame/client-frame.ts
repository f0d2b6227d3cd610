import { readFrameHead } from '../../../facts/frame-head.ts';

/** A frame of a client, as a whole. */
export interface ClientFrame {
  readonly opcode: number;
  readonly isMasked: boolean;
  /** Without its mask. */
  readonly payload: Uint8Array;
}

/** The frames of a client, which follow each other from the first octet on, as far as they are whole. */
export function readClientFrames(octets: Uint8Array): readonly ClientFrame[] {
  const frames: ClientFrame[] = [];
  for (let at = 0; at < octets.length; ) {
    const { opcode, isMasked, size, length } = readFrameHead(octets, at);
    const start = at + size + (isMasked ? 4 : 0);
    if (length === null || octets.length < start + length) break;
    const mask = octets.subarray(at + size, start);
    const masked = octets.subarray(start, start + length);
    const payload = isMasked ? masked.map((octet, index) => octet ^ (mask[index % 4] ?? 0)) : masked;
    frames.push({ opcode, isMasked, payload });
    at = start + length;
  }
  return frames;
}

/** Whether a frame came that tells: the pong, or any message. */
export function hasSpoken(frames: readonly ClientFrame[]): boolean {
  return frames.some(({ opcode }) => opcode === 0xa || opcode <= 2);
}

/** Whether a Close frame came. */
export function hasClosed(frames: readonly ClientFrame[]): boolean {
  return frames.some(({ opcode }) => opcode === 8);
}
