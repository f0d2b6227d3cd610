import { capWeight } from '../../../models/verdict/breach.ts';
import type { Case } from '../judge/case.ts';
import { playAgain, type SeenAgain } from '../run/again.ts';
import type { PlayedCase } from '../run/kept/faulty-case.ts';
import type { Subject } from '../run/subject.ts';
import type { Cause, Causes } from './cause.ts';

/** So many faults of a run are traced to an earlier case, and for each so many cases are played at most. */
const faultLimit = 3;
const playLimit = 300;
/** What takes until the time is over counts as so many. */
const lateCost = 20;
/** So many of the latest cases are tried one by one, for what they have left may not last; the others together. */
const single = 16;
const together = 8;
/** So many times the case of a fault may be wrong before it is said that the subject does not recover. */
const recovery = 20;
/** So many times an earlier case has to bring the fault about again. */
const confirmations = 3;

/**
 * For faults that are not seen every time: looks for the one case that was played before, and behind which each is
 * seen. Where there is none, a cause stays as it is.
 *
 * @param earlierThan the cases that may have brought a fault about, the latest first
 */
export async function traceCauses<C extends Case, Exchange>(
  { causes, vanished }: Causes<C, Exchange>,
  earlierThan: (cause: Cause<C, Exchange>) => readonly C[],
  subject: Subject<C, Exchange>,
): Promise<readonly Cause<C, Exchange>[]> {
  const traced = new Map<Cause<C, Exchange>, Cause<C, Exchange>>();
  let left = faultLimit;
  for (const cause of [...causes, ...vanished]) {
    const trace = new Trace(cause, subject);
    // What is played as it stands takes a while each time, and has a beginning of its own.
    if (left === 0 || cause.current.isFixed || (await trace.isSteady())) continue;
    left -= 1;
    const found = await trace.find(earlierThan(cause));
    if (found !== null) traced.set(cause, found);
  }
  return [...causes, ...vanished].map((cause) => traced.get(cause) ?? cause);
}

/** The way back from one fault; every case is played by itself, on a connection of its own. */
class Trace<C extends Case, Exchange> {
  readonly #cause: Cause<C, Exchange>;
  readonly #subject: Subject<C, Exchange>;
  #left = playLimit;

  constructor(cause: Cause<C, Exchange>, subject: Subject<C, Exchange>) {
    this.#cause = cause;
    this.#subject = subject;
  }

  /** Whether the fault is still seen, or is none that would be seen when its case is played once more. */
  async isSteady(): Promise<boolean> {
    const { again, exchange, fault } = this.#cause;
    if (again?.isSteady === false) return false;
    const { isUnfinished } = this.#subject.reactionOf(exchange);
    return isUnfinished || fault.kind === 'message' || !this.#isRight(await this.#play());
  }

