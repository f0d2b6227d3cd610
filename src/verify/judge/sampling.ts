/** How much is drawn. */
export interface Sampling {
  readonly seed: number;
  /** Variants of each row. */
  readonly runs: number;
}
