import type { ClauseId } from '../../../../models/clauses.ts';
import { conditionRules, isOfClause } from '../../../../models/verdict/condition.ts';
import type { CaseList, RequestCase } from '../../judge/case.ts';
import { isInShard, type Sharding } from '../../run/shard.ts';

/** What has to be played besides, so that a clause counts as shown: models/verdict/condition.ts says what it depends on. */
function listNeeded(only: readonly ClauseId[]): readonly ClauseId[] {
  const rules = conditionRules.filter((rule) => only.some((clause) => isOfClause(rule, clause)));
  return rules.flatMap(({ says: { isUnproven }, when: { deflate, http10 } }) => [
    ...(isUnproven && deflate ? (['rfc6455/9/extensions-accepted'] as const) : []),
    ...(isUnproven && http10 ? (['rfc9110/7.8/upgrade-ignored-in-http10'] as const) : []),
  ]);
}

/** The clauses that a case was made for. */
const clausesFor = ({ clause, changes }: RequestCase) => [clause, ...changes.map((c) => c.refusedAs)];

/**
 * Which cases of a shard are asked for: those that were made for a clause, or all, where any reply may show one.
 *
 * @param only empty for all clauses
 */
export function selectCases(
  only: readonly ClauseId[],
  { shard, inEveryShard = [] }: Sharding,
  { literals }: CaseList<RequestCase>,
): (current: RequestCase) => boolean {
  const made = new Set(literals.flatMap(clausesFor));
  const isAll = only.length === 0 || only.some((clause) => !made.has(clause));
  const wanted = [...only, ...listNeeded(only)];
  const sharding = { shard, inEveryShard: [...inEveryShard, ...listNeeded(inEveryShard)] };
  return (current) => {
    const clauses = clausesFor(current);
    const isAsked = isAll || clauses.some((each) => each !== null && wanted.includes(each));
    return isAsked && isInShard(current, sharding, clauses);
  };
}
