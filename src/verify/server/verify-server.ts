import type { ClauseId } from '../../../models/clauses.ts';
import { findDefectsInTime } from '../explain/defect.ts';
import { acceptance, type RequestCase } from '../judge/case.ts';
import { isBusy } from '../judge/oracle.ts';
import type { Target } from '../judge/target.ts';
import type { Answer } from '../peer/answer.ts';
import { findAddress, type Probed, Unreachable } from '../peer/probe.ts';
import { buildReport, type OnKept, type RunHead, tellKept } from '../report/builder.ts';
import { describeDeclared } from '../report/declared.ts';
import { gatherNothing, gatherPlayed } from '../report/gathered.ts';
import { showUrl } from '../report/placeholder.ts';
import { isFailure, type Report } from '../report/report.ts';
import { Floods } from '../run/flood.ts';
import { Interrupted, stopAtSignal, unlessAborted } from '../run/interruption.ts';
import { type Played, Player } from '../run/player.ts';
import { isPartOf, type Sharding } from '../run/shard.ts';
import { waitForReturn } from '../run/subject.ts';
import { calibrate, calibrateAtFirst, canonicalCase } from './calibration.ts';
import { keyOf, serverCases } from './case/request-case.ts';
import { selectCases } from './case/select-case.ts';
import { hintDropped, tellDropped } from './dropped.ts';
import { exhibit, showOctets } from './exhibit.ts';
import { measurePace } from './pace.ts';
import { learnPolicy, type Policy } from './policy.ts';
import { tellSilence } from './silent-target.ts';
import { createServerSubject, type ServerSubject } from './subject.ts';

export interface VerifyServerOptions extends Sharding {
  /** The same seed gives the same cases. */
  readonly seed: number;
  /** Variants of each row. Default 40. */
  readonly runs?: number;
  /** Clauses to report on; empty for all. */
  readonly only?: readonly ClauseId[];
  /** Connections at once. Default 8. */
  readonly concurrency?: number;
  /** Milliseconds that one request may take. Default 2,000. */
  readonly timeout?: number;
  readonly onProgress?: (done: number, total: number) => void;
  /** Called at the end for each clause that passes, with an exchange that shows it as a report has them, where a single one does. */
  readonly onKept?: OnKept;
  /** Ends the run early once it is aborted: the report has what was found until then, and is `partial`. */
  readonly signal?: AbortSignal | undefined;
}

/** The result of a verification: a report, or why there is none. */
export type Verification =
  | { readonly ok: true; readonly report: Report }
  | { readonly ok: false; readonly problem: string };

const defaults = { runs: 40, concurrency: 8, timeout: 2_000 };

/** Holds a server against the server's table, over sockets. */
export async function verifyServer(
  version: string,
  declared: Target,
  options: VerifyServerOptions,
): Promise<Verification> {
  const run = { ...defaults, ...options };
  const { seed, runs, concurrency, timeout, only = [], onProgress, onKept, signal } = run;
  const isPart = isPartOf(run);
  const head: Omit<RunHead, 'policy'> = {
    version,
    mode: 'server',
    target: showUrl(declared),
    seed,
    runs,
    startedAt: new Date(),
    only,
    declared: describeDeclared(declared.options, declared.areSecretsShown),
    actor: 'server',
    isPart,
  };
  const unlessStopped = <T>(work: () => Promise<T>) => unlessAborted(signal, work);
  try {
    const address = await unlessStopped(() => findAddress(declared));
    const calibration = await unlessStopped(() => calibrateAtFirst(declared, address, timeout));
    const { target, ok: isOpen, problem } = calibration;
    if (!isOpen && !calibration.isSpoilt) return { ok: false, problem };
    const { timeoutFactor, pause } = await unlessStopped(() => measurePace(target, address, timeout));
    const floods = new Floods();
    const watched = floods.watch(createServerSubject(target, address, timeout, pause));
    const subject = stopAtSignal(watched, signal);
    // Where a right opening has a wrong answer, that is found, and refusals of others show nothing.
    const cases = isOpen
      ? serverCases(target, seed, runs)
      : { literals: [canonicalCase(target, keyOf(seed, 0))], drawn: [], total: 1 };
    const isWanted = isOpen && (only.length > 0 || isPart) ? selectCases(only, run, cases) : undefined;
    const player = new Player(subject, { concurrency, isWanted, onProgress, timeoutFactor, signal });
    const played = await player.play(cases);
    const isEmpty = played.tally.cases + played.losses.length === 0;
    if (isEmpty && !signal?.aborted && (played.ended !== null || !isPart))
      return { ok: false, problem: played.ended ?? 'no case shows what was asked for' };
    const behind = await lookBehind(played, isOpen, { target, address, subject, seed, signal });
    if (!behind.ok) return behind;
    const { ended } = behind;
    const explained = await findDefectsInTime({ ...played, ended }, subject, signal);
    const told = gatherPlayed(played, explained, {
      exhibit: (defect) => exhibit(defect, declared),
      show: (each) => showOctets(each, declared),
    });
    const { answers } = played.tally;
    const policy = { ...behind.policy, statuses: answers };
    const gathered = {
      ...told,
      ended: isOpen ? told.ended : problem,
      exhibits: hintDropped(told.exhibits, answers),
      notes: [...tellSilence(target), ...floods.tell(acceptance), ...tellDropped(answers)],
    };
    const report = buildReport({ ...head, policy }, gathered);
    tellKept(report, gathered, onKept);
    const isFound = report.findings.some(isFailure);
    return isOpen || isFound ? { ok: true, report } : { ok: false, problem };
  } catch (error) {
    if (error instanceof Unreachable) return { ok: false, problem: error.message };
    if (!(error instanceof Interrupted)) throw error;
    return { ok: true, report: buildReport({ ...head, policy: {} }, gatherNothing(error.message)) };
  }
}

