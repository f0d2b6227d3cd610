import fc from 'fast-check';
import type { ClauseId } from '../../models/clauses.ts';
import { type Line, line, type RequestMessage, replaceLines } from './message.ts';
import { randomCase } from './near-miss.ts';

/** A change to a valid request that must change nothing in what comes of it. */
export interface Transform {
  /** The clause that says so. */
  readonly clause: ClauseId;
  readonly apply: (message: RequestMessage) => RequestMessage;
}

/** Fields whose value is a list, which may stand on several lines and have empty elements. */
const lists = ['Connection', 'Upgrade', 'Sec-WebSocket-Protocol', 'Sec-WebSocket-Extensions'] as const;

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
    fc.tuple(fc.constantFrom(...lists), fc.constantFrom(', , ', ' ,,', ',\t,')).map(([name, comma]) => ({
      clause: 'rfc9110/5.6.1/empty-elements',
      apply: (m) => {
        const elements = elementsOf(m, name);
        return elements.length === 0 ? m : replaceLines(m, name, [line(name, `,${elements.join(comma)},`)]);
      },
    })),
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
    fc.constantFrom('http', 'HTTP', 'https').map((scheme) => ({
      clause: 'rfc9112/3.2.2/absolute-form',
      apply: (m) => ({ ...m, target: `${scheme}://${host}${m.target}` }),
    })),
  ];
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
