import type { ClauseId } from '../../../models/clauses.ts';
import type { Exhibit } from '../report/exhibit.ts';
import type { Note } from '../report/report.ts';

const clause: ClauseId = 'rfc6455/4.2.1/error-status';

/**
 * What is told of a target that drops openings which it was to refuse: a crash looks the same. Of one that resets the
 * connection nothing else tells, since a reset can destroy a reply that was sent.
 *
 * @param answers what came to each fault of a request
 */
export function tellDropped(
  exhibits: readonly Pick<Exhibit, 'clause' | 'fault'>[],
  answers: Readonly<Record<string, readonly (number | string)[]>>,
): readonly Note[] {
  const guards = Object.keys(answers);
  const dropped = guards.filter((guard) => answers[guard]?.includes('closed'));
  const isFound = exhibits.some((each) => each.clause === clause && each.fault.tags.includes('literal'));
  if (!isFound && 2 * dropped.length <= guards.length) return [];
  const title =
    `The connection was ended or reset without a reply on ${dropped.length} of ${guards.length} kinds of ` +
    `faulty requests (${dropped.join(', ')}). That may be a crash: see the log of the target.`;
  return [{ clause, title, case: 0 }];
}
