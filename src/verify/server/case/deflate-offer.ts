import type { ClauseId } from '../../../../models/clauses.ts';

type Offer = readonly [clause: ClauseId, offer: string, refusedAs: ClauseId];

const unsupported: ClauseId = 'service/7/extension-unsupported-omitted';

/** An offer that a server may accept or decline. It must not refuse the request for it. */
const valid = (clause: ClauseId, offer: string): Offer => [clause, offer, 'rfc7692/5/declined-by-omission'];
/** An offer that a server must decline. A server that refuses the request works with fewer clients. */
const odd = (clause: ClauseId, offer: string): Offer => [clause, offer, clause];

/** Offers of extensions, each with the clause that the answer shows, and the one that a refusal breaks. */
export const deflateOffers: readonly Offer[] = [
  valid('rfc6455/9/extensions-accepted', 'permessage-deflate'),
  valid('rfc7692/7.1.1.1/server-takeover-echoed', 'permessage-deflate; server_no_context_takeover'),
  valid('rfc7692/7.1.1.2/client-takeover-answered', 'permessage-deflate; client_no_context_takeover'),
  ...['8', '9', '10', '12', '15'].map((bits) =>
    valid('rfc7692/7.1.2.1/server-bits-echoed', `permessage-deflate; server_max_window_bits=${bits}`),
  ),
  valid('rfc7692/7.1.2.1/server-bits-not-larger', 'permessage-deflate; server_max_window_bits="10"'),
  valid(
    'rfc7692/7.1.2.2/client-bits-unoffered',
    'permessage-deflate; server_no_context_takeover; client_no_context_takeover',
  ),
  valid('rfc7692/7.1.2.2/client-bits-answered', 'permessage-deflate; client_max_window_bits'),
  valid('rfc7692/7.1.2.2/client-bits-answered', 'permessage-deflate; client_max_window_bits=10'),
  valid('rfc7692/5/answered-once', 'permessage-deflate, permessage-deflate; client_max_window_bits'),
  odd('rfc7692/5/offer-order', 'permessage-deflate; unknown, permessage-deflate'),
  ...['7', '16', '99', '08', '+9', '9a', '-1', '1000000000000'].map((bits) =>
    odd('rfc7692/7/parameter-invalid', `permessage-deflate; server_max_window_bits=${bits}`),
  ),
  ...['7', '16', '08', 'a', '-1'].map((bits) =>
    odd('rfc7692/7/parameter-invalid', `permessage-deflate; client_max_window_bits=${bits}`),
  ),
  odd('rfc7692/7/parameter-invalid', 'permessage-deflate; server_no_context_takeover=1'),
  odd('rfc7692/7/parameter-invalid', 'permessage-deflate; server_max_window_bits'),
  odd(
    'rfc7692/7/parameter-repeated',
    'permessage-deflate; server_no_context_takeover; server_no_context_takeover',
  ),
  odd('rfc7692/7/parameter-undefined', 'permessage-deflate; constructor'),
  [unsupported, 'x-webkit-deflate-frame, unknown; a=1', unsupported],
];
