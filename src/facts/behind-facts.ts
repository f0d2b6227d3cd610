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
  if (areFrames(octets, isExtended, isWhole)) return 'frames';
  return /^(?:\r\n)*HTTP\/[0-9]/.test(decodeLatin1(octets.subarray(0, 100))) ? 'http' : 'other';
}

function areFrames(octets: Uint8Array, isExtended: boolean, isWhole: boolean): boolean {
  for (let at = 0; at < octets.length; ) {
    const [first = 0, second = 0] = octets.subarray(at, at + 2);
    const opcode = first & 0x0f;
    const isKnown = opcode <= 2 || (opcode >= 8 && opcode <= 10);
    const isReserved = (first & 0x70) !== 0 && !isExtended;
    if (!isKnown || isReserved || second > 127) return false;
    const short = second & 0x7f;
    if (opcode >= 8 && (first < 0x80 || short > 125)) return false;
    const head = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (octets.length < at + head) return !isWhole;
    const view = new DataView(octets.buffer, octets.byteOffset + at);
    const length = short < 126 ? short : short === 126 ? view.getUint16(2) : Number(view.getBigUint64(2));
    at += head + length;
    if (at > octets.length) return !isWhole;
  }
  return true;
}
