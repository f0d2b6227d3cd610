import type { DeflateOffer, DeflateParameters } from '../negotiation/permessage-deflate.ts';

/**
 * What a client keeps to: what was agreed, and what its offers have announced of its own side, which an answer need
 * not repeat. Of several offers the strictest counts, since an answer does not say which it is for.
 *
 * @see RFC 7692 §7.1.1.2, §7.1.2.2
 */
export function keepToOffers(agreed: DeflateParameters, offers: readonly DeflateOffer[]): DeflateParameters {
  const bits = offers.map(({ clientMaxWindowBits }) => clientMaxWindowBits);
  return {
    ...agreed,
    clientNoContextTakeover:
      agreed.clientNoContextTakeover || offers.some((offer) => offer.clientNoContextTakeover === true),
    clientMaxWindowBits: Math.min(
      agreed.clientMaxWindowBits,
      ...bits.filter((each) => typeof each === 'number'),
    ),
  };
}
