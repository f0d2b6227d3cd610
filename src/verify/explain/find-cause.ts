import type { ClauseId } from '../../../models/clauses.ts';
import type { RequestGuard } from '../../../models/decisions/server.ts';
import { weights } from '../../../models/verdict/breach.ts';
import { diagnose } from '../../../models/verdict/diagnose.ts';
import { diagnosisRows } from '../../../models/verdict/diagnosis.ts';
import { wholeMessage } from '../../arbitraries/index.ts';
import type { Case } from '../judge/case.ts';
import { isSameFault } from '../judge/judgement.ts';
import { textPhrase } from '../judge/seen/phrase.ts';
import { playAgain } from '../run/again.ts';
import { causesOf, type FaultyCase, harmlessIn, isPlain, joinAlike } from '../run/kept/faulty-case.ts';
import type { Subject } from '../run/subject.ts';
import type { Cause, Causes } from './cause.ts';
import { shrinkCase, tellAgain } from './smallest.ts';

/**
 * Finds the cause of each fault: the one change that the fault needs. A fault is left out where its case has a change
 * that is already known to be a cause.
 *
 * @param signs what all cases of the run have shown of causes; null for a subject that answers the same request in one
 *   way or another: its run agrees on nothing
 */
export async function findCauses<C extends Case, Exchange>(
  faulty: readonly FaultyCase<C, Exchange>[],
  subject: Subject<C, Exchange>,
  signs: ReadonlySet<string> | null,
): Promise<Causes<C, Exchange>> {
  const vanished = new Map<ClauseId, Cause<C, Exchange>>();
  const alike = new Map<string, FaultyCase<C, Exchange>[]>();
  const blamed = new Set<string>();
  const nameOf = (each: FaultyCase<C, Exchange>) => nameDefect(clauseOf(each, subject), each);
  const blame = (each: FaultyCase<C, Exchange>) => {
    alike.set(nameOf(each), [...(alike.get(nameOf(each)) ?? []), each]);
    for (const name of causesOf(each)) blamed.add(name);
  };
  for (const each of faulty.filter(isPlain)) blame(each);
  for (const each of faulty.filter((other) => !isPlain(other))) {
    const { kind, clause } = each.fault;
    const isKnown = (kind === 'reply' || kind === 'unanswered') && alike.has(nameDefect(clause, each));
    if (isKnown || causesOf(each).some((name) => blamed.has(name))) continue;
    const reduced = await reduceChanges(each, subject);
    if (!reduced) {
      if (!(await subject.isAlive())) break; // whether it would be seen again nobody knows
      const unseen = tellAgain(
        { ...each, clause, part: partOf(each) },
        { seen: 0, of: 1, isSteady: false },
        subject,
      );
      if (!vanished.has(clause)) vanished.set(clause, unseen);
      continue;
    }
    // A refusal that needs a harmless change is due to that change, and not to the fault beside it.
    const isOfFault =
      kind === 'refused' ||
      kind === 'unanswered' ||
      reduced.isOpen ||
      harmlessIn(reduced.current).length === 0;
    if (isOfFault) blame(reduced);
  }
  const causes: Cause<C, Exchange>[] = [];
  for (const all of alike.values()) {
    const found = await shrinkWorst(all, subject, signs === null);
    if (!found) continue;
    const shrunk = withHint(found, subject, signs);
    // Causes that were seen only once all fall under one clause, and are one defect.
    const name = nameDefect(shrunk.clause, shrunk);
    if (!causes.some((each) => nameDefect(each.clause, each) === name)) causes.push(shrunk);
  }
  const isNew = ({ clause }: Cause) => causes.every((each) => each.clause !== clause);
  return { causes, vanished: [...vanished.values()].filter(isNew) };
}

/** So many more of those that are played as they stand are tried where one does not show its fault each time. */
const candidates = 2;

/**
 * The worst of several cases that break one clause, as small as it gets. Where it does not show that each time, those are
 * tried that are played as they stand: what one of them shows by accident another may show each time.
 */
async function shrinkWorst<C extends Case, Exchange>(
  all: readonly FaultyCase<C, Exchange>[],
  subject: Subject<C, Exchange>,
  isUnsteady: boolean,
): Promise<Cause<C, Exchange> | null> {
  const [first, ...others] = sortByWeight(all, subject);
  if (!first) return null;
  const worst = joinAlike(first, ...others.filter(({ fault }) => fault.severity === first.fault.severity));
  const clause = clauseOf(worst, subject);
  const guards = guardsOf(all);
  const shrink = (each: FaultyCase<C, Exchange>) =>
    shrinkCase({ ...each, clause, part: partOf(each), guards }, subject, isUnsteady);
  const shrunk = await shrink(worst);
  const { severity } = worst.fault;
  const fixed = others.filter(({ current, fault }) => current.isFixed && fault.severity === severity);
  for (const each of fixed.slice(0, candidates)) {
    if (shrunk.again?.isSteady !== false) break;
    const other = await shrink(each);
    if (other.again?.isSteady !== false) return other;
  }
  return shrunk;
}

