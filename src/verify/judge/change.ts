import type { ClauseId } from '../../../models/clauses.ts';
import type { Line, RequestDeviation, RequestMessage, Transform } from '../../arbitraries/index.ts';

/** One thing that is changed in the canonical opening: a fault, or what must change nothing. */
export interface Change {
  /** What it is made to show. */
  readonly clause: ClauseId;
  /** The clause that is broken where an opening with it is refused; null where it may be. */
  readonly refusedAs: ClauseId | null;
  /** The guard that holds for it; null where nothing is wrong. */
  readonly guard: string | null;
  /** The field, or the part of the start-line, that it touches. */
  readonly part: string;
  readonly apply: (message: RequestMessage) => RequestMessage;
}

export function applyChanges(base: RequestMessage, changes: readonly Change[]): RequestMessage {
  return changes.reduce((message, { apply }) => apply(message), base);
}

/** Sets of `few` changes, of one more, and so on up to `many`, again and again: in each one change of a part. */
export function* inSets(
  changes: Iterator<Change, never>,
  few: number,
  many: number,
): Generator<readonly Change[], never> {
  for (let size = few; ; size = size < many ? size + 1 : few) {
    const byPart = new Map<string, Change>();
    while (byPart.size < size) {
      const { value } = changes.next();
      if (!byPart.has(value.part)) byPart.set(value.part, value);
    }
    yield [...byPart.values()];
  }
}

export function ofDeviation({ clause, guard, part, apply }: RequestDeviation): Change {
  return { clause, refusedAs: clause, guard, part: part.toLowerCase(), apply };
}

/**
 * @param base an opening to see by what it touches
 * @returns null for a transform that changes nothing there
 */
export function ofTransform({ clause, apply }: Transform, base: RequestMessage): Change | null {
  const part = findPart(base, apply(base));
  return part === null ? null : { clause, refusedAs: clause, guard: null, part, apply };
}

/** What two messages differ in: the name of the one field, or of the part of the start-line; `several` else. */
function findPart(one: RequestMessage, other: RequestMessage): string | null {
  const parts = ['prefix', 'method', 'target', 'version', 'separator'] as const;
  const part = parts.find((each) => one[each] !== other[each]);
  if (part) return part;
  const [before, after] = [linesByName(one), linesByName(other)];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const [first, ...more] = names.filter((name) => before.get(name) !== after.get(name));
  if (more.length > 0) return 'several';
  return first ?? (one.lines.every((line, at) => isSame(line, other.lines[at])) ? null : 'several');
}

function linesByName({ lines }: RequestMessage): ReadonlyMap<string, string> {
  const byName = new Map<string, string>();
  for (const { name, colon, value } of lines) {
    const key = name.toLowerCase();
    byName.set(key, `${byName.get(key) ?? ''}${name}${colon}${value}\r\n`);
  }
  return byName;
}

function isSame(one: Line, other: Line | undefined): boolean {
  return one.name === other?.name && one.colon === other.colon && one.value === other.value;
}
