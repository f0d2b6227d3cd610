import type { ClauseId } from '../../../models/clauses.ts';
import { type Severity, weights } from '../../../models/verdict/breach.ts';
import { type Among, listImplied } from '../../../models/verdict/implication.ts';
import type { Case } from '../judge/case.ts';
import { interrupted, leaveInterrupted, stopAtSignal, unlessAborted } from '../run/interruption.ts';
import type { Played } from '../run/player.ts';
import type { Subject } from '../run/subject.ts';
import { type Cause, describeLosses } from './cause.ts';
import { traceCauses } from './earlier.ts';
import { findCauses, tellCauses } from './find-cause.ts';
import type { Repetition } from './repetition.ts';

/** A cause of faults, and the other clauses that it breaks. */
export interface Defect<C extends Case = Case, Exchange = unknown> extends Cause<C, Exchange> {
  readonly also: readonly { readonly clause: ClauseId; readonly severity: Severity }[];
}

/** The clauses that a defect breaks. */
export function clausesOf({ clause, also }: Pick<Defect, 'clause' | 'also'>): readonly ClauseId[] {
  return [clause, ...also.map((other) => other.clause)];
}

/** What a run has shown. */
export interface Explained<C extends Case = Case, Exchange = unknown> {
  readonly defects: readonly Defect<C, Exchange>[];
  /** Faults that are not seen every time. Nobody is blamed for them. */
  readonly accidents: readonly Accident<C, Exchange>[];
}

/** A fault that was seen, and is not seen every time when its case is played again. */
export interface Accident<C extends Case = Case, Exchange = unknown> extends Defect<C, Exchange> {
  readonly again: Repetition;
}

/**
 * The defects behind what was played: each with one cause, and the smallest case that shows it. Of a run that ended
 * early nothing is played again: what has one cause for certain is told as it was seen.
 */
export async function findDefects<C extends Case, Exchange>(
  { tally, losses, recall, isUnsteady, ended }: Played<C, Exchange>,
  subject: Subject<C, Exchange>,
): Promise<Explained<C, Exchange>> {
  const signs = isUnsteady ? null : tally.signs;
  const traced =
    ended === null
      ? await traceCauses(
          await findCauses(tally.faulty, subject, signs),
          ({ besides = [] }) => recall(besides),
          subject,
        )
      : tellCauses(tally.faulty, subject, signs);
  return {
    defects: joinDefects(
      [...describeLosses(losses), ...traced.filter(({ again }) => again?.isSteady !== false)],
      tally.ignoredParts,
    ),
    accidents: traced.flatMap((cause) =>
      cause.again?.isSteady === false ? [{ ...cause, again: cause.again, also: [] }] : [],
    ),
  };
}

/** Finds the defects; if that is interrupted, what has one cause for certain is told as it was seen. */
export async function findDefectsInTime<C extends Case, Exchange>(
  played: Played<C, Exchange>,
  subject: Subject<C, Exchange>,
  signal: AbortSignal | undefined,
): Promise<Explained<C, Exchange> & Pick<Played<C, Exchange>, 'ended'>> {
  const stopping = stopAtSignal(subject, signal);
  const explained = await unlessAborted(signal, () => findDefects(played, stopping)).catch(leaveInterrupted);
  const ended = explained === null ? interrupted : played.ended;
  return { ...(explained ?? (await findDefects({ ...played, ended }, subject))), ended };
}

/**
 * Joins the causes that are one defect. A subject that does not look at a part of the request breaks every clause
 * about that part, and some clauses are always broken along with another.
 *
 * @param ignored parts of the request of which every fault was accepted
 */
function joinDefects<C extends Case, Exchange>(
  causes: readonly Cause<C, Exchange>[],
  ignored: ReadonlySet<string>,
): readonly Defect<C, Exchange>[] {
  type Each = Cause<C, Exchange>;
  const leaders = new Map<Each, Each>();
  for (const each of causes) {
    const leader = causes.find((other) => other !== each && leads(other, each, ignored));
    if (leader) leaders.set(each, leader);
  }
  const top = (each: Each): Each => {
    const leader = leaders.get(each);
    return leader === undefined ? each : top(leader);
  };
  return causes
    .filter((each) => !leaders.has(each))
    .map((each) => {
      const led = causes.filter((other) => other !== each && top(other) === each);
      const guards = [each, ...led].flatMap((cause) => cause.guards ?? []);
      const also = led.map(({ clause, fault }) => ({ clause, severity: fault.severity }));
      return { ...each, also, guards: [...new Set(guards)].sort() };
    });
}

/** In which rows of implications two causes are looked for, by what both of them are. */
function amongOf(one: Cause, other: Cause): readonly Among[] {
  if (other.fault.kind === 'reply') return ['replies'];
  if (one.fault.kind === 'reply' && other.fault.kind === 'accepted') return ['acceptedFaults'];
  if (one.fault.kind !== other.fault.kind || one.part !== other.part) return [];
  return other.fault.kind === 'refused' ? ['refusals'] : ['acceptedFaults'];
}

function implies(one: Cause, other: Cause): boolean {
  return listImplied(one.clause, amongOf(one, other)).includes(other.clause);
}

function leads(one: Cause, other: Cause, ignored: ReadonlySet<string>): boolean {
  const { part } = one;
  const isHeavier =
    weights[one.fault.severity] - weights[other.fault.severity] || other.current.number - one.current.number;
  // Whoever does not look at a part refuses nothing because of it: that is another defect.
  const isOfPart =
    part !== null && part === other.part && ignored.has(part) && other.fault.kind !== 'refused';
  if (isOfPart && isHeavier > 0 && !implies(other, one)) return true;
  if (weights[one.fault.severity] < weights[other.fault.severity]) return false;
  return implies(one, other);
}
