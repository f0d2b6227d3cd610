import { type ClauseId, sourceOf } from '../../models/clauses.ts';
import type { FirstMessageRow, ServerRow } from '../../models/decisions/row.ts';
import type { RequestFacts } from '../../models/facts/request.ts';
import { sessionClauses } from '../../models/lifecycles/session.ts';
import { redactTarget } from '../auth/redaction.ts';
import type { ServerPolicy } from '../facts/endpoint.ts';
import { type RequestReading, readUnfinished } from '../facts/request-facts.ts';
import type { ServedEndpoint } from './endpoint-option.ts';

/** What came of one connection, for local observers. Nothing of it goes on the wire. */
export interface Outcome {
  readonly type: 'accepted' | 'refused' | 'passed' | 'closed';
  /** The clause that decided. */
  readonly clause: ClauseId;
  /** Where the clause stands, for example `RFC 6455 §4.2.1`. */
  readonly source: string;
  /** The guard of the row that decided; null when the connection was gone before anything could be decided. */
  readonly guard: string | null;
  /** The status of the reply; null when none was sent, or another server sends its own. */
  readonly status: number | null;
  /** Code of the Close frame with which a first message was refused; null where that is not so. */
  readonly closeCode: number | null;
  readonly method: string | null;
  /** The request-target, credentials replaced. */
  readonly target: string | null;
  readonly facts: RequestFacts;
  /** What is wrong with the syntax of the head, or with TLS, where something is. */
  readonly problem: string | null;
  /** What the application threw; null where it did not. */
  readonly error: unknown;
  readonly remoteAddress: string | null;
  readonly remotePort: number | null;
  /** Milliseconds from the connection's arrival to the decision. */
  readonly durationMs: number;
}

export interface Peer {
  readonly address: string | undefined;
  readonly port: number | undefined;
}

/** What decided: on the opening, and on the first message where one was awaited. */
export interface Decided {
  readonly row: ServerRow | null;
  readonly message: FirstMessageRow | null;
  /** What the validation of the first message threw. */
  readonly error: unknown;
}

const types = {
  accept: 'accepted',
  hold: 'closed',
  ask: 'closed',
  refuse: 'refused',
  plainHttp: 'passed',
} as const;

/** The request-targets as they came, for whoever asks for credentials. */
const targets = new WeakMap<Outcome, string>();

/** The request-target of an outcome as it came. */
export function wholeTargetOf(outcome: Outcome): string | null {
  return targets.get(outcome) ?? null;
}

export function describeOutcome(
  { row, message, error }: Decided,
  { facts, request, fault, answer, endpoint }: RequestReading<ServedEndpoint>,
  peer: Peer,
  durationMs: number,
): Outcome {
  const decisive = message ?? row;
  const type = message
    ? message.verdict === 'refused'
      ? 'refused'
      : 'accepted'
    : row
      ? types[row.verdict]
      : 'closed';
  const clause =
    type === 'closed' && row !== null
      ? 'rfc9112/9.5/closed-at-any-time'
      : (decisive?.clause ?? sessionClauses.SOCKET_CLOSED);
  const outcome: Outcome = {
    type,
    clause,
    source: sourceOf(clause),
    guard: type === 'closed' ? null : (decisive?.guard ?? null),
    status: statusOf(row, answer?.status ?? null),
    closeCode: message?.code ?? null,
    method: request?.method ?? null,
    target: request ? redactTarget(request.target, endpoint.secrets) : null,
    facts,
    problem: fault?.problem ?? null,
    error: error ?? answer?.error ?? null,
    remoteAddress: peer.address ?? null,
    remotePort: peer.port ?? null,
    durationMs,
  };
  if (request) targets.set(outcome, request.target);
  return outcome;
}

function statusOf(row: ServerRow | null, answered: number | null): number | null {
  if (row === null || row.status === 'none') return null;
  if (row.status !== 'fromApplication') return row.status;
  return row.verdict === 'refuse' ? answered : null;
}

/** What Node's codes say of a TLS handshake that failed at the server's side. */
export const tlsProblems: ReadonlyMap<string | undefined, string> = new Map([
  ['ERR_SSL_HTTP_REQUEST', 'plain HTTP on a port that speaks TLS'],
  ['ERR_SSL_HTTPS_PROXY_REQUEST', 'a CONNECT on a port that speaks TLS'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'octets that are no TLS on a port that speaks TLS'],
  ['ERR_SSL_NO_APPLICATION_PROTOCOL', 'the client speaks none but other protocols than http/1.1 (ALPN)'],
  ['ERR_SSL_UNSUPPORTED_PROTOCOL', 'the client speaks no version of TLS that is supported'],
  ['ERR_SSL_NO_SHARED_CIPHER', 'the client knows no cipher suite that goes with the certificate'],
]);

/** What came of a connection that could not be secured. */
export function describeTlsFailure(
  problem: string,
  policy: ServerPolicy<ServedEndpoint>,
  peer: Peer,
  durationMs: number,
): Outcome {
  const reading = readUnfinished(new Uint8Array(), 'cut', policy);
  const decided = { row: null, message: null, error: null };
  const clause = 'rfc6455/4.2.2/tls-failure';
  return {
    ...describeOutcome(decided, reading, peer, durationMs),
    clause,
    source: sourceOf(clause),
    problem,
  };
}
