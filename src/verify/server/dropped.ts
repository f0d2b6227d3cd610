import type { ClauseId } from '../../../models/clauses.ts';
import type { Exhibit } from '../report/exhibit.ts';
import type { Note } from '../report/report.ts';

const clause: ClauseId = 'rfc6455/4.2.1/error-status';

/**
 * What is told of a target that drops openings which it was to refuse: a crash looks the same.
 *
 * @param answers what came to each fault of a request
 */
export function tellDropped(
  exhibits: readonly Pick<Exhibit, 'clause' | 'fault'>[],
  answers: Readonly<Record<string, readonly (number | string)[]>>,
): readonly Note[] {
  const isDropped = exhibits.some((each) => each.clause === clause && each.fault.tags.includes('literal'));
  if (!isDropped) return [];
  const dropped = Object.keys(answers).filter((guard) => answers[guard]?.includes('closed'));
  const title =
    `The connection was ended without a reply on ${dropped.length} of ${Object.keys(answers).length} kinds of ` +
    `faulty requests (${dropped.join(', ')}). That may be a crash: see the log of the target.`;
  return [{ clause, title, case: 0 }];
}
