import * as v from 'valibot';
import type { Row } from '../../../models/decisions/row.ts';
import { serverTable } from '../../../models/decisions/server.ts';
import { holds } from '../../../models/match.ts';
import type { Mark, Overlay } from '../../draw/overlay.ts';
import { tracePath } from '../../draw/trace-path.ts';
import { isFailure } from '../../verify/report/report.ts';
import { readJson } from '../file.ts';
import type { Io } from '../io.ts';
import { UsageError } from '../usage-error.ts';
import type { Drawable } from './diagram-machine.ts';

const results = v.array(
  v.looseObject({ id: v.string(), verdict: v.picklist(['pass', 'fail', 'warn', 'untested']) }),
);
const reportSchema = v.looseObject({
  tool: v.literal('ws101'),
  clauses: results,
  choices: results,
  findings: v.optional(
    v.array(
      v.looseObject({
        clause: v.string(),
        also: v.optional(v.array(v.string()), []),
        guards: v.optional(v.array(v.string()), []),
        level: v.picklist(['MUST', 'SHOULD']),
        tags: v.optional(v.array(v.string()), []),
      }),
    ),
    [],
  ),
  policy: v.optional(
    v.looseObject({
      plainHttp: v.optional(v.unknown()),
      subprotocolMismatch: v.optional(v.unknown()),
      statuses: v.optional(v.record(v.string(), v.unknown()), {}),
    }),
    {},
  ),
});
type Seen = v.InferOutput<typeof reportSchema>;

const markOf = {
  pass: 'passed',
  fail: 'failed',
  warn: 'warned',
  untested: 'untested',
} as const satisfies Record<string, Mark>;

/** What a report of `ws101 verify` says of a drawing. */
export interface Coverage extends Pick<Seen, 'findings'> {
  /** By the ids of clauses. */
  readonly marks: ReadonlyMap<string, Mark>;
  /** The choices that the target was seen to have made; what a row asks for beside them was not exercised. */
  readonly choices: Readonly<Record<string, string>>;
  /** The guards of the rows of the server's table of which each was played alone. */
  readonly played: ReadonlySet<string>;
}

/** Out of a report of any `ws101 verify`. @throws UsageError */
export async function readCoverage(file: string, io: Io): Promise<Coverage> {
  const result = v.safeParse(reportSchema, await readJson(file, io));
  if (!result.success) {
    const [issue] = result.issues;
    throw new UsageError(
      `${file} is not a report of ws101 verify: ${v.getDotPath(issue) ?? '(top)'}: ${issue.message}`,
    );
  }
  const { clauses, choices, findings, policy } = result.output;
  return {
    findings,
    marks: new Map([...clauses, ...choices].map(({ id, verdict }) => [id, markOf[verdict]])),
    choices: choicesIn(policy),
    played: new Set(Object.keys(policy.statuses ?? {})),
  };
}

/** The choices of the server's table, by what was learnt of a target. */
function choicesIn({ plainHttp, subprotocolMismatch }: Seen['policy']) {
  const answers: Readonly<Record<string, string>> = { 426: 'upgradeRequired', 400: 'badRequest' };
  return {
    ...(plainHttp === undefined ? {} : { plainHttp: answers[String(plainHttp)] ?? 'application' }),
    ...(subprotocolMismatch === undefined
      ? {}
      : { subprotocolMismatch: typeof subprotocolMismatch === 'number' ? 'refuse' : 'omit' }),
  };
}

/** Colours what cites a clause: the rules of a table, and the transitions that have one as their description. */
export function coverDrawable(drawable: Drawable, coverage: Coverage): Overlay {
  const { marks, choices } = coverage;
  if (drawable.kind === 'table') {
    const { id, rows } = drawable.table;
    const isUnmade = ({ when = {} }: Row) =>
      Object.entries(when).some(([name, choice]) => (choices[name] ?? choice) !== choice);
    // Of rows with one guard the first decides whose choices the target was seen to make.
    const isBehind = (row: Row) =>
      rows
        .slice(0, rows.indexOf(row))
        .some(({ guard, when = {} }) => guard === row.guard && holds(when, choices));
    const markOfRow = (row: Row) =>
      isUnmade(row) || isBehind(row)
        ? 'untested'
        : ((id === serverTable.id ? markOwn(row, coverage) : undefined) ?? marks.get(row.clause));
    return { rules: markAll(rows.map((row, place) => [place + 1, markOfRow(row)])) };
  }
  const { transitions } = drawable.diagram;
  return {
    transitions: markAll(transitions.map(({ id, description }) => [id, marks.get(description ?? '')])),
  };
}

/** What is known of a row, beside what is known of its clause, which other rows may have too; nothing where none of them is blamed. */
function markOwn({ guard, clause }: Row, { findings, marks, played }: Coverage): Mark | undefined {
  const isBlamed = (row: Row) => findings.some(({ guards }) => guards.includes(row.guard));
  const mark = marks.get(clause);
  const isBroken = mark === 'failed' || mark === 'warned';
  const own = findings.filter(({ guards }) => guards.includes(guard));
  if (own.length > 0 && isBroken) return mark;
  if (own.length > 0) return own.some(isFailure) ? 'failed' : 'warned';
  if (!isBroken || !serverTable.rows.some((row) => row.clause === clause && isBlamed(row))) return undefined;
  return played.has(guard) ? 'passed' : 'untested';
}

function markAll<Key>(entries: readonly (readonly [Key, Mark | undefined])[]): ReadonlyMap<Key, Mark> {
  return new Map(entries.flatMap(([key, mark]) => (mark ? [[key, mark] as const] : [])));
}

/**
 * Lights the way of some events; or rules by their number, their clause, or their guard, where of several with one
 * guard those count that the usual choices ask for.
 *
 * @throws UsageError where there is no such way
 */
export function traceDrawable(drawable: Drawable, path: readonly string[]): Overlay {
  if (drawable.kind === 'lifecycle') {
    const traced = tracePath(drawable.machine, path);
    if (traced.ok) return traced.overlay;
    throw new UsageError(traced.problem);
  }
  const { id, rows, defaults = {} } = drawable.table;
  const usual: Readonly<Record<string, unknown>> = { ...defaults };
  const isUsual = ({ when = {} }: Row) =>
    Object.entries(when).every(([name, choice]) => usual[name] === undefined || usual[name] === choice);
  const isMeant = (row: Row, place: number, name: string) =>
    name === String(place + 1) || name === row.clause || (name === row.guard && isUsual(row));
  const unknown = path.find((name) => !rows.some((row, place) => isMeant(row, place, name)));
  if (unknown !== undefined) {
    const guards = [...new Set(rows.map(({ guard }) => guard))].join(', ');
    throw new UsageError(
      `no rule of ${id} has the number, clause or guard ${unknown}; the numbers are 1 to ${rows.length}, and the guards are ${guards}`,
    );
  }
  const isLit = (row: Row, place: number) => path.some((name) => isMeant(row, place, name));
  return { rules: markAll(rows.map((row, place) => [place + 1, isLit(row, place) ? 'path' : undefined])) };
}
