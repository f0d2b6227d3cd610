import { setTimeout as delay } from 'node:timers/promises';
import type { Change } from './change.ts';
import { type Judged, judgeCase } from './judgement.ts';
import { investigate, type Loss } from './loss.ts';
import { type Answer, Unreachable } from './probe.ts';
import { type Reach, sendCase } from './reach.ts';
import { Suspects } from './suspect.ts';
import type { TargetCase } from './target-case.ts';

export interface Result extends Judged {
  readonly current: TargetCase;
  readonly answer: Answer;
}

export interface Outcome {
  /** In the order of the cases. */
  readonly results: readonly Result[];
  readonly losses: readonly Loss[];
  /** Why the run ended early; null where it did not. */
  readonly ended: string | null;
  /** Cases that were left out, since others like them had shown the same already. */
  readonly unplayed: number;
}

/** Milliseconds after which the next group of cases is begun beside one that waits for an answer. */
const patience = 100;
/** Silences that are believed of one kind of request before others of it are left out. */
const silenceLimit = 2;

/**
 * Plays cases. What is written down goes first and, as long as the target answers quickly, one by one, so that it is
 * known what a target did not survive; then the rest, several at once.
 *
 * @throws Unreachable where the target is gone and no request is known to have done it
 */
export class Player {
  readonly #reach: Reach;
  readonly #concurrency: number;
  readonly #onProgress: ((done: number, total: number) => void) | undefined;
  readonly #results = new Map<number, Result>();
  readonly #losses: Loss[] = [];
  readonly #silences = new Map<string, number>();
  readonly #leftOut = new Set<string>();
  readonly #probing = new Set<Promise<unknown>>();
  readonly #suspects = new Suspects();
  #done = 0;
  #total = 0;
  #unplayed = 0;
  #unexplained = 0;
  #ended: string | null = null;
  #recovering: Promise<void> | null = null;

  constructor(
    reach: Reach,
    concurrency: number,
    onProgress: ((done: number, total: number) => void) | undefined,
  ) {
    this.#reach = reach;
    this.#concurrency = concurrency;
    this.#onProgress = onProgress;
  }

  async play(cases: readonly TargetCase[]): Promise<Outcome> {
    this.#total = cases.length;
    await this.#playGroups(
      groupBy(
        cases.filter(({ isLiteral }) => isLiteral),
        ({ group }) => `${group}`,
      ),
    );
    await this.#askAgain();
    await this.#playSeveral(
      cases.filter(({ isLiteral }) => !isLiteral),
      this.#concurrency,
    );
    await this.#askAgain();
    return {
      results: cases.flatMap(({ number }) => this.#results.get(number) ?? []),
      losses: this.#losses,
      ended: this.#ended,
      unplayed: this.#unplayed,
    };
  }

  async #playGroups(groups: readonly (readonly TargetCase[])[]): Promise<void> {
    const running = new Set<Promise<void>>();
    for (const group of groups) {
      const playing = this.#playSeveral(group, 1).finally(() => running.delete(playing));
      running.add(playing);
      const timer = new AbortController();
      const pause = delay(patience, undefined, { signal: timer.signal }).catch(() => {});
      await Promise.race([playing, pause]);
      timer.abort();
      if (running.size >= this.#concurrency) await Promise.race(running);
    }
    await Promise.all(running);
  }

  async #playSeveral(cases: readonly TargetCase[], atOnce: number): Promise<void> {
    const queue = cases.values();
    const work = async () => {
      for (const current of queue) await this.#playOne(current);
    };
    await Promise.all(Array.from({ length: Math.min(atOnce, cases.length) }, work));
  }

  async #playOne(current: TargetCase): Promise<void> {
    await this.#recovering;
    if (this.#ended !== null || current.changes.some((change) => this.#leftOut.has(keyOf(change)))) {
      this.#unplayed += 1;
      return;
    }
    const answer = await this.#probeSurely(current);
    if (answer === null) {
      this.#recovering ??= this.#recover().finally(() => {
        this.#recovering = null;
      });
      await this.#recovering;
      return this.#playOne(current);
    }
    this.#keep(current, answer);
    this.#done += 1;
    this.#onProgress?.(this.#done, this.#total);
  }

  #keep(current: TargetCase, answer: Answer): void {
    const judged = judgeCase(current, answer, this.#reach.target);
    this.#results.set(current.number, { ...judged, current, answer });
    if (!isSilence(judged, answer)) return;
    for (const change of current.changes) {
      const silences = (this.#silences.get(keyOf(change)) ?? 0) + 1;
      this.#silences.set(keyOf(change), silences);
      if (silences >= silenceLimit && current.changes.length === 1) this.#leftOut.add(keyOf(change));
    }
  }

  /** A reset can swallow a reply that was sent: it is asked again whether there is one. */
  async #probeSurely(current: TargetCase): Promise<Answer | null> {
    const answer = await this.#probe(current);
    return answer?.end === 'reset' && answer.octets.length === 0 ? this.#probe(current) : answer;
  }

  /** @returns null where the target takes no connection */
  async #probe(current: TargetCase): Promise<Answer | null> {
    const probing = sendCase(this.#reach, current);
    const settle = this.#suspects.add(current);
    this.#probing.add(probing);
    try {
      const answer = await probing;
      settle(answer);
      return answer;
    } catch (error) {
      settle(null);
      if (error instanceof Unreachable) return null;
      throw error;
    } finally {
      this.#probing.delete(probing);
    }
  }

  /** Finds out which request the target did not survive, where it comes back; ends the run where it does not. */
  async #recover(): Promise<void> {
    await Promise.allSettled(this.#probing);
    const suspects = this.#suspects.takeAll();
    for (const { current } of suspects) this.#results.delete(current.number);
    const { loss, ended, answers } = await investigate(suspects, this.#reach);
    for (const [current, answer] of answers) this.#keep(current, answer);
    this.#ended = ended;
    if (loss) {
      this.#losses.push(loss);
      for (const change of loss.current.changes) this.#leftOut.add(keyOf(change));
      return;
    }
    this.#unexplained += 1;
    if (this.#unexplained > 2) throw new Unreachable('the target went away again and again, and came back');
  }

  /** What was late among others is asked again with patience, one of a kind: haste is nobody's fault. */
  async #askAgain(): Promise<void> {
    const late = [...this.#results.values()].filter((result) => isSilence(result, result.answer));
    const kinds = groupBy(late, ({ current }) => current.changes.map(keyOf).join() || `${current.group}`);
    await Promise.all(
      kinds.slice(0, 2 * this.#concurrency).map(async ([first, ...others]) => {
        if (!first || this.#ended !== null) return;
        const { current } = first;
        for (const other of others) this.#results.delete(other.current.number);
        this.#unplayed += others.length;
        const answer = await sendCase({ ...this.#reach, timeout: 5 * this.#reach.timeout }, current).catch(
          () => null,
        );
        if (answer === null || answer.end === 'late') return;
        this.#keep(current, answer);
        for (const change of current.changes) this.#leftOut.delete(keyOf(change));
      }),
    );
    for (const kind of kinds.slice(2 * this.#concurrency)) {
      for (const { current } of kind) this.#results.delete(current.number);
      this.#unplayed += kind.length;
    }
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

/** What cases have in common that are answered alike. */
function keyOf({ guard, clause }: Change): string {
  return guard ?? clause;
}

function isSilence({ verdicts }: Judged, { end, reply }: Answer): boolean {
  return end === 'late' && reply === null && verdicts.length > 0;
}
