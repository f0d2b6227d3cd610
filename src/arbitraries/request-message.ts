import fc from 'fast-check';
import { type PlacedCredential, placeCredential } from './credential.ts';
import { line, type RequestMessage } from './message.ts';
import { randomCase, validKey } from './near-miss.ts';

/** What the endpoint is like that a request is made for. */
export interface Endpoint {
  /** A path that it serves. */
  readonly path: string;
  /** Value of Host. */
  readonly host: string;
  /** Names that it supports, `chat` for example; empty for none. */
  readonly subprotocols: readonly string[];
  /** Exact origins that are welcome; left out, all of them are. */
  readonly origins?: readonly string[];
  /** A credential that it takes, and requires; left out, it requires none. */
  readonly credential?: PlacedCredential;
  /** Octets of the largest head and target, and field lines, that it takes. */
  readonly limits: { readonly headOctets: number; readonly targetOctets: number; readonly fields: number };
}

/** Octets that a query may have beside letters and digits. */
const queryParts = fc.constantFrom('a=1', 'flag', 'q=%20', 'x=/?:@', '', "!$&'()*+,;=", '-._~');

/** Requests that the endpoint must accept; with subprotocols, one of them is offered. */
export function requestMessage(endpoint: Endpoint): fc.Arbitrary<RequestMessage> {
  return fc
    .record({
      query: fc.option(queryParts, { nil: undefined }),
      key: validKey(),
      upgrade: randomCase('websocket'),
      connection: fc.constantFrom('Upgrade', 'upgrade', 'keep-alive, Upgrade', 'Upgrade, keep-alive'),
      origin: fc.constantFrom(
        ...(endpoint.origins ?? [undefined, 'null', 'http://localhost', 'https://example.com:8443']),
      ),
      extensions: fc.constantFrom(undefined, 'permessage-deflate', 'x; y=1, permessage-deflate; z="2"'),
      others: fc.subarray([
        line('User-Agent', 'ws101'),
        line('Cookie', 'a=b'),
        line('Cache-Control', 'no-cache'),
      ]),
    })
    .map(
      (parts): RequestMessage => ({
        prefix: '',
        method: 'GET',
        target: parts.query === undefined ? endpoint.path : `${endpoint.path}?${parts.query}`,
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
          ...parts.others,
        ],
      }),
    )
    .map((message) => (endpoint.credential ? placeCredential(message, endpoint.credential) : message));
}
