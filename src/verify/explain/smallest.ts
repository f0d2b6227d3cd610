import { acceptance, type Case } from '../judge/case.ts';
import type { Subject } from '../run/subject.ts';
import { playAgain } from './again.ts';
import type { Cause } from './cause.ts';
import { shrinkMessage } from './shrink.ts';

/** The smallest case that still shows the same: the same faults in it, answered in the same way. */
export async function shrinkCase<C extends Case, Exchange>(
  asSeen: Cause<C, Exchange>,
  subject: Subject<C, Exchange>,
): Promise<Cause<C, Exchange>> {
  const { current, fault, exchange } = asSeen;
  if (fault.kind === 'message' || fault.kind === 'gone' || subject.reactionOf(exchange).isUnfinished)
    return asSeen;
  if (current.isCut && fault.kind === 'refused') return explainCuts(asSeen, subject);
  const kind = subject.likenessOf(current, exchange, fault);
  let smallest: Cause<C, Exchange> | null = null;
  const shows = async (message: C['base']) => {
    const smaller = subject.resend(current, message);
    const seen = await playAgain(smaller, subject);
    // A message without its changes does not say any more what its refusal breaks.
    const refusal = fault.kind === 'refused' ? seen?.faults.find(({ kind }) => kind === 'refused') : null;
    const same = refusal
      ? { ...fault, observed: refusal.observed }
      : seen?.faults.find((each) => each.kind === fault.kind && each.clause === fault.clause);
    if (!seen || !same || subject.likenessOf(smaller, seen.exchange, same) !== kind) return false;
    const { isOpen } = seen;
    smallest = { ...asSeen, current: smaller, exchange: seen.exchange, isOpen, fault: same };
    return true;
  };
  const message = subject.messageOf(current);
  if (!(await shows(message))) return seenOnce(asSeen);
  await shrinkMessage(message, subject.reductionsOf(message), shows);
  return smallest ?? asSeen;
}

/** A refusal of a message that came in several pieces: is it due to the cuts? */
async function explainCuts<C extends Case, Exchange>(
  asSeen: Cause<C, Exchange>,
  subject: Subject<C, Exchange>,
): Promise<Cause<C, Exchange>> {
  const { current, fault } = asSeen;
  const again = await playAgain(current, subject);
  if (again === null || again.isOpen) return seenOnce(asSeen);
  const whole = await playAgain(subject.remake(current, current.base, current.changes), subject);
  if (!whole?.isOpen) return asSeen;
  const hint = 'the request came in several pieces, and may be looked for in the first alone';
  return { ...asSeen, exchange: again.exchange, fault: { ...fault, hint } };
}

/** Marks a fault that was not seen again when the same case was played: it may be due to something else. */
function seenOnce<C extends Case, Exchange>(cause: Cause<C, Exchange>): Cause<C, Exchange> {
  const hint = 'it was seen once, and not when the same request was sent again';
  const clause = cause.fault.kind === 'refused' ? acceptance : cause.clause;
  // Nobody is held to more than a SHOULD for what does not happen again.
  const severity = cause.fault.severity === 'MUST' ? 'SHOULD' : cause.fault.severity;
  return { ...cause, clause, fault: { ...cause.fault, hint, severity }, isOnce: true };
}
