import type { AnswerFacts } from '../../models/reply-obligation.ts';
import { decodeLatin1 } from '../wire/index.ts';

/**
 * What octets behind a 101 are. Frames are as a server sends them: unmasked, with an opcode that is known and no bit
 * of an extension that was not agreed.
 *
 * @param isExtended whether any extension was agreed
 * @param isWhole whether something came after them, so that the last of them must be complete
 * @see RFC 6455 §5.2
 */
export function readBehind(octets: Uint8Array, isExtended: boolean, isWhole: boolean): AnswerFacts['behind'] {
  if (octets.length === 0) return 'nothing';
  const opcodes = readOpcodes(octets, isExtended);
  if (opcodes !== null && (!isWhole || opcodes.isComplete)) return 'frames';
  return /^(?:\r\n)*HTTP\/[0-9]/.test(decodeLatin1(octets.subarray(0, 100))) ? 'http' : 'other';
}

/** Whether a Close frame is among the frames behind a 101. */
export function hasCloseFrame(octets: Uint8Array): boolean {
  return readOpcodes(octets, true)?.seen.includes(8) ?? false;
}

interface Opcodes {
  readonly seen: readonly number[];
  /** Whether the last frame has come as a whole. */
  readonly isComplete: boolean;
}

/** The opcodes of frames of a server, that of the last one too where it is cut; null where something is no frame. */
function readOpcodes(octets: Uint8Array, isExtended: boolean): Opcodes | null {
  const seen: number[] = [];
  let at = 0;
  while (at < octets.length) {
    const [first = 0, second = 0] = octets.subarray(at, at + 2);
    const opcode = first & 0x0f;
    const isKnown = opcode <= 2 || (opcode >= 8 && opcode <= 10);
    const isReserved = (first & 0x70) !== 0 && !isExtended;
    if (!isKnown || isReserved || second > 127) return null;
    const short = second & 0x7f;
    if (opcode >= 8 && (first < 0x80 || short > 125)) return null;
    seen.push(opcode);
    const head = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (octets.length < at + head) return { seen, isComplete: false };
    const view = new DataView(octets.buffer, octets.byteOffset + at);
    const length = short < 126 ? short : short === 126 ? view.getUint16(2) : Number(view.getBigUint64(2));
    at += head + length;
  }
  return { seen, isComplete: at === octets.length };
}
