import type { Case } from '../judge/case.ts';
import { isSameFault } from '../judge/judgement.ts';
import { playAgain } from '../run/again.ts';
import type { Subject } from '../run/subject.ts';
import type { Cause } from './cause.ts';
import { type Repetition, repeat, repeatStrictly } from './repetition.ts';
import { shrinkMessage } from './shrink.ts';

/**
 * The smallest case that still shows the same: the same faults in it, answered in the same way.
 *
 * @param isUnsteady whether the subject answers the same request in one way or another: then a step is tried twice
 */
export async function shrinkCase<C extends Case, Exchange>(
  asSeen: Cause<C, Exchange>,
  subject: Subject<C, Exchange>,
  isUnsteady: boolean,
): Promise<Cause<C, Exchange>> {
  const { fault } = asSeen;
  if (subject.reactionOf(asSeen.exchange).isUnfinished) return asSeen;
  if (fault.kind === 'message') {
    const again = await repeat(
      async () => isFound(await findSame(asSeen.current, asSeen, subject)),
      subject.isAlive,
    );
    return tellAgain(asSeen, again, subject);
  }
  if (asSeen.current.isCut && fault.kind === 'refused') return explainCuts(asSeen, subject);
  const { current, exchange } = fault.kind === 'reply' ? await leaveChanges(asSeen, subject) : asSeen;
  const kind = subject.likenessOf(current, exchange, fault);
  let smallest: Cause<C, Exchange> | null = null;
  let latest = 0;
  let begun = 0;
  const shows = async (message: C['base']) => {
    begun += 1;
    const nth = begun;
    const smaller = await findSame(subject.resend(current, message), asSeen, subject);
    if (smaller === 'gone') return null;
    if (smaller === null || subject.likenessOf(smaller.current, smaller.exchange, smaller.fault) !== kind)
      return false;
    // Of several at once the one that was begun last is kept, whichever ends last.
    if (nth > latest) [smallest, latest] = [smaller, nth];
    return true;
  };
  const message = subject.messageOf(current);
  const again = await (current.isLong
    ? repeatStrictly(() => shows(message))
    : repeat(() => shows(message), subject.isAlive));
  if (!again.isSteady)
    return (await renewCase(asSeen, subject, isUnsteady)) ?? tellAgain(asSeen, again, subject);
  const showsSurely = async (smaller: C['base']) =>
    (await shows(smaller)) === true || (isUnsteady && (await shows(smaller)) === true);
  await shrinkMessage(message, subject.reductionsOf(message), showsSurely);
  return tellAgain(smallest ?? asSeen, again, subject);
}

/**
 * A server that answers the key of the connection before is right where the same key is sent again: an accept value that
 * was wrong is looked for with other keys as well. Null where it is not seen each time then, either.
 */
async function renewCase<C extends Case, Exchange>(
  asSeen: Cause<C, Exchange>,
  subject: Subject<C, Exchange>,
  isUnsteady: boolean,
): Promise<Cause<C, Exchange> | null> {
  const { current, fault } = asSeen;
  const isOfKey = fault.about === 'sec-websocket-accept' && !current.isRenewed;
  if (!isOfKey || subject.renew(current) === current) return null;
  const renewed = await shrinkCase(
    { ...asSeen, current: { ...current, isRenewed: true } },
    subject,
    isUnsteady,
  );
  return renewed.again?.isSteady ? renewed : null;
}

/** The case without its changes, where that shows the same: what has nothing to do with them is seen best alone. */
async function leaveChanges<C extends Case, Exchange>(
  asSeen: Cause<C, Exchange>,
  subject: Subject<C, Exchange>,
): Promise<Cause<C, Exchange>> {
  const { current, exchange, fault } = asSeen;
  if (current.changes.length === 0) return asSeen;
  const plain = await findSame(subject.remake(current, current.base, []), asSeen, subject);
  if (plain === null || plain === 'gone') return asSeen;
  const isAlike =
    subject.likenessOf(plain.current, plain.exchange, plain.fault) ===
    subject.likenessOf(current, exchange, fault);
  return isAlike ? plain : asSeen;
}

/** Plays a case once more, and gives it as the cause of the same fault; null where that is not seen, `gone` where nothing is. */
async function findSame<C extends Case, Exchange>(
  current: C,
  asSeen: Cause<C, Exchange>,
  subject: Subject<C, Exchange>,
): Promise<Cause<C, Exchange> | 'gone' | null> {
  const { fault } = asSeen;
  const seen = await playAgain(current, subject);
  if (!seen) return 'gone';
  // A message without its changes does not say any more what its refusal breaks.
  const refusal = fault.kind === 'refused' ? seen.faults.find(({ kind }) => kind === 'refused') : null;
  const same = refusal
    ? { ...fault, observed: refusal.observed, seen: refusal.seen }
    : seen.faults.find((each) => isSameFault(each, fault));
  if (!same) return null;
  const { current: played, exchange, isOpen } = seen;
  return { ...asSeen, current: played, exchange, isOpen, fault: same };
}

function isFound(seen: Cause | 'gone' | null): boolean | null {
  return seen === 'gone' ? null : seen !== null;
}

/** A refusal of a message that came in several pieces: is it due to the cuts? They have to show it every time. */
async function explainCuts<C extends Case, Exchange>(
  asSeen: Cause<C, Exchange>,
  subject: Subject<C, Exchange>,
): Promise<Cause<C, Exchange>> {
  const current = { ...asSeen.current, isPatient: true };
  const plays: Cause<C, Exchange>[] = [];
  const again = await repeatStrictly(async () => {
    const seen = await findSame(current, asSeen, subject);
    if (seen !== null && seen !== 'gone') plays.push(seen);
    return isFound(seen);
  });
  const [latest] = plays;
  if (latest === undefined || !again.isSteady) return tellAgain(asSeen, again, subject);
  const whole = await playAgain(subject.remake(current, current.base, current.changes), subject);
  if (!whole?.isOpen) return tellAgain(latest, again, subject);
  return tellAgain({ ...latest, fault: { ...latest.fault, hint: 'cutRequest' } }, again, subject);
}

/** A cause, with how often it was seen again. A refusal that is not seen every time is charged to no change. */
export function tellAgain<C extends Case, Exchange>(
  cause: Cause<C, Exchange>,
  again: Repetition,
  { acceptance }: Pick<Subject<C, Exchange>, 'acceptance'>,
): Cause<C, Exchange> {
  const isVague = !again.isSteady && cause.fault.kind === 'refused';
  return { ...cause, clause: (isVague ? acceptance : null) ?? cause.clause, again };
}
