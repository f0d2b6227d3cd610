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
const names = Object.keys(ranges) as readonly Name[]; // Object.keys forgets the keys

/** @throws RangeError for a number that is no whole number within its range */
export function checkRanges(numbers: { readonly [Key in Name]?: number | undefined }): void {
  for (const name of names) {
    const value = numbers[name];
    if (value === undefined) continue;
    const [least, greatest] = ranges[name];
    if (Number.isInteger(value) && value >= least && value <= greatest) continue;
    throw new RangeError(`${name} is ${value}: a whole number from ${least} to ${greatest} was expected`);
  }
}
