import { readFrameHead } from '../../facts/frame-head.ts';

/** What a Close frame says; a frame without a code has null. */
export interface Close {
  readonly code: number | null;
  readonly reason: string;
}

const closeOpcode = 0x8;
const finalOpcodes = [0x1, 0x2, closeOpcode, 0x9, 0xa].map((opcode) => 0x80 | opcode);

/**
 * The first Close among frames of a server, which follow each other from the first octet on; null where none is whole.
 *
 * @see RFC 6455 §5.2, §5.5.1
 */
export function findClose(octets: Uint8Array): Close | null {
  for (let at = 0; at < octets.length; ) {
    const frame = readFrame(octets.subarray(at));
    if (!frame) return null;
    if (frame.opcode === closeOpcode) return readClose(frame.payload);
    at += frame.length;
  }
  return null;
}

/** Whether octets begin with a whole frame that a server may begin with: a message in one frame, or a control frame. */
export function beginsWithFrame(octets: Uint8Array): boolean {
  return finalOpcodes.includes(octets[0] ?? 0) && readFrame(octets) !== null;
}

function readFrame(octets: Uint8Array) {
  const { opcode, isMasked, size, length } = readFrameHead(octets, 0);
  if (isMasked || length === null || octets.length < size + length) return null;
  return { opcode, payload: octets.subarray(size, size + length), length: size + length };
}

function readClose(payload: Uint8Array): Close {
  const [high, low] = payload;
  if (high === undefined || low === undefined) return { code: null, reason: '' };
  return { code: high * 256 + low, reason: new TextDecoder().decode(payload.subarray(2)) };
}
