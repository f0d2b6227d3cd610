import { mapTexts } from './map-texts.ts';
import { visible } from './visible.ts';

/** Names of values that may have several lines and are ours: a script, a command as it was typed, lines of configuration. */
const ofLines: readonly string[] = ['reproduction', 'replay', 'text'];

/**
 * A report with every text and every name in it visible, so that who prints a part of it prints no more than text.
 * Octets are in base64, and stay as they are.
 */
export function visibleDeep<T extends object>(report: T): T {
  return mapTexts(report, (text, name) => visible(text, ofLines.includes(name)), visible);
}
