import type { ClauseId } from '../../../models/clauses.ts';
import { conditionRows } from '../../../models/condition.ts';
import type { CaseList, RequestCase } from '../judge/case.ts';

/** What has to be played besides, so that a clause counts as shown: models/condition.ts says what it depends on. */
function listNeeded(only: readonly ClauseId[]): readonly ClauseId[] {
  const rows = conditionRows.filter(({ clauses }) => clauses?.some((clause) => only.includes(clause)));
  return rows.flatMap(({ isVain, given: { deflate, http10 } }) => [
    ...(isVain && deflate ? (['rfc6455/9/extensions-accepted'] as const) : []),
    ...(isVain && http10 ? (['rfc9110/7.8/upgrade-ignored-in-http10'] as const) : []),
  ]);
}

/** Which cases are asked for: those that were made for a clause, or all, where any reply may show one. */
export function selectCases(
  only: readonly ClauseId[],
  { literals }: CaseList<RequestCase>,
): (current: RequestCase) => boolean {
  const made = new Set(
    literals.flatMap(({ clause, changes }) => [clause, ...changes.map((c) => c.refusedAs)]),
  );
  if (only.some((clause) => !made.has(clause))) return () => true;
  const wanted = [...only, ...listNeeded(only)];
  return ({ clause, changes }) =>
    only.length === 0 ||
    [clause, ...changes.map((c) => c.refusedAs)].some((each) => each !== null && wanted.includes(each));
}

/** Cases that show the same stay together, so that every shard tells what is one defect. */
export function isInShard(
  { group, number }: RequestCase,
  { index, count }: { readonly index: number; readonly count: number },
): boolean {
  const place = group === null ? number : [...group].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  return place % count === index;
}
