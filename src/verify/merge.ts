import { isDeepStrictEqual } from 'node:util';
import { type ClauseId, clauseIds } from '../../models/clauses.ts';
import type { ChoiceResult, Verdict } from './report.ts';
import type { ServerReport } from './server-report.ts';

export type Merged =
  | { readonly ok: true; readonly report: ServerReport }
  | { readonly ok: false; readonly problem: string };

/** What is the same in all shards of one run. */
const common = ['version', 'target', 'seed', 'runs', 'declared'] as const;

/** Joins the reports of all shards of one run to the report that the run would have given without them. */
export function mergeReports(reports: readonly ServerReport[]): Merged {
  const shards = reports.toSorted((a, b) => (a.shard?.index ?? 0) - (b.shard?.index ?? 0));
  const [first] = shards;
  if (!first) return { ok: false, problem: 'no report was given' };
  const problem = findMismatch(first, shards) ?? findGap(first, shards);
  return problem === null ? { ok: true, report: join(first, shards) } : { ok: false, problem };
}

function findMismatch(first: ServerReport, shards: readonly ServerReport[]): string | null {
  const key = common.find((name) => shards.some((each) => !isDeepStrictEqual(each[name], first[name])));
  if (key !== undefined) return `the reports are of different runs: ${key} is not the same in all`;
  const ids = first.clauses.map(({ id }) => id);
  const isSame = shards.every((each) =>
    isDeepStrictEqual(
      each.clauses.map(({ id }) => id),
      ids,
    ),
  );
  return isSame ? null : 'the reports are of different runs: clauses are not the same in all';
}

function findGap({ shard }: ServerReport, shards: readonly ServerReport[]): string | null {
  if (!shard || shards.some((each) => each.shard?.count !== shard.count)) {
    return 'the reports are no shards of one run: each has to come of --shard I/N with the same N';
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

function join(first: ServerReport, shards: readonly ServerReport[]): ServerReport {
  const { shard: _, ...others } = first;
  const clauses = joinResults(shards.map((each) => each.clauses));
  const count = (verdict: Verdict) => clauses.filter((result) => result.verdict === verdict).length;
  const starts = shards.map(({ startedAt }) => Date.parse(startedAt));
  const ends = shards.map(({ durationMs }, at) => (starts[at] ?? 0) + durationMs);
  return {
    ...others,
    startedAt: new Date(Math.min(...starts)).toISOString(),
    durationMs: Math.max(...ends) - Math.min(...starts),
    summary: {
      clauses: { pass: count('pass'), fail: count('fail'), warn: count('warn'), untested: count('untested') },
      cases: shards.reduce((sum, { summary }) => sum + summary.cases, 0),
    },
    clauses,
    choices: joinResults(shards.map((each) => each.choices)),
    findings: firstOfEach(shards.flatMap(({ findings }) => findings)),
    notes: firstOfEach(shards.flatMap(({ notes }) => notes)),
    // No finding of any shard needed it.
    unusedWaivers: first.unusedWaivers.filter((waiver) =>
      shards.every((each) => each.unusedWaivers.some((other) => isDeepStrictEqual(other, waiver))),
    ),
  };
}

const worst: readonly Verdict[] = ['fail', 'warn', 'pass', 'untested'];

function joinResults<R extends ChoiceResult>(lists: readonly (readonly R[])[]): readonly R[] {
  const [first = [], ...others] = lists;
  return first.map((result, at) => {
    const all = [result, ...others.flatMap((list) => list[at] ?? [])];
    return {
      ...result,
      verdict: worst.find((verdict) => all.some((each) => each.verdict === verdict)) ?? result.verdict,
      cases: all.reduce((sum, { cases }) => sum + cases, 0),
    };
  });
}

/** For each clause, in the order of the register, what the earliest case has shown. */
function firstOfEach<T extends { readonly clause: ClauseId; readonly case?: number }>(
  entries: readonly T[],
): readonly T[] {
  const sorted = entries.toSorted((a, b) => (a.case ?? 0) - (b.case ?? 0));
  return clauseIds.flatMap((id) => sorted.find(({ clause }) => clause === id) ?? []);
}
