import type { Case, CaseList } from '../judge/case.ts';
import { within } from '../peer/event-loop.ts';
import { Unreachable } from '../peer/probe.ts';
import { patientFactor, playAgain } from './again.ts';
import { Gone } from './gone.ts';
import { Interrupted, interrupted, stopAtSignal } from './interruption.ts';
import { DispositionBook, type Dispositions } from './kept/disposition.ts';
import { History, recallCases } from './kept/history.ts';
import { investigate, type Loss } from './kept/loss.ts';
import { type Silence, Silences } from './kept/silence.ts';
import { patience, Suspects } from './kept/suspect.ts';
import { type Result, Tally } from './kept/tally.ts';
import { workOff } from './pool.ts';
import type { Subject } from './subject.ts';

/** What came of playing cases. */
export interface Played<C extends Case, Exchange> {
  readonly tally: Tally<C, Exchange>;
  readonly losses: readonly Loss<C, Exchange>[];
  /** Why the run ended early; null where it did not. */
  readonly ended: string | null;
  /** Cases that were left out, since others like them had shown the same before; of a run that ended early, all that it had left. */
  readonly unplayed: number;
  /** Cases that had no answer in time, and had one when they were played again. */
  readonly latecomers: number;
  readonly dispositions: Dispositions;
  /** Whether the subject answers the same case in one way or another. */
  readonly isUnsteady: boolean;
  /** The case that was the last to be opened without a fault; null where none was. */
  readonly lastOpened: C | null;
  /** The cases that have these numbers, in the order of the numbers. */
  readonly recall: (numbers: readonly number[]) => readonly C[];
}

export interface PlayOptions<C extends Case> {
  /** Connections at once. */
  readonly concurrency: number;
  /** Which of the cases are played; the others count as done. Default: all. */
  readonly isWanted?: ((current: C) => boolean) | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /**
   * The part of the subject's timeout that a case may take at first, for a subject that is known to be quick. A case
   * that is late by this is played again with all of the time. Default 1.
   */
  readonly timeoutFactor?: number;
  /** Ends the run early once it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** So many refusals are looked at again, to see whether the subject is steady; if not, literals are played so often more. */
const sampleSize = 12;
const more = 2;

/** So many of the cases that were left out are kept. */
const skippedLimit = 500;

/**
 * Plays cases. The cases that are written down go first. As long as the subject answers quickly they go one by one, so
 * that it is known which case has ended a subject. The rest follow, several at once.
 */
export class Player<C extends Case, Exchange> {
  readonly #subject: Subject<C, Exchange>;
  readonly #options: PlayOptions<C>;
  readonly #tally = new Tally<C, Exchange>();
  /** Results of cases that the subject may not have survived. */
  readonly #held = new Map<number, Result<C, Exchange>>();
  /** Cases that are played one by one at the end, since others may decide what comes of them, or they of others. */
  readonly #postponed: C[] = [];
  readonly #silences = new Silences<C, Exchange>();
  /** Cases that were late in a hurry, of kinds that turned out to be answered in time. */
  readonly #late: C[] = [];
  /** Cases that were left out, since others of their kind had no answer. */
  readonly #skipped = new Map<number, C>();
  readonly #losses: Loss<C, Exchange>[] = [];
  readonly #playing = new Set<Promise<unknown>>();
  readonly #suspects = new Suspects<C, Exchange>();
  readonly #dispositions = new DispositionBook();
  readonly #history = new History();
  #done = 0;
  #total = 0;
  #unexplained = 0;
  /** Whether every case has all of the time. */
  #hasTime = false;
  #isAlone = false;
  #isUnsteady = false;
  #latecomers = 0;
  #ended: string | null = null;
  /** How many cases were played by the time at which all had their turn, and some were played once more; null until then. */
  #playedOnce: number | null = null;
  /** Traits of the cases that have ended the subject. */
  readonly #deadly = new Set<string>();
  #lastOpened: C | null = null;
  #recovering: Promise<void> | null = null;

  constructor(subject: Subject<C, Exchange>, options: PlayOptions<C>) {
    this.#subject = this.#history.watch(stopAtSignal(subject, options.signal));
    this.#options = options;
  }

