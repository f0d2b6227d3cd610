import { diagnoseFailure, type Observation, quoteBrowser } from '../diagnosis/index.ts';
import { sha1 } from '../sha1.ts';
import { viewClause } from './evidence-view.ts';
import type { CausesView } from './view.ts';

export const noCauses: CausesView = { causes: [], browser: null };

export function viewCauses(seen: Observation): CausesView {
  const causes = diagnoseFailure(seen, { sha1 }).map(({ clause, ...cause }) => ({
    ...cause,
    clause: clause === undefined ? null : viewClause(clause),
  }));
  return { causes, browser: quoteBrowser(seen, { sha1 }) };
}