/** The causes of faults that have one for certain, as they were seen: nothing is played. */
export function tellCauses<C extends Case, Exchange>(
  faulty: readonly FaultyCase<C, Exchange>[],
  subject: Subject<C, Exchange>,
  signs: ReadonlySet<string> | null,
): readonly Cause<C, Exchange>[] {
  const plain = faulty.filter(isPlain);
  const own = (each: FaultyCase<C, Exchange>) => nameDefect(clauseOf(each, subject), each);
  return [...new Set(plain.map(own))].flatMap((name) => {
    const [worst] = sortByWeight(
      plain.filter((each) => own(each) === name),
      subject,
    );
    const clause = worst && clauseOf(worst, subject);
    return worst && clause ? [withHint({ ...worst, clause, part: partOf(worst) }, subject, signs)] : [];
  });
}

/** Several ways to break a clause, in the order in which one is shown: the heaviest, with the fewest causes, the oddest, by one fault. */
function sortByWeight<C extends Case, Exchange>(
  all: readonly FaultyCase<C, Exchange>[],
  subject: Subject<C, Exchange>,
): readonly FaultyCase<C, Exchange>[] {
  const oddityOf = ({ exchange }: FaultyCase<C, Exchange>) =>
    oddities.indexOf(subject.reactionOf(exchange).answer);
  return all.toSorted(
    (a, b) =>
      weights[b.fault.severity] - weights[a.fault.severity] ||
      causesOf(a).length - causesOf(b).length ||
      oddityOf(b) - oddityOf(a) ||
      Number(isWhole(a)) - Number(isWhole(b)) ||
      a.current.number - b.current.number,
  );
}

/** Whether a message is spoilt as a whole, and so in more than one way. */
function isWhole({ current }: FaultyCase): boolean {
  return current.changes.some(({ part }) => part === wholeMessage);
}

/** How odd it is what came: of several ways to break a clause the oddest is shown. */
const oddities: readonly (number | string)[] = ['closed', 'unreadable', 'no answer'];

/** What is told as one defect, but for what is joined later: faults against one clause, and of hops against one row. */
function nameDefect(clause: ClauseId, { fault: { row } }: Pick<FaultyCase, 'fault'>): string {
  return `${clause} ${row ?? ''}`;
}

function clauseOf(
  { current, fault }: FaultyCase,
  { acceptance }: Pick<Subject<Case, unknown>, 'acceptance'>,
): ClauseId {
  if (fault.kind !== 'refused') return fault.clause;
  const [only, ...more] = current.changes;
  const own = only && more.length === 0 && !current.isCut ? only.refusedAs : null;
  return own ?? acceptance ?? fault.clause;
}

function partOf({ current, fault }: FaultyCase): string | null {
  if (fault.kind !== 'accepted' && fault.kind !== 'refused') return null;
  return current.changes.at(-1)?.part ?? null;
}

/** The rows that were to refuse a request, and did not: any other fault is none of a row. */
function guardsOf(faulty: readonly FaultyCase[]): readonly RequestGuard[] {
  return faulty.flatMap(({ fault: { kind, guard, severity } }) =>
    kind === 'accepted' && severity !== 'note' && guard ? [guard] : [],
  );
}

/**
 * Leaves out the cuts, and every change that the fault does not need. A fault that the message in one piece does not
 * show is due to the cuts where it is a refusal; any other is not seen again, which is null.
 */
async function reduceChanges<C extends Case, Exchange>(
  faulty: FaultyCase<C, Exchange>,
  subject: Subject<C, Exchange>,
): Promise<FaultyCase<C, Exchange> | null> {
  let smallest = await playWhole(faulty, faulty.current.changes, subject);
  // If the fault shows only when the message is split, the split is the cause.
  if (!smallest) {
    const { current, fault } = faulty;
    return fault.kind === 'refused' ? { ...faulty, current: { ...current, changes: [] } } : null;
  }
  for (const change of faulty.current.changes) {
    const fewer: C['changes'] = smallest.current.changes.filter((each) => each !== change);
    smallest = (await playWhole(smallest, fewer, subject)) ?? smallest;
  }
  return smallest;
}

/** Plays the case with these changes, in one piece; null where that does not show the fault. */
async function playWhole<C extends Case, Exchange>(
  faulty: FaultyCase<C, Exchange>,
  changes: C['changes'],
  subject: Subject<C, Exchange>,
): Promise<FaultyCase<C, Exchange> | null> {
  const { current, fault } = faulty;
  const clause =
    changes.find(({ guard }) => guard !== null)?.clause ??
    changes[0]?.clause ??
    subject.acceptance ??
    current.clause;
  const whole = { ...subject.remake(current, current.base, changes), clause };
  const seen = await playAgain(whole, subject);
  const same = seen?.faults.find(
    (each) => each.kind === fault.kind && (each.kind !== 'reply' || isSameFault(each, fault)),
  );
  if (!seen || !same) return null;
  const { current: played, exchange, isOpen } = seen;
  return { ...faulty, current: played, exchange, isOpen, fault: same };
}

/** Adds what the whole run agrees on as the reason, where nothing is said of that yet. */
function withHint<C extends Case, Exchange>(
  cause: Cause<C, Exchange>,
  subject: Subject<C, Exchange>,
  signs: ReadonlySet<string> | null,
): Cause<C, Exchange> {
  const { current, exchange, clause, part, fault } = cause;
  if (fault.hint !== undefined || cause.again?.isSteady === false || signs === null) return cause;
  const { kind, guard } = fault;
  const own = new Set(subject.signsOf(current, exchange, { part, guard }));
  const row = diagnose(diagnosisRows, { kind, clause, guard, part }, own, signs);
  return row === null ? cause : { ...cause, fault: { ...fault, hint: textPhrase(row.cause) } };
}
