import * as v from 'valibot';
import { isClauseId } from '../../../models/clauses.ts';
import { spellings } from '../../arbitraries/index.ts';
import type { Declared } from '../../verify/report/declared.ts';
import type { Finding, Report } from '../../verify/report/report.ts';
import { isToken } from '../../wire/index.ts';
import { readJson } from '../file.ts';
import type { Io } from '../io.ts';
import { tellIssues } from '../json-issue.ts';
import { UsageError } from '../usage-error.ts';

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

/** Characters of base64 that one message has at most, and pieces that one request is sent in. */
const mostOctets = 4 * 2 ** 20;
const mostPieces = 4_096;

// The schema of valibot overflows the stack with a few million characters.
const octets = v.pipe(
  v.string(),
  v.maxLength(mostOctets, 'fewer octets'),
  v.check((text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text), 'it is not base64'),
);
const clauseId = v.pipe(
  v.string(),
  v.check(isClauseId, ({ received }) => `no clause has the id ${received}`),
);
const length = v.pipe(v.number(), v.integer(), v.minValue(1));
const offset = v.pipe(v.number(), v.integer(), v.minValue(0));
const place = v.pipe(
  v.string(),
  v.regex(/^(?:(?:header|query|cookie):[!-<>-~]+|subprotocol|first-message)$/, 'the place of a credential'),
);
const fieldName = v.pipe(v.string(), v.check(isToken, 'it is not a token (RFC 9110 §5.6.2)'));
const version = v.pipe(
  v.string(),
  v.maxLength(64, 'a version'),
  v.regex(/^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/, 'a version'),
);

// Keys that later versions add are let through.
const recipe = v.looseObject({
  spans: v.pipe(
    v.array(
      v.looseObject({
        start: offset,
        end: offset,
        nth: v.exactOptional(offset),
        of: v.picklist(['accept', 'subprotocol', 'authority', 'resource', 'credential']),
        spelling: v.picklist(Object.keys(spellings)),
      }),
    ),
    v.maxLength(mostPieces, `at most ${mostPieces} spans`),
  ),
  changes: v.exactOptional(
    v.array(
      v.looseObject({
        clause: clauseId,
        refusedAs: v.nullable(clauseId),
        guard: v.nullable(v.string()),
        part: v.string(),
      }),
    ),
  ),
  prefix: v.exactOptional(offset),
  cutBy: v.exactOptional(v.number()),
});
const sent = {
  clause: clauseId,
  request: octets,
  response: octets,
  pieces: v.exactOptional(v.pipe(v.array(length), v.maxLength(mostPieces, `at most ${mostPieces} pieces`))),
  rest: v.exactOptional(length),
  behind: v.exactOptional(octets),
  came: v.exactOptional(offset),
  forwarded: v.exactOptional(octets),
  answered: v.exactOptional(octets),
  pair: v.exactOptional(v.string()),
  trial: v.exactOptional(v.string()),
  recipe: v.exactOptional(recipe),
};
const text = v.exactOptional(v.string());
const told = { title: text, expected: text, observed: text };
/** In a report of an earlier version, how often it was seen stands there. */
const seen = v.pipe(
  v.union([
    v.number(),
    v.array(
      v.object({
        side: v.picklist(['request', 'response', 'forwarded', 'answered']),
        start: v.pipe(v.number(), v.integer(), v.minValue(0)),
        end: v.pipe(v.number(), v.integer(), v.minValue(0)),
      }),
    ),
  ]),
  v.transform((value) => (typeof value === 'number' ? [] : value)),
);
const finding = v.looseObject({
  ...sent,
  ...told,
  level: v.picklist(['MUST', 'SHOULD']),
  hint: text,
  tags: v.exactOptional(v.array(v.string())),
  seen: v.exactOptional(seen),
  again: v.exactOptional(v.object({ seen: v.number(), of: v.number() })),
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
  auth: v.exactOptional(place),
  header: v.exactOptional(v.array(fieldName)),
});
const head = { tool: v.literal('ws101'), schema: v.literal(1), target: v.string() };
const result = {
  id: v.string(),
  verdict: v.picklist(['pass', 'fail', 'warn', 'untested']),
  cases: v.number(),
  note: v.exactOptional(v.string()),
  why: v.exactOptional(v.picklist(['notApplicable', 'notShown', 'unplayed'])),
  reason: v.exactOptional(v.string()),
  unlock: v.exactOptional(v.string()),
  waived: v.exactOptional(v.string()),
};
const reportSchema = v.looseObject({
  ...head,
  version,
  mode: v.picklist(['server', 'client', 'proxy']),
  seed: v.number(),
  runs: v.number(),
  startedAt: v.pipe(
    v.string(),
    v.isoTimestamp(),
    v.check((text) => !Number.isNaN(Date.parse(text)), 'there is no such time'),
  ),
  durationMs: v.number(),
  summary: v.looseObject({ cases: v.number() }),
  clauses: v.array(v.looseObject({ ...result, level: v.picklist(['MUST', 'SHOULD']) })),
  choices: v.array(v.looseObject(result)),
  findings: v.array(finding),
  notes: v.array(v.looseObject({ clause: clauseId, title: v.string(), case: v.exactOptional(v.number()) })),
  flaky: v.exactOptional(
    v.array(v.looseObject({ ...sent, ...told, seen: v.number(), of: v.number(), case: v.number() })),
  ),
  policy: v.record(v.string(), v.unknown()),
  declared,
  unusedWaivers: v.array(v.looseObject({ reason: v.string() })),
  ended: v.exactOptional(v.string()),
  unplayed: v.exactOptional(v.number()),
  shard: v.exactOptional(
    v.looseObject({ index: length, count: v.pipe(length, v.maxValue(99_999, 'fewer parts')) }),
  ),
});
const findingSchema = v.looseObject({
  ...head,
  mode: v.optional(v.picklist(['server', 'client', 'proxy']), 'server'),
  declared,
  seed: v.exactOptional(v.number()),
  runs: v.exactOptional(v.number()),
  finding,
  version: v.exactOptional(version),
});

