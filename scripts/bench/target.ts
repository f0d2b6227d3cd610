import { ratioByRound, type Spread } from './statistics.ts';
import { type Table, writeFigure } from './table.ts';

/** A ratio that is wanted. */
export interface Target {
  readonly what: string;
  readonly sense: 'at least' | 'at most';
  readonly limit: number;
}

/** What came of it; `kind` tells apart what the same target was measured on. */
export interface Result extends Target {
  readonly kind: string;
  readonly ratio: Spread;
  readonly isReached: boolean;
}

export function compare(
  target: Target,
  kind: string,
  dividends: readonly number[],
  divisors: readonly number[],
): Result {
  const ratio = ratioByRound(dividends, divisors);
  const isReached = target.sense === 'at least' ? ratio.median >= target.limit : ratio.median <= target.limit;
  return { ...target, kind, ratio, isReached };
}

export function tableOfResults(results: readonly Result[]): Table {
  return {
    head: ['ratio (median of the rounds)', 'of', 'wanted', 'measured', 'min–max', ''],
    rows: results.map(({ what, kind, sense, limit, ratio, isReached }) => [
      what,
      kind,
      `${sense === 'at least' ? '≥' : '≤'} ${limit}`,
      ratio.median.toFixed(3),
      `${writeFigure(ratio.least)}–${writeFigure(ratio.most)}`,
      isReached ? 'reached' : 'not reached',
    ]),
  };
}
