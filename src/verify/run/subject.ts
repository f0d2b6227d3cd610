import { setTimeout as delay } from 'node:timers/promises';
import type { ClauseId } from '../../../models/clauses.ts';
import type { OddPart } from '../../diagnosis/index.ts';
import type { Case } from '../judge/case.ts';
import type { Fault, Judgement } from '../judge/judgement.ts';

/** What a subject did in one exchange, as far as playing cases depends on it. */
export interface Reaction {
  /** What it answered: a status, or a word. */
  readonly answer: number | string;
  /** Whether any octet came from it. */
  readonly hasSpoken: boolean;
  /** Whether it has opened the connection. */
  readonly isOpen: boolean;
  /** Whether it ended the connection by a reset without an octet before it: a reply may have been lost in that. */
  readonly isReset: boolean;
  /** Whether nothing came in time that can be judged. */
  readonly isLate: boolean;
  /** Whether the exchange went on until the time was over. */
  readonly isUnfinished: boolean;
  /** Whether it has answered that it is too busy (503, 429). */
  readonly isBusy: boolean;
}

/**
 * What is held against the models. A subject says how it is brought to make or take a connection, and what its
 * exchanges show. Everything else in a run is the same for every subject.
 */
export interface Subject<C extends Case, Exchange> {
  /** The clause of a known-good case: who refuses it breaks that. Null where each case tells what its refusal breaks. */
  readonly acceptance: ClauseId | null;
  /** Milliseconds that one case may take. */
  readonly timeout: number;
  /**
   * Plays one case on a connection of its own.
   *
   * @param patience how many times `timeout` it may take; 1 where it is left out
   * @throws Unreachable where no connection is made
   */
  play(current: C, patience?: number): Promise<Exchange>;
  /** Whether a known-good case is taken. */
  isAlive(): Promise<boolean>;
  judge(current: C, exchange: Exchange): Judgement;
  reactionOf(exchange: Exchange): Reaction;
  /** The same case with another message and other changes, sent in one piece. */
  remake(current: C, base: C['base'], changes: C['changes']): C;
  /** The message of a case that is made smaller: with its changes made, unless these tell what has to come of it. */
  messageOf(current: C): C['base'];
  /** The same case with another of the messages that `messageOf` gives, in one piece. */
  resend(current: C, message: C['base']): C;
  /** The same case, with what belongs to one connection drawn anew, such as a key. */
  renew(current: C): C;
  /** What a case has in common with others that are likely to end a subject in the same way; null where it has nothing. */
  traitOf(current: C): string | null;
  /** What is tried to make a message smaller, the largest step first; see `shrinkMessage`. */
  reductionsOf(message: C['base']): readonly ((message: C['base']) => C['base'] | null)[];
  /** A text that is the same for two exchanges if they show the same fault in the same way. */
  likenessOf(current: C, exchange: Exchange, fault: Fault): string;
  /**
   * What an exchange shows of causes, by the words of `models/verdict/diagnose.ts`.
   *
   * @param odd what alone is odd in the message; null where that is not one thing
   */
  signsOf(current: C, exchange: Exchange, odd: OddPart | null): readonly string[];
}

/** Milliseconds between two attempts to reach a subject that is gone. */
const interval = 100;

/** @returns whether the subject, which is gone, has come back in good time */
export async function waitForReturn({
  timeout,
  isAlive,
}: Pick<Subject<Case, unknown>, 'timeout' | 'isAlive'>): Promise<boolean> {
  const deadline = Date.now() + 2.5 * timeout;
  while (Date.now() < deadline) {
    if (await isAlive()) return true;
    await delay(interval);
  }
  return false;
}
