import fc from 'fast-check';
import type { DeflateOffer, DeflateTerms } from '../../src/negotiation/permessage-deflate.ts';
import type { Extension } from '../../src/wire/index.ts';

const bits = fc.integer({ min: 8, max: 15 });

/** Offers with which nothing is wrong. */
export const deflateOffer: fc.Arbitrary<DeflateOffer> = fc.record(
  {
    serverNoContextTakeover: fc.boolean(),
    clientNoContextTakeover: fc.boolean(),
    serverMaxWindowBits: bits,
    clientMaxWindowBits: fc.oneof(bits, fc.constant(true as const)),
  },
  { requiredKeys: [] },
);

/** Terms with which nothing is wrong. */
export const deflateTerms: fc.Arbitrary<DeflateTerms> = fc.record(
  {
    serverNoContextTakeover: fc.boolean(),
    clientNoContextTakeover: fc.boolean(),
    serverMaxWindowBits: fc.integer({ min: 9, max: 15 }),
    clientMaxWindowBits: bits,
  },
  { requiredKeys: [] },
);

const inherited = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
const parameterNames = [
  'server_no_context_takeover',
  'client_no_context_takeover',
  'server_max_window_bits',
  'client_max_window_bits',
];

/** Extensions of any kind: most are malformed as offers of permessage-deflate, or are something else. */
export const oddExtension: fc.Arbitrary<Extension> = fc.record({
  name: fc.constantFrom('permessage-deflate', 'Permessage-Deflate', 'x-other', ...inherited),
  parameters: fc.array(
    fc.record({
      name: fc.constantFrom(...parameterNames, 'Client_Max_Window_Bits', ...inherited),
      value: fc.constantFrom(
        null,
        '8',
        '9',
        '12',
        '15',
        '16',
        '7',
        '08',
        '0xf',
        '1e1',
        '+9',
        'true',
        ...inherited,
      ),
    }),
    { maxLength: 4 },
  ),
});
