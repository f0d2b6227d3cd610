import { rfc2616 } from './clauses/rfc2616.ts';
import { rfc4648 } from './clauses/rfc4648.ts';
import { rfc6454 } from './clauses/rfc6454.ts';
import { rfc6455 } from './clauses/rfc6455.ts';
import { rfc7301 } from './clauses/rfc7301.ts';
import { rfc7692 } from './clauses/rfc7692.ts';
import { rfc9110 } from './clauses/rfc9110.ts';
import { rfc9112 } from './clauses/rfc9112.ts';
import { service } from './clauses/service.ts';
import { whatwg } from './clauses/whatwg.ts';

export type { Actor, Clause, Level, Need } from './clauses/clause.ts';

/**
 * The register of every obligation that this project knows: from RFC 6455, from the RFCs it builds on, and
 * from the service specification. The row of a decision, a case and the title of a test name a clause by its
 * id.
 *
 * An id is `source/section/slug`. A slug says what is owed; it is never changed and never counts.
 *
 * MUST: an RFC says so, or its grammar is broken, or the service specification requires it and no RFC leaves
 * it free. SHOULD: an RFC says so, or only the service specification fixes what an RFC leaves free. MAY: a
 * choice that the texts leave.
 */
export const clauses = {
  ...service,
  ...rfc6455,
  ...rfc7692,
  ...rfc9110,
  ...rfc9112,
  ...rfc2616,
  ...rfc4648,
  ...rfc6454,
  ...rfc7301,
  ...whatwg,
} as const;

export type ClauseId = keyof typeof clauses;

export function isClauseId(text: string): text is ClauseId {
  return Object.hasOwn(clauses, text);
}

/** All ids in the order of the register. */
export const clauseIds: readonly ClauseId[] = Object.keys(clauses) as ClauseId[]; // it forgets the keys

/** The document and the section that a clause is from: `RFC 6455 §4.2.1`, `WHATWG §2.2`, `service §5.4`. */
export function sourceOf(id: ClauseId): string {
  return id
    .replace(/^rfc/, 'RFC ')
    .replace(/^whatwg/, 'WHATWG')
    .replace(/\/(.+)\/.+$/, ' §$1');
}

/** The page and section that a clause is from; the service specification has none. */
export function locateClause(clause: ClauseId): string | undefined {
  const [, rfc, section] = /^rfc(\d+)\/([\d.]+)\//.exec(clause) ?? [];
  if (rfc !== undefined) return `https://www.rfc-editor.org/rfc/rfc${rfc}#section-${section}`;
  return clause.startsWith('whatwg/') ? 'https://websockets.spec.whatwg.org/' : undefined;
}
