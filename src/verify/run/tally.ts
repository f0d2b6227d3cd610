import type { ClauseId } from '../../../models/clauses.ts';
import type { TargetCase } from '../judge/case.ts';
import type { Judgement } from '../judge/judgement.ts';
import type { Answer } from '../peer/answer.ts';
import { type Failure, featuresOf, isPlain } from './failure.ts';

/** What came of a case. */
export interface Result extends Judgement {
  readonly current: TargetCase;
  readonly answer: Answer;
}

/** Failures with several possible causes that are kept: those of the first cases. */
const mixedLimit = 200;

/** Gathers what cases have shown, in whatever order they come; it does not grow with their number. */
export class Tally {
  #cases = 0;
  readonly #counts = new Map<ClauseId, { cases: number; latest: number }>();
  readonly #plain = new Map<string, Failure>();
  readonly #mixed = new Map<string, Failure>();
  readonly #statuses = new Map<string, Set<number | string>>();
  readonly #parts = new Map<string, boolean>();

  add(result: Result): void {
    const { current, answer, shown, faults } = result;
    this.#cases += 1;
    for (const clause of shown) this.#count(clause);
    for (const verdict of faults) this.#keep({ current, answer, verdict });
    const [only, ...more] = current.changes;
    if (!only || only.guard === null || more.length > 0) return;
    const statuses = this.#statuses.get(only.guard) ?? new Set();
    this.#statuses.set(
      only.guard,
      statuses.add(answer.reply?.status ?? (answer.end === 'late' ? 'no answer' : 'closed')),
    );
    // A line that is none is refused before anybody looks at a part.
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

  /** Of failures that are alike the first case's is kept. */
  #keep(failure: Failure): void {
    const { kind, clause, severity } = failure.verdict;
    const features = featuresOf(failure);
    const kept = isPlain(failure) ? this.#plain : this.#mixed;
    const key = [kind, clause, severity, ...features].join(' ');
    const other = kept.get(key);
    if (!other || failure.current.number < other.current.number) kept.set(key, failure);
    if (this.#mixed.size <= 2 * mixedLimit) return;
    for (const [each] of sortByCase(this.#mixed).slice(mixedLimit)) this.#mixed.delete(each);
  }

  /** Cases that were added. */
  get cases(): number {
    return this.#cases;
  }

  /** How many cases have shown something of each clause. */
  get counts(): ReadonlyMap<ClauseId, number> {
    return new Map([...this.#counts].map(([clause, { cases }]) => [clause, cases]));
  }

  /** In the order of the cases. */
  get failures(): readonly Failure[] {
    const mixed = sortByCase(this.#mixed).slice(0, mixedLimit);
    return sortByCase(new Map([...this.#plain, ...mixed])).map(([, failure]) => failure);
  }

  /** The statuses of each fault that came alone; `closed` where the connection was ended without a reply, `no answer` where nothing came in time. */
  get statuses(): Readonly<Record<string, readonly (number | string)[]>> {
    return Object.fromEntries([...this.#statuses].map(([guard, seen]) => [guard, [...seen].sort()]));
  }

  /** Parts of the request of which every fault was accepted. */
  get ignoredParts(): ReadonlySet<string> {
    return new Set([...this.#parts].filter(([, isIgnored]) => isIgnored).map(([part]) => part));
  }
}

function sortByCase(failures: ReadonlyMap<string, Failure>): readonly (readonly [string, Failure])[] {
  return [...failures].sort(([, a], [, b]) => a.current.number - b.current.number);
}
