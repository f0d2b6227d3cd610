import type { Case } from '../judge/case.ts';
import type { Fault } from '../judge/judgement.ts';
import { leaveUnreached } from '../peer/probe.ts';
import type { Subject } from './subject.ts';

/** Before anybody is blamed for a silence, the case is played again, and may take so many times as long. */
export const patientFactor = 2.5;

/** What a case has shown when it was played once more. */
export interface SeenAgain<C extends Case, Exchange> {
  /** The case as it was played. */
  readonly current: C;
  readonly exchange: Exchange;
  readonly isOpen: boolean;
  readonly faults: readonly Fault[];
}

/** Plays a case once more; null where the subject takes no connection. */
export async function playAgain<C extends Case, Exchange>(
  earlier: C,
  subject: Subject<C, Exchange>,
): Promise<SeenAgain<C, Exchange> | null> {
  const current = earlier.isRenewed ? subject.renew(earlier) : earlier;
  const exchange = await subject.play(current, patientFactor).catch(leaveUnreached);
  if (exchange === null) return null;
  const { isOpen } = subject.reactionOf(exchange);
  return { current, exchange, isOpen, faults: subject.judge(current, exchange).faults };
}
