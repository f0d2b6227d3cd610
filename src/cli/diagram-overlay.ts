import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import type { Mark, Overlay } from '../draw/overlay.ts';
import { tracePath } from '../draw/trace-path.ts';
import type { Drawable } from './diagram-machine.ts';
import { UsageError } from './usage-error.ts';

const results = v.array(
  v.looseObject({ id: v.string(), verdict: v.picklist(['pass', 'fail', 'warn', 'untested']) }),
);
const reportSchema = v.looseObject({ tool: v.literal('ws101'), clauses: results, choices: results });

const markOf = {
  pass: 'passed',
  fail: 'failed',
  warn: 'failed',
  untested: 'untested',
} as const satisfies Record<string, Mark>;

/** Marks by the ids of clauses, out of a report of any `ws101 verify`. @throws UsageError */
export function readCoverage(file: string): ReadonlyMap<string, Mark> {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8'));
  } catch (error) {
    throw new UsageError(`${file} cannot be read as JSON: ${String(error)}`);
  }
  const result = v.safeParse(reportSchema, json);
  if (!result.success) {
    const [issue] = result.issues;
    throw new UsageError(
      `${file} is no report of ws101 verify: ${v.getDotPath(issue) ?? '(top)'}: ${issue.message}`,
    );
  }
  const { clauses, choices } = result.output;
  return new Map([...clauses, ...choices].map(({ id, verdict }) => [id, markOf[verdict]]));
}

/** Colours what cites a clause: the rules of a table, and the transitions that have one as their description. */
export function coverDrawable(drawable: Drawable, verdicts: ReadonlyMap<string, Mark>): Overlay {
  if (drawable.kind === 'table') {
    return {
      rules: markAll(drawable.table.rows.map(({ clause }, place) => [place + 1, verdicts.get(clause)])),
    };
  }
  const { transitions } = drawable.diagram;
  return {
    transitions: markAll(transitions.map(({ id, description }) => [id, verdicts.get(description ?? '')])),
  };
}

function markAll<Key>(entries: readonly (readonly [Key, Mark | undefined])[]): ReadonlyMap<Key, Mark> {
  return new Map(entries.flatMap(([key, mark]) => (mark ? [[key, mark] as const] : [])));
}

/** Lights the way of some events, or the rules with a guard. @throws UsageError where there is no such way */
export function traceDrawable(drawable: Drawable, path: readonly string[]): Overlay {
  if (drawable.kind === 'lifecycle') {
    const traced = tracePath(drawable.machine, path);
    if (traced.ok) return traced.overlay;
    throw new UsageError(traced.problem);
  }
  const { id, rows } = drawable.table;
  const unknown = path.find((name) => rows.every(({ guard }) => guard !== name));
  if (unknown !== undefined) {
    const guards = [...new Set(rows.map(({ guard }) => guard))].join(', ');
    throw new UsageError(`no rule of ${id} has the guard ${unknown}; its guards are ${guards}`);
  }
  return {
    rules: markAll(rows.map(({ guard }, place) => [place + 1, path.includes(guard) ? 'path' : undefined])),
  };
}
