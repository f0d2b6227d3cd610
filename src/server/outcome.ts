import { type ClauseId, sourceOf } from '../../models/clauses.ts';
import { sessionClauses } from '../../models/server-session.ts';
import type { RequestFacts, ServerRow } from '../../models/vocabulary.ts';
import type { RequestReading } from '../facts/request-facts.ts';

/** What came of one connection, for local observers. Nothing of it goes on the wire. */
export interface Outcome {
  readonly type: 'accepted' | 'refused' | 'passed' | 'closed';
  /** The clause that decided. */
  readonly clause: ClauseId;
  /** Where the clause stands, for example `RFC 6455 §4.2.1`. */
  readonly source: string;
  /** The guard of the row that decided; null when the connection was gone before anything could be decided. */
  readonly guard: string | null;
  /** The status of the reply; null when none was sent, or the application sends its own. */
  readonly status: number | null;
  readonly method: string | null;
  readonly target: string | null;
  readonly facts: RequestFacts;
  /** What is wrong with the syntax of the head, where something is. */
  readonly problem: string | null;
  readonly remoteAddress: string | null;
  readonly remotePort: number | null;
  /** Milliseconds from the connection's arrival to the decision. */
  readonly durationMs: number;
}

const types = { accept: 'accepted', refuse: 'refused', plainHttp: 'passed' } as const;

export function describeOutcome(
  row: ServerRow | null,
  { facts, request, fault }: RequestReading,
  peer: { readonly address: string | undefined; readonly port: number | undefined },
  durationMs: number,
): Outcome {
  const clause = row?.clause ?? sessionClauses.SOCKET_CLOSED;
  return {
    type: row === null ? 'closed' : types[row.verdict],
    clause,
    source: sourceOf(clause),
    guard: row?.guard ?? null,
    status: row === null || row.status === 'fromApplication' ? null : row.status,
    method: request?.method ?? null,
    target: request?.target ?? null,
    facts,
    problem: fault?.problem ?? null,
    remoteAddress: peer.address ?? null,
    remotePort: peer.port ?? null,
    durationMs,
  };
}
