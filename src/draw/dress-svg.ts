import { replaceControls } from './dot-text.ts';
import { palette } from './palette.ts';
import { measureText } from './text-width.ts';

/** What Graphviz does not know of a drawing. */
export interface SvgText {
  /** Begins the ids of what has none of its own. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** By the id of an element: what is shown where the pointer rests. */
  readonly titles: ReadonlyMap<string, string>;
}

/** Fonts that are about as wide as Helvetica, for which the boxes are made. */
const family =
  'Helvetica, Arial, &quot;Liberation Sans&quot;, Arimo, &quot;Nimbus Sans&quot;, Roboto, &quot;DejaVu Sans Condensed&quot;, sans-serif';

/** Each colour of the palette is named by what it is on light ground. */
const dark = Object.values(palette)
  .map(
    ([light, onDark]) =>
      `.ws101-drawing [fill="${light}"]{fill:${onDark}}.ws101-drawing [stroke="${light}"]{stroke:${onDark}}`,
  )
  .join('\n');
const style = `
.ws101-drawing a:hover text,.ws101-drawing a:focus text{text-decoration:underline}
@media screen and (prefers-color-scheme:dark){
${dark}
}
@media print{
svg.ws101-drawing{max-width:100%;height:auto}
}
`;

/** Makes what Graphviz has drawn accessible, dark where it is dark, and sure of its widths. */
export function dressSvg(svg: string, { id, title, description, titles }: SvgText): string {
  const head = [
    `class="ws101-drawing" role="img" aria-labelledby="${id}-title ${id}-desc" font-family="${family}">`,
    `<title id="${id}-title">${escapeXml(title)}</title>`,
    `<desc id="${id}-desc">${escapeXml(description)}</desc>`,
    `<style>${style}</style>`,
  ].join('\n');
  return svg
    .slice(svg.indexOf('<svg'))
    .replace(/<!--[\s\S]*?-->\n?/g, '')
    .replace(/^(<svg[^>]*)>/, (_, start: string) => `${start}\n ${head}`)
    .replace(/<g id="graph0" class="graph"([^>]*)>\s*<title>[^<]*<\/title>/, `<g class="graph"$1>`)
    .replace(
      /<g id="([^"]*)" class="([^"]*)">\s*<title>[^<]*<\/title>/g,
      (_, escaped: string, names: string) => {
        const given = decode(escaped);
        const told = titles.get(given);
        const own = /^(?:node|edge|clust|a_node|a_edge)\d+$/.test(given) ? '' : ` id="${escapeXml(given)}"`;
        const group = `<g${own} class="${names}">`;
        return told === undefined ? group : `${group}\n<title>${escapeXml(told)}</title>`;
      },
    )
    .replace(/<text ([^>]*)>([^<]*)<\/text>/g, (_, attributes: string, text: string) =>
      writeText(attributes, text),
    );
}

/** Text in another font than the one it was measured in is spread or pressed to the same width. */
function writeText(attributes: string, text: string): string {
  const rest = attributes
    .replace(/ font-family="[^"]*"/, '')
    .replace(/xml:space="preserve" ?/, '')
    .replace(/(font-size="[\d.]+?)\.?0*"/, '$1"');
  const plain = decode(text);
  const size = Number(/font-size="([\d.]+)"/.exec(attributes)?.[1]);
  const weight = attributes.includes('font-weight="bold"') ? 'bold' : 'regular';
  if (plain.trim() === '') return `<text ${rest}>${text}</text>`;
  const width = measureText(plain, size, weight).toFixed(2);
  return `<text ${rest} textLength="${width}" lengthAdjust="spacingAndGlyphs">${text}</text>`;
}

function decode(text: string): string {
  const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text
    .replace(/&(?:#(\d+)|(\w+));/g, (_, code: string | undefined, name = '') =>
      code === undefined ? (named[name] ?? '') : String.fromCodePoint(Number(code)),
    )
    .replaceAll('\u00a0', ' ');
}

/** Text between tags or within quotes of XML. */
export function escapeXml(text: string): string {
  return replaceControls(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
