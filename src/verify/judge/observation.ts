import { type ClauseId, clauses } from '../../../models/clauses.ts';
import type { Fault, Judgement } from './judgement.ts';
import { type Phrase, textPhrase } from './seen/phrase.ts';

/** What one case has shown of one clause. */
export interface ClauseObservation {
  readonly clause: ClauseId;
  readonly ok: boolean;
  readonly expected: Phrase;
  readonly observed: Phrase;
}

/** Compares by value what was expected with what was seen. */
export function observe(clause: ClauseId, expected: unknown, observed: unknown): ClauseObservation {
  const [wanted = '', seen = ''] = [expected, observed].map((value) => JSON.stringify(value) ?? 'nothing');
  return { clause, ok: wanted === seen, expected: textPhrase(wanted), observed: textPhrase(seen) };
}

/** What observations come to: each shows its clause, kept or broken. */
export function judgeObservations(observations: readonly ClauseObservation[]): Judgement {
  return {
    shown: observations.map(({ clause }) => clause),
    faults: observations
      .filter(({ ok }) => !ok)
      .map(({ clause, expected, observed }): Fault => {
        const severity = clauses[clause].level === 'MUST' ? 'MUST' : 'SHOULD';
        return {
          clause,
          kind: 'reply',
          expected,
          observed,
          about: 'head',
          seen: [],
          guard: null,
          severity,
          tags: [],
        };
      }),
  };
}
