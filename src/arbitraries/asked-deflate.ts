import fc from 'fast-check';

/**
 * The offer of permessage-deflate that these deviations answer: it asks for both parameters of the server, and
 * does not have the client's.
 */
export const askedDeflate = 'permessage-deflate; server_no_context_takeover; server_max_window_bits=12';

/** Answers to `askedDeflate` that fit it. */
export function deflateAnswer(): fc.Arbitrary<string> {
  const bits = fc.constantFrom('8', '9', '12', '"10"');
  const more = fc.constantFrom('', '; client_no_context_takeover');
  return fc
    .tuple(bits, more)
    .map(
      ([window, rest]) =>
        `permessage-deflate; server_no_context_takeover; server_max_window_bits=${window}${rest}`,
    );
}
