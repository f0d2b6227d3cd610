import type * as v from 'valibot';
import { listKnown, locateIssue } from '../option/issue.ts';
import { isShort, shortenGiven, shortenWithin } from './given-text.ts';
import { askNearest } from './near.ts';

/**
 * Says what is wrong in a file, a line for each issue: where, and what was expected; of a key that is not known, which one
 * may be meant.
 *
 * @param isSecret whether a value that stands at a path, such as `authentication.0.secrets`, may be shown nowhere
 */
export function tellIssues(
  issues: readonly v.BaseIssue<unknown>[],
  isSecret: (path: string) => boolean = () => false,
): string {
  return issues.map((issue) => `  ${tellIssue(issue, isSecret)}`).join('\n');
}

function tellIssue(given: v.BaseIssue<unknown>, isSecret: (path: string) => boolean): string {
  const { issue, way } = locateIssue(given);
  const { expected, received, message, input } = issue;
  const known = listKnown(issue);
  const nearest = known ? askNearest(String(way.at(-1)), known) : '';
  const steps = way.map((step, at) => {
    // A value that has come where a key was expected is like no key.
    const isOdd = known && nearest === '' && at === way.length - 1 && isMixed(String(step));
    return isOdd ? '***' : tellStep(String(step));
  });
  const path = way.length === 0 ? '(top)' : steps.join('.');
  if (known) return `${path}: there is no such key${nearest}`;
  const last = issue.path?.at(-1);
  if (last && 'origin' in last && last.origin === 'key') return `${path}: it is missing`;
  // A check has a sentence of its own.
  if (expected === null) return `${path}: ${shortenWithin(message, listTexts(input))}`;
  const words = message.startsWith('Invalid') ? expected : message;
  const found = received === `"${input}"` ? `"${shortenGiven(String(input))}"` : shortenGiven(received);
  return `${path}: ${words} was expected${isSecret(path) ? '' : `, not ${found}`}`;
}

function isMixed(name: string): boolean {
  return /[0-9]/.test(name) && /[A-Za-z]/.test(name);
}

/** The name of a key, which somebody else may have chosen, or a place in a list. One with a value behind it is none. */
function tellStep(name: string): string {
  if (/^[\w$-]+$/.test(name) && isShort(name)) return name;
  const [, label = '', value] = /^([\w$-]+)\s*[:=]\s*(.+)$/s.exec(name) ?? [];
  return `"${shortenGiven(value === undefined ? name : `${label}: ***`)}"`;
}

/** What a message may repeat: a text, or one of several. */
function listTexts(input: unknown): readonly string[] {
  const all: readonly unknown[] = Array.isArray(input) ? input : [input];
  return all.filter((each) => typeof each === 'string');
}
