import type { ClauseId } from '../../models/clauses.ts';
import { decodeLatin1 } from '../wire/index.ts';
import { lineTransforms, type Transform } from './line-transform.ts';
import { line, type RequestMessage, replaceLines, setField, writeRequestMessage } from './message.ts';
import {
  connectionCases,
  connectionLists,
  extensionOffers,
  upgradeCases,
  usualLines,
} from './opening-part.ts';
import { canonicalOpening, type Endpoint } from './request-message.ts';

/** Every change that can be written down and must change nothing, once each; those that change the octets. */
export function literalTransforms(endpoint: Endpoint): readonly Transform[] {
  const canonical = canonicalOpening(endpoint);
  const octetsOf = (message: RequestMessage) => decodeLatin1(writeRequestMessage(message));
  return [...messageTransforms(endpoint.host), ...policyTransforms(endpoint)].filter(
    ({ apply }) => octetsOf(apply(canonical)) !== octetsOf(canonical),
  );
}

/** Changes that do not depend on what the endpoint welcomes. */
export function messageTransforms(host: string): readonly Transform[] {
  return [
    ...lineTransforms,
    ...listTransforms,
    ...fields('rfc6455/4.2.1/upgrade-case', 'Upgrade', upgradeCases),
    ...fields('rfc6455/4.2.1/connection-case', 'Connection', connectionCases),
    ...fields('rfc6455/4.2.1/connection-token', 'Connection', connectionLists),
    ...fields('rfc9110/7.8/upgrade-list', 'Upgrade', [
      ...['h2c, websocket', 'websocket, h2c', 'IRC/6.9, websocket, RTA/x11'],
    ]),
    ...[
      ['h2c', 'websocket'],
      ['websocket', 'h2c'],
    ].map((both) => lines('rfc9110/7.8/upgrade-list', 'Upgrade', both)),
    ...['X-Unknown', '__proto__', 'constructor', 'Sec-WebSocket-Unknown', "!#$%&'*+-.^_`|~"].map(
      (name): Transform => ({
        clause: 'rfc6455/4.2.1/unknown-fields',
        // Host stays the first field: whoever wants that minds the order.
        apply: (m) => ({ ...m, lines: [...m.lines.toSpliced(1, 0, line(name, 'x \xe4')), line(name, '')] }),
      }),
    ),
    ...usualLines.map(
      (added): Transform => ({
        clause: 'rfc6455/4.2.1/unknown-fields',
        apply: (m) =>
          added.some(({ name }) => hasField(m, name)) ? m : { ...m, lines: [...m.lines, ...added] },
      }),
    ),
    ...['http', 'HTTP', 'hTTp']
      .map((scheme) => `${scheme}://${host}`)
      .concat(['example.com', 'example.com:1', '[::1]'].map((authority) => `http://${authority}`))
      .map(
        (start): Transform => ({
          clause: 'rfc9112/3.2.2/absolute-form',
          apply: (m) => ({ ...m, target: `${start}${m.target}` }),
        }),
      ),
    ...fields('rfc9110/7.8/continue-before-switching', 'Expect', ['100-continue', '100-Continue']),
    ...fields(
      'rfc4648/3.5/pad-bits-accepted',
      'Sec-WebSocket-Key',
      ['B', 'C', 'h', '/'].map((last) => `AQIDBAUGBwgJCgsMDQ4PE${last}==`),
    ),
    // Octets that are all zero, octets that are all ones, and the two characters that no name has.
    ...fields('service/1/valid-request-accepted', 'Sec-WebSocket-Key', [
      ...[`${'A'.repeat(22)}==`, `${'/'.repeat(21)}w==`, `${'+/'.repeat(10)}+w==`],
    ]),
    ...fields('rfc2616/2.1/implied-space', 'Sec-WebSocket-Extensions', [
      ...['foo; a = 1', 'foo ;a=\t"b" , bar', 'permessage-deflate ; client_max_window_bits'],
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
  ...(['Connection', 'Sec-WebSocket-Protocol', 'Sec-WebSocket-Extensions'] as const).map(
    (name): Transform => ({
      clause: 'rfc9110/5.3/split-lines',
      apply: (m) =>
        replaceLines(
          m,
          name,
          elementsOf(m, name).map((element) => line(name, element)),
        ),
    }),
  ),
  lines('rfc9110/5.3/split-lines', 'Connection', ['Upgrade', 'keep-alive']),
  lines('rfc9110/5.3/split-lines', 'Connection', ['keep-alive', 'Upgrade']),
  lines('rfc9110/5.3/split-lines', 'Sec-WebSocket-Extensions', [
    'permessage-deflate; client_max_window_bits',
    'permessage-deflate; client_no_context_takeover',
  ]),
  ...nullable.flatMap(([name, clause]) =>
    [', , ', ' ,,', ',\t,'].map(
      (comma): Transform => ({
        clause,
        apply: (m) => {
          const elements = elementsOf(m, name);
          if (elements.length === 0) return m;
          // No white space around the value: whoever minds that minds another clause.
          const value = `${comma}${elements.join(comma)}${comma}`.trim();
          return replaceLines(m, name, [line(name, value)]);
        },
      }),
    ),
  ),
  ...fields('rfc2616/2.1/null-elements', 'Sec-WebSocket-Extensions', [
    ',permessage-deflate',
    ', , unknown,,permessage-deflate ,',
  ]),
];

/** Other values that the endpoint welcomes as well. */
function policyTransforms({ origins = [], subprotocols }: Endpoint): readonly Transform[] {
  const name = 'Sec-WebSocket-Protocol';
  const offers: readonly ((elements: readonly string[]) => string)[] = [
    (elements) => ['unsupported', ...elements].join(', '),
    (elements) => [...elements, 'unsupported'].join(', '),
    (elements) => ['unsupported', ...elements].join(','),
  ];
  return [
    ...fields('service/1/valid-request-accepted', 'Origin', origins),
    ...(origins.length === 0 ? [] : [lines('service/5.4/origin-absent', 'Origin', [])]),
    ...fields(
      'rfc6455/4.2.2/origin-lowercase',
      'Origin',
      origins.filter((origin) => origin !== 'null').map((origin) => origin.toUpperCase()),
    ),
    ...(subprotocols.length === 0 ? [] : offers).map(
      (offer): Transform => ({
        clause: 'service/1/valid-request-accepted',
        apply: (m) => setField(m, name, offer(elementsOf(m, name))),
      }),
    ),
  ];
}

function fields(clause: ClauseId, name: string, values: readonly string[]): readonly Transform[] {
  return values.map((value) => lines(clause, name, [value]));
}

function lines(clause: ClauseId, name: string, values: readonly string[]): Transform {
  return { clause, apply: (m) => setField(m, name, ...values) };
}

function hasField(message: RequestMessage, name: string): boolean {
  return message.lines.some((each) => each.name.toLowerCase() === name.toLowerCase());
}

function elementsOf(message: RequestMessage, name: string): readonly string[] {
  return message.lines
    .filter((candidate) => candidate.name.toLowerCase() === name.toLowerCase())
    .flatMap(({ value }) => value.split(','))
    .map((element) => element.trim())
    .filter((element) => element !== '');
}
