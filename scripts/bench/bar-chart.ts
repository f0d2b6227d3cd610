import { palette } from '../../src/draw/palette.ts';
import { drawFrame, drawText, listTicks, round, widthOf } from './chart.ts';
import type { Spread } from './statistics.ts';
import { writeFigure } from './table.ts';

export interface Bar {
  readonly name: string;
  /** Whether it is ws101's. */
  readonly isOwn: boolean;
  readonly spread: Spread;
}

const head = 34;
const rise = 24;
const width = 460;

/** Bars that begin at 0, one below the other, with a whisker from the least to the most. */
export function drawBars(title: string, unit: string, bars: readonly Bar[]): string {
  const left = Math.max(...bars.map(({ name }) => widthOf(name))) + 20;
  const ticks = listTicks(Math.max(...bars.map(({ spread }) => spread.most)));
  const foot = head + bars.length * rise;
  const x = (figure: number) => round(left + (figure / (ticks.at(-1) ?? 1)) * width);
  const grid = ticks.flatMap((tick) => [
    `<path d="M${x(tick)} ${head}V${foot}" stroke="${palette.head[0]}"/>`,
    drawText(x(tick), foot + 16, tick.toLocaleString('en'), 'middle'),
  ]);
  return drawFrame({
    title,
    unit,
    told: bars.map(({ name, spread }) => `${name} ${writeFigure(spread.median)} ${unit}`),
    width: left + width + 60,
    height: foot + 26,
    content: [...grid, ...bars.flatMap((bar, row) => drawBar(bar, head + row * rise, left, x))],
  });
}

function drawBar(
  { name, isOwn, spread: { median, least, most } }: Bar,
  y: number,
  left: number,
  x: (figure: number) => number,
): readonly string[] {
  const middle = y + rise / 2;
  const [box, edge] = isOwn ? [palette.pathBox[0], palette.path[0]] : [palette.head[0], palette.line[0]];
  const whisker = `M${x(least)} ${middle}H${x(most)}M${x(least)} ${middle - 4}v8M${x(most)} ${middle - 4}v8`;
  return [
    drawText(left - 8, middle + 4, name, 'end'),
    `<rect x="${left}" y="${y + 4}" width="${round(x(median) - left)}" height="${rise - 8}" fill="${box}" stroke="${edge}"/>`,
    `<path d="${whisker}" fill="none" stroke="${palette.ink[0]}"/>`,
    drawText(x(most) + 6, middle + 4, writeFigure(median), 'start'),
  ];
}
