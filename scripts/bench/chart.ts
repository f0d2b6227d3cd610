import { escapeXml } from '../../src/draw/dress-svg.ts';
import { palette } from '../../src/draw/palette.ts';
import { isAscii, measureText } from '../../src/draw/text-width.ts';

/** What the drawings of all kinds have in common. */
export interface Frame {
  readonly title: string;
  readonly unit: string;
  /** What the chart shows, in words. */
  readonly told: readonly string[];
  readonly width: number;
  readonly height: number;
  /** Elements of SVG. */
  readonly content: readonly string[];
}

const family = 'Helvetica, Arial, &quot;Liberation Sans&quot;, &quot;Nimbus Sans&quot;, sans-serif';
const size = 12;
const dark = Object.values(palette).map(
  ([light, onDark]) =>
    `.ws101-chart [fill="${light}"]{fill:${onDark}}.ws101-chart [stroke="${light}"]{stroke:${onDark}}`,
);

export function drawFrame({ title, unit, told, width, height, content }: Frame): string {
  const id = title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const [right, foot] = [Math.ceil(width), Math.ceil(height)];
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${right}" height="${foot}" viewBox="0 0 ${right} ${foot}" class="ws101-chart" role="img" aria-labelledby="${id}-title ${id}-desc" font-family="${family}" font-size="${size}">`,
    `<title id="${id}-title">${escapeXml(title)}</title>`,
    `<desc id="${id}-desc">${escapeXml(`${told.join('; ')}.`)}</desc>`,
    `<style>@media screen and (prefers-color-scheme:dark){\n${dark.join('\n')}\n}</style>`,
    `<rect width="100%" height="100%" fill="${palette.ground[0]}"/>`,
    `<text x="12" y="20" font-weight="bold" fill="${palette.ink[0]}">${escapeXml(`${title} (${unit})`)}</text>`,
    ...content,
    '</svg>',
  ].join('\n')}\n`;
}

/** Text in another font than the one it was measured in is spread or pressed to the same width. */
export function drawText(x: number, y: number, text: string, anchor: 'start' | 'middle' | 'end'): string {
  const width = isAscii(text) ? ` textLength="${widthOf(text)}" lengthAdjust="spacingAndGlyphs"` : '';
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}"${width} fill="${palette.ink[0]}">${escapeXml(text)}</text>`;
}

export function widthOf(text: string): number {
  return round(measureText(text, size));
}

/** Round figures from 0 to the first that is no less. */
export function listTicks(most: number): readonly number[] {
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [0.2, 0.5, 1, 2].map((part) => part * power).find((each) => most / each <= 6) ?? power;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, at) => Number((at * step).toPrecision(6)));
}

export function round(figure: number): number {
  return Number(figure.toFixed(1));
}
