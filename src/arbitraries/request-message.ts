import fc from 'fast-check';
import { type PlacedCredential, placeCredential } from './credential.ts';
import { addQuery } from './edit.ts';
import { type Line, line, type RequestMessage } from './message.ts';
import { randomCase, validKey } from './near-miss.ts';
import { connectionCases, connectionLists, extensionOffers, queries, usualLines } from './opening-part.ts';

/** What the endpoint is like that a request is made for. */
export interface OpeningEndpoint {
  /** A path that it serves. */
  readonly path: string;
  /** Value of Host. */
  readonly host: string;
  /** Names that it supports, `chat` for example; empty for none. */
  readonly subprotocols: readonly string[];
  /** Exact origins that are welcome, none where the list is empty; left out, all of them are. */
  readonly origins?: readonly string[];
  /** A credential that it takes, and requires; left out, it requires none. */
  readonly credential?: PlacedCredential;
  /** Octets of the largest head and target, and field lines, that it takes. */
  readonly limits: { readonly headOctets: number; readonly targetOctets: number; readonly fields: number };
}

/** What differs from one opening for an endpoint to another. */
interface OpeningParts {
  readonly query: string | undefined;
  readonly key: string;
  readonly upgrade: string;
  readonly connection: string;
  readonly origin: string | undefined;
  readonly extensions: string | undefined;
  readonly others: readonly (readonly Line[])[];
}

function writeOpening(endpoint: OpeningEndpoint, parts: OpeningParts): RequestMessage {
  const message: RequestMessage = {
    prefix: '',
    method: 'GET',
    target: parts.query === undefined ? endpoint.path : addQuery(endpoint.path, parts.query),
    version: 'HTTP/1.1',
    separator: ' ',
    lines: [
      line('Host', endpoint.host),
      line('Upgrade', parts.upgrade),
      line('Connection', parts.connection),
      line('Sec-WebSocket-Key', parts.key),
      line('Sec-WebSocket-Version', '13'),
      ...(parts.origin === undefined ? [] : [line('Origin', parts.origin)]),
      ...(endpoint.subprotocols.length === 0
        ? []
        : [line('Sec-WebSocket-Protocol', endpoint.subprotocols.join(', '))]),
      ...(parts.extensions === undefined ? [] : [line('Sec-WebSocket-Extensions', parts.extensions)]),
      ...parts.others.flat(),
    ],
    content: '',
  };
  return endpoint.credential ? placeCredential(message, endpoint.credential) : message;
}

/** The opening with nothing in it that need not be; the key is always the same. */
export function canonicalOpening(endpoint: OpeningEndpoint): RequestMessage {
  return writeOpening(endpoint, {
    query: undefined,
    key: btoa('a usual opening!'),
    upgrade: 'websocket',
    connection: 'Upgrade',
    origin: endpoint.origins?.[0],
    extensions: undefined,
    others: [],
  });
}

/** Where no origin is welcome, an opening that names none still is. */
function originsOf({ origins }: OpeningEndpoint): readonly (string | undefined)[] {
  if (origins === undefined) return [undefined, 'null', 'http://localhost', 'https://example.com:8443'];
  return origins.length === 0 ? [undefined] : origins;
}

/** Requests that the endpoint must accept; with subprotocols, one of them is offered. */
export function requestMessage(endpoint: OpeningEndpoint): fc.Arbitrary<RequestMessage> {
  return fc
    .record({
      query: fc.option(fc.constantFrom(...queries), { nil: undefined }),
      key: validKey(),
      upgrade: randomCase('websocket'),
      connection: fc.constantFrom('Upgrade', ...connectionCases, ...connectionLists),
      origin: fc.constantFrom(...originsOf(endpoint)),
      extensions: fc.constantFrom(undefined, ...extensionOffers),
      others: fc.subarray([...usualLines]),
    })
    .map((parts) => writeOpening(endpoint, parts));
}
