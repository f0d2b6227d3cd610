/** Set by vitest.long.config.ts, for `npm run test:long`. */
const isThorough = process.env['WS101_TIER'] === 'thorough';

/**
 * How often a property is tried, or how long a loop is: less for `npm test` than for `npm run test:long`. The seed is
 * the same in both, so that the short run is the beginning of the long one.
 */
export function runs(quick: number, thorough: number): number {
  return isThorough ? thorough : quick;
}
