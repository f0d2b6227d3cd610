import { type ClauseId, clauses } from '../../models/clauses.ts';

/** The title of what tests a clause: its id and its own words. An unknown id does not compile. */
export function clause(id: ClauseId): string {
  return `${id}: ${clauses[id].summary}`;
}
