import type { Answer } from './answer-reader.ts';
import type { Change } from './change.ts';
import type { Verdict } from './judgement.ts';
import type { TargetCase } from './target-case.ts';

/** One case that has shown something wrong. */
export interface Failure {
  readonly current: TargetCase;
  readonly answer: Answer;
  readonly verdict: Verdict;
}

/** What may have caused a failure; nothing where the reply alone is to blame, or the request as it is. */
export function featuresOf({ current, verdict }: Failure): readonly string[] {
  const { changes, pieces } = current;
  if (verdict.kind === 'accepted') return changes.filter(({ guard }) => guard !== null).map(nameOf);
  if (verdict.kind !== 'refused') return [];
  return [...changes.map(nameOf), ...(pieces.length > 1 ? ['pieces'] : [])];
}

function nameOf({ guard, clause, refusedAs }: Change): string {
  return guard === null ? refusedAs : `${guard} ${clause}`;
}
