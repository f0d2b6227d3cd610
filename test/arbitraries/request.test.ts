import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judge } from '../../models/decide.ts';
import { requestGuards, serverTable } from '../../models/server-decision.ts';
import {
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
import {
  type Endpoint as EndpointOfPolicy,
  openEndpoint,
  type ServerPolicy,
} from '../../src/facts/endpoint.ts';
import { type RequestReading, readRequestHead, readUnfinished } from '../../src/facts/request-facts.ts';
import { HeadReader } from '../../src/wire/index.ts';

const limits = { headOctets: 16_384, targetOctets: 8_000, fields: 100 };
const endpoint = { path: '/chat', host: '127.0.0.1:8080', subprotocols: ['chat', 'superchat'], limits };
const strict = {
  plainHttp: 'badRequest',
  subprotocolMismatch: 'refuse',
  subprotocolAbsent: 'refuse',
  originAbsent: 'accept',
} as const;
const served = { ...openEndpoint, choices: strict, subprotocols: endpoint.subprotocols };
const bounds = { secured: false, targetLimit: limits.targetOctets, fieldLimit: limits.fields };

function policyOf(found: EndpointOfPolicy): ServerPolicy {
  return { ...bounds, endpointAt: (path) => (path === '/chat' ? found : null), fallback: found };
}
const policy = policyOf(served);
const runs = { seed: 20_261_121, numRuns: 300 };

function read(octets: Uint8Array, by: ServerPolicy = policy): RequestReading {
  const progress = new HeadReader('request', limits.headOctets).push(octets);
  return progress.state === 'incomplete' ? readUnfinished(octets, 'cut', by) : readRequestHead(progress, by);
}

test('a request without deviation has no fault', () => {
  fc.assert(
    fc.property(requestMessage(endpoint), (message) => {
      const { facts } = read(writeRequestMessage(message));
      expect(judge(serverTable, facts, strict).map((row) => row.guard)).toEqual(['otherwise']);
    }),
    runs,
  );
});

describe('a deviation makes its guard hold', () => {
  test.each(Object.entries(requestDeviations(endpoint)))('%s', (guard, deviations) => {
    const deviated = deviatedMessage(requestMessage(endpoint), [deviations], { min: 1, max: 1 });
    fc.assert(
      fc.property(deviated, ({ message, guards }) => {
        expect(guards).toEqual([guard]);
        const { facts } = read(writeRequestMessage(message));
        expect(judge(serverTable, facts, strict).map((row) => row.guard)).toEqual([guard]);
      }),
      runs,
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
      const { facts } = read(writeRequestMessage(message));
      expect(guards).toContain(judge(serverTable, facts, strict)[0]?.guard);
    }),
    { ...runs, numRuns: 2_000 },
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
        const { facts } = read(writeRequestMessage(message), welcoming);
        expect(judge(serverTable, facts, required).map((row) => row.guard)).toEqual(['otherwise']);
      }),
      runs,
    );
  });

  test.each(Object.entries(policyDeviations(target)))('%s', (guard, deviations) => {
    fc.assert(
      fc.property(
        deviatedMessage(requestMessage(target), [deviations], { min: 1, max: 1 }),
        ({ message }) => {
          const { facts } = read(writeRequestMessage(message), welcoming);
          expect(judge(serverTable, facts, required).map((row) => row.guard)).toEqual([guard]);
        },
      ),
      runs,
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
        expect(judge(serverTable, reading.facts, strict).map((row) => row.guard)).toEqual([
          'authorizationIsUnasked',
        ]);
      }),
      runs,
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
      runs,
    );
  });
});

test('a transform changes nothing', () => {
  const transformed = fc.tuple(requestMessage(endpoint), fc.oneof(...transforms(endpoint.host)));
  fc.assert(
    fc.property(transformed, ([message, { apply }]) => {
      const { facts } = read(writeRequestMessage(apply(message)));
      expect(judge(serverTable, facts, strict).map((row) => row.guard)).toEqual(['otherwise']);
    }),
    { ...runs, numRuns: 3_000 },
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
    runs,
  );
});
