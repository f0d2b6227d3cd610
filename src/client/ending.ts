/**
 * The end of a handshake, and who has to be told of it. An `AbortSignal` would do, but costs more than a tenth of
 * the whole handshake.
 */
export class Ending {
  readonly #listeners = new Set<() => void>();
  #hasCome = false;

  get hasCome(): boolean {
    return this.#hasCome;
  }

  /** Called once, when the end comes, and must not throw; the end must not have come yet. */
  listen(listener: () => void): void {
    this.#listeners.add(listener);
  }

  ignore(listener: () => void): void {
    this.#listeners.delete(listener);
  }

  /** Only the first call counts. */
  come(): void {
    this.#hasCome = true;
    for (const listener of this.#listeners) {
      this.#listeners.delete(listener);
      listener();
    }
  }
}
