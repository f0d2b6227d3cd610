import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canonicalReply,
  deviatedMessage,
  fragmentation,
  literalDeviations,
  literalReplyDeviations,
  literalReplyTransforms,
  literalTransforms,
  type Offer,
  type OpeningEndpoint,
  policyDeviations,
  replyDeviations,
  replyMessage,
  replyTransforms,
  requestDeviations,
  requestMessage,
} from '../../src/arbitraries/index.ts';
import { runs } from '../property.ts';
import { limits } from './reply-reading.ts';
import { endpoint as full, guardsOf } from './strict-reading.ts';

const often = { seed: 20_261_121, numRuns: runs(50, 300) };

/** An endpoint of which some lists are empty. */
const bare = fc
  .record({
    subprotocols: fc.constantFrom<readonly string[]>([], full.subprotocols),
    origins: fc.constantFrom<readonly string[] | undefined>([], ['null'], undefined),
  })
  .map(({ origins, subprotocols }): OpeningEndpoint => {
    return { ...full, subprotocols, ...(origins === undefined ? {} : { origins }) };
  });

const nothing: Offer = { accept: 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=', subprotocols: [], extensions: [] };

describe('requests for an endpoint with empty lists', () => {
  test('offer no subprotocol where there is none, and name no origin where none is welcome', () => {
    fc.assert(
      fc.property(
        bare.chain((endpoint) => fc.tuple(fc.constant(endpoint), requestMessage(endpoint))),
        ([{ subprotocols, origins }, { lines }]) => {
          const names = lines.map(({ name }) => name);
          expect(names.includes('Sec-WebSocket-Protocol')).toBe(subprotocols.length > 0);
          if (origins?.length === 0) expect(names).not.toContain('Origin');
        },
      ),
      often,
    );
  });

  test('every deviation is drawn', () => {
    fc.assert(
      fc.property(
        bare.chain((endpoint) => {
          const drawn = { ...requestDeviations(endpoint), ...policyDeviations(endpoint) };
          const deviations = Object.values(drawn);
          return fc.tuple(fc.constant(endpoint), deviatedMessage(requestMessage(endpoint), deviations, one));
        }),
        ([endpoint, { guards }]) => {
          expect(guards).toHaveLength(1);
          expect(literalDeviations(endpoint).length).toBeGreaterThan(100);
        },
      ),
      often,
    );
  });

  test('an empty list of origins is no policy that could be broken', () => {
    expect(policyDeviations({ ...full, origins: [] })).toEqual({});
    expect(literalTransforms({ ...full, origins: [], subprotocols: [] }).length).toBeGreaterThan(0);
  });
});

const one = { min: 1, max: 1 };

describe('replies to an offer of nothing', () => {
  test.each(['rfc6455', 'whatwg'] as const)('agree to nothing, by the rules of %s', (rules) => {
    fc.assert(
      fc.property(replyMessage(nothing, rules), ({ lines }) => {
        expect(lines.map(({ name }) => name)).not.toContain('Sec-WebSocket-Protocol');
        expect(lines.map(({ name }) => name)).not.toContain('Sec-WebSocket-Extensions');
      }),
      often,
    );
    expect(canonicalReply(nothing).lines).toHaveLength(3);
  });

  test('every deviation and change is drawn', () => {
    const deviations = Object.values(replyDeviations(nothing, limits));
    fc.assert(
      fc.property(
        deviatedMessage(replyMessage(nothing), deviations, one),
        fc.oneof(...replyTransforms(nothing)),
        ({ guards }, { edits }) => {
          expect(guards).toHaveLength(1);
          expect(edits.length).toBeGreaterThan(0);
        },
      ),
      often,
    );
    expect(literalReplyDeviations(nothing).length).toBeGreaterThan(0);
    expect(literalReplyTransforms(nothing).length).toBeGreaterThan(0);
  });
});

test('messages that nothing may be put into stay as they are', () => {
  fc.assert(
    fc.property(
      deviatedMessage(requestMessage(full), []),
      deviatedMessage(requestMessage(full), [], one),
      (a, b) => {
        for (const { message, guards, clauses } of [a, b]) {
          expect([guards, clauses, guardsOf(message)]).toEqual([[], [], ['otherwise']]);
        }
      },
    ),
    often,
  );
});

test('no octets are cut into no pieces', () => {
  fc.assert(
    fc.property(fragmentation(new Uint8Array()), (pieces) => {
      expect(pieces).toEqual([]);
    }),
    often,
  );
});
