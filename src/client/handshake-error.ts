import { type ClauseId, sourceOf } from '../../models/clauses.ts';
import type { Timeline } from './timeline.ts';

/**
 * How far a handshake had come: `input` is before anything was sent, `turn` waits for another handshake, `proxy`
 * asks a proxy for a tunnel. Behind a proxy `dns` and `tcp` are on the way to it.
 */
export type Phase = 'input' | 'dns' | 'turn' | 'tcp' | 'proxy' | 'tls' | 'upgrade';

export interface Failure {
  readonly clause: ClauseId;
  readonly phase: Phase;
  readonly message: string;
  readonly state?: 'failed' | 'closed';
  /** The guard of the row that decided. */
  readonly guard?: string | null;
  readonly status?: number | null;
  readonly reason?: string | null;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: Uint8Array;
  readonly bodyTruncated?: boolean;
  /** The octets of the reply's head as they came. */
  readonly head?: Uint8Array;
  readonly key?: string;
  readonly timeline?: Timeline | null;
  readonly cause?: unknown;
}

/** What has kept a handshake from sending its opening. */
export interface Setback {
  readonly ok: false;
  readonly event: 'CONNECT_FAILED' | 'TUNNEL_REFUSED' | 'TLS_FAILED';
  readonly failure: Failure;
}

/** Why a handshake did not lead to an open connection, with all that is known of it. */
export class HandshakeError extends Error {
  override readonly name = 'HandshakeError';
  /** The clause that decided. */
  readonly clause: ClauseId;
  /** Where the clause stands, for example `RFC 6455 §4.1`. */
  readonly source: string;
  readonly phase: Phase;
  /** `failed` before the peer proved itself, `closed` after. */
  readonly state: 'failed' | 'closed';
  /** The guard of the row that decided on the reply, or on the TLS handshake; null when none could be decided on. */
  readonly guard: string | null;
  /** Status of the reply, that of the proxy in phase `proxy`; null when none came. */
  readonly status: number | null;
  /** Reason phrase of the reply. */
  readonly reason: string | null;
  /** Field lines of the reply in their order. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Content of the reply, 64 KiB of it at the most. */
  readonly body: Uint8Array;
  /** Whether the content was cut at that, or ended before it was complete. */
  readonly bodyTruncated: boolean;
  /** The head of the reply, octet for octet. */
  readonly head: Uint8Array;
  /** Value of the Sec-WebSocket-Key that the reply answers; null where the server has not replied. */
  readonly key: string | null;
  readonly timeline: Timeline | null;

  constructor(failure: Failure) {
    const source = sourceOf(failure.clause);
    super(`${failure.message} (${source})`, failure.cause === undefined ? {} : { cause: failure.cause });
    this.clause = failure.clause;
    this.source = source;
    this.phase = failure.phase;
    this.state = failure.state ?? 'failed';
    this.guard = failure.guard ?? null;
    this.status = failure.status ?? null;
    this.reason = failure.reason ?? null;
    this.headers = failure.headers ?? [];
    this.body = failure.body ?? new Uint8Array();
    this.bodyTruncated = failure.bodyTruncated ?? false;
    this.head = failure.head ?? new Uint8Array();
    this.key = failure.key ?? null;
    this.timeline = failure.timeline ?? null;
  }
}
