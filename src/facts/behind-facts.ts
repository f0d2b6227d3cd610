import type { AnswerFacts } from '../../models/facts/answer.ts';
import { decodeLatin1 } from '../wire/index.ts';
import { readFrameHead } from './frame-head.ts';

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
    const { first, opcode, isMasked, short, size, length } = readFrameHead(octets, at);
    const isKnown = opcode <= 2 || (opcode >= 8 && opcode <= 10);
    const isReserved = (first & 0x70) !== 0 && !isExtended;
    if (!isKnown || isReserved || isMasked) return false;
    if (opcode >= 8 && (first < 0x80 || short > 125)) return false;
    at += size + (length ?? 0);
    if (length === null || at > octets.length) return !isWhole;
  }
  return true;
}
