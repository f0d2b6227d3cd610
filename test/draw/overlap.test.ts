import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { connection } from '../../models/lifecycles/connection.ts';
import { serverSession } from '../../models/lifecycles/session.ts';
import { readDiagram } from '../../src/draw/read-diagram.ts';
import { toSvg } from '../../src/draw/svg.ts';
import { drawMarked } from './draw-marked.ts';
import { findOverlaps } from './layout.ts';
import { busy, deep, everything, lengthy, names, smallCrowd, thin } from './sample-machine.ts';

const generated = new URL('../../docs/generated/', import.meta.url);

describe.each([
  ['connection', connection],
  ['serverSession', serverSession],
  ['everything', everything],
  ['odd names', names],
  ['long names', lengthy],
  ['40 states', smallCrowd],
  ['many transitions between two states', busy],
  ['regions in regions', deep],
  ['thin letters', thin],
])('of %s no label lies over a box, a frame or another label, and no edge over a label', (_name, machine) => {
  test.each(['LR', 'TB'] as const)('%s', async (direction) => {
    expect(findOverlaps(await toSvg(readDiagram(machine), {}, { direction }))).toEqual([]);
  });

  test('with the steps of a path', async () => {
    expect(findOverlaps(await drawMarked(machine))).toEqual([]);
  });
});

test.each(readdirSync(generated).filter((name) => name.endsWith('.svg')))('nor in %s', (name) => {
  expect(findOverlaps(readFileSync(new URL(name, generated), 'utf8'))).toEqual([]);
});

describe('what would be seen', async () => {
  const svg = await toSvg(readDiagram(connection));
  const label = 'connection.connecting-ESTABLISHED-0';
  const group = new RegExp(`<g id="${label}"[\\s\\S]*?</g>\n`).exec(svg)?.[0] ?? '';
  const moveTo = (x: number, y: number) =>
    svg.replace(group, group.replace(/ x="[^"]*" y="[^"]*"/, ` x="${x}" y="${y}"`));
  const placeOf = (id: string, text: string) => {
    const [, x = '', y = ''] =
      new RegExp(`<g id="${id}"[\\s\\S]*?<text [^>]* x="([^"]*)" y="([^"]*)"[^>]*>${text}`).exec(svg) ?? [];
    return [Number(x), Number(y)] as const;
  };

  test.each([
    ['a label over a state', () => moveTo(...placeOf('connection.open', 'open')), 'connection.open'],
    [
      'a label over another',
      () => moveTo(...placeOf('connection.connecting-ABORTED-0', 'ABORTED')),
      'connection.connecting-ABORTED-0',
    ],
  ])('%s', (_what, draw, other) => {
    expect(findOverlaps(draw()).filter((each) => each.includes(other))).toHaveLength(1);
  });

  test('an edge that is painted over a label', () => {
    const [edge = ''] = /<g class="edge transition">[\s\S]*?<\/g>\n/.exec(svg) ?? [];
    const late = svg.replace(edge, '').replace('</g>\n</svg>', `${edge}</g>\n</svg>`);
    expect(findOverlaps(late)).toContain(`an edge is painted over ${label}`);
  });

  test('an edge that goes through a label', () => {
    const [x, y] = placeOf(label, 'ESTABLISHED');
    const edge = `<g class="edge"><path d="M${x},${y - 3}C${x},${y - 3} ${x + 90},${y - 3} ${x + 90},${y - 3}"/></g>`;
    expect(findOverlaps(svg.replace('<g class="edge', `${edge}<g class="edge`))).toContain(
      `an edge goes through ${label}`,
    );
  });
});
