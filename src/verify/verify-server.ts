import type { ClauseId } from '../../models/clauses.ts';
import { writeRequestMessage } from '../arbitraries/index.ts';
import { calibrate } from './calibration.ts';
import { judgeAnswer, judgeCase, type Verdict } from './judgement.ts';
import { findFaults } from './oracle.ts';
import { type Answer, findAddress, probe, Unreachable } from './probe.ts';
import type { Report } from './report.ts';
import { shrinkMessage } from './shrink.ts';
import { clausesShown } from './switch-check.ts';
import { canonicalMessage, sampleKey, type Target } from './target.ts';
import { targetCases } from './target-case.ts';
import { learnPolicy } from './target-policy.ts';
import { buildTargetReport, type Numbered, type Shown, type Smallest } from './target-report.ts';

export interface VerifyServerOptions {
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
  /** The part of the cases to play: every `count`th, from the `index`th on; `index` counts from 0. Default all. */
  readonly shard?: { readonly index: number; readonly count: number };
  readonly onProgress?: (done: number, total: number) => void;
}

/** What came of a verification: a report, or why there can be none. */
export type Verification =
  | { readonly ok: true; readonly report: Report }
  | { readonly ok: false; readonly problem: string };

const weights = { note: 0, SHOULD: 1, MUST: 2 } as const;

const defaults = { runs: 40, concurrency: 8, timeout: 2_000, shard: { index: 0, count: 1 } };

/** Holds a server against the server's table, over sockets. */
export async function verifyTarget(
  version: string,
  declared: Target,
  options: VerifyServerOptions,
): Promise<Verification> {
  const { seed, runs, concurrency, timeout, only = [], shard, onProgress } = { ...defaults, ...options };
  const startedAt = new Date();
  try {
    const address = await findAddress(declared);
    const calibration = await calibrate(declared, address, timeout);
    if (!calibration.ok) return { ok: false, problem: calibration.problem };
    const { target } = calibration;
    const policy = await learnPolicy(target, address, timeout);
    const all = targetCases(target, seed, runs).map((current, number) => ({ ...current, number }));
    const { index, count } = shard;
    const cases = all
      .filter(({ clause }) => only.length === 0 || only.includes(clause))
      .filter(({ number }) => number % count === index);
    const shown = await playCases(cases, { target, address, timeout, concurrency, onProgress });
    const again = await calibrate(target, address, timeout);
    if (!again.ok) return { ok: false, problem: `at the end of the run ${again.problem}` };
    const findings = await shrinkFindings(shown, { target, address, timeout });
    return {
      ok: true,
      report: buildTargetReport(
        version,
        { declared, seed, runs, startedAt, policy, cases: cases.length, only },
        shown,
        findings,
      ),
    };
  } catch (error) {
    if (error instanceof Unreachable) return { ok: false, problem: error.message };
    throw error;
  }
}

interface Play {
  readonly target: Target;
  readonly address: string;
  readonly timeout: number;
}

async function playCases(
  cases: readonly Numbered[],
  play: Play & {
    readonly concurrency: number;
    readonly onProgress?: VerifyServerOptions['onProgress'] | undefined;
  },
): Promise<ReadonlyMap<ClauseId, Shown>> {
  const { target, address, timeout, concurrency, onProgress } = play;
  const judged: (readonly [Answer, readonly Verdict[]])[] = [];
  let next = 0;
  let done = 0;
  async function work(): Promise<void> {
    for (let index = next++; index < cases.length; index = next++) {
      const current = cases[index];
      if (!current) return;
      const answer = await probe(target, address, current.pieces, timeout, current.frames).catch(
        (error: unknown) => {
          throw error instanceof Unreachable
            ? new Unreachable(`${error.message}; the target went away during the run, at "${current.title}"`)
            : error;
        },
      );
      judged[index] = [answer, judgeCase(current, answer, target)];
      done += 1;
      onProgress?.(done, cases.length);
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, cases.length) }, work));
  // What was late among others is asked again, alone and with patience: haste is nobody's fault.
  for (const [index, [answer, verdicts]] of [...judged.entries()]) {
    const current = cases[index];
    if (!current || answer.end !== 'late' || verdicts.length === 0) continue;
    const patient = await probe(target, address, current.pieces, 5 * timeout, current.frames);
    judged[index] = [patient, judgeCase(current, patient, target)];
    if (patient.end === 'late') break;
  }
  const shown = new Map<ClauseId, Shown>();
  const entryOf = (clause: ClauseId) => {
    const entry = shown.get(clause) ?? { cases: 0, worst: null };
    shown.set(clause, entry);
    return entry;
  };
  // In the order of the cases, whoever was answered first: the same seed gives the same report.
  cases.forEach((current, index) => {
    const [answer, verdicts] = judged[index] ?? [null, []];
    if (!answer) return;
    const told = verdicts.map(({ clause }) => clause);
    const seen = new Set([current.clause, ...clausesShown(answer), ...told]);
    for (const clause of seen) entryOf(clause).cases += 1;
    for (const verdict of verdicts) {
      const entry = entryOf(verdict.clause);
      if (entry.worst === null || weights[verdict.severity] > weights[entry.worst.verdict.severity]) {
        entry.worst = { verdict, current, answer };
      }
    }
  });
  return shown;
}

/** The smallest request that still shows each breach. */
async function shrinkFindings(
  shown: ReadonlyMap<ClauseId, Shown>,
  { target, address, timeout }: Play,
): Promise<ReadonlyMap<ClauseId, Smallest>> {
  const smallest = new Map<ClauseId, Smallest>();
  for (const [clause, { worst }] of shown) {
    if (!worst) continue;
    const { number } = worst.current;
    smallest.set(clause, {
      message: worst.current.message,
      answer: worst.answer,
      verdict: worst.verdict,
      number,
    });
    if (worst.current.frames) continue;
    const kind = kindOf(writeRequestMessage(worst.current.message), worst.answer, target);
    await shrinkMessage(worst.current.message, canonicalMessage(target, sampleKey), async (message) => {
      const octets = writeRequestMessage(message);
      const answer = await probe(target, address, [octets], timeout);
      const verdict = judgeAnswer(octets, answer, target, worst.current.clause).find(
        (each) => each.clause === clause,
      );
      if (!verdict || kindOf(octets, answer, target) !== kind) return false;
      smallest.set(clause, { message, answer, verdict, number });
      return true;
    });
  }
  return smallest;
}

/** Which rows find a fault in a request, and how it was answered: what a smaller one must not lose. */
function kindOf(octets: Uint8Array, { reply, end }: Answer, target: Target): string {
  const guards = findFaults(octets, target).map(({ guard }) => guard);
  return [...new Set(guards), reply?.status ?? end].join(' ');
}
