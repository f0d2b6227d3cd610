import type { ClauseId } from '../../../../models/clauses.ts';
import { wholeMessage } from '../../../arbitraries/index.ts';
import type { Case } from '../../judge/case.ts';
import type { Judgement } from '../../judge/judgement.ts';
import { causesOf, type FaultyCase, isPlain, joinAlike } from './faulty-case.ts';

/** The judgement of a case, with the exchange behind it. */
export interface Result<C extends Case, Exchange> extends Judgement {
  readonly current: C;
  readonly exchange: Exchange;
  /** What the subject answered: a status, or a word. */
  readonly answer: number | string;
  /** Whether it has opened the connection. */
  readonly isOpen: boolean;
  /** What it shows of causes. */
  readonly signs: readonly string[];
  /** Numbers of the cases that may have brought its faults about, the latest first. */
  readonly besides: readonly number[];
}

/** A case that shows a clause kept, with its exchange, and with what that breaks. */
export type Example<C extends Case, Exchange> = Pick<Result<C, Exchange>, 'current' | 'exchange' | 'faults'>;

/** So many faults with several possible causes are kept, those of the first cases. */
const mixedLimit = 200;

/** Counts what cases have shown, in whatever order they come. Its size does not grow with their number. */
export class Tally<C extends Case, Exchange> {
  #cases = 0;
  readonly #counts = new Map<ClauseId, { cases: number; latest: number }>();
  /** Clauses of which a case has shown something that was no breach. */
  readonly #kept = new Set<ClauseId>();
  readonly #examples = new Map<ClauseId, Example<C, Exchange>>();
  readonly #plain = new Map<string, FaultyCase<C, Exchange>>();
  readonly #mixed = new Map<string, FaultyCase<C, Exchange>>();
  readonly #answers = new Map<string, Set<number | string>>();
  readonly #parts = new Map<string, boolean>();
  readonly #signs = new Set<string>();

  add(result: Result<C, Exchange>): void {
    const { current, exchange, isOpen, shown, faults, answer, besides } = result;
    this.#cases += 1;
    const broken = new Set(faults.map(({ clause }) => clause));
    for (const clause of shown) {
      this.#count(clause);
      if (broken.has(clause)) continue;
      this.#kept.add(clause);
      this.#exemplify(clause, { current, exchange, faults });
    }
    for (const sign of result.signs) this.#signs.add(sign);
    for (const fault of faults) this.#keep({ current, exchange, isOpen, fault, besides });
    const [only, ...more] = current.changes;
    // A message that is spoilt as a whole has more than one fault.
    if (!only || only.guard === null || only.part === wholeMessage || more.length > 0 || current.isCut)
      return;
    this.#answers.set(only.guard, (this.#answers.get(only.guard) ?? new Set()).add(answer));
    // Malformed field lines are refused before a server looks at any field.
    if (!current.isLiteral || (only.guard === 'fieldLinesAreMalformed' && only.part !== 'odd line')) return;
    const isAccepted = faults.some(({ kind }) => kind === 'accepted');
    this.#parts.set(only.part, isAccepted && (this.#parts.get(only.part) ?? true));
  }

  /** A case counts once for a clause, however often it shows something of it. */
  #count(clause: ClauseId): void {
    const count = this.#counts.get(clause);
    if (!count) this.#counts.set(clause, { cases: 1, latest: this.#cases });
    else if (count.latest !== this.#cases) {
      count.cases += 1;
      count.latest = this.#cases;
    }
  }

  /** Of the cases that show a clause kept, that which tells most stands for them all; of those alike, the first. */
  #exemplify(clause: ClauseId, example: Example<C, Exchange>): void {
    const other = this.#examples.get(clause);
    const more = other ? rankExample(example, clause) - rankExample(other, clause) : -1;
    if (more < 0 || (more === 0 && other && example.current.number < other.current.number))
      this.#examples.set(clause, example);
  }

  /** Of faults that are alike, that of the first case is kept; cases that are played as they stand are not alike. */
  #keep(faulty: FaultyCase<C, Exchange>): void {
    const { kind, clause, severity, row = '' } = faulty.fault;
    const kept = isPlain(faulty) ? this.#plain : this.#mixed;
    const { number, isFixed } = faulty.current;
    const key = [kind, clause, severity, row, ...causesOf(faulty), ...(isFixed ? [number] : [])].join(' ');
    const other = kept.get(key);
    if (!other) kept.set(key, faulty);
    else kept.set(key, other.current.number < number ? joinAlike(other, faulty) : joinAlike(faulty, other));
    if (this.#mixed.size <= 2 * mixedLimit) return;
    for (const [each] of sortByCase(this.#mixed).slice(mixedLimit)) this.#mixed.delete(each);
  }

  /** Cases that were added. */
  get cases(): number {
    return this.#cases;
  }

  /**
   * How many cases have shown something of each clause: of those that were kept in one of them, and of those that are
   * known to be broken. Where each breach has turned out to be that of another clause, none has.
   */
  countsBeside(broken: Iterable<ClauseId>): ReadonlyMap<ClauseId, number> {
    const shown = new Set([...this.#kept, ...broken]);
    const counts = [...this.#counts].filter(([clause]) => shown.has(clause));
    return new Map(counts.map(([clause, { cases }]) => [clause, cases]));
  }

  /** Of each clause a case that has shown it kept; one with no fault of any other, where there is one. */
  get examples(): ReadonlyMap<ClauseId, Example<C, Exchange>> {
    return this.#examples;
  }

  /** In the order of the cases. */
  get faulty(): readonly FaultyCase<C, Exchange>[] {
    const mixed = sortByCase(this.#mixed).slice(0, mixedLimit);
    return sortByCase(new Map([...this.#plain, ...mixed])).map(([, each]) => each);
  }

  /** The answers to each fault that came without another. */
  get answers(): Readonly<Record<string, readonly (number | string)[]>> {
    const answers = [...this.#answers].sort(([one], [other]) => (one < other ? -1 : 1));
    return Object.fromEntries(answers.map(([guard, seen]) => [guard, [...seen].sort()]));
  }

  /** What all cases together have shown of causes. */
  get signs(): ReadonlySet<string> {
    return this.#signs;
  }

  /** Parts of the message of which every fault was accepted. */
  get ignoredParts(): ReadonlySet<string> {
    return new Set([...this.#parts].filter(([, isIgnored]) => isIgnored).map(([part]) => part));
  }
}

/** First what breaks nothing; of that what was made for the clause, then what has nothing odd, then anything. */
function rankExample({ current, faults }: Example<Case, unknown>, clause: ClauseId): number {
  const odd = current.changes.length === 0 ? 1 : 2;
  return (faults.length === 0 ? 0 : 3) + (current.clause === clause ? 0 : odd);
}

function sortByCase<F extends FaultyCase>(faulty: ReadonlyMap<string, F>): readonly (readonly [string, F])[] {
  return [...faulty].sort(([, a], [, b]) => a.current.number - b.current.number);
}
