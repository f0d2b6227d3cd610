import type { Bench } from '../bench.ts';
import { drawLines } from '../line-chart.ts';
import { writeHead } from '../opening.ts';
import type { Chart, Part } from '../part.ts';
import { fitLine, median, type Point, spreadOf } from '../statistics.ts';
import { type Table, writeFigure, writeSpread } from '../table.ts';

const text = `Microseconds of CPU to read a head and to decide on it, without a socket, against the octets of the head (one
long value of a field) and against the number of its fields (short ones, which are octets too). With the line that fits
best by least squares, and R², the part of the variance that the line explains.`;

/** One measured head, as `process/read-head.mjs` takes it. */
interface Head {
  readonly series: string;
  /** Octets, or fields. */
  readonly x: number;
  readonly head: string;
  /** Octets that come at once. */
  readonly piece: number;
  readonly fieldLimit: number;
}

const whole = 65_536;
const octets = [200, 500, 1_000, 2_000, 4_000, 8_000, 12_000, 15_000];
const pieces = [
  ['whole', whole],
  ['in pieces of 64 octets', 64],
  ['octet by octet', 1],
] as const;
const fewFields = [5, 10, 25, 50, 75, 100];
const manyFields = [100, 250, 500, 750, 1_000];
const fewLimit = 'at most 100 fields';
const manyLimit = 'at most 1,000 fields, by option';

const heads: readonly Head[] = [
  ...pieces.flatMap(([series, piece]) =>
    octets.map((length) => ({ series, x: length, head: headOfOctets(length), piece, fieldLimit: 100 })),
  ),
  ...fewFields.map((count) => ({
    series: fewLimit,
    x: count,
    head: headOfFields(count),
    piece: whole,
    fieldLimit: 100,
  })),
  ...manyFields.map((count) => ({
    series: manyLimit,
    x: count,
    head: headOfFields(count),
    piece: whole,
    fieldLimit: 1_000,
  })),
];

export async function measureHead(bench: Bench): Promise<Part> {
  const reader = await bench.start('the reader of heads', { runtime: 'node', file: 'read-head.mjs' });
  const turns = await bench.takeTurns(heads, async ({ head, piece, fieldLimit }): Promise<number> => {
    const answer = await reader.process.ask({ head, piece, fieldLimit, milliseconds: bench.count(100) });
    return (answer as { nanoseconds: number }).nanoseconds / 1_000; // as process/read-head.mjs tells it
  });
  const pointsOf = (series: string): readonly Point[] =>
    heads.filter((head) => head.series === series).map((head) => [head.x, median(turns.get(head) ?? [])]);
  const draw = (file: string, title: string, across: string, names: readonly string[]): Chart => ({
    file,
    title,
    svg: drawLines(
      title,
      across,
      'µs',
      names.map((name) => ({ name, points: pointsOf(name) })),
    ),
  });
  const [pieceNames, fieldNames] = [pieces.map(([name]) => name), [fewLimit, manyLimit]];
  return {
    title: 'Head',
    text,
    tables: [
      { caption: 'Fit', ...tabulateFits([...pieceNames, ...fieldNames], pointsOf) },
      { caption: 'Points', ...tabulatePoints(turns) },
    ],
    results: [],
    charts: [
      draw('head-octets.svg', 'Reading a head of so many octets', 'octets', pieceNames.slice(0, 2)),
      draw(
        'head-octet-by-octet.svg',
        'Reading a head that comes octet by octet',
        'octets',
        pieceNames.slice(2),
      ),
      draw('head-fields.svg', 'Reading a head of so many fields', 'fields', fieldNames),
    ],
    turns: [...turns].flatMap(([{ series, x }, taken]) =>
      taken.map((microseconds, round) => ({ series, x, round, microseconds })),
    ),
  };
}

function tabulateFits(names: readonly string[], pointsOf: (series: string) => readonly Point[]): Table {
  return {
    head: ['', 'µs', 'and ns for each octet or field', 'R²'],
    rows: names.map((name) => {
      const { slope, intercept, r2 } = fitLine(pointsOf(name));
      return [name, writeFigure(intercept), writeFigure(slope * 1_000), r2.toFixed(4)];
    }),
  };
}

function tabulatePoints(turns: ReadonlyMap<Head, readonly number[]>): Table {
  return {
    head: ['', 'octets or fields', 'µs'],
    rows: [...turns].map(([{ series, x }, taken]) => [
      series,
      x.toLocaleString('en'),
      writeSpread(spreadOf(taken)),
    ]),
  };
}

function headOfOctets(length: number): string {
  const head = writeKeyed(['X-Filling: ']);
  return writeKeyed([`X-Filling: ${'a'.repeat(length - head.length)}`]);
}

function headOfFields(count: number): string {
  return writeKeyed(Array.from({ length: count - 5 }, (_, at) => `X-Field-${at}: value ${at}`));
}

function writeKeyed(more: readonly string[]): string {
  return writeHead({ key: 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==' }, more);
}
