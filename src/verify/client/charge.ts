import type { ClauseId } from '../../../models/clauses.ts';
import type { ReplyGuard } from '../../../models/client-decision.ts';
import { type ClientBreach, tagClientBreach, weighClientBreach } from '../../../models/client-latitude.ts';
import type { ReplyDetails } from '../../../models/vocabulary.ts';
import type { BrokenClause } from '../judge/broken-clause.ts';
import type { Fault } from '../judge/judgement.ts';

/** A clause that a client has broken, and how. */
export type Charge = BrokenClause & {
  readonly kind: ClientBreach['kind'];
  readonly guard?: ReplyGuard | null;
};

/** What an exchange shows of clauses, and which of them the client is charged with. */
export interface Charged {
  readonly shown: readonly ClauseId[];
  readonly charges: readonly Charge[];
}

export const nothing: Charged = { shown: [], charges: [] };

/** Weighs what a client is charged with. */
export function weigh({ kind, guard = null, ...broken }: Charge, came: ReplyDetails): Fault {
  const breach = { kind, clause: broken.clause, guard, came };
  const severity = weighClientBreach(breach);
  const tags = tagClientBreach(breach);
  return { ...broken, kind: kind === 'sent' ? 'reply' : kind, guard: null, severity, tags };
}
