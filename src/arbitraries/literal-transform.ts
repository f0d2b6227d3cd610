import type { ClauseId } from '../../models/clauses.ts';
import { decodeLatin1 } from '../wire/index.ts';
import { applyEdits } from './edit.ts';
import { lineTransforms, setting, type Transform, transform } from './line-transform.ts';
import { line, type RequestMessage, writeRequestMessage } from './message.ts';
import {
  connectionCases,
  connectionLists,
  extensionOffers,
  upgradeCases,
  usualLines,
} from './opening-part.ts';
import { canonicalOpening, type OpeningEndpoint } from './request-message.ts';

/** Every change that can be written down and must change nothing, once each; those that change the octets. */
export function literalTransforms(endpoint: OpeningEndpoint): readonly Transform[] {
  const canonical = canonicalOpening(endpoint);
  const octetsOf = (message: RequestMessage) => decodeLatin1(writeRequestMessage(message));
  return [...messageTransforms(endpoint.host), ...policyTransforms(endpoint)].filter(
    ({ edits }) => octetsOf(applyEdits(canonical, edits)) !== octetsOf(canonical),
  );
}

const someKey = 'AQIDBAUGBwgJCgsMDQ4PEA==';

/** Changes that do not depend on what the endpoint welcomes. */
export function messageTransforms(host: string): readonly Transform[] {
  return [
    ...lineTransforms,
    ...listTransforms,
    ...fields('rfc6455/4.2.1/upgrade-case', 'Upgrade', upgradeCases),
    ...fields('rfc6455/4.2.1/connection-case', 'Connection', connectionCases),
    ...fields('rfc6455/4.2.1/connection-token', 'Connection', connectionLists),
    ...fields('rfc9110/7.8/upgrade-list', 'Upgrade', [
      'h2c, websocket',
      'websocket, h2c',
      'IRC/6.9, websocket, RTA/x11',
    ]),
    ...[
      ['h2c', 'websocket'],
      ['websocket', 'h2c'],
    ].map((both) => setting('rfc9110/7.8/upgrade-list', 'Upgrade', ...both)),
    ...['X-Unknown', '__proto__', 'constructor', 'Sec-WebSocket-Unknown', "!#$%&'*+-.^_`|~"].map((name) =>
      transform(
        'rfc6455/4.2.1/unknown-fields',
        // Host stays the first field: whoever wants that minds the order.
        { kind: 'addLines', at: 1, lines: [line(name, 'x')] },
        { kind: 'addLines', at: 'end', lines: [line(name, '')] },
      ),
    ),
    ...usualLines.map((lines) => transform('rfc6455/4.2.1/unknown-fields', { kind: 'addMissing', lines })),
    ...['http', 'HTTP', 'hTTp']
      .map((scheme) => `${scheme}://${host}`)
      .concat(['example.com', 'example.com:1', '[::1]'].map((authority) => `http://${authority}`))
      .map((text) => transform('rfc9112/3.2.2/absolute-form', { kind: 'prefixTarget', text })),
    ...fields('rfc9110/7.8/continue-before-switching', 'Expect', ['100-continue', '100-Continue']),
    ...fields(
      'rfc4648/3.5/pad-bits-accepted',
      'Sec-WebSocket-Key',
      ['B', 'C', 'h', '/'].map((last) => `AQIDBAUGBwgJCgsMDQ4PE${last}==`),
    ),
    // White space that does not belong to the key, and not to what is hashed.
    ...fields(
      'rfc9112/5.1/surrounding-space',
      'Sec-WebSocket-Key',
      [' ', '\t', ' \t '].flatMap((space) => [`${space}${someKey}`, `${someKey}${space}`]),
    ),
    // Octets that are all zero, octets that are all ones, and the two characters that no name has.
    ...fields('service/1/valid-request-accepted', 'Sec-WebSocket-Key', [
      `${'A'.repeat(22)}==`,
      `${'/'.repeat(21)}w==`,
      `${'+/'.repeat(10)}+w==`,
    ]),
    ...fields('rfc2616/2.1/implied-space', 'Sec-WebSocket-Extensions', [
      'foo; a = 1',
      'foo ;a=\t"b" , bar',
      'permessage-deflate ; client_max_window_bits',
    ]),
    ...fields('service/7/extension-unsupported-omitted', 'Sec-WebSocket-Extensions', extensionOffers),
    ...fields('rfc9110/5.5/octets-above-ascii', 'X-Opaque', ['\xe4', '\xff \x80']),
  ];
}

/** The grammar that lets a field have empty elements: that of HTTP, or the one that RFC 6455 cites for its own. */
const nullable = [
  ['Connection', 'rfc9110/5.6.1/empty-elements'],
  ['Upgrade', 'rfc9110/5.6.1/empty-elements'],
  ['Sec-WebSocket-Protocol', 'rfc2616/2.1/null-elements'],
  ['Sec-WebSocket-Extensions', 'rfc2616/2.1/null-elements'],
] as const;

/** Changes of the fields whose value is a list. */
const listTransforms: readonly Transform[] = [
  ...['Connection', 'Sec-WebSocket-Protocol', 'Sec-WebSocket-Extensions'].map((name) =>
    transform('rfc9110/5.3/split-lines', { kind: 'splitList', name }),
  ),
  setting('rfc9110/5.3/split-lines', 'Connection', 'Upgrade', 'keep-alive'),
  setting('rfc9110/5.3/split-lines', 'Connection', 'keep-alive', 'Upgrade'),
  setting(
    'rfc9110/5.3/split-lines',
    'Sec-WebSocket-Extensions',
    'permessage-deflate; client_max_window_bits',
    'permessage-deflate; client_no_context_takeover',
  ),
  ...nullable.flatMap(([name, clause]) =>
    [', , ', ' ,,', ',\t,'].map((comma) =>
      // No white space around the value: whoever minds that minds another clause.
      joining(clause, name, comma.trimStart(), comma, comma.trimEnd()),
    ),
  ),
  ...fields('rfc2616/2.1/null-elements', 'Sec-WebSocket-Extensions', [
    ',permessage-deflate',
    ', , unknown,,permessage-deflate ,',
  ]),
];

/** Other values that the endpoint welcomes as well. */
function policyTransforms({ origins = [], subprotocols }: OpeningEndpoint): readonly Transform[] {
  const name = 'Sec-WebSocket-Protocol';
  const offers = [
    ['unsupported, ', ', ', ''],
    ['', ', ', ', unsupported'],
    ['unsupported,', ',', ''],
  ] as const;
  return [
    ...fields('service/1/valid-request-accepted', 'Origin', origins),
    ...(origins.length === 0 ? [] : [setting('service/5.4/origin-absent', 'Origin')]),
    ...fields(
      'rfc6455/4.2.2/origin-lowercase',
      'Origin',
      origins.filter((origin) => origin !== 'null').map((origin) => origin.toUpperCase()),
    ),
    ...(subprotocols.length === 0 ? [] : offers).map(([before, between, after]) =>
      joining('service/1/valid-request-accepted', name, before, between, after),
    ),
  ];
}

/** A list that is written with other texts around its elements. */
function joining(clause: ClauseId, name: string, before: string, between: string, after: string): Transform {
  return transform(clause, { kind: 'joinList', name, before, between, after });
}

function fields(clause: ClauseId, name: string, values: readonly string[]): readonly Transform[] {
  return values.map((value) => setting(clause, name, value));
}
