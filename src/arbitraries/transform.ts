import fc from 'fast-check';
import { lengthenLine, renameFields, spaceFields, type Transform } from './line-transform.ts';
import { messageTransforms } from './literal-transform.ts';
import { type Line, line, replaceLines } from './message.ts';
import { randomCase } from './near-miss.ts';
import { groupByClause } from './random-deviation.ts';

/** Changes that must change nothing, each under the clause that says so. */
export function transforms(host: string): readonly fc.Arbitrary<Transform>[] {
  const white = fc.stringMatching(/^[ \t]{0,3}$/);
  return [
    ...groupByClause(messageTransforms(host)),
    // Nothing of these is in an opening that has no more than it must.
    ...groupByClause(removals),
    // Read again, a transform does the same again: so no streams here.
    fc.array(fc.nat(1_000_000), { minLength: 32, maxLength: 32 }).map((numbers) => ({
      clause: 'rfc6455/1.3/field-order',
      apply: (m) => ({ ...m, lines: shuffle(m.lines, numbers) }),
    })),
    fc
      .array(fc.boolean(), { minLength: 64, maxLength: 64 })
      .map((flips) => renameFields((name) => flipCase(name, flips))),
    fc.tuple(white, white).map(([before, after]) => spaceFields(before, after)),
    randomCase('websocket').map((text) => ({
      clause: 'rfc6455/4.2.1/upgrade-case',
      apply: (m) => replaceLines(m, 'Upgrade', [line('Upgrade', text)]),
    })),
    randomCase('upgrade').map((text) => ({
      clause: 'rfc6455/4.2.1/connection-case',
      apply: (m) => replaceLines(m, 'Connection', [line('Connection', text)]),
    })),
    fc.integer({ min: 7_800, max: 8_000 }).map(lengthenLine),
  ];
}

const removals: readonly Transform[] = (
  [
    ['rfc6455/4.2.1/optional-fields-absent', 'Origin'],
    ['rfc6455/4.2.1/optional-fields-absent', 'Sec-WebSocket-Extensions'],
    ['service/5.4/origin-absent', 'Origin'],
  ] as const
).map(([clause, name]) => ({ clause, apply: (m) => replaceLines(m, name, []) }));

function shuffle(lines: readonly Line[], numbers: readonly number[]): readonly Line[] {
  const keyed = lines.map((l, at) => ({ l, key: numbers[at % numbers.length] ?? 0 }));
  return keyed.sort((a, b) => a.key - b.key).map(({ l }) => l);
}

/** Names of different lengths flip differently: all begin at the place of their length. */
function flipCase(text: string, flips: readonly boolean[]): string {
  return text.replace(/[a-z]/gi, (letter, at: number) =>
    flips[(at + text.length) % flips.length] ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
