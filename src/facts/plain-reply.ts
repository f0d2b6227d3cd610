import type { ReplyDetails } from '../../models/facts/reply.ts';

/** A reply of which nothing is known but its facts. */
export const plainReply: ReplyDetails = {
  statusLine: 'other',
  fieldLines: 'other',
  upgrade: 'other',
  accept: 'other',
  extensions: 'other',
  deflateOffer: 'other',
  clientBits: 'other',
  serverBits: 'other',
};
