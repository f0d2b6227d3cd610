import type { ClauseId } from '../../../models/clauses.ts';
import { listImplied } from '../../../models/verdict/implication.ts';
import { plainReply } from '../../facts/plain-reply.ts';
import { Unreachable } from '../peer/probe.ts';
import { type Gathered, gatherNothing, type KeptExchange } from '../report/builder.ts';
import type { Exhibit, FlakyExhibit } from '../report/exhibit.ts';
import { interrupted, leaveInterrupted, unlessAborted } from '../run/interruption.ts';
import { type Charge, type Charged, weigh } from './charge.ts';
import { hintAccept, type Octets, showOctets } from './exhibit.ts';

/** What a trial has shown, with the octets that it rests on. */
export interface Tried extends Charged, Octets {
  /** Of charges that rest on another of its connections: the octets of that one. */
  readonly octetsOf?: ReadonlyMap<Charge, Octets>;
}

/** What no reply alone can show: how it comes, what it comes through, and two connections at once. */
export interface Trial {
  /** The clause that it is made for. */
  readonly clause: ClauseId;
  /** What the client gets, in words that can follow "opens on". */
  readonly title: string;
  /** Whether it is played to some clients alone, so that a run which ends before it has not left it out. */
  readonly isForSome?: boolean;
  /** Rejects with `Unreachable` where the client makes no connection, which shows nothing. */
  play(): Promise<Tried>;
}

export interface TrialOptions {
  /** Ends it early. */
  readonly signal?: AbortSignal | undefined;
  /** Called whenever a trial has ended. */
  readonly onProgress?: () => void;
  /** Clauses of which it is known that the client breaks them: they are not looked for again. */
  readonly known?: ReadonlySet<ClauseId>;
  /** Which are played. Default: all. */
  readonly isAsked?: (trial: Trial) => boolean;
}

/** A fault has to be seen so many times more, each time. */
const repetitions = 4;

/** Plays trials one after the other, and those that show a fault again. */
export async function gatherTrials(
  trials: readonly Trial[],
  { signal, onProgress, known = new Set(), isAsked = () => true }: TrialOptions,
): Promise<Gathered> {
  const counts = new Map<ClauseId, number>();
  const exhibits: Exhibit[] = [];
  const flaky: FlakyExhibit[] = [];
  const kept = new Map<ClauseId, KeptExchange>();
  let cases = 0;
  let unplayed = 0;
  for (const [number, trial] of trials.entries()) {
    if (!isAsked(trial)) continue;
    const tried = signal?.aborted ? null : await play(trial, signal);
    if (tried || !signal?.aborted) onProgress?.();
    else if (!trial.isForSome) unplayed += 1;
    if (!tried) continue;
    cases += 1;
    const isNew = ({ clause }: Charge) =>
      !known.has(clause) && exhibits.every((each) => each.clause !== clause && !isAlso(clause, each));
    const implied = new Set(tried.charges.flatMap(listShown));
    const charges = tried.charges.filter((charge) => isNew(charge) && !implied.has(charge.clause));
    for (const clause of tried.shown) counts.set(clause, (counts.get(clause) ?? 0) + 1);
    const isExample = (clause: ClauseId) => tried.charges.length === 0 && !kept.has(clause);
    for (const clause of tried.shown.filter(isExample))
      kept.set(clause, { show: () => showOctets(tried), broken: [] });
    for (const charge of charges) {
      const others = tried.charges.filter((each) => isNew(each) && listShown(charge).includes(each.clause));
      const exhibit = present(charge, others, trial, tried, number);
      const again = await repeat(trial, charge, signal);
      if (again.isSteady) exhibits.push({ ...exhibit, again });
      else flaky.push({ ...exhibit, again });
    }
  }
  const ended = signal?.aborted ? interrupted : null;
  const fates = new Map(trials.map(({ clause }) => [clause, 'played'] as const));
  return { cases, counts, exhibits, kept, flaky, ended, unplayed, hasty: 0, fates };
}

/** What is told of the trials for some clauses, to which a run has not come that ended early. */
export function leaveTrials(clauses: readonly ClauseId[]): Gathered {
  const fates = new Map(clauses.map((clause) => [clause, 'leftOut'] as const));
  return { ...gatherNothing(null), unplayed: clauses.length, fates };
}

/** What else is broken where this is. */
function listShown({ clause }: Pick<Charge, 'clause'>): readonly ClauseId[] {
  return listImplied(clause, ['replies']);
}

function isAlso(clause: ClauseId, { also }: Exhibit): boolean {
  return also.some((each) => each.clause === clause);
}

async function play(trial: Trial, signal: AbortSignal | undefined): Promise<Tried | null> {
  try {
    return await unlessAborted(signal, () => trial.play()).catch(leaveInterrupted);
  } catch (error) {
    if (error instanceof Unreachable) return null;
    throw error;
  }
}

async function repeat(trial: Trial, { clause }: Charge, signal: AbortSignal | undefined) {
  let seen = 0;
  let of = 0;
  while (of < repetitions) {
    const tried = await play(trial, signal);
    if (signal?.aborted) break; // what was left in the middle has shown nothing
    of += 1;
    if (tried?.charges.some((charge) => charge.clause === clause)) seen += 1;
  }
  return { seen, of, isSteady: seen === of };
}

/** @param others what else is broken because of it */
function present(
  charge: Charge,
  others: readonly Charge[],
  { title }: Trial,
  tried: Tried,
  number: number,
): Exhibit {
  const shown = showOctets(tried.octetsOf?.get(charge) ?? tried);
  const fault = hintAccept(weigh(charge, plainReply), shown);
  const also = others.map((each) => weigh(each, plainReply));
  return {
    clause: fault.clause,
    fault,
    also,
    number,
    scene: { of: 'trial', title },
    ...shown,
    trial: title,
    replay: `ws101 verify client --only ${fault.clause}`,
  };
}
