import type { Case } from '../../judge/case.ts';
import type { Change } from '../../judge/change.ts';
import type { Fault } from '../../judge/judgement.ts';

/** One fault, with the case and the exchange that have shown it. */
export interface FaultyCase<C extends Case = Case, Exchange = unknown> {
  readonly current: C;
  readonly exchange: Exchange;
  /** Whether the subject has opened the connection in spite of the fault. */
  readonly isOpen: boolean;
  readonly fault: Fault;
  /** Numbers of the cases that may have brought it about, the latest first. */
  readonly besides?: readonly number[];
}

/** The names of what may have caused a fault; none where only the answer, or the message without changes, can be. */
export function causesOf({ current, fault, isOpen }: FaultyCase): readonly string[] {
  const faults = current.changes.filter(({ guard }) => guard !== null).map(nameOf);
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
export function harmlessIn({ changes }: Case): readonly Change[] {
  return changes.filter(({ guard }) => guard === null);
}

function nameOf({ guard, clause, refusedAs }: Change): string {
  return guard === null ? (refusedAs ?? clause) : `${guard} ${clause}`;
}
