import { clauseIds } from '../../models/clauses.ts';
import { findNearestName } from '../option/nearest-name.ts';

/** What can follow a sentence on a name that is not known: a question, or nothing where none is near. */
export function askNearest(name: string, known: readonly string[]): string {
  const nearest = findNearestName(name, known);
  return nearest === null ? '' : ` (did you mean ${nearest}?)`;
}

/** That no clause has an id, with the nearest. */
export function tellNoClause(id: string): string {
  return `no clause has the id ${id}${askNearest(id, clauseIds)}; ws101 clauses lists all ids`;
}
