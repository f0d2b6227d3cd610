import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { requestGuards } from '../../models/decisions/server.ts';
import {
  applyEdits,
  deviatedMessage,
  fragmentation,
  type PlacedCredential,
  policyDeviations,
  requestDeviations,
  requestMessage,
  transforms,
  writeRequestMessage,
} from '../../src/arbitraries/index.ts';
import type { CredentialPlace } from '../../src/auth/credential.ts';
import { compileAllowlist } from '../../src/auth/origin.ts';
import { runs } from '../property.ts';
import { endpoint, guardsOf, policyOf, read, served, strict } from './strict-reading.ts';

const often = { seed: 20_261_121, numRuns: runs(100, 300) };

test('a request without deviation has no fault', () => {
  fc.assert(
    fc.property(requestMessage(endpoint), (message) => {
      expect(guardsOf(message)).toEqual(['otherwise']);
    }),
    often,
  );
});

describe('a deviation makes its guard hold', () => {
  test.each(Object.entries(requestDeviations(endpoint)))('%s', (guard, deviations) => {
    const deviated = deviatedMessage(requestMessage(endpoint), [deviations], { min: 1, max: 1 });
    fc.assert(
      fc.property(deviated, ({ message, guards }) => {
        expect(guards).toEqual([guard]);
        expect(guardsOf(message)).toEqual([guard]);
      }),
      often,
    );
  });
});

test('with several deviations the guard that decides is one of theirs', () => {
  const deviated = deviatedMessage(requestMessage(endpoint), Object.values(requestDeviations(endpoint)), {
    min: 2,
    max: 5,
  });
  fc.assert(
    fc.property(deviated, ({ message, guards }) => {
      expect(guards).toContain(guardsOf(message)[0]);
    }),
    { ...often, numRuns: runs(400, 2_000) },
  );
});

test('every guard but those that need time, a leaving peer, a crowd or an application has deviations', () => {
  const unwritten = [
    ...['pendingLimitIsReached', 'headIsLate', 'headIsCut', 'otherwise', 'authorizationIsUnasked'],
    ...['authorizationIsRefused', 'authorizationThrew', 'authorizationIsLate', 'credentialIsAwaited'],
  ];
  const written = [
    requestDeviations(endpoint),
    policyDeviations({ ...endpoint, origins, credential: bearer }),
  ];
  expect([...written.flatMap(Object.keys), ...unwritten].sort()).toEqual(Object.keys(requestGuards).sort());
});

const origins = ['https://example.com', 'http://localhost:8080', 'null'];
const allowlist = compileAllowlist(origins);
const bearer: PlacedCredential = { in: 'authorization', scheme: 'Bearer', value: 'To.ken-1' };
const credentials: readonly PlacedCredential[] = [
  bearer,
  { in: 'query', name: 'token', value: 'To.ken-1' },
  { in: 'cookie', name: 'session', value: 'To.ken-1' },
  { in: 'field', name: 'X-API-Key', value: 'To.ken-1' },
  { in: 'subprotocol', prefix: 'bearer.', value: 'To.ken-1' },
];

describe('an endpoint with an allowlist of origins', () => {
  const target = { ...endpoint, origins };
  const welcoming = policyOf({ ...served, origin: allowlist.ok ? allowlist.value : null });
  const required = { ...strict, originAbsent: 'refuse' } as const;

  test('welcomes the requests made for it', () => {
    fc.assert(
      fc.property(requestMessage(target), (message) => {
        expect(guardsOf(message, welcoming, required)).toEqual(['otherwise']);
      }),
      often,
    );
  });

  test.each(Object.entries(policyDeviations(target)))('%s', (guard, deviations) => {
    fc.assert(
      fc.property(
        deviatedMessage(requestMessage(target), [deviations], { min: 1, max: 1 }),
        ({ message }) => {
          expect(guardsOf(message, welcoming, required)).toEqual([guard]);
        },
      ),
      often,
    );
  });
});

describe.each(credentials)('an endpoint that takes a credential in $in', ({ value, ...place }) => {
  const credential = { ...place, value } as PlacedCredential; // what it was taken apart from
  const target = { ...endpoint, credential };
  const asking = policyOf({ ...served, credentials: [place as CredentialPlace] }); // a place without its value

  test('finds it in the requests made for it', () => {
    fc.assert(
      fc.property(requestMessage(target), (message) => {
        const reading = read(writeRequestMessage(message), asking);
        expect(reading.credential?.value).toBe(value);
        expect(guardsOf(message, asking)).toEqual(['authorizationIsUnasked']);
      }),
      often,
    );
  });

  test('finds none where it is absent, and another where it is invalid', () => {
    const { credentialIsAbsent: absent, credentialIsInvalid: invalid } = policyDeviations(target);
    const spoilt = (deviations: typeof absent) =>
      deviatedMessage(requestMessage(target), deviations ? [deviations] : [], { min: 1, max: 1 });
    fc.assert(
      fc.property(spoilt(absent), spoilt(invalid), (without, wrong) => {
        const { facts } = read(writeRequestMessage(without.message), asking);
        expect(facts.authorization).toBe('absent');
        expect(read(writeRequestMessage(wrong.message), asking).credential?.value).not.toBe(value);
      }),
      often,
    );
  });
});

test('a transform changes nothing', () => {
  const transformed = fc.tuple(requestMessage(endpoint), fc.oneof(...transforms(endpoint.host)));
  fc.assert(
    fc.property(transformed, ([message, { edits }]) => {
      expect(guardsOf(applyEdits(message, edits))).toEqual(['otherwise']);
    }),
    { ...often, numRuns: runs(600, 3_000) },
  );
});

test('fragments are not empty and join to the octets', () => {
  const fragmented = requestMessage(endpoint).chain((message) => {
    const octets = writeRequestMessage(message);
    return fragmentation(octets).map((pieces) => ({ octets, pieces }));
  });
  fc.assert(
    fc.property(fragmented, ({ octets, pieces }) => {
      expect(pieces.every((piece) => piece.length > 0)).toBe(true);
      expect(Buffer.concat(pieces).equals(octets)).toBe(true);
    }),
    often,
  );
});
