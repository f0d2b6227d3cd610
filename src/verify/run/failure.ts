import type { TargetCase } from '../judge/case.ts';
import type { Change } from '../judge/change.ts';
import type { Fault } from '../judge/judgement.ts';
import type { Answer } from '../peer/answer.ts';

/** One case that has shown something wrong. */
export interface Failure {
  readonly current: TargetCase;
  readonly answer: Answer;
  readonly verdict: Fault;
}

/** What may have caused a failure; nothing where the reply alone is to blame, or the request as it is. */
export function featuresOf(failure: Failure): readonly string[] {
  const { current, verdict } = failure;
  const faults = current.changes.filter(({ guard }) => guard !== null).map(nameOf);
  // Who refuses may do so for what is harmless.
  const cuts = current.pieces.length > 1 ? ['pieces'] : [];
  const harmless = isSwitch(failure) ? [] : [...harmlessIn(failure).map(nameOf), ...cuts];
  return verdict.kind === 'accepted' ? [...faults, ...harmless] : harmless;
}

/** Whether there is one thing at most that may have caused a failure. */
export function isPlain(failure: Failure): boolean {
  const { kind } = failure.verdict;
  return featuresOf(failure).length <= (kind === 'refused' || kind === 'accepted' ? 1 : 0);
}

/** The changes of a failure's request that are none of its faults. */
export function harmlessIn({ current }: Failure): readonly Change[] {
  return current.changes.filter(({ guard }) => guard === null);
}

export function isSwitch({ answer }: Failure): boolean {
  return answer.reply?.status === 101;
}

function nameOf({ guard, clause, refusedAs }: Change): string {
  return guard === null ? (refusedAs ?? clause) : `${guard} ${clause}`;
}
