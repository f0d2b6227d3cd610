import { readFrameHead } from '../../../facts/frame-head.ts';
import { readFrame } from './server-frame.ts';

/** What a Close frame says; a frame without a code has null. */
export interface Close {
  readonly code: number | null;
  readonly reason: string;
}

const closeOpcode = 0x8;
const finalOpcodes = [0x1, 0x2, closeOpcode, 0x9, 0xa].map((opcode) => 0x80 | opcode);

/** Control frames have no more octets of payload than this (RFC 6455 §5.5). */
const controlLimit = 125;

/** A control frame of a server. */
export interface ControlFrame {
  readonly opcode: number;
  readonly payload: Uint8Array;
}

/**
 * Finds the control frames among frames of a server, which follow each other from the first octet on. What comes of the
 * octets does not depend on how they are cut, and each is looked at once.
 *
 * @see RFC 6455 §5.2, §5.5
 */
export class ControlFinder {
  /** The beginning of a frame: its head, or a control frame, as far as it has come. */
  #begun: Uint8Array = new Uint8Array();
  /** Octets that are still to come of another frame. */
  #left = 0;

  /** Takes octets, and gives the control frames that are whole with them. */
  push(octets: Uint8Array): readonly ControlFrame[] {
    const found: ControlFrame[] = [];
    const passed = Math.min(this.#left, octets.length);
    this.#left -= passed;
    const all = Buffer.concat([this.#begun, octets.subarray(passed)]);
    let at = 0;
    while (at < all.length) {
      const { opcode, isMasked, size, length } = readFrameHead(all, at);
      if (length === null) break;
      const isControl = opcode >= closeOpcode;
      // Behind what is no frame of a server nobody can tell where one begins.
      const isWrong = isMasked || (isControl && length > controlLimit);
      const end = isWrong ? Number.POSITIVE_INFINITY : at + size + length;
      if (isControl && !isWrong && end > all.length) break;
      if (isControl && !isWrong) found.push({ opcode, payload: all.subarray(at + size, end) });
      this.#left = Math.max(0, end - all.length);
      at = end;
    }
    this.#begun = all.subarray(Math.min(at, all.length));
    return found;
  }
}

/** The first Close among frames of a server; null where none is whole. */
export function findClose(octets: Uint8Array): Close | null {
  const close = new ControlFinder().push(octets).find(isClose);
  return close ? readClose(close.payload) : null;
}

/** Whether a control frame is a Close. */
export function isClose({ opcode }: Pick<ControlFrame, 'opcode'>): boolean {
  return opcode === closeOpcode;
}

/** Whether octets begin with a whole frame that a server may begin with: a message in one frame, or a control frame. */
export function beginsWithFrame(octets: Uint8Array): boolean {
  return finalOpcodes.includes(octets[0] ?? 0) && readFrame(octets) !== null;
}

function readClose(payload: Uint8Array): Close {
  const [high, low] = payload;
  if (high === undefined || low === undefined) return { code: null, reason: '' };
  return { code: high * 256 + low, reason: new TextDecoder().decode(payload.subarray(2)) };
}
