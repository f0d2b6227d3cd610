/** What a callback was given, in order, for a test to await one by one. */
export class Mailbox<T> {
  /** Everything that has come so far. */
  readonly all: T[] = [];
  readonly #takers: ((item: T) => void)[] = [];
  #taken = 0;

  readonly put = (item: T): void => {
    this.all.push(item);
    const taker = this.#takers.shift();
    if (taker) taker(item);
  };

  /** The next that nobody has taken yet. */
  take(): Promise<T> {
    const index = this.#taken;
    this.#taken += 1;
    return index < this.all.length
      ? Promise.resolve(this.all[index] as T)
      : new Promise((resolve) => this.#takers.push(resolve));
  }
}
