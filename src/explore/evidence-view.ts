import { type ClauseId, clauses, locateClause, sourceOf } from '../../models/clauses.ts';
import type { Topic } from '../../models/topic.ts';
import { type Evident, locateTopic } from '../facts/evidence.ts';
import type { ClauseView, MarkedOctets } from './view.ts';

/**
 * Octets with those marked that rows look at.
 *
 * @param offset octets before the head
 */
export function viewOctetsOf(
  octets: Uint8Array,
  rows: readonly { readonly about: Topic }[],
  evident: Evident,
  offset: number,
): MarkedOctets {
  const spans = rows.flatMap(({ about }) => locateTopic(about, evident));
  return {
    octets,
    marks: spans.map(({ start, end }) => ({ start: start + offset, end: Math.max(end, start + 1) + offset })),
  };
}

export function viewClause(id: ClauseId): ClauseView {
  return { id, source: sourceOf(id), url: locateClause(id), summary: clauses[id].summary };
}
