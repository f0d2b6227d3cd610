import { readFrameHead } from '../../../facts/frame-head.ts';
import { readClientFrames } from './client-frame.ts';

/** A frame of a server, as a whole. */
export interface ServerFrame {
  readonly opcode: number;
  readonly payload: Uint8Array;
  /** Octets of the frame. */
  readonly length: number;
}

/** The frame that a server's octets begin with; null where none does that is whole. */
export function readFrame(octets: Uint8Array): ServerFrame | null {
  const { opcode, isMasked, size, length } = readFrameHead(octets, 0);
  if (isMasked || length === null || octets.length < size + length) return null;
  return { opcode, payload: octets.subarray(size, size + length), length: size + length };
}

/** The frames of a server, which follow each other from the first octet on, as far as they are whole. */
export function readFrames(octets: Uint8Array): readonly ServerFrame[] {
  const frames: ServerFrame[] = [];
  for (let at = 0; at < octets.length; ) {
    const frame = readFrame(octets.subarray(at));
    if (!frame) break;
    frames.push(frame);
    at += frame.length;
  }
  return frames;
}

/** Whether octets of a server have some data as the payload of a frame, with a mask, too, which no server may use. */
export function carries(octets: Uint8Array, data: Uint8Array): boolean {
  return readClientFrames(octets).some(({ payload }) => Buffer.compare(payload, data) === 0);
}
