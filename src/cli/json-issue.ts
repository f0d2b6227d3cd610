import type * as v from 'valibot';
import { listKnown, locateIssue } from '../option/issue.ts';
import { visible } from '../quote/visible.ts';
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
  const { expected, received, message } = issue;
  const path = way.length === 0 ? '(top)' : visible(way.join('.'));
  const known = listKnown(issue);
  if (known) return `${path}: there is no such key${askNearest(String(way.at(-1)), known)}`;
  const last = issue.path?.at(-1);
  if (last && 'origin' in last && last.origin === 'key') return `${path}: it is missing`;
  // A check has a sentence of its own.
  if (expected === null) return `${path}: ${message}`;
  const words = message.startsWith('Invalid') ? expected : message;
  return `${path}: ${words} was expected${isSecret(path) ? '' : `, not ${visible(shorten(received))}`}`;
}

/** What was found may be all of a large file. */
function shorten(found: string): string {
  return found.length > 100 ? `${found.slice(0, 99)}…` : found;
}