  async play(cases: CaseList<C>): Promise<Played<C, Exchange>> {
    const { signal } = this.#options;
    const end = () => this.#end(interrupted);
    signal?.addEventListener('abort', end, { once: true });
    if (signal?.aborted) end();
    this.#total = cases.total;
    await this.#playAll(cases).catch((error: unknown) => {
      if (!(error instanceof Interrupted)) throw error;
    });
    signal?.removeEventListener('abort', end);
    this.#releaseAll();
    const unplayed = this.#ended === null ? this.#dispositions.unplayed : this.#countLeft(cases);
    return {
      tally: this.#tally,
      losses: this.#losses,
      ended: this.#ended,
      unplayed,
      dispositions: this.#dispositions.dispositions,
      isUnsteady: this.#isUnsteady,
      latecomers: this.#latecomers,
      lastOpened: this.#lastOpened,
      recall: (numbers) => recallCases(cases, numbers),
    };
  }

  /** What has ended a run first is the reason. */
  #end(reason: string): void {
    this.#ended ??= reason;
  }

  /** How many cases a run that has ended early had left, which are made for that. */
  #countLeft({ literals, drawn, total }: CaseList<C>): number {
    const { isWanted } = this.#options;
    const asked = isWanted ? literals.filter(isWanted) : literals;
    // There were to be cases of these clauses, whether their turn has come or not.
    for (const current of asked) this.#dispositions.add(current, 'leftOut');
    let wanted = isWanted ? asked.length : total;
    if (isWanted) for (const current of drawn) if (isWanted(current)) wanted += 1;
    return Math.max(wanted - (this.#playedOnce ?? this.#count()), 0);
  }

  /** How many cases were played. */
  #count(): number {
    return this.#tally.cases + this.#losses.length;
  }

  async #playAll({ literals, drawn }: CaseList<C>): Promise<void> {
    await this.#playGroups(groupBy(literals, ({ group }) => `${group}`));
    // To wait costs a subject nothing: the drawn cases are played meanwhile.
    await Promise.all([
      this.#askAgain(),
      this.#playSeveral(this.#untilAborted(drawn), this.#options.concurrency),
    ]);
    await this.#askAgain();
    await this.#playLate();
    this.#isAlone = true;
    for (const current of this.#postponed) await this.#playOne(current);
    await this.#askAgain();
    await this.#playLate();
    this.#releaseAll();
    this.#isUnsteady = await this.#findUnsteady();
    this.#playedOnce = this.#count();
    if (this.#isUnsteady) await this.#playMore(literals);
  }

  /** Plays with all of the time what was late in a hurry, or left out, where others of the kind were in time. */
  async #playLate(): Promise<void> {
    this.#hasTime = true;
    const again = this.#late.splice(0);
    for (const current of this.#skipped.values()) {
      if (this.#isLeftOut(current)) this.#dispositions.add(current, 'leftOut');
      else again.push(current);
    }
    this.#skipped.clear();
    await workOff(again, this.#options.concurrency, (current) => this.#playOne(current));
    await this.#askAgain();
  }

  /** Whether a refusal is not seen any more when its case is played once more. */
  async #findUnsteady(): Promise<boolean> {
    const refused = this.#tally.faulty.filter(
      ({ fault, current }) => fault.kind === 'refused' && !current.isCut,
    );
    for (const { current } of this.#ended === null ? refused.slice(0, sampleSize) : []) {
      const again = await playAgain(current, this.#subject);
      if (again?.faults.every(({ kind }) => kind !== 'refused')) return true;
    }
    return false;
  }

  /** An accident may have hidden what a case would have shown: each of those that are written down is played again. */
  async #playMore(literals: readonly C[]): Promise<void> {
    for (let nth = 0; nth < more; nth += 1) {
      this.#total += literals.length;
      await this.#playSeveral(literals, this.#options.concurrency);
    }
  }

  /** What is drawn for nobody takes time. */
  *#untilAborted(cases: Iterable<C>): Generator<C> {
    for (const current of cases) {
      if (this.#options.signal?.aborted) return;
      yield current;
    }
  }

  async #playGroups(groups: readonly (readonly C[])[]): Promise<void> {
    const running = new Set<Promise<void>>();
    for (const group of groups) {
      const playing = this.#playSeveral(group, 1).finally(() => running.delete(playing));
      playing.catch(() => {}); // it is thrown again below
      running.add(playing);
      // If the group takes long, the next one is begun beside it.
      await within(playing, patience);
      if (running.size >= this.#options.concurrency) await Promise.race(running);
    }
    await Promise.all(running);
  }

  async #playSeveral(cases: Iterable<C>, atOnce: number): Promise<void> {
    await workOff(cases, atOnce, async (current) => {
      if (this.#options.isWanted?.(current) ?? true) await this.#playOne(current);
      else this.#dispositions.add(current, 'elsewhere');
      this.#done += 1;
      this.#options.onProgress?.(this.#done, this.#total);
    });
  }

  async #playOne(current: C): Promise<void> {
    if (this.#recovering) await this.#recovering;
    if (this.#ended !== null || this.#isLeftOut(current)) return this.#skip(current);
    if (current.isAlone && !this.#isAlone) return void this.#postponed.push(current);
    const timeoutFactor = this.#hasTime ? 1 : (this.#options.timeoutFactor ?? 1);
    let exchange = await this.#exchange(current, timeoutFactor);
    // A reset can destroy a reply that was sent: the case is played once more to see whether there is one.
    if (exchange !== null && this.#subject.reactionOf(exchange).isReset) {
      exchange = await this.#exchange(current, timeoutFactor);
    }
    if (exchange === null) {
      if (this.#ended !== null) return this.#skip(current);
      this.#recovering ??= this.#recover().finally(() => {
        this.#recovering = null;
      });
      await this.#recovering;
      return this.#playOne(current);
    }
    this.#keep(current, exchange);
  }

  /** Whether it is like one that had no answer, or that has ended the subject. */
  #isLeftOut(current: C): boolean {
    if (this.#silences.isLeftOut(current)) return true;
    if (this.#deadly.size === 0) return false;
    const trait = this.#subject.traitOf(current);
    return trait !== null && this.#deadly.has(trait);
  }

  /** Leaves a case out. Some are kept for the end: their kind may turn out to be answered after all. */
  #skip(current: C): void {
    if (this.#ended === null && !this.#hasTime && this.#skipped.size < skippedLimit) {
      this.#skipped.set(current.number, current);
    } else this.#dispositions.add(current, 'leftOut');
  }

  #keep(current: C, exchange: Exchange): void {
    this.#dispositions.add(current, 'played');
    const { isBusy, isLate, isUnfinished } = this.#subject.reactionOf(exchange);
    // A subject that is overloaded by several cases at once may answer each of them alone.
    if (!this.#isAlone && isBusy) return void this.#postponed.push(current);
    const result = this.#judge(current, exchange);
    const isHurried = !this.#hasTime && this.#options.timeoutFactor !== undefined;
    if (isHurried ? isUnfinished : isLate && result.faults.length > 0) this.#silences.add(result, isLate);
    else if (this.#suspects.has(current)) this.#held.set(current.number, result);
    else this.#tally.add(result);
  }

  #judge(current: C, exchange: Exchange): Result<C, Exchange> {
    const { shown, faults } = this.#subject.judge(current, exchange);
    const { answer, isOpen } = this.#subject.reactionOf(exchange);
    if (isOpen && faults.length === 0) this.#lastOpened = current;
    const [only, ...more] = current.changes;
    const odd = only && more.length === 0 && !current.isCut ? only : null;
    const signs = this.#subject.signsOf(current, exchange, odd);
    const besides = faults.length > 0 ? this.#history.besides(current) : [];
    return { shown, faults, current, exchange, answer, isOpen, signs, besides };
  }

  /** @returns null where the subject takes no connection */
  async #exchange(current: C, patience: number): Promise<Exchange | null> {
    const playing = this.#subject.play(current, patience);
    const settle = this.#suspects.add(current);
    this.#playing.add(playing);
    try {
      const exchange = await playing;
      for (const cleared of settle(exchange, this.#subject.reactionOf(exchange).hasSpoken))
        this.#release(cleared.current);
      return exchange;
    } catch (error) {
      settle(null, false);
      if (error instanceof Gone) this.#end(error.message);
      if (error instanceof Unreachable || error instanceof Interrupted) return null;
      throw error;
    } finally {
      this.#playing.delete(playing);
    }
  }

  #release({ number }: C): void {
    const result = this.#held.get(number);
    if (!result) return;
    this.#held.delete(number);
    this.#tally.add(result);
  }

  #releaseAll(): void {
    for (const { current } of [...this.#held.values()]) this.#release(current);
  }

  /** Finds out which case the subject did not survive. If the subject does not come back, the run ends. */
  async #recover(): Promise<void> {
    await Promise.allSettled(this.#playing);
    const suspects = this.#suspects.takeAll();
    for (const { current } of suspects) {
      this.#held.delete(current.number);
      this.#silences.forget(current);
    }
    const { loss, ended, played, again } = await investigate(suspects, this.#subject);
    for (const [current, exchange] of played) this.#keep(current, exchange);
    if (ended !== null) this.#end(ended);
    this.#postponed.push(...again);
    if (loss) {
      this.#losses.push(loss);
      this.#silences.leaveOut(loss.current.changes);
      const trait = this.#subject.traitOf(loss.current);
      if (trait !== null) this.#deadly.add(trait);
      return;
    }
    this.#unexplained += 1;
    if (this.#unexplained > 2) this.#end('the target went away again and again, and came back');
  }

  /**
   * Plays one late case of each kind again, and waits longer: the others are like it, or are played again too. That is
   * done some kinds at a time, as long as any of them turns out to be answered: the machine was slow then, and not the
   * subject.
   */
  async #askAgain(): Promise<void> {
    let left = this.#silences.takeAll();
    let isAnswered = true;
    while (isAnswered && left.length > 0 && this.#ended === null) {
      const asked = left.slice(0, 2 * this.#options.concurrency);
      left = left.slice(asked.length);
      isAnswered = (await Promise.all(asked.map((each) => this.#askPatiently(each)))).includes(true);
    }
    for (const { first, others } of left) {
      // Whether these were late, or only in too much of a hurry, is not known.
      for (const { current } of [first, ...others]) this.#dispositions.add(current, 'leftOut');
    }
  }

  /** Takes a late case for what it was: left out where nothing came, and as good as any where it was only cut short. */
  #keepAsItIs(result: Result<C, Exchange>): void {
    if (this.#subject.reactionOf(result.exchange).isLate) this.#dispositions.add(result.current, 'leftOut');
    else this.#tally.add(result);
  }

  /** @returns whether it has an answer now */
  async #askPatiently({ first, others }: Silence<C, Exchange>): Promise<boolean> {
    const { current, exchange: earlier, faults } = first;
    const { isLate } = this.#subject.reactionOf(earlier);
    const patience = isLate && faults.length > 0 ? patientFactor : 1;
    const exchange = await this.#subject.play(current, patience).catch((error: unknown) => {
      if (error instanceof Gone) this.#end(error.message);
      return null;
    });
    if (this.#ended !== null) {
      for (const each of [first, ...others]) this.#dispositions.add(each.current, 'leftOut');
      return false;
    }
    this.#tally.add(exchange === null ? first : this.#judge(current, exchange));
    const now = exchange === null ? null : this.#subject.reactionOf(exchange);
    // A reply without its end is an answer to what had none.
    if (now === null || now.isLate || (now.isUnfinished && !isLate)) {
      for (const other of others) this.#keepAsItIs(other);
      if (isLate && current.changes.length === 1) this.#silences.leaveOut(current.changes);
      return false;
    }
    // In a hurry nobody is told to be late.
    if (this.#options.timeoutFactor === undefined) this.#latecomers += 1;
    this.#silences.readmit(current.changes);
    this.#late.push(...others.map((other) => other.current));
    return true;
  }
}

function groupBy<T>(items: readonly T[], keyOfItem: (item: T) => string): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOfItem(item));
    if (group) group.push(item);
    else groups.set(keyOfItem(item), [item]);
  }
  return [...groups.values()];
}