  async find(candidates: readonly C[]): Promise<Cause<C, Exchange> | null> {
    if (!(await this.#isRightAgain())) return null;
    for (const block of blocksOf(candidates)) {
      const seen = await this.#playBehind(block);
      if (this.#left <= 0) return null;
      if (seen !== null) return this.#narrow(block, seen);
    }
    return null;
  }

  /** Halves cases, behind which the fault was seen, until one is left. */
  async #narrow(block: readonly C[], seen: Behind<C, Exchange>): Promise<Cause<C, Exchange> | null> {
    if (block.length <= 1) return this.#confirm(seen);
    if (!(await this.#isRightAgain())) return null;
    const middle = Math.ceil(block.length / 2);
    for (const half of [block.slice(0, middle), block.slice(middle)]) {
      const shown = await this.#playBehind(half);
      if (shown !== null) return this.#narrow(half, shown);
    }
    return null;
  }

  /**
   * The fault has to come again behind the case each time, and never without it. The subject is asked without it more
   * often from time to time, so that a subject that is wrong every so often is not taken for one that remembers.
   */
  async #confirm(seen: Behind<C, Exchange>): Promise<Cause<C, Exchange> | null> {
    let latest = seen;
    for (let nth = 1; nth <= confirmations; nth += 1) {
      if (!(await this.#isRightAgain())) return this.#left > 0 ? this.#tell(latest, false) : null;
      for (let more = 0; more < nth; more += 1) if (!this.#isRight(await this.#play())) return null;
      const again = await this.#playBehind([seen.earlier.current]);
      if (again === null) return null;
      latest = again;
    }
    const recovers = await this.#isRightAgain();
    return this.#left > 0 ? this.#tell(latest, recovers) : null;
  }

  #tell({ earlier, shown }: Behind<C, Exchange>, recovers: boolean): Cause<C, Exchange> {
    const { again: _, fault, ...cause } = this.#cause;
    const { number, title } = earlier.current;
    const hint = { is: 'onlyBehind', number, title, recovers, within: recovery } as const; // a phrase
    // What happens again weighs as much as it did at first, or as the clause does that is named now.
    const again = shown.faults.find((each) => this.#isSame(each))?.severity ?? fault.severity;
    const severity = capWeight(cause.clause, again);
    const { current, exchange, isOpen } = shown;
    return { ...cause, current, exchange, isOpen, fault: { ...fault, severity, hint }, after: earlier };
  }

  /** Plays cases in the order in which they were begun, and then that of the fault; null where it is not seen. */
  async #playBehind(latestFirst: readonly C[]): Promise<Behind<C, Exchange> | null> {
    let earlier: PlayedCase<C, Exchange> | null = null;
    for (const current of latestFirst.toReversed()) {
      const seen = await this.#play(current);
      if (seen !== null) earlier = { current: seen.current, exchange: seen.exchange };
    }
    const shown = await this.#play();
    return earlier === null || shown === null || this.#isRight(shown) ? null : { earlier, shown };
  }

  /** Plays the case of the fault until it is right; false where it is not in good time. */
  async #isRightAgain(): Promise<boolean> {
    for (let nth = 0; nth < recovery && this.#left > 0; nth += 1) {
      if (this.#isRight(await this.#play())) return true;
    }
    return false;
  }

  #isSame(other: Cause['fault']): boolean {
    const { kind, clause } = this.#cause.fault;
    return other.kind === kind && (kind === 'refused' || other.clause === clause);
  }

  #isRight(seen: SeenAgain<C, Exchange> | null): boolean {
    return seen?.faults.every((each) => !this.#isSame(each)) ?? false;
  }

  /** A subject that is gone is not asked any more. */
  async #play(current = this.#cause.current): Promise<SeenAgain<C, Exchange> | null> {
    if (this.#left <= 0) return null;
    const seen = await playAgain(current, this.#subject);
    const isLate = seen !== null && this.#subject.reactionOf(seen.exchange).isUnfinished;
    this.#left = seen === null ? 0 : this.#left - (isLate ? lateCost : 1);
    return seen;
  }
}

/** The case of a fault that was seen, and the case right before it. */
interface Behind<C extends Case, Exchange> {
  readonly earlier: PlayedCase<C, Exchange>;
  readonly shown: SeenAgain<C, Exchange>;
}

/** What is tried together; of each kind of cases that were begun before the latest, one goes before the others. */
function blocksOf<C extends Case>(candidates: readonly C[]): readonly (readonly C[])[] {
  const latest = candidates.slice(0, single);
  const kinds = new Set(latest.map(kindOf));
  const firsts = candidates
    .slice(single)
    .filter((each) => !kinds.has(kindOf(each)) && kinds.add(kindOf(each)));
  const tried = new Set([...latest, ...firsts]);
  const others = [...firsts, ...candidates.filter((each) => !tried.has(each))];
  const count = Math.ceil(others.length / together);
  return [
    ...latest.map((each) => [each]),
    ...Array.from({ length: count }, (_, nth) => others.slice(nth * together, (nth + 1) * together)),
  ];
}

function kindOf({ group, clause }: Case): string {
  return `${group} ${clause}`;
}
