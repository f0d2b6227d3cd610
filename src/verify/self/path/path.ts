import type { ClauseObservation } from '../../judge/observation.ts';

/** What a path has shown, with the octets that it rests on where it has some of its own. */
export interface SeenPath {
  readonly observation: ClauseObservation;
  /** Whether it had not ended in time. */
  readonly isLate?: true;
  readonly request?: Uint8Array;
  readonly response?: Uint8Array;
}
