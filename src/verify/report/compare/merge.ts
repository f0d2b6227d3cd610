import { isDeepStrictEqual } from 'node:util';
import { type ClauseId, clauseIds } from '../../../../models/clauses.ts';
import { listImplied } from '../../../../models/verdict/implication.ts';
import { findingOf } from '../description.ts';
import {
  type ChoiceResult,
  type ClauseResult,
  type ClauseVerdict,
  type Finding,
  type Flaky,
  isFailure,
  type Report,
} from '../report.ts';
import { summarize } from '../summary.ts';
import { isKeptUnproven, joinUnshown, type RunSeen } from '../unshown.ts';
import { findWaived } from './waiver.ts';

export type Merged =
  | { readonly ok: true; readonly report: Report }
  | { readonly ok: false; readonly problem: string };

/** What is the same in all shards of one run. */
const common = ['version', 'target', 'seed', 'runs', 'declared'] as const;

/** Joins the reports of all shards of one run to the report that the run would have given without them. */
export function mergeReports(reports: readonly Report[]): Merged {
  const shards = reports.toSorted((a, b) => (a.shard?.index ?? 0) - (b.shard?.index ?? 0));
  const [first] = shards;
  if (!first) return { ok: false, problem: 'no report was given' };
  const problem = findMismatch(first, shards) ?? findGap(first, shards);
  return problem === null ? { ok: true, report: join(first, shards) } : { ok: false, problem };
}

function findMismatch(first: Report, shards: readonly Report[]): string | null {
  const key = common.find((name) => shards.some((each) => !isDeepStrictEqual(each[name], first[name])));
  if (key !== undefined) return `the reports are of different runs: their ${key} differs`;
  const idsOf = ({ clauses, choices }: Report) => [...clauses, ...choices].map(({ id }) => id).toSorted();
  const isSame = shards.every((each) => isDeepStrictEqual(idsOf(each), idsOf(first)));
  return isSame ? null : 'the reports are of different runs: their clauses differ';
}

function findGap({ shard }: Report, shards: readonly Report[]): string | null {
  if (!shard || shards.some((each) => each.shard?.count !== shard.count)) {
    return 'the reports are not shards of one run: each must come from --shard I/N with the same N';
  }
  const indices = shards.map((each) => each.shard?.index);
  const twice = indices.find((index, at) => indices.indexOf(index) !== at);
  if (twice !== undefined) return `shard ${twice}/${shard.count} was given twice`;
  const all = Array.from({ length: shard.count }, (_, at) => at + 1);
  const missing = all.filter((index) => !indices.includes(index));
  return missing.length === 0
    ? null
    : `missing: ${missing.map((n) => `shard ${n}/${shard.count}`).join(', ')}`;
}

function join(first: Report, shards: readonly Report[]): Report {
  const { shard: _, ...others } = first;
  // A clause of level MAY is owed where it was seen broken.
  const owed = new Map(shards.flatMap((each) => each.clauses.map((result) => [result.id, result.level])));
  const findings = joinFindings(shards.flatMap((each) => each.findings));
  const results = joinResults(first, shards);
  const clauses = results.flatMap(({ id, source, ...result }): readonly ClauseResult[] => {
    const level = owed.get(id);
    return level === undefined ? [] : [{ id, source, level, ...result, ...findWaived(id, findings) }];
  });
  const starts = shards.map(({ startedAt }) => Date.parse(startedAt));
  const ends = shards.map(({ durationMs }, at) => (starts[at] ?? 0) + durationMs);
  const ended = [...new Set(shards.flatMap((shard) => shard.ended ?? []))];
  const unplayed = shards.flatMap((shard) => shard.unplayed ?? []);
  const flaky = joinFlaky(shards.flatMap((shard) => shard.flaky ?? []));
  return {
    ...others,
    startedAt: new Date(Math.min(...starts)).toISOString(),
    durationMs: Math.max(...ends) - Math.min(...starts),
    summary: summarize(
      { clauses, findings, flaky },
      shards.reduce((sum, { summary }) => sum + summary.cases, 0),
    ),
    clauses,
    choices: results.filter(({ id }) => !owed.has(id)),
    findings,
    // A note is left out where another shard has a finding of the same clause.
    notes: firstOfEach(shards.flatMap(({ notes }) => notes)).filter(
      ({ clause }) => !findingOf(findings, clause),
    ),
    flaky,
    policy: joinPolicies(shards.map(({ policy }) => policy)),
    // No finding of any shard needed it.
    unusedWaivers: first.unusedWaivers.filter((waiver) =>
      shards.every((each) => each.unusedWaivers.some((other) => isDeepStrictEqual(other, waiver))),
    ),
    ...(ended.length === 0 ? {} : { partial: true, ended: ended.join('; ') }),
    ...(unplayed.length === 0 ? {} : { unplayed: unplayed.reduce((sum, count) => sum + count, 0) }),
  };
}

const worst: readonly ClauseVerdict[] = ['fail', 'warn', 'pass', 'untested'];

