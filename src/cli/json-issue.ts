import type * as v from 'valibot';
import { askNearest } from './near.ts';

/**
 * Says what is wrong in a file, a line for each issue: where, and what was expected; of a key that is not known, which one
 * may be meant.
 *
 * @param isSecret whether a value that stands at a path, such as `authentication.0.secrets`, may be shown nowhere
 */
export function tellIssues(
  schema: v.GenericSchema,
  issues: readonly v.BaseIssue<unknown>[],
  isSecret: (path: string) => boolean = () => false,
): string {
  return issues.map((issue) => `  ${tellIssue(schema, issue, isSecret)}`).join('\n');
}

function tellIssue(
  schema: v.GenericSchema,
  issue: v.BaseIssue<unknown>,
  isSecret: (path: string) => boolean,
  above: readonly Step[] = [],
): string {
  const steps = [...above, ...(issue.path ?? [])];
  // Of what may be one of several, that is told which got furthest.
  const [deeper] = issue.issues?.filter(({ path }) => path !== undefined) ?? [];
  if (deeper) return tellIssue(schema, deeper, isSecret, steps);
  const path = steps.length === 0 ? '(top)' : steps.map(({ key }) => String(key)).join('.');
  const last = steps.at(-1);
  if (issue.type === 'strict_object' && issue.expected === 'never' && last) {
    const way = steps.slice(0, -1).map(({ key }) => key);
    return `${path}: there is no such key${askNearest(String(last.key), listKeys(schema, way))}`;
  }
  if (last && 'origin' in last && last.origin === 'key') return `${path}: it is missing`;
  if (isSecret(path) && issue.expected !== null) return `${path}: ${issue.expected} was expected`;
  const isPlain = issue.kind === 'schema' && issue.message.startsWith('Invalid');
  return `${path}: ${isPlain ? `${issue.expected} was expected, not ${issue.received}` : issue.message}`;
}

/** One step on the way to what an issue is about. */
type Step = Readonly<Record<'key', unknown>>;

/** The keys that an object of a schema may have, found by what leads there. */
function listKeys(schema: unknown, way: readonly unknown[]): readonly string[] {
  const [step, ...more] = way.filter((each) => typeof each === 'string');
  return objectsOf(schema).flatMap((entries) =>
    step === undefined ? Object.keys(entries) : listKeys(entries[step], more),
  );
}

/** The entries of the objects that a schema may stand for, whatever it is wrapped in. */
function objectsOf(schema: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if ('entries' in schema && typeof schema.entries === 'object' && schema.entries !== null)
    return [{ ...schema.entries }];
  const inner: unknown[] = [];
  if ('pipe' in schema && Array.isArray(schema.pipe)) inner.push(...schema.pipe);
  if ('options' in schema && Array.isArray(schema.options)) inner.push(...schema.options);
  if ('wrapped' in schema) inner.push(schema.wrapped);
  if ('item' in schema) inner.push(schema.item);
  return inner.flatMap(objectsOf);
}
