import type { Case } from '../../judge/case.ts';
import { type Subject, waitForReturn } from '../subject.ts';
import type { Suspect } from './suspect.ts';

/** A case after which the subject was gone. */
export interface Loss<C extends Case, Exchange> {
  readonly current: C;
  readonly exchange: Exchange;
  /** Whether the subject came back, and was gone again after the same case. */
  readonly isReproduced: boolean;
}

export interface Investigation<C extends Case, Exchange> {
  /** Null where it is not known which case did it. */
  readonly loss: Loss<C, Exchange> | null;
  /** Why nothing more can be played; null where the subject has come back. */
  readonly ended: string | null;
  /** What else was played meanwhile. */
  readonly played: readonly (readonly [C, Exchange])[];
  /** What has to be played again. */
  readonly again: readonly C[];
}

/**
 * Finds out which of the suspects has ended a subject that is gone. Once the subject is back, the suspects are played
 * again, one by one. If it does not come back, the cause is known only where there is a single suspect.
 */
export async function investigate<C extends Case, Exchange>(
  suspects: readonly Suspect<C, Exchange>[],
  subject: Subject<C, Exchange>,
): Promise<Investigation<C, Exchange>> {
  const gone = (current: Case) =>
    `the target has taken no connection since the request of case ${current.number}`;
  if (!(await waitForReturn(subject))) {
    const unanswered = suspects.filter(({ isAnswered }) => !isAnswered);
    const likely = unanswered.length > 0 ? unanswered : suspects;
    const [only, ...others] = likely;
    if (!only || only.exchange === null || others.length > 0) {
      return { loss: null, ended: describeLoss(likely), played: [], again: [] };
    }
    const { current, exchange } = only;
    return { loss: { current, exchange, isReproduced: false }, ended: gone(current), played: [], again: [] };
  }
  const played: (readonly [C, Exchange])[] = [];
  for (const { current, exchange: earlier } of suspects) {
    const exchange = await subject.play(current).catch(() => earlier);
    if (await subject.isAlive()) {
      if (exchange !== null) played.push([current, exchange]);
      continue;
    }
    const ended = (await waitForReturn(subject)) ? null : gone(current);
    // The other suspects that were under way have had no answer.
    const known = new Set([current, ...played.map(([each]) => each)]);
    const again = suspects.filter((each) => !known.has(each.current)).map((each) => each.current);
    const loss = exchange === null ? null : { current, exchange, isReproduced: true };
    return { loss, ended, played, again };
  }
  return { loss: null, ended: null, played, again: [] };
}

function describeLoss(suspects: readonly Suspect<Case, unknown>[]): string {
  const titles = suspects.map(({ current }) => `case ${current.number} (${current.title})`).join(', ');
  const who =
    titles === '' ? '' : `; under way were ${titles}, one of which did it; --concurrency 1 leaves fewer`;
  return `the target went away during the run and did not come back${who}`;
}
