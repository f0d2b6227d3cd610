import type { ClauseId } from '../../../models/clauses.ts';
import type { RequestGuard } from '../../../models/decisions/server.ts';
import type { Case } from '../judge/case.ts';
import { weighAlone } from '../judge/judgement.ts';
import type { FaultyCase, PlayedCase } from '../run/kept/faulty-case.ts';
import type { Loss } from '../run/kept/loss.ts';
import type { Repetition } from './repetition.ts';

/** One cause of faults, with the smallest case that still shows it. */
export interface Cause<C extends Case = Case, Exchange = unknown> extends FaultyCase<C, Exchange> {
  readonly clause: ClauseId;
  /** The field, or the part of the start-line, that is to blame; null where the answer itself is. */
  readonly part: string | null;
  /** The guards of the rows that were not kept, of all the faults that fall under its clause; none where it is of no row. */
  readonly guards?: readonly RequestGuard[];
  /** How often it was seen when the case was played again, where it was. */
  readonly again?: Repetition;
  /** The case behind which alone it is seen. */
  readonly after?: PlayedCase<C, Exchange>;
}

/** What faults are due to. */
export interface Causes<C extends Case, Exchange> {
  readonly causes: readonly Cause<C, Exchange>[];
  /** Faults of several possible causes that were not seen again, one for each clause: nothing is said of them. */
  readonly vanished: readonly Cause<C, Exchange>[];
}

/** The clause that is broken by a subject that does not survive a case. */
export const survival: ClauseId = 'rfc6455/10.7/input-validated';

/** The cases that the subject did not survive, as one cause at most: the first that is known for certain, with the others. */
export function describeLosses<C extends Case, Exchange>(
  losses: readonly Loss<C, Exchange>[],
): readonly Cause<C, Exchange>[] {
  const shown = losses.find(({ isReproduced }) => isReproduced) ?? losses[0];
  const clause = survival;
  const observed = shown?.isReproduced ? 'noConnectionAgain' : 'noConnectionSince';
  const fault = weighAlone(
    { kind: 'gone', clause, expected: 'survival', observed, about: 'end', seen: [] },
    'nothing',
  );
  if (!shown || !fault) return [];
  const { current, exchange } = shown;
  const others = losses.filter((each) => each !== shown);
  return [{ current, exchange, isOpen: false, clause, part: null, fault, others }];
}
