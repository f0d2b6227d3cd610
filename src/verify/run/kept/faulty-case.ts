import type { Case } from '../../judge/case.ts';
import type { Change } from '../../judge/change.ts';
import type { Fault } from '../../judge/judgement.ts';

/** A case that was played, and what came of it. */
export interface PlayedCase<C extends Case = Case, Exchange = unknown> {
  readonly current: C;
  readonly exchange: Exchange;
}

/** One fault, with the case and the exchange that have shown it. */
export interface FaultyCase<C extends Case = Case, Exchange = unknown> extends PlayedCase<C, Exchange> {
  /** Whether the subject has opened the connection in spite of the fault. */
  readonly isOpen: boolean;
  readonly fault: Fault;
  /** Numbers of the cases that may have brought it about, the latest first. */
  readonly besides?: readonly number[];
  /** Others with the same cause, spelt otherwise, that have shown the same: a few of them. */
  readonly others?: readonly PlayedCase<C, Exchange>[];
}

/** So many others are kept beside the case of a fault. */
const otherLimit = 3;

/** The first of several cases that have shown the same, with the next of those that are spelt otherwise. */
export function joinAlike<C extends Case, Exchange>(
  first: FaultyCase<C, Exchange>,
  ...more: readonly FaultyCase<C, Exchange>[]
): FaultyCase<C, Exchange> {
  if (causesOf(first).length !== 1) return first;
  const { kind } = first.fault;
  const bySpelling = new Map<string, PlayedCase<C, Exchange>>([[spell(first, kind), first]]);
  const all = [first, ...more].flatMap((each) => [each, ...(each.others ?? [])]);
  for (const { current, exchange } of all.toSorted((a, b) => a.current.number - b.current.number)) {
    const spelling = spell({ current }, kind);
    if (!bySpelling.has(spelling)) bySpelling.set(spelling, { current, exchange });
  }
  const [, ...others] = bySpelling.values();
  return others.length === 0 ? first : { ...first, others: others.slice(0, otherLimit) };
}

function spell({ current }: Pick<PlayedCase, 'current'>, kind: Fault['kind']): string {
  return JSON.stringify(listBlamed(current, kind).map(({ edits }) => edits));
}

/** The changes of a case that may be to blame for a fault: what is wrong where it was accepted, what is right where it was refused. */
export function listBlamed<C extends Case>(current: C, kind: Fault['kind']): C['changes'] {
  if (kind === 'accepted') return faultsIn(current);
  return kind === 'refused' ? harmlessIn(current) : current.changes;
}

/** The names of what may have caused a fault; none where only the answer, or the message without changes, can be. */
export function causesOf({ current, fault, isOpen }: FaultyCase): readonly string[] {
  const faults = faultsIn(current).map(nameOf);
  const cuts = current.isCut ? ['pieces'] : [];
  // A subject that does not open the connection may have refused a harmless change, or the cuts.
  const harmless = isOpen ? [] : [...harmlessIn(current).map(nameOf), ...cuts];
  return fault.kind === 'accepted' ? [...faults, ...harmless] : harmless;
}

/** Whether there is one thing at most that may have caused a fault. */
export function isPlain(faulty: FaultyCase): boolean {
  const { kind } = faulty.fault;
  return causesOf(faulty).length <= (kind === 'refused' || kind === 'accepted' ? 1 : 0);
}

/** The changes of a case that are none of its faults. */
export function harmlessIn<C extends Case>({ changes }: C): C['changes'] {
  return changes.filter(({ guard }) => guard === null);
}

function faultsIn<C extends Case>({ changes }: C): C['changes'] {
  return changes.filter(({ guard }) => guard !== null);
}

function nameOf({ guard, clause, refusedAs }: Change): string {
  return guard === null ? (refusedAs ?? clause) : `${guard} ${clause}`;
}
