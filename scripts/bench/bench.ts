import { MeasuredProcess, type ProcessOptions } from './measured-process.ts';

/** As many short rounds stand for one, where contenders are compared closely: a machine has moods that last for seconds. */
export const shortRounds = 4;

/** How much is measured, and the processes that are. */
export class Bench {
  /** Rounds that count. */
  readonly rounds: number;
  readonly #quick: boolean;
  readonly #running = new Set<MeasuredProcess>();
  #isWarmingUp = false;
  /** How many short rounds stand for one, and how much shorter turns are. */
  #divisor = 1;

  /** @param quick whether a glance is enough: turns are a tenth as long, but those that warm up */
  constructor(rounds: number, quick: boolean) {
    this.rounds = rounds;
    this.#quick = quick;
  }

  /** How often something is done in the turn that is taken. */
  count(times: number): number {
    if (this.#isWarmingUp) return times;
    return Math.ceil(times / this.#divisor / (this.#quick ? 10 : 1));
  }

  /** Starts a process and waits for its first line. */
  async start<First>(
    name: string,
    options: ProcessOptions,
  ): Promise<{ readonly process: MeasuredProcess; readonly first: First }> {
    const started = new MeasuredProcess(name, options);
    this.#running.add(started);
    const first = (await started.hear()) as First; // the caller knows the file that it starts
    return { process: started, first };
  }

  async stop(stopped: MeasuredProcess): Promise<void> {
    await stopped.stop();
    this.#running.delete(stopped);
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.#running].map((running) => this.stop(running)));
  }

  /**
   * Lets contenders take turns within each round, each round begun by another one. A round before the first warms
   * them up, and does not count.
   *
   * @returns for each contender its turns in the order of the rounds
   */
  async takeTurns<Contender, Turn>(
    contenders: readonly Contender[],
    take: (contender: Contender) => Promise<Turn>,
  ): Promise<ReadonlyMap<Contender, readonly Turn[]>> {
    process.stderr.write('warming up …\n');
    this.#isWarmingUp = true;
    for (const contender of contenders) await take(contender);
    this.#isWarmingUp = false;
    return this.takeColdTurns(contenders, take);
  }

  /** The same in more rounds, each so much shorter; the one that warms up is as long. */
  async takeShortTurns<Contender, Turn>(
    contenders: readonly Contender[],
    take: (contender: Contender) => Promise<Turn>,
  ): Promise<ReadonlyMap<Contender, readonly Turn[]>> {
    return this.#inShortRounds(() => this.takeTurns(contenders, take));
  }

  /** Short turns without a round that warms up: for processes that are new in every turn. */
  async takeShortColdTurns<Contender, Turn>(
    contenders: readonly Contender[],
    take: (contender: Contender) => Promise<Turn>,
  ): Promise<ReadonlyMap<Contender, readonly Turn[]>> {
    return this.#inShortRounds(() => this.takeColdTurns(contenders, take));
  }

  async #inShortRounds<Turns>(takeAll: () => Promise<Turns>): Promise<Turns> {
    this.#divisor = shortRounds;
    try {
      return await takeAll();
    } finally {
      this.#divisor = 1;
    }
  }

  /** The same without a round that warms up: for processes that are new in every turn. */
  async takeColdTurns<Contender, Turn>(
    contenders: readonly Contender[],
    take: (contender: Contender) => Promise<Turn>,
  ): Promise<ReadonlyMap<Contender, readonly Turn[]>> {
    const turns = new Map<Contender, Turn[]>(contenders.map((contender) => [contender, []]));
    const rounds = this.rounds * this.#divisor;
    for (let round = 1; round <= rounds; round += 1) {
      process.stderr.write(`round ${round} of ${rounds} …\n`);
      const first = round % contenders.length;
      for (const contender of [...contenders.slice(first), ...contenders.slice(0, first)]) {
        turns.get(contender)?.push(await take(contender));
      }
    }
    return turns;
  }
}