/** @throws UsageError that names the file and what is wrong in it */
export async function readReport(path: string, io: Io): Promise<Report> {
  const json = await readJson(path, io);
  return checkReport(path, json);
}

async function checkReport(path: string, json: unknown): Promise<Report> {
  check(path, reportSchema, json, 'not a report of ws101 verify');
  const { remakeReport } = await import('./remake.ts');
  return remakeReport(json as Report, path); // what is read of it was checked
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
    const { mode = 'server' } = read;
    const { remakeFinding } = await import('./remake.ts');
    const origin = { mode, target: read.target, declared: read.declared, file: path };
    return { ...read, mode, finding: checkSent(path, mode, remakeFinding(read.finding, origin)) };
  }
  const { findings, ...report } = await checkReport(path, json);
  const own = findings.filter((each) => clause === undefined || each.clause === clause);
  // A clause may be broken by a defect that has its finding elsewhere.
  const [only, ...more] =
    own.length > 0 ? own : findings.filter(({ also }) => also?.some((id) => id === clause));
  // Of several of one clause the first is the one.
  if (only && (more.length === 0 || clause !== undefined))
    return { ...report, finding: checkSent(path, report.mode, only) };
  const those = findings.map((each) => `  ${each.clause}`).join('\n');
  const what = clause === undefined ? 'several findings' : `no finding of ${clause}`;
  throw new UsageError(
    findings.length === 0
      ? `${path} has no finding`
      : `${path} has ${what}; choose one with --clause:\n${those}`,
  );
}

/** What is sent to a server again is a request, and its pieces are parts of that. */
function checkSent(path: string, mode: Report['mode'], finding: Finding): Finding {
  if (mode !== 'server') return finding;
  for (const { clause, request, pieces = [], rest = 0 } of finding.after
    ? [finding.after, finding]
    : [finding]) {
    const { length } = Buffer.from(request, 'base64');
    if (length === 0)
      throw new UsageError(`${path} has no request of ${clause}, so nothing can be sent again`);
    if (pieces.reduce((sum, each) => sum + each, rest) > length)
      throw new UsageError(`${path} has a request of ${clause} that is shorter than its pieces`);
  }
  return finding;
}

function check(path: string, schema: v.GenericSchema, json: unknown, problem: string): void {
  const result = v.safeParse(schema, json, { abortPipeEarly: true });
  if (result.success) return;
  const [issue] = result.issues;
  throw new UsageError(`${path} is ${problem}:\n${tellIssues([issue])}`);
}
