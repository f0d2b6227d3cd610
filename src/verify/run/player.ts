import { setTimeout as delay } from 'node:timers/promises';
import type { TargetCase, TargetCases } from '../judge/case.ts';
import { judgeCase } from '../judge/case-judgement.ts';
import { isBusy } from '../judge/oracle.ts';
import type { Answer } from '../peer/answer.ts';
import { Unreachable } from '../peer/probe.ts';
import { investigate, type Loss } from './loss.ts';
import { type Reach, sendCase } from './reach.ts';
import { isSilence, Silences } from './silence.ts';
import { patience, Suspects } from './suspect.ts';
import { type Result, Tally } from './tally.ts';

export interface Outcome {
  readonly tally: Tally;
  readonly losses: readonly Loss[];
  /** Why the run ended early; null where it did not. */
  readonly ended: string | null;
  /** Cases that were left out, since others like them had shown the same already. */
  readonly unplayed: number;
  /** Cases that were not answered in time, and were when they were sent again. */
  readonly hasty: number;
}

export interface PlayOptions {
  /** Connections at once. */
  readonly concurrency: number;
  /** Which of the cases are played; the others count as done. */
  readonly isWanted: (current: TargetCase) => boolean;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/**
 * Plays cases. What is written down goes first and, as long as the target answers quickly, one by one, so that it is
 * known what a target did not survive; then the rest, several at once.
 *
 * @throws Unreachable where the target is gone and no request is known to have done it
 */
export class Player {
  readonly #reach: Reach;
  readonly #options: PlayOptions;
  readonly #tally = new Tally();
  /** What came of cases that the target may not have survived. */
  readonly #held = new Map<number, Result>();
  /** Cases that are played alone at the end: what came of them was of something else, or of others. */
  readonly #postponed: TargetCase[] = [];
  readonly #silences = new Silences();
  readonly #losses: Loss[] = [];
  readonly #probing = new Set<Promise<unknown>>();
  readonly #suspects = new Suspects();
  #done = 0;
  #total = 0;
  #unplayed = 0;
  #unexplained = 0;
  #isAlone = false;
  #hasty = 0;
  #ended: string | null = null;
  #recovering: Promise<void> | null = null;

  constructor(reach: Reach, options: PlayOptions) {
    this.#reach = reach;
    this.#options = options;
  }

  async play({ literals, drawn, total }: TargetCases): Promise<Outcome> {
    this.#total = total;
    await this.#playGroups(groupBy(literals, ({ group }) => `${group}`));
    await this.#askAgain();
    await this.#playSeveral(drawn, this.#options.concurrency);
    await this.#askAgain();
    this.#isAlone = true;
    for (const current of this.#postponed) await this.#playOne(current);
    for (const result of this.#held.values()) this.#tally.add(result);
    return {
      tally: this.#tally,
      losses: this.#losses,
      ended: this.#ended,
      unplayed: this.#unplayed,
      hasty: this.#hasty,
    };
  }

  async #playGroups(groups: readonly (readonly TargetCase[])[]): Promise<void> {
    const running = new Set<Promise<void>>();
    for (const group of groups) {
      const playing = this.#playSeveral(group, 1).finally(() => running.delete(playing));
      running.add(playing);
      // The next is begun beside one that waits for an answer.
      const timer = new AbortController();
      const pause = delay(patience, undefined, { signal: timer.signal }).catch(() => {});
      await Promise.race([playing, pause]);
      timer.abort();
      if (running.size >= this.#options.concurrency) await Promise.race(running);
    }
    await Promise.all(running);
  }

  async #playSeveral(cases: Iterable<TargetCase>, atOnce: number): Promise<void> {
    const queue = cases[Symbol.iterator]();
    const work = async () => {
      for (let next = queue.next(); !next.done; next = queue.next()) {
        if (this.#options.isWanted(next.value)) await this.#playOne(next.value);
        this.#done += 1;
        this.#options.onProgress?.(this.#done, this.#total);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }

  async #playOne(current: TargetCase): Promise<void> {
    if (this.#recovering) await this.#recovering;
    if (this.#ended !== null || this.#silences.isLeftOut(current)) {
      this.#unplayed += 1;
      return;
    }
    let answer = await this.#probe(current);
    // A reset can swallow a reply that was sent: it is asked again whether there is one.
    if (answer?.end === 'reset' && answer.octets.length === 0) answer = await this.#probe(current);
    if (answer === null) {
      this.#recovering ??= this.#recover().finally(() => {
        this.#recovering = null;
      });
      await this.#recovering;
      return this.#playOne(current);
    }
    this.#keep(current, answer);
  }

  #keep(current: TargetCase, answer: Answer): void {
    // Whoever is overloaded by several may take one at a time.
    if (!this.#isAlone && isBusy(answer.reply?.status ?? 0)) return void this.#postponed.push(current);
    const { shown, faults } = judgeCase(current, answer, this.#reach.target);
    const result = { shown, faults, current, answer };
    if (isSilence(result, answer)) this.#silences.add(result);
    else if (this.#suspects.has(current)) this.#held.set(current.number, result);
    else this.#tally.add(result);
  }

  /** @returns null where the target takes no connection */
  async #probe(current: TargetCase): Promise<Answer | null> {
    const probing = sendCase(this.#reach, current);
    const settle = this.#suspects.add(current);
    this.#probing.add(probing);
    try {
      const answer = await probing;
      for (const cleared of settle(answer)) this.#settle(cleared.current);
      return answer;
    } catch (error) {
      settle(null);
      if (error instanceof Unreachable) return null;
      throw error;
    } finally {
      this.#probing.delete(probing);
    }
  }

  #settle({ number }: TargetCase): void {
    const result = this.#held.get(number);
    if (!result) return;
    this.#held.delete(number);
    this.#tally.add(result);
  }

  /** Finds out which request the target did not survive, where it comes back; ends the run where it does not. */
  async #recover(): Promise<void> {
    await Promise.allSettled(this.#probing);
    const suspects = this.#suspects.takeAll();
    for (const { current } of suspects) this.#held.delete(current.number);
    const { loss, ended, answers, again } = await investigate(suspects, this.#reach);
    for (const [current, answer] of answers) this.#keep(current, answer);
    this.#ended = ended;
    this.#postponed.push(...again);
    if (loss) {
      this.#losses.push(loss);
      this.#silences.leaveOut(loss.current.changes);
      return;
    }
    this.#unexplained += 1;
    if (this.#unexplained > 2) throw new Unreachable('the target went away again and again, and came back');
  }

  /** What was late among others is asked again with patience, one of a kind: haste is nobody's fault. */
  async #askAgain(): Promise<void> {
    const { firsts, others } = this.#silences.takeFirsts();
    const asked = this.#ended === null ? firsts.slice(0, 2 * this.#options.concurrency) : [];
    this.#unplayed += others + firsts.length - asked.length;
    await Promise.all(asked.map((first) => this.#askPatiently(first)));
  }

  async #askPatiently(first: Result): Promise<void> {
    const { current } = first;
    const reach = { ...this.#reach, timeout: 5 * this.#reach.timeout };
    const answer = await sendCase(reach, current).catch(() => null);
    if (answer === null || answer.end === 'late') return this.#tally.add(first);
    this.#hasty += 1;
    this.#tally.add({ ...judgeCase(current, answer, reach.target), current, answer });
    this.#silences.readmit(current.changes);
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
