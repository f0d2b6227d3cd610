import { measureText } from '../../src/draw/text-width.ts';

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** What stands in one group of a drawing, in the order in which it is painted. */
interface Part {
  readonly id: string;
  readonly classes: readonly string[];
  /** Boxes of what has an outline. */
  readonly shapes: readonly Box[];
  /** Boxes of its lines of text. */
  readonly lines: readonly { readonly text: string; readonly box: Box }[];
  /** Points along its curves. */
  readonly way: readonly Point[];
}

/** The parts of a drawing by Graphviz, whose groups have no others inside. Text is as wide as in Helvetica. */
function readLayout(svg: string): readonly Part[] {
  return [...svg.matchAll(/<g(?: id="([^"]*)")? class="([^"]*)">([\s\S]*?)<\/g>/g)].map(
    ([, id = '', names = '', inside = '']) => ({
      id,
      classes: names.split(' '),
      shapes: [...readPaths(inside).map(boundsOf), ...readPolygons(inside), ...readEllipses(inside)],
      lines: readLines(inside),
      way: readPaths(inside).flatMap(follow),
    }),
  );
}

/** What is wrong with where the labels of transitions stand, in words. */
export function findOverlaps(svg: string): readonly string[] {
  const parts = readLayout(svg);
  const nodes = parts.filter(({ classes }) => classes.includes('node'));
  const clusters = parts.filter(({ classes }) => classes.includes('cluster'));
  const states = nodes.filter(({ classes }) => !classes.includes('transition'));
  const labels = nodes.filter((each) => each.lines.length > 0 && !states.includes(each));
  const painted = (part: Part) => parts.indexOf(part);
  return labels.flatMap((label, place) => {
    const box = join(label.lines.map((line) => line.box));
    const under = (what: string, all: readonly Box[]) =>
      all.some((each) => overlaps(box, each)) ? [`${label.id} lies over ${what}`] : [];
    return [
      ...labels.slice(place + 1).flatMap(({ id, lines }) => under(id, [join(lines.map((line) => line.box))])),
      ...states.flatMap(({ id, shapes }) => under(id, shapes)),
      ...clusters.flatMap(({ id, lines, shapes }) => [
        ...under(
          `the title of ${id}`,
          lines.map((line) => line.box),
        ),
        ...(isInside(box, join(shapes)) ? [] : under(`the frame of ${id}`, [join(shapes)])),
      ]),
      ...parts
        .filter((part) => !nodes.includes(part) && painted(part) > painted(label))
        .map(({ id }) => `${id || 'an edge'} is painted over ${label.id}`),
      ...parts
        .filter(({ classes, way }) => classes.includes('edge') && isCrossed(box, way))
        .map(() => `an edge goes through ${label.id}`),
    ];
  });
}

/** Whether two boxes share more than a line of half a point. */
function overlaps(one: Box, other: Box): boolean {
  const slack = 0.5;
  return (
    one.left < other.right - slack &&
    other.left < one.right - slack &&
    one.top < other.bottom - slack &&
    other.top < one.bottom - slack
  );
}

function isInside(inner: Box, outer: Box): boolean {
  return (
    inner.left >= outer.left &&
    inner.right <= outer.right &&
    inner.top >= outer.top &&
    inner.bottom <= outer.bottom
  );
}

/** Whether a curve comes through a box, and does not just touch it. */
function isCrossed({ left, top, right, bottom }: Box, way: readonly Point[]): boolean {
  return way.some(({ x, y }) => x > left + 1 && x < right - 1 && y > top + 1 && y < bottom - 1);
}

/** The box around several. */
function join(boxes: readonly Box[]): Box {
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}

function boundsOf(points: readonly Point[]): Box {
  return join(points.map(({ x, y }) => ({ left: x, right: x, top: y, bottom: y })));
}

function readPoints(text: string): readonly Point[] {
  return [...text.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));
}

function readPaths(text: string): readonly (readonly Point[])[] {
  return [...text.matchAll(/<path [^>]*\bd="([^"]*)"/g)].map(([, points = '']) => readPoints(points));
}

function readPolygons(text: string): readonly Box[] {
  return [...text.matchAll(/<polygon [^>]*points="([^"]*)"/g)].map(([, points = '']) =>
    boundsOf(readPoints(points)),
  );
}

function readEllipses(text: string): readonly Box[] {
  return [...text.matchAll(/<ellipse [^>]*>/g)].map(([ellipse]) => {
    const [x = 0, y = 0, width = 0, height = 0] = ['cx', 'cy', 'rx', 'ry'].map((name) => read(ellipse, name));
    return { left: x - width, right: x + width, top: y - height, bottom: y + height };
  });
}

function read(element: string, name: string): number {
  return Number(new RegExp(` ${name}="([^"]*)"`).exec(element)?.[1]);
}

function readLines(text: string): Part['lines'] {
  return [...text.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([element, written = '']) => {
    const plain = decode(written);
    const size = read(element, 'font-size');
    const width = measureText(plain, size, element.includes('"bold"') ? 'bold' : 'regular');
    const [x, y] = [read(element, 'x'), read(element, 'y')];
    const left = element.includes('"middle"') ? x - width / 2 : x;
    return { text: plain, box: { left, right: left + width, top: y - 0.72 * size, bottom: y + 0.22 * size } };
  });
}

function decode(text: string): string {
  const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
  return text
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(\w+);/g, (_, name: string) => named[name] ?? '')
    .replaceAll('\u00a0', ' ');
}

/** Points close to each other along a curve of cubic pieces. */
function follow([start, ...points]: readonly Point[]): readonly Point[] {
  const along: Point[] = [];
  let from = start;
  for (let at = 0; from && at + 2 < points.length; at += 3) {
    const [one, two, to] = points.slice(at, at + 3);
    if (!one || !two || !to) break;
    for (let step = 0; step <= 200; step += 1) along.push(mix(from, one, two, to, step / 200));
    from = to;
  }
  return along;
}

function mix(from: Point, one: Point, two: Point, to: Point, t: number): Point {
  const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t ** 2 * (1 - t), t ** 3];
  return {
    x: a * from.x + b * one.x + c * two.x + d * to.x,
    y: a * from.y + b * one.y + c * two.y + d * to.y,
  };
}
