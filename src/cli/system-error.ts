import { getSystemErrorMap } from 'node:util';

/** The system's own words for a number of its errors; null where it has none. */
export function tellSystemError(errno: number): string | null {
  return getSystemErrorMap().get(errno)?.[1] ?? null;
}
