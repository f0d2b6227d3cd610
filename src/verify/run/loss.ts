import type { TargetCase } from '../judge/case.ts';
import type { Answer } from '../peer/answer.ts';
import { Unreachable } from '../peer/probe.ts';
import { type Reach, sendCase, waitForReturn } from './reach.ts';
import { isAnswered, type Suspect } from './suspect.ts';

/** A request behind which the target was gone. */
export interface Loss {
  readonly current: TargetCase;
  readonly answer: Answer;
  /** Whether the target came back, and was gone again behind the same request. */
  readonly isReproduced: boolean;
}

export interface Investigation {
  /** Null where no request is known to have done it. */
  readonly loss: Loss | null;
  /** Why nothing more can be played; null where the target has come back. */
  readonly ended: string | null;
  /** What else was answered meanwhile. */
  readonly answers: readonly (readonly [TargetCase, Answer])[];
  /** What has to be sent again. */
  readonly again: readonly TargetCase[];
}

/**
 * Finds out which of some requests a target that is gone did not survive: once it is back they are sent again, one
 * by one. Where it does not come back, there must be no more than one.
 *
 * @throws Unreachable where it does not come back and there are several
 */
export async function investigate(suspects: readonly Suspect[], reach: Reach): Promise<Investigation> {
  const gone = (current: TargetCase) =>
    `the target has taken no connection since the request of case ${current.number}`;
  if (!(await waitForReturn(reach))) {
    const unanswered = suspects.filter((each) => !isAnswered(each));
    const likely = unanswered.length > 0 ? unanswered : suspects;
    const [only, ...others] = likely;
    if (!only?.answer || others.length > 0) throw new Unreachable(tellLoss(likely));
    const { current, answer } = only;
    return { loss: { current, answer, isReproduced: false }, ended: gone(current), answers: [], again: [] };
  }
  const answers: (readonly [TargetCase, Answer])[] = [];
  for (const { current, answer: earlier } of suspects) {
    const answer = await sendCase(reach, current).catch(() => earlier);
    if (await reach.isAlive()) {
      if (answer) answers.push([current, answer]);
      continue;
    }
    const ended = (await waitForReturn(reach)) ? null : gone(current);
    // What else was under way has been asked in vain.
    const known = new Set([current, ...answers.map(([each]) => each)]);
    const again = suspects.filter((each) => !known.has(each.current)).map((each) => each.current);
    return { loss: answer && { current, answer, isReproduced: true }, ended, answers, again };
  }
  return { loss: null, ended: null, answers, again: [] };
}

function tellLoss(suspects: readonly Suspect[]): string {
  const titles = suspects.map(({ current }) => `case ${current.number} (${current.title})`).join(', ');
  const who =
    titles === '' ? '' : `; under way were ${titles}, one of which did it; --concurrency 1 leaves fewer`;
  return `the target went away during the run and did not come back${who}`;
}
