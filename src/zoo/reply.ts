import { applyEdits } from '../arbitraries/edit.ts';
import { fitAccept } from '../arbitraries/fit-accept.ts';
import { type ReplyMessage, writeReplyMessage } from '../arbitraries/message.ts';
import { type Offer, offerOf } from '../arbitraries/offer.ts';
import { canonicalReply } from '../arbitraries/reply-message.ts';
import { literalReplyTransforms } from '../arbitraries/reply-transform.ts';
import { sha1 } from '../sha1.ts';
import type { Field } from '../wire/index.ts';
import type { ReplySketch } from './case.ts';

/** A request as far as the zoo looks at it: its key and what it offers. */
export function askingFor(subprotocols: readonly string[], extensions = ''): readonly Field[] {
  const span = { start: 0, end: 0 };
  const field = (name: string, value: string) => (value === '' ? [] : [{ name, value, span }]);
  return [
    ...field('Sec-WebSocket-Key', 'd3MxMDEgem9vJ3Mga2V5IQ=='),
    ...field('Sec-WebSocket-Protocol', subprotocols.join(', ')),
    ...field('Sec-WebSocket-Extensions', extensions),
  ];
}

/** What stands in a sketch where the accept value of a request will stand. */
export const standIn: string = offerOf({ fields: askingFor([]) }, sha1).accept;

/** The reply that a sketch makes for an offer. Of a request it has computed values alone, and tokens that it offered. */
export function makeReply({ edits, isDeflating }: ReplySketch, offer: Offer): ReplyMessage {
  const agreement = isDeflating ? agreeTo(offer) : [];
  const base = canonicalReply({ ...offer, accept: standIn });
  return fitAccept(applyEdits(base, [...edits, ...agreement]), standIn, offer.accept);
}

export function writeReply(sketch: ReplySketch, offer: Offer): Uint8Array {
  return writeReplyMessage(makeReply(sketch, offer));
}

/** The answer that is nearest to what was asked for; none where permessage-deflate was not offered. */
function agreeTo(offer: Offer) {
  const answers = literalReplyTransforms(offer).filter(
    ({ clause }) => clause === 'rfc6455/4.1/extensions-in-use',
  );
  return answers[0]?.edits ?? [];
}
