import { type Diagnosis, diagnoseFailure, type Observation, quoteBrowser } from '../diagnosis/index.ts';
import { sha1 } from '../sha1.ts';
import { viewClause } from './evidence-view.ts';
import type { ClauseView } from './view.ts';

/** What may be wrong, how sure that is and why, and what mends it. */
export interface CauseView extends Omit<Diagnosis, 'clause'> {
  readonly clause: ClauseView | null;
}

/** What follows from what was seen, the surest first, and what a browser would have said of it. */
export interface CausesView {
  readonly causes: readonly CauseView[];
  /** What Chromium would have written; null where that is not known. */
  readonly browser: string | null;
}

export const noCauses: CausesView = { causes: [], browser: null };

export function viewCauses(seen: Observation): CausesView {
  const causes = diagnoseFailure(seen, { sha1 }).map(({ clause, ...cause }) => ({
    ...cause,
    clause: clause === undefined ? null : viewClause(clause),
  }));
  return { causes, browser: quoteBrowser(seen, { sha1 }) };
}
