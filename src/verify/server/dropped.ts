import type { ClauseId } from '../../../models/clauses.ts';
import { ofOpening, ofPolicy } from '../../../models/verdict/server-weight.ts';
import type { Phrase } from '../judge/seen/phrase.ts';
import type { Exhibit } from '../report/exhibit.ts';
import type { Note } from '../report/report.ts';
import { titleOfDropped } from '../report/title/dropped.ts';

const clause: ClauseId = 'rfc6455/4.2.1/error-status';

/** What came to each fault of a request. */
type Answers = Readonly<Record<string, readonly (number | string)[]>>;

/**
 * Which kinds of openings that are not taken were dropped without a reply; null where none was. What is no HTTP, or asks
 * for no WebSocket, may be.
 */
function findDropped(answers: Answers): Phrase | null {
  const kinds = [...ofOpening, ...ofPolicy].filter((guard) => answers[guard] !== undefined);
  const guards = kinds.filter((guard) => answers[guard]?.includes('closed'));
  return guards.length === 0 ? null : { is: 'dropped', guards, of: kinds.length };
}

/** The same exhibits, in which it is told with a dropped opening how many kinds were. */
export function hintDropped(exhibits: readonly Exhibit[], answers: Answers): readonly Exhibit[] {
  const hint = findDropped(answers);
  return exhibits.map((each) =>
    hint !== null && each.clause === clause && each.fault.tags.includes('literal')
      ? { ...each, fault: { ...each.fault, hint } }
      : each,
  );
}

/**
 * What is told of a target that drops openings which it was to refuse: a crash looks the same. Of one that resets the
 * connection nothing else tells, since a reset can destroy a reply that was sent.
 */
export function tellDropped(answers: Answers): readonly Note[] {
  const dropped = findDropped(answers);
  return dropped === null ? [] : [{ clause, title: titleOfDropped(dropped), case: 0 }];
}
