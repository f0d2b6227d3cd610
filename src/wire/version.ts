import { splitList } from './list.ts';
import { DIGITS, endOfRun } from './text-run.ts';

// version = DIGIT | (NZDIGIT DIGIT) | ("1" DIGIT DIGIT) | ("2" DIGIT DIGIT) ; 0 to 255, no leading zeros
const LONGEST = 3;
const LARGEST = 255;

/**
 * The number a `Sec-WebSocket-Version` stands for, 0 to 255; `null` when it is no version.
 *
 * @see RFC 6455 §4.3
 */
export function parseVersion(value: string): number | null {
  const isNumber = value !== '' && value.length <= LONGEST && endOfRun(value, DIGITS, 0) === value.length;
  if (!isNumber || (value.length > 1 && value.startsWith('0'))) return null;
  const version = Number(value);
  return version <= LARGEST ? version : null;
}

/**
 * The versions of `1#version`, in order; `null` when one is no version or there is none.
 *
 * @see RFC 6455 §4.3
 */
export function parseVersionList(value: string): readonly number[] | null {
  const elements = splitList(value);
  const versions = elements.map(parseVersion).filter((version) => version !== null);
  return versions.length > 0 && versions.length === elements.length ? versions : null;
}