/** What is known once all cases were played: the policy, and whether the run came to its end. */
type Behind =
  | { readonly ok: true; readonly policy: Policy; readonly ended: string | null }
  | { readonly ok: false; readonly problem: string };

interface Asked {
  readonly target: Target;
  readonly address: string;
  readonly subject: ServerSubject;
  readonly seed: number;
  readonly signal: AbortSignal | undefined;
}

/** To learn the policy takes odd requests as well. They come after the cases, whose effect is known. */
async function lookBehind(
  played: Played<RequestCase, Probed>,
  isOpen: boolean,
  { target, address, subject, seed, signal }: Asked,
): Promise<Behind> {
  if (!isOpen || played.ended !== null) return { ok: true, policy: {}, ended: played.ended };
  try {
    const policy = await unlessAborted(signal, () => learnSurely(target, address, subject, seed));
    const { ok, problem, answer } = await unlessAborted(signal, () =>
      calibrate(target, address, subject.timeout),
    );
    // A server that was asked too often may need a while before it takes more connections.
    const isTooBusy = isBusy(answer.reply?.status ?? 0);
    const isBack = ok || (await (isTooBusy ? waitForReturn(subject) : recovers(subject, answer)));
    if (!isBack) return { ok: false, problem: `at the end of the run ${problem}${tellLast(played)}` };
    const isOdd = !ok && !isTooBusy;
    return {
      ok: true,
      policy: isOdd ? { unlearnt: `behind what was asked ${problem}` } : policy,
      ended: null,
    };
  } catch (error) {
    if (error instanceof Interrupted) return { ok: true, policy: {}, ended: error.message };
    if (!(error instanceof Unreachable)) throw error;
    return { ok: true, policy: {}, ended: `the target went away at the end of the run: ${error.message}` };
  }
}

/** Behind which case the target may have been lost. */
function tellLast({ lastOpened }: Pick<Played<RequestCase, Probed>, 'lastOpened'>): string {
  if (lastOpened === null) return '; no opening of the run was answered rightly';
  return `; the last opening that was answered rightly is that of case ${lastOpened.number} (${lastOpened.title})`;
}

/** So many more openings are sent before it is said that the target does not take any. */
const moreOpenings = 20;

/** Whether the target takes an opening soon: an odd request may have left something behind for the next ones alone. */
async function recovers(subject: ServerSubject, { end }: Answer): Promise<boolean> {
  for (let nth = 0; nth < moreOpenings && end !== 'late'; nth += 1) if (await subject.isAlive()) return true;
  return false;
}

/** Learns the policy. If the target goes away meanwhile and comes back, that is noted, and the run goes on. */
async function learnSurely(
  target: Target,
  address: string,
  subject: ServerSubject,
  seed: number,
): Promise<Policy> {
  try {
    return await learnPolicy(target, address, subject.timeout, seed);
  } catch (error) {
    if (error instanceof Unreachable && (await waitForReturn(subject))) {
      return { unlearnt: `the target went away while it was asked: ${error.message}` };
    }
    throw error;
  }
}
