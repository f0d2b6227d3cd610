import { maxDelay } from './clock.ts';

/** What is wrong with the first of the named numbers that is no whole number from 1; null when nothing is. */
export function checkWholeNumbers(numbers: Readonly<Record<string, number | undefined>>): string | null {
  for (const name in numbers) {
    const value = numbers[name];
    if (value === undefined || (Number.isInteger(value) && value >= 1 && value <= maxDelay)) continue;
    return `${name} is ${value}: a whole number from 1 to ${maxDelay} was expected`;
  }
  return null;
}
