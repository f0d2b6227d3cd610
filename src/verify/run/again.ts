import type { Case } from '../judge/case.ts';
import type { Fault } from '../judge/judgement.ts';
import { Unreachable } from '../peer/probe.ts';
import type { Subject } from './subject.ts';

/** What a case has shown when it was played once more. */
export interface SeenAgain<Exchange> {
  readonly exchange: Exchange;
  readonly isOpen: boolean;
  readonly faults: readonly Fault[];
}

/** Plays a case once more; null where the subject takes no connection. */
export async function playAgain<C extends Case, Exchange>(
  current: C,
  subject: Subject<C, Exchange>,
): Promise<SeenAgain<Exchange> | null> {
  try {
    const exchange = await subject.play(current);
    const { isOpen } = subject.reactionOf(exchange);
    return { exchange, isOpen, faults: subject.judge(current, exchange).faults };
  } catch (error) {
    if (error instanceof Unreachable) return null;
    throw error;
  }
}
