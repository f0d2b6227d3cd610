import * as v from 'valibot';
import { listKnown, locateIssue } from './issue.ts';
import { isRecord, type Kind } from './kind.ts';
import { findNearestName } from './nearest-name.ts';

/**
 * Finds what only types would find: an option that is not known, and one of another kind. An option that is
 * `undefined` is left out. Of a value of another type the type alone is told: it may be a secret.
 *
 * @param caller the function that takes the options, as its user knows it
 * @param place where the options stand among its arguments, as in `routes["/chat"].`; empty where they are one
 * @throws TypeError which names the option, what was expected, and for an unknown name the nearest known one
 */
export function checkOptions(caller: string, options: object, kind: Kind, place = ''): void {
  const { issues } = v.safeParse(kind, options, { abortEarly: true });
  if (!issues) return;
  const { issue, way } = locateIssue(issues[0]);
  const [last] = way.slice(-1);
  if (last === undefined) {
    const where = place === '' ? caller : `${caller}, ${place.slice(0, -1)}`;
    throw new TypeError(`${where}: an object of options was expected, and not ${describe(options)}`);
  }
  const path = (name: unknown) => place + writeWay([...way.slice(0, -1), name]);
  const known = listKnown(issue);
  if (!known) throw wrongKind(caller, path(last), tellInput(issue), issue.message);
  const nearest = findNearestName(String(last), known);
  const help =
    nearest === null
      ? `It knows ${known.map((name) => `\`${path(name)}\``).join(', ')}.`
      : `Did you mean \`${path(nearest)}\`?`;
  throw new TypeError(`${caller} has no option \`${path(last)}\`. ${help}`);
}

/**
 * Finds an argument that is not what a function needs, such as the result of one that nobody has waited for.
 *
 * @param expected what it has to be, as in `a WebSocket`
 * @param members those by which it is told
 * @throws TypeError which says what was expected, and what came
 */
export function checkArgument(
  caller: string,
  value: unknown,
  expected: string,
  members: readonly string[],
): void {
  if (isRecord(value) && members.every((name) => value[name] !== undefined)) return;
  const came = value instanceof Promise ? 'a promise' : describe(value);
  throw new TypeError(`${caller}: ${expected} was expected, and not ${came}`);
}

function writeWay(way: readonly unknown[]): string {
  return way
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .slice(1);
}

/** What was given: its value where no other type would have been right, and it is no secret. */
function tellInput({ kind, type, input }: v.BaseIssue<unknown>): string {
  if (kind === 'validation' || type === 'picklist') {
    if (typeof input === 'string') return JSON.stringify(input);
    if (typeof input === 'number') return String(input);
  }
  return describe(input);
}

/** The error for an option of another kind. */
export function wrongKind(caller: string, option: string, seen: string, expected: string): TypeError {
  return new TypeError(`the option \`${option}\` of ${caller} is ${seen}: ${expected} was expected`);
}

/** What kind of value it is, in words. */
export function describe(value: unknown): string {
  if (value === null || value === undefined) return `${value}`;
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
