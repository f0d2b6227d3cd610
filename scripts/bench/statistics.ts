/** The middle of some figures, and how far they lie apart. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** @throws RangeError if there is nothing to measure by */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((one, other) => one - other);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (upper === undefined || lower === undefined) throw new RangeError('no figures');
  return (lower + upper) / 2;
}

export function spreadOf(figures: readonly number[]): Spread {
  return { median: median(figures), least: Math.min(...figures), most: Math.max(...figures) };
}

/**
 * Ratios of figures that were taken in the same round: what slows the machine down for a while slows both down.
 *
 * @throws RangeError if there are not as many of the one as of the other
 */
export function ratioByRound(dividends: readonly number[], divisors: readonly number[]): Spread {
  if (dividends.length !== divisors.length) throw new RangeError('not the same rounds');
  return spreadOf(dividends.map((dividend, round) => dividend / (divisors[round] ?? Number.NaN)));
}

/** A line through points by least squares. */
export interface Fit {
  readonly slope: number;
  readonly intercept: number;
  /** Part of the variance that the line explains. */
  readonly r2: number;
}

export type Point = readonly [x: number, y: number];

export function fitLine(points: readonly Point[]): Fit {
  const mean = (figures: readonly number[]) => figures.reduce((sum, each) => sum + each, 0) / figures.length;
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const sum = (term: (x: number, y: number) => number) =>
    points.reduce((total, [x, y]) => total + term(x - meanX, y - meanY), 0);
  const [xx, xy, yy] = [sum((x) => x * x), sum((x, y) => x * y), sum((_, y) => y * y)];
  const slope = xy / xx;
  return { slope, intercept: meanY - slope * meanX, r2: yy === 0 ? 1 : xy ** 2 / (xx * yy) };
}
