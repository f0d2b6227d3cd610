import { visible } from './visible.ts';

/** Names of values that may have several lines and are ours: a script, a command as it was typed, lines of configuration. */
const ofLines: readonly string[] = ['reproduction', 'replay', 'text'];

/**
 * A report with every text and every name in it visible, so that who prints a part of it prints no more than text.
 * Octets are in base64, and stay as they are.
 */
export function visibleDeep<T extends object>(report: T): T {
  return make(report, '') as T; // only texts have become other texts
}

function make(value: unknown, name: string): unknown {
  if (typeof value === 'string') return visible(value, ofLines.includes(name));
  if (Array.isArray(value)) return value.map((each) => make(each, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [visible(key), make(each, key)]));
}
