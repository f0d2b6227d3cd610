/** Tells which of several is observed, how far it is, and how long the rest will take. */
export class Progress {
  readonly #total: number;
  readonly #write: (text: string, isKept: boolean) => void;
  readonly #now: () => number;
  #name = '';
  #count = 0;
  #began = 0;
  /** Milliseconds that were taken by those that were observed. */
  readonly #taken: number[] = [];

  constructor(total: number, write: (text: string, isKept: boolean) => void, now = Date.now) {
    this.#total = total;
    this.#write = write;
    this.#now = now;
  }

  begin(name: string): void {
    this.#name = name;
    this.#count += 1;
    this.#began = this.#now();
    this.tell('starting', 0);
  }

  readonly tell = (what: string, part: number): void => {
    const spent = this.#now() - this.#began;
    const usual = this.#taken.reduce((sum, each) => sum + each, 0) / this.#taken.length;
    const left = part > 0.05 ? spent / part - spent : Math.max((usual || 0) - spent, 0);
    const each = Number.isNaN(usual) ? (part > 0.05 ? spent / part : Number.NaN) : usual;
    const rest = left + each * (this.#total - this.#count);
    const told = Number.isNaN(rest) ? '' : `, about ${tellTime(rest)} left`;
    this.#write(`[${this.#count}/${this.#total}] ${this.#name}: ${what}${told}`, false);
  };

  end(outcome: 'observed' | 'up to date' | 'left out'): void {
    const spent = this.#now() - this.#began;
    if (outcome === 'observed') this.#taken.push(spent);
    this.#write(`[${this.#count}/${this.#total}] ${this.#name}: ${outcome} (${tellTime(spent)})`, true);
  }
}

function tellTime(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000);
  return seconds < 60 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
