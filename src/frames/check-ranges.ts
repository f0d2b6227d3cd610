import { maxDelay } from '../clock.ts';

/** The least and the greatest of the numbers that can be set; `ws` keeps sizes as 32-bit integers. */
const ranges = {
  maxPayload: [1, 2 ** 31 - 1],
  threshold: [0, 2 ** 31 - 1],
  level: [-1, 9],
  memLevel: [1, 9],
  concurrencyLimit: [1, 2 ** 31 - 1],
  pingInterval: [1, maxDelay],
  idleLimit: [1, maxDelay],
} as const;

type Name = keyof typeof ranges;

/** @throws RangeError for a number that is no whole number within its range */
export function checkRanges(numbers: { readonly [Key in Name]?: number | undefined }): void {
  for (const [name, value] of Object.entries(numbers)) {
    const [least, greatest] = ranges[name as Name]; // the keys are those of its type
    if (value === undefined || (Number.isInteger(value) && value >= least && value <= greatest)) continue;
    throw new RangeError(`${name} is ${value}: a whole number from ${least} to ${greatest} was expected`);
  }
}
