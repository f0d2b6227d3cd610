import fc from 'fast-check';
import type { ClauseId } from '../../models/clauses.ts';
import { type Line, line, type RequestMessage, replaceLines, setField } from './message.ts';
import { randomCase } from './near-miss.ts';

/** A change to a valid request that must change nothing in what comes of it. */
export interface Transform {
  /** The clause that says so. */
  readonly clause: ClauseId;
  readonly apply: (message: RequestMessage) => RequestMessage;
}

/** Fields whose value is a list, which may stand on several lines and have empty elements. */
const lists = ['Connection', 'Upgrade', 'Sec-WebSocket-Protocol', 'Sec-WebSocket-Extensions'] as const;

/** Which grammar lets a field have empty elements: that of HTTP, or the one that RFC 6455 cites for its own. */
const nullable = [
  ['rfc9110/5.6.1/empty-elements', ['Connection', 'Upgrade']],
  ['rfc2616/2.1/null-elements', ['Sec-WebSocket-Protocol', 'Sec-WebSocket-Extensions']],
] as const;

/** Changes that must change nothing, each under the clause that says so. */
export function transforms(host: string): readonly fc.Arbitrary<Transform>[] {
  return [
    fc.infiniteStream(fc.nat(1_000_000)).map((numbers) => ({
      clause: 'rfc6455/1.3/field-order',
      apply: (m) => ({ ...m, lines: shuffle(m.lines, numbers) }),
    })),
    fc.infiniteStream(fc.boolean()).map((flips) => ({
      clause: 'rfc9110/5.1/field-name-case',
      apply: (m) => ({ ...m, lines: m.lines.map((l) => ({ ...l, name: flipCase(l.name, flips) })) }),
    })),
    fc.tuple(fc.stringMatching(/^[ \t]{0,3}$/), fc.stringMatching(/^[ \t]{0,3}$/)).map(([before, after]) => ({
      clause: 'rfc9112/5.1/surrounding-space',
      apply: (m) => ({
        ...m,
        lines: m.lines.map((l) => ({ ...l, colon: `:${before}`, value: `${l.value}${after}` })),
      }),
    })),
    fc.constantFrom(...lists).map((name) => ({
      clause: 'rfc9110/5.3/split-lines',
      apply: (m) =>
        replaceLines(
          m,
          name,
          elementsOf(m, name).map((element) => line(name, element)),
        ),
    })),
    ...nullable.map(([clause, names]) =>
      fc.tuple(fc.constantFrom(...names), fc.constantFrom(', , ', ' ,,', ',\t,')).map(
        ([name, comma]): Transform => ({
          clause,
          apply: (m) => {
            const elements = elementsOf(m, name);
            return elements.length === 0
              ? m
              : replaceLines(m, name, [line(name, `,${elements.join(comma)},`)]);
          },
        }),
      ),
    ),
    randomCase('websocket').map((text) => ({
      clause: 'rfc6455/4.2.1/upgrade-case',
      apply: (m) => replaceLines(m, 'Upgrade', [line('Upgrade', text)]),
    })),
    randomCase('upgrade').map((text) => ({
      clause: 'rfc6455/4.2.1/connection-case',
      apply: (m) => replaceLines(m, 'Connection', [line('Connection', text)]),
    })),
    fc.constantFrom('h2c, websocket', 'websocket, h2c', 'IRC/6.9, websocket, RTA/x11').map((text) => ({
      clause: 'rfc9110/7.8/upgrade-list',
      apply: (m) => replaceLines(m, 'Upgrade', [line('Upgrade', text)]),
    })),
    fc.constantFrom('X-Unknown', '__proto__', 'constructor', 'Sec-WebSocket-Unknown').map((name) => ({
      clause: 'rfc6455/4.2.1/unknown-fields',
      apply: (m) => ({ ...m, lines: [line(name, 'x \xe4'), ...m.lines, line(name, '')] }),
    })),
    fc.constantFrom('\r\n', '\r\n\r\n').map((prefix) => ({
      clause: 'rfc9112/2.2/leading-empty-line',
      apply: (m) => ({ ...m, prefix }),
    })),
    fc.constantFrom('http', 'HTTP', 'hTTp').map((scheme) => ({
      clause: 'rfc9112/3.2.2/absolute-form',
      apply: (m) => ({ ...m, target: `${scheme}://${host}${m.target}` }),
    })),
    fc.constantFrom('example.com', 'example.com:1', '[::1]').map((authority) => ({
      clause: 'rfc9112/3.2.2/absolute-form',
      apply: (m) => ({ ...m, target: `http://${authority}${m.target}` }),
    })),
    fc.constantFrom('HTTP/1.2', 'HTTP/1.9').map((version) => ({
      clause: 'rfc9110/6.2/minor-version',
      apply: (m) => ({ ...m, version }),
    })),
    fc.constantFrom('100-continue', '100-Continue').map((expectation) => ({
      clause: 'rfc9110/7.8/continue-before-switching',
      apply: (m) => setField(m, 'Expect', expectation),
    })),
    fc.constantFrom('B', 'h', '/').map((last) => ({
      clause: 'rfc4648/3.5/pad-bits-accepted',
      apply: (m) => setField(m, 'Sec-WebSocket-Key', `AQIDBAUGBwgJCgsMDQ4PE${last}==`),
    })),
    fc.constantFrom('token=a%20b', '', 'a/b?c').map((query) => ({
      clause: 'service/4/query-accepted',
      apply: (m) => ({ ...m, target: `${pathOf(m.target)}?${query}` }),
    })),
    fc.integer({ min: 0, max: 200 }).map((n) => ({
      clause: 'rfc9112/3/line-length',
      apply: (m) => ({ ...m, target: `${pathOf(m.target)}?${'a'.repeat(7_700 + n)}` }),
    })),
    fc.constantFrom('Origin', 'Sec-WebSocket-Extensions').map((name) => ({
      clause: 'rfc6455/4.2.1/optional-fields-absent',
      apply: (m) => replaceLines(m, name, []),
    })),
    fc.constant('Origin').map((name) => ({
      clause: 'service/5.4/origin-absent',
      apply: (m) => replaceLines(m, name, []),
    })),
    fc
      .constantFrom('foo; a = 1', 'foo ;a=\t"b" , bar', 'permessage-deflate ; client_max_window_bits')
      .map((text) => ({
        clause: 'rfc2616/2.1/implied-space',
        apply: (m) => setField(m, 'Sec-WebSocket-Extensions', text),
      })),
    fc.constantFrom('unknown', 'permessage-deflate', 'x-webkit-deflate-frame', '__proto__').map((text) => ({
      clause: 'service/7/extension-unsupported-omitted',
      apply: (m) => setField(m, 'Sec-WebSocket-Extensions', text),
    })),
    fc.constantFrom('\xe4', '\xff \x80').map((text) => ({
      clause: 'rfc9110/5.5/octets-above-ascii',
      apply: (m) => setField(m, 'X-Opaque', text),
    })),
  ];
}

function pathOf(target: string): string {
  return target.replace(/\?.*/, '');
}

function elementsOf(message: RequestMessage, name: string): readonly string[] {
  return message.lines
    .filter((candidate) => candidate.name.toLowerCase() === name.toLowerCase())
    .flatMap(({ value }) => value.split(','))
    .map((element) => element.trim())
    .filter((element) => element !== '');
}

function shuffle(lines: readonly Line[], numbers: fc.Stream<number>): readonly Line[] {
  const keyed = lines.map((l) => ({ l, key: numbers.next().value ?? 0 }));
  return keyed.sort((a, b) => a.key - b.key).map(({ l }) => l);
}

function flipCase(text: string, flips: fc.Stream<boolean>): string {
  return text.replace(/[a-z]/gi, (letter) =>
    flips.next().value ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
