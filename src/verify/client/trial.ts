import type { ClauseId } from '../../../models/clauses.ts';
import { plainReply } from '../../facts/plain-reply.ts';
import { Unreachable } from '../peer/probe.ts';
import type { Gathered } from '../report/builder.ts';
import type { Exhibit, FlakyExhibit } from '../report/exhibit.ts';
import { interrupted } from '../run/interruption.ts';
import { type Charge, type Charged, weigh } from './charge.ts';
import { tellSent } from './deed.ts';
import type { ClientExchange } from './exchange.ts';

/** What a trial has shown, with the octets that it rests on. */
export type Tried = Charged & Pick<ClientExchange, 'requested' | 'reply' | 'behind'>;

/** What no reply alone can show: how it comes, what it comes through, and two connections at once. */
export interface Trial {
  /** The clause that it is made for. */
  readonly clause: ClauseId;
  /** What the client gets, in words that can follow "opens on". */
  readonly title: string;
  /** Rejects with `Unreachable` where the client makes no connection, which shows nothing. */
  play(): Promise<Tried>;
}

export interface TrialOptions {
  /** Ends it early. */
  readonly signal?: AbortSignal | undefined;
  /** Called whenever a trial has ended. */
  readonly onProgress?: () => void;
}

/** A fault has to be seen so many times more, each time. */
const repetitions = 4;

/** Plays trials one after the other, and those that show a fault again. */
export async function gatherTrials(
  trials: readonly Trial[],
  { signal, onProgress }: TrialOptions,
): Promise<Gathered> {
  const counts = new Map<ClauseId, number>();
  const exhibits: Exhibit[] = [];
  const flaky: FlakyExhibit[] = [];
  let cases = 0;
  for (const [number, trial] of trials.entries()) {
    if (signal?.aborted) break;
    const tried = await play(trial);
    onProgress?.();
    if (!tried) continue;
    cases += 1;
    const charges = tried.charges.filter(
      (charge) => !exhibits.some(({ clause }) => clause === charge.clause),
    );
    for (const clause of tried.shown) counts.set(clause, (counts.get(clause) ?? 0) + 1);
    for (const charge of charges) {
      const exhibit = show(charge, trial, tried, number);
      const again = await repeat(trial, charge, signal);
      if (again.isSteady) exhibits.push({ ...exhibit, again });
      else flaky.push({ ...exhibit, again });
    }
  }
  const ended = signal?.aborted ? interrupted : null;
  const fates = new Map(trials.map(({ clause }) => [clause, 'played'] as const));
  return { cases, counts, exhibits, flaky, ended, unplayed: 0, hasty: 0, fates };
}

async function play(trial: Trial): Promise<Tried | null> {
  try {
    return await trial.play();
  } catch (error) {
    if (error instanceof Unreachable) return null;
    throw error;
  }
}

async function repeat(trial: Trial, { clause }: Charge, signal: AbortSignal | undefined) {
  let seen = 0;
  let of = 0;
  for (; of < repetitions && !signal?.aborted; of += 1) {
    const tried = await play(trial);
    if (tried?.charges.some((charge) => charge.clause === clause)) seen += 1;
  }
  return { seen, of, isSteady: seen === of };
}

function show(charge: Charge, { title }: Trial, tried: Tried, number: number): Exhibit {
  const fault = weigh(charge, plainReply);
  const { requested, reply, behind } = tried;
  return {
    ...{ clause: fault.clause, fault, also: [], number, deed: tell(charge, title) },
    ...{ request: requested, response: reply, ...(behind.length > 0 ? { behind } : {}) },
    replay: `ws101 verify client --only ${fault.clause}`,
  };
}

function tell(charge: Charge, title: string): string {
  if (charge.kind === 'accepted') return `Opens on ${title}`;
  if (charge.kind === 'refused') return `Fails on ${title}`;
  if (charge.kind === 'gone') return `Crashes on ${title}`;
  return `${tellSent(charge)}, on ${title}`;
}
