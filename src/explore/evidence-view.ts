import { type ClauseId, clauses, locateClause, sourceOf } from '../../models/clauses.ts';
import { type Evident, findEvidence } from '../facts/evidence.ts';
import type { ClauseView, MarkedOctets } from './view.ts';

/**
 * Octets with those marked that make guards hold.
 *
 * @param offset octets before the head
 */
export function viewOctetsOf(
  octets: Uint8Array,
  rows: readonly { readonly guard: string }[],
  evident: Evident,
  offset: number,
): MarkedOctets {
  const spans = rows.flatMap(({ guard }) => findEvidence(guard, evident));
  return {
    octets,
    marks: spans.map(({ start, end }) => ({ start: start + offset, end: Math.max(end, start + 1) + offset })),
  };
}

export function viewClause(id: ClauseId): ClauseView {
  return { id, source: sourceOf(id), url: locateClause(id), summary: clauses[id].summary };
}
