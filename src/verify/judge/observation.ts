import { type ClauseId, clauses } from '../../../models/clauses.ts';
import type { Fault, Judgement } from './judgement.ts';

/** What one case has shown of one clause. */
export interface Observation {
  readonly clause: ClauseId;
  readonly ok: boolean;
  readonly expected: string;
  readonly observed: string;
}

/** The octets that an observation rests on. */
export interface Evidence {
  readonly request?: Uint8Array;
  readonly response?: Uint8Array;
}

/** One thing that is played, and what it shows. */
export interface Case {
  /** The clause that it is made for. */
  readonly clause: ClauseId;
  /** What is played, in words; the same for the same seed. */
  readonly title: string;
  readonly play: (signal: AbortSignal) => Promise<Played>;
}

export interface Played extends Evidence {
  readonly observations: readonly Observation[];
}

/** Compares by value what was expected with what was seen. */
export function observe(clause: ClauseId, expected: unknown, observed: unknown): Observation {
  const [wanted, seen] = [expected, observed].map((value) => JSON.stringify(value) ?? 'nothing');
  return { clause, ok: wanted === seen, expected: wanted ?? '', observed: seen ?? '' };
}

/** A case that shows a habit over several handshakes, and has no octets of its own. */
export function habit(
  clause: ClauseId,
  title: string,
  play: (signal: AbortSignal) => Promise<readonly Observation[]>,
): Case {
  return { clause, title, play: async (signal) => ({ observations: await play(signal) }) };
}

/** What observations come to: each shows its clause, kept or broken. */
export function judgeObservations(observations: readonly Observation[]): Judgement {
  return {
    shown: observations.map(({ clause }) => clause),
    faults: observations
      .filter(({ ok }) => !ok)
      .map(({ clause, expected, observed }): Fault => {
        const severity = clauses[clause].level === 'MUST' ? 'MUST' : 'SHOULD';
        return { clause, kind: 'reply', expected, observed, guard: null, severity, tags: [] };
      }),
  };
}
