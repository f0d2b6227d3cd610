import { palette } from '../../src/draw/palette.ts';
import { drawFrame, drawText, listTicks, round, widthOf } from './chart.ts';
import type { Point } from './statistics.ts';
import { writeFigure } from './table.ts';

export interface Line {
  readonly name: string;
  readonly points: readonly Point[];
}

const colours = [palette.path[0], palette.passed[0], palette.failed[0]] as const;
const [left, head, width, height] = [64, 60, 460, 240];
const foot = head + height;

/** Lines through points, from 0 on both axes. */
export function drawLines(title: string, across: string, unit: string, lines: readonly Line[]): string {
  const points = lines.flatMap((line) => line.points);
  const xTicks = listTicks(Math.max(...points.map(([x]) => x)));
  const yTicks = listTicks(Math.max(...points.map(([, y]) => y)));
  const place = ([x, y]: Point): Point => [
    round(left + (x / (xTicks.at(-1) ?? 1)) * width),
    round(foot - (y / (yTicks.at(-1) ?? 1)) * height),
  ];
  const grid = [
    ...yTicks.flatMap((tick) => {
      const [, y] = place([0, tick]);
      return [
        `<path d="M${left} ${y}h${width}" stroke="${palette.head[0]}"/>`,
        drawText(left - 8, y + 4, tick.toLocaleString('en'), 'end'),
      ];
    }),
    ...xTicks.map((tick) => drawText(place([tick, 0])[0], foot + 18, tick.toLocaleString('en'), 'middle')),
    drawText(left + width / 2, foot + 38, across, 'middle'),
  ];
  const drawn = lines.map(({ points }, at) => drawLine(points.map(place), colourOf(at)));
  return drawFrame({
    title,
    unit,
    told: lines.map(({ name, points }) => `${name}: ${describeEnd(points, across, unit)}`),
    width: left + width + 40,
    height: foot + 50,
    content: [...grid, ...drawn.flat(), ...drawLegend(lines)],
  });
}

function drawLine(places: readonly Point[], colour: string): readonly string[] {
  const path = places.map(([x, y]) => `${x} ${y}`).join('L');
  return [
    `<path d="M${path}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    ...places.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3" fill="${colour}"/>`),
  ];
}

function drawLegend(lines: readonly Line[]): readonly string[] {
  let x = left;
  return lines.flatMap(({ name }, at) => {
    const from = x;
    x += widthOf(name) + 52;
    return [
      `<path d="M${from} 40h20" stroke="${colourOf(at)}" stroke-width="2"/>`,
      drawText(from + 26, 44, name, 'start'),
    ];
  });
}

function describeEnd(points: readonly Point[], across: string, unit: string): string {
  const [x, y] = points.at(-1) ?? [0, 0];
  return `${writeFigure(y)} ${unit} for ${x.toLocaleString('en')} ${across}`;
}

function colourOf(at: number): string {
  return colours[at % colours.length] ?? palette.ink[0];
}
