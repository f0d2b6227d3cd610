import type { HopDetails } from '../../../../models/verdict/hop-weight.ts';
import { readFrameHead } from '../../../facts/frame-head.ts';
import { readSeenReplies, readSeenRequest } from '../../../facts/hop-sight.ts';
import type { Carried } from '../../../facts/passage-facts.ts';
import { sha1 } from '../../../sha1.ts';
import { computeAccept, fieldValues } from '../../../wire/index.ts';
import type { PairExchange } from './exchange.ts';

/**
 * Whether a hop passes handshakes on, or is a server to the client and a client to the backend: then the key of the
 * backend is the hop's own, and the client gets the accept value of its own key all the same.
 */
export function readHandshake({
  sent,
  arrived,
  returned,
}: Pick<PairExchange, 'sent' | 'arrived' | 'returned'>): HopDetails['handshake'] {
  const [front = '', back = ''] = [sent, arrived].map((octets) =>
    fieldValues(readSeenRequest(octets)?.fields ?? [], 'sec-websocket-key').join(),
  );
  const accept = fieldValues(readSeenReplies(returned).final?.fields ?? [], 'sec-websocket-accept').join();
  return back !== '' && back !== front && accept === computeAccept(front, sha1) ? 'own' : 'passed';
}

/**
 * Whether a hop reads frames, and writes them itself: what the client has sent arrives under other masks, or in other
 * frames, and is the same (RFC 6455 §5.3, §5.4).
 */
export function readFrames(
  { forth, back, replied, returned }: Pick<PairExchange, 'forth' | 'back' | 'replied' | 'returned'>,
  handshake: HopDetails['handshake'],
): HopDetails['frames'] {
  if (handshake === 'own') return 'read';
  const carried = [forth, back].flatMap((each) => each ?? []);
  const isOther = carried.some(({ sent, came }) => !Buffer.from(sent).equals(came));
  const data = carried.flatMap((each) => readCarriedData(each, [replied, returned]) ?? []);
  const isSame = data.every(({ sent, came }) => Buffer.from(sent).equals(came));
  return isOther && isSame && data.length === carried.length ? 'read' : 'passed';
}

/**
 * What of carried frames has to come through a hop that reads frames: those with data, without their masks; nothing where an extension is agreed to at either side, since there they are the hop's own.
 */
export function readCarriedData(carried: Carried | null, heads: readonly Uint8Array[]): Carried | null {
  const isExtended = heads.some((octets) => {
    const { final } = readSeenReplies(octets);
    return final !== null && fieldValues(final.fields, 'sec-websocket-extensions').length > 0;
  });
  return carried === null || isExtended
    ? null
    : { sent: dataFrames(carried.sent), came: dataFrames(carried.came) };
}

const endOfMessage = Uint8Array.of(0xff);

/**
 * Messages with data as they would be without masks, the last one as far as it has come: the kind of each, whether it
 * was masked, its octets, however it is cut into frames, and its end (RFC 6455 §5.4).
 */
function dataFrames(octets: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < octets.length; ) {
    const { first, opcode, isMasked, size, length } = readFrameHead(octets, at);
    const from = at + size + (isMasked ? 4 : 0);
    const mask = octets.subarray(at + size, from);
    at = from + (length ?? 0);
    const payload = octets.subarray(from, at).map((octet, index) => octet ^ (mask[index % 4] ?? 0));
    const kind = (first & 0x7f) | (isMasked ? 0x80 : 0);
    if (opcode === 1 || opcode === 2) pieces.push(Uint8Array.of(kind));
    if (opcode < 8) pieces.push(payload);
    if (opcode < 8 && first > 0x7f && at <= octets.length) pieces.push(endOfMessage);
  }
  return Buffer.concat(pieces);
}
