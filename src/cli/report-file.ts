import * as v from 'valibot';
import { isClauseId } from '../../models/clauses.ts';
import type { Declared } from '../verify/report/declared.ts';
import type { Finding, Report } from '../verify/report/report.ts';
import { readJson } from './file.ts';
import type { Io } from './io.ts';
import { tellIssues } from './json-issue.ts';
import { UsageError } from './usage-error.ts';

/** One finding in a file of its own, as `verify server --findings` writes it. */
export interface FindingFile {
  readonly tool: 'ws101';
  readonly version: string;
  readonly schema: 1;
  /** What was verified. */
  readonly mode: Report['mode'];
  /** The URL, without its secrets. */
  readonly target: string;
  readonly declared: Declared;
  /** Of the run that has found it. */
  readonly seed?: number;
  readonly runs?: number;
  readonly finding: Finding;
}

// Keys that later versions add are let through.
const sent = {
  clause: v.pipe(
    v.string(),
    v.check(isClauseId, ({ received }) => `no clause has the id ${received}`),
  ),
  request: v.pipe(v.string(), v.base64()),
  response: v.string(),
  pieces: v.exactOptional(v.array(v.pipe(v.number(), v.integer(), v.minValue(1)))),
  rest: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  forwarded: v.exactOptional(v.string()),
  answered: v.exactOptional(v.string()),
  pair: v.exactOptional(v.string()),
};
const finding = v.looseObject({
  ...sent,
  level: v.picklist(['MUST', 'SHOULD']),
  also: v.exactOptional(v.array(v.string())),
  guards: v.exactOptional(v.array(v.string())),
  after: v.exactOptional(v.looseObject(sent)),
  case: v.exactOptional(v.number()),
  waived: v.exactOptional(v.string()),
});
const names = v.exactOptional(v.array(v.string()));
const declared = v.looseObject({
  subprotocol: names,
  subprotocolRequired: v.exactOptional(v.boolean()),
  origin: names,
  versions: v.exactOptional(v.array(v.number())),
  keyCheck: v.exactOptional(v.picklist(['strict', 'length', 'presence'])),
  auth: v.exactOptional(v.string()),
  header: names,
});
const head = { tool: v.literal('ws101'), schema: v.literal(1), target: v.string() };
const results = v.array(
  v.looseObject({
    id: v.string(),
    verdict: v.picklist(['pass', 'fail', 'warn', 'untested']),
    cases: v.number(),
    note: v.exactOptional(v.string()),
    why: v.exactOptional(v.picklist(['notApplicable', 'notShown', 'unplayed'])),
    reason: v.exactOptional(v.string()),
    unlock: v.exactOptional(v.string()),
    waived: v.exactOptional(v.string()),
  }),
);
const reportSchema = v.looseObject({
  ...head,
  mode: v.picklist(['server', 'client', 'proxy']),
  seed: v.number(),
  runs: v.number(),
  startedAt: v.pipe(v.string(), v.isoTimestamp()),
  durationMs: v.number(),
  summary: v.looseObject({ cases: v.number() }),
  clauses: results,
  choices: results,
  findings: v.array(finding),
  notes: v.array(v.looseObject({ clause: v.string(), title: v.string(), case: v.exactOptional(v.number()) })),
  flaky: v.exactOptional(
    v.array(v.looseObject({ ...sent, seen: v.number(), of: v.number(), case: v.number() })),
  ),
  declared,
  unusedWaivers: v.array(v.looseObject({ reason: v.string() })),
  ended: v.exactOptional(v.string()),
  unplayed: v.exactOptional(v.number()),
  shard: v.exactOptional(v.looseObject({ index: v.number(), count: v.number() })),
});
const findingSchema = v.looseObject({
  ...head,
  mode: v.optional(v.picklist(['server', 'client', 'proxy']), 'server'),
  ...{ declared, seed: v.exactOptional(v.number()), runs: v.exactOptional(v.number()), finding },
});

/** @throws UsageError that names the file and what is wrong in it */
export async function readReport(path: string, io: Io): Promise<Report> {
  const json = await readJson(path, io);
  check(path, reportSchema, json, 'not a report of ws101 verify');
  return json as Report; // what is read of it was checked
}

/**
 * Reads one finding, from a file of its own or out of a report.
 *
 * @param clause which finding of a report, by its clause or one that it breaks too; it may be left out where there is one alone
 * @throws UsageError
 */
export async function readFinding(path: string, clause: string | undefined, io: Io): Promise<FindingFile> {
  const json = await readJson(path, io);
  if (typeof json !== 'object' || json === null || !('findings' in json)) {
    check(path, findingSchema, json, 'neither a finding nor a report of ws101 verify');
    const read = json as Omit<FindingFile, 'mode'> & Partial<FindingFile>; // what is read of it was checked
    return { ...read, mode: read.mode ?? 'server' };
  }
  check(path, reportSchema, json, 'not a report of ws101 verify');
  const { findings, ...report } = json as Report; // what is read of it was checked
  const own = findings.filter((each) => clause === undefined || each.clause === clause);
  // A clause may be broken by a defect that has its finding elsewhere.
  const [only, ...more] =
    own.length > 0 ? own : findings.filter(({ also }) => also?.some((id) => id === clause));
  // Of several of one clause the first is the one.
  if (only && (more.length === 0 || clause !== undefined)) return { ...report, finding: only };
  const those = findings.map((each) => `  ${each.clause}`).join('\n');
  const what = clause === undefined ? 'several findings' : `no finding of ${clause}`;
  throw new UsageError(
    findings.length === 0
      ? `${path} has no finding`
      : `${path} has ${what}; choose one with --clause:\n${those}`,
  );
}

function check(path: string, schema: v.GenericSchema, json: unknown, problem: string): void {
  const result = v.safeParse(schema, json);
  if (result.success) return;
  const [issue] = result.issues;
  throw new UsageError(`${path} is ${problem}:\n${tellIssues([issue])}`);
}
