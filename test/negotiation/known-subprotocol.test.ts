import { expect, test } from 'vitest';
import { type KnownSubprotocol, knownSubprotocols } from '../../src/negotiation/known-subprotocol.ts';
import { checkSubprotocols } from '../../src/negotiation/subprotocol.ts';

test('the names of part 2.4, each with its use', () => {
  expect(knownSubprotocols.map(({ name, use }) => [name, use])).toEqual([
    ['graphql-ws', 'GraphQL subscriptions'],
    ['graphql-transport-ws', 'GraphQL subscriptions'],
    ['mqtt', 'MQTT over WebSocket'],
    ['wamp.2.json', 'WAMP v2 with JSON serialization'],
    ['ocpp1.6', 'Open Charge Point Protocol (EV charging)'],
  ]);
});

test('a client can offer all of them', () => {
  expect(checkSubprotocols(knownSubprotocols.map(({ name }) => name))).toBeNull();
});

test('mqtt alone is required', () => {
  expect(knownSubprotocols.filter(({ required }) => required)).toMatchObject([{ name: 'mqtt' }]);
});

test('the name graphql-ws is that of the legacy protocol, not of the library with that name', () => {
  expect(knownSubprotocols.map(({ name, note }) => [name, note])).toEqual(
    expect.arrayContaining([
      ['graphql-ws', expect.stringContaining('library subscriptions-transport-ws')],
      ['graphql-transport-ws', expect.stringContaining('library that is called graphql-ws')],
    ]),
  );
});

test('a name that is not known does not compile', () => {
  const known: KnownSubprotocol = 'ocpp1.6';
  // @ts-expect-error: the name has no dot before the version
  const unknown: KnownSubprotocol = 'ocpp.1.6';
  expect(known).not.toBe(unknown);
});
