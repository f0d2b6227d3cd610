import { describe, expect, test } from 'vitest';
import { readDiagram } from '../../src/draw/read-diagram.ts';
import { toSvg } from '../../src/draw/svg.ts';
import { drawMarked } from './draw-marked.ts';
import { findOverlaps } from './layout.ts';
import { crowd } from './sample-machine.ts';

describe('of 200 states no label lies over a box, a frame or another label, and no edge over a label', () => {
  test.each(['LR', 'TB'] as const)('%s', async (direction) => {
    expect(findOverlaps(await toSvg(readDiagram(crowd), {}, { direction }))).toEqual([]);
  });

  test('with the steps of a path', async () => {
    expect(findOverlaps(await drawMarked(crowd))).toEqual([]);
  });
});