/** What all shards have shown of each clause, in the order of the register. */
function joinResults(run: Report, shards: readonly Report[]): readonly ChoiceResult[] {
  const all = shards.flatMap((each): readonly ChoiceResult[] => [...each.clauses, ...each.choices]);
  const shown = new Set(all.filter(({ cases }) => cases > 0).map(({ id }) => id));
  const broken = new Set(
    all.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ id }) => id),
  );
  const seen: RunSeen = {
    ...run,
    dispositions: new Map(),
    hasEnded: false,
    isPart: false,
    isShown: (id) => shown.has(id),
    isBroken: (id) => broken.has(id),
  };
  return clauseIds.flatMap((id) => {
    const own = all.filter((result) => result.id === id);
    const heaviest = worst.find((each) => own.some((result) => result.verdict === each));
    const [first] = own;
    if (!first || heaviest === undefined) return [];
    const verdict = weighMerit(heaviest, own, isKeptUnproven(id, seen));
    const note = verdict === 'pass' ? own.find((result) => result.note !== undefined)?.note : undefined;
    return {
      id,
      source: first.source,
      verdict,
      cases: own.reduce((sum, { cases }) => sum + cases, 0),
      ...(note === undefined ? {} : { note }),
      ...(verdict === 'untested' ? joinUnshown(id, own, seen) : {}),
    };
  });
}

/** Whether a clause was ever shown to be kept is known of all shards together, and by no single one. */
function weighMerit(
  verdict: ClauseVerdict,
  own: readonly ChoiceResult[],
  isUnproven: boolean,
): ClauseVerdict {
  if (verdict === 'pass' && isUnproven) return 'untested';
  const isKept = own.some(({ cases, why }) => cases > 0 && why === 'notApplicable');
  return verdict === 'untested' && isKept && !isUnproven ? 'pass' : verdict;
}

/** The earliest finding of each clause, with the other clauses that the same defect breaks. */
function joinFindings(findings: readonly Finding[]): readonly Finding[] {
  const firsts = firstOfEach(findings, (finding) => Number(isFailure(finding)));
  const alsoOf = new Map(firsts.map(({ clause }) => [clause, breaksBeside(clause, findings)]));
  const leads = (one: Finding, other: Finding) =>
    alsoOf.get(one.clause)?.has(other.clause) && (isFailure(one) || !isFailure(other));
  const isLed = (finding: Finding) => firsts.some((one) => one !== finding && leads(one, finding));
  const own = new Set(firsts.filter((finding) => !isLed(finding)).map(({ clause }) => clause));
  const seen = new Set(findings.flatMap(({ clause, also = [] }) => [clause, ...also]));
  return firsts
    .filter(({ clause }) => own.has(clause))
    .map(({ also: _, guards: __, ...finding }) => {
      const broken = alsoOf.get(finding.clause);
      const also = clauseIds.filter((id) => broken?.has(id) && seen.has(id) && !own.has(id));
      const alike = findings.filter(({ clause }) => clause === finding.clause || also.includes(clause));
      const guards = [...new Set(alike.flatMap((each) => each.guards ?? []))].sort();
      return {
        ...finding,
        ...(also.length === 0 ? {} : { also }),
        ...(guards.length === 0 ? {} : { guards }),
      };
    });
}

/** The other clauses that the same defect breaks, by any of its findings or by the rows of implications. */
function breaksBeside(clause: ClauseId, findings: readonly Finding[]): ReadonlySet<ClauseId> {
  const alike = findings.filter((each) => each.clause === clause);
  const implied = listImplied(clause, ['acceptedFaults', 'replies']);
  return new Set([...alike.flatMap(({ also = [] }) => also), ...implied]);
}

/** For each clause, in the order of the register, the entry that weighs most; of several the earliest. */
function firstOfEach<T extends { readonly clause: ClauseId; readonly case?: number }>(
  entries: readonly T[],
  weigh: (entry: T) => number = () => 0,
): readonly T[] {
  const sorted = entries.toSorted((a, b) => weigh(b) - weigh(a) || (a.case ?? 0) - (b.case ?? 0));
  return clauseIds.flatMap((id) => sorted.find(({ clause }) => clause === id) ?? []);
}

/** The earliest of each clause, with how often all of them were seen. */
function joinFlaky(all: readonly Flaky[]): readonly Flaky[] {
  return firstOfEach(all).map((first) => {
    const own = all.filter(({ clause }) => clause === first.clause);
    const sum = (key: 'seen' | 'of') => own.reduce((total, each) => total + each[key], 0);
    return { ...first, seen: sum('seen'), of: sum('of') };
  });
}

/** Joins what the shards have learnt: plain values are those of the first shard, and lists have the values of all. */
function joinPolicies(policies: readonly Report['policy'][]): Report['policy'] {
  const [first = {}, ...others] = policies;
  const joined = Object.entries(first).map(([name, value]) => {
    if (!isRecord(value)) return [name, value] as const;
    const records = [value, ...others.flatMap((policy) => (isRecord(policy[name]) ? [policy[name]] : []))];
    const keys = [...new Set(records.flatMap((record) => Object.keys(record)))];
    return [
      name,
      Object.fromEntries(keys.map((key) => [key, joinLists(records.map((record) => record[key]))])),
    ] as const;
  });
  return Object.fromEntries(joined);
}

function joinLists(values: readonly unknown[]): unknown {
  const lists = values.filter((value) => Array.isArray(value));
  return lists.length === 0 ? values.find((value) => value !== undefined) : [...new Set(lists.flat())].sort();
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
