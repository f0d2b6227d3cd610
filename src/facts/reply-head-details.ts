import type { ReplyDetails } from '../../models/facts/reply.ts';
import { parseStatusLine, splitHead } from '../wire/index.ts';

/**
 * Reads details of a head that can be seen although a client cannot read it. Never throws.
 *
 * @param head the octets of a reply, from its status line on
 */
export function readReplyHeadDetails(head: Uint8Array): Pick<ReplyDetails, 'statusLine' | 'fieldLines'> {
  const { startLine, text } = splitHead(head);
  return {
    statusLine: statusLineDetail(startLine),
    fieldLines: /\r\n[ \t]/.test(text.slice(0, text.indexOf('\r\n\r\n'))) ? 'folded' : 'other',
  };
}

/** @see RFC 9112 §4 */
function statusLineDetail(startLine: string): ReplyDetails['statusLine'] {
  if (parseStatusLine(startLine).ok) return /^[^ ]* [0-9]{3}$/.test(startLine) ? 'unspaced' : 'other';
  const words = startLine.split(/[ \t\v\f\r]+/).filter((word) => word !== '');
  return parseStatusLine(words.join(' ')).ok ? 'oddlySpaced' : 'other';
}
