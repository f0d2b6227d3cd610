import { statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type ClauseId, clauseIds, isClauseId } from '../../models/clauses.ts';
import { findNearestName } from '../../src/option/nearest-name.ts';

/** What somebody wants to see proved: clauses, or a file with all that stands in it. */
export type AskedRule =
  | { readonly kind: 'clauses'; readonly ids: readonly ClauseId[] }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'unknown'; readonly sentence: string };

/**
 * Reads the argument of `npm run rule`: the id of a clause, the beginning of ids, or the path of a file.
 *
 * @param root the folder that paths are relative to
 */
export function readAskedRule(argument: string, root: string): AskedRule {
  if (isClauseId(argument)) return { kind: 'clauses', ids: [argument] };
  const ids = argument === '' ? [] : clauseIds.filter((id) => id.startsWith(argument));
  if (ids.length > 0) return { kind: 'clauses', ids };
  const path = posix.normalize(argument.replaceAll('\\', '/'));
  if (!statSync(join(root, path), { throwIfNoEntry: false })?.isFile()) return unknown(argument);
  if (/^(?:models|src|test|scripts)\/.*\.ts$/.test(path)) return { kind: 'file', path };
  return {
    kind: 'unknown',
    sentence: `${path} is no TypeScript of models, src, scripts or test; npm run test:changed plays what a change to it can break`,
  };
}

function unknown(argument: string): AskedRule {
  const nearest = findNearestIds(argument);
  const asked = nearest.length === 0 ? '' : `; the nearest are ${nearest.join(', ')}`;
  return {
    kind: 'unknown',
    sentence: `no clause has the id ${argument}, no id begins with it, and there is no such file${asked}; npx ws101 clauses lists all ids`,
  };
}

/** At most three: ids that have the argument in them, or else those that fewest letters tell from it. */
function findNearestIds(argument: string): readonly ClauseId[] {
  const containing = argument === '' ? [] : clauseIds.filter((id) => id.includes(argument));
  if (containing.length > 0) return containing.slice(0, 3);
  const nearest: ClauseId[] = [];
  while (nearest.length < 3) {
    const next = findNearestName(
      argument,
      clauseIds.filter((id) => !nearest.includes(id)),
    );
    if (next === null || !isClauseId(next)) return nearest;
    nearest.push(next);
  }
  return nearest;
}
