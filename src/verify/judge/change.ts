import type { ClauseId } from '../../../models/clauses.ts';
import {
  applyEdits,
  type EditOf,
  type Line,
  type ReplyMessage,
  type RequestDeviation,
  type RequestEdit,
  type RequestMessage,
  type Transform,
} from '../../arbitraries/index.ts';

/** One thing that is changed in a known-good message: a fault, or a change that must make no difference. */
export interface Change<Edit = unknown> {
  /** The clause that it is made to show. */
  readonly clause: ClauseId;
  /** The clause that a refusal of a message with it breaks; null where it may be refused. */
  readonly refusedAs: ClauseId | null;
  /** The guard that holds for it; null where nothing is wrong. */
  readonly guard: string | null;
  /** The field, or the part of the start-line, that it touches. */
  readonly part: string;
  readonly edits: readonly Edit[];
}

export type RequestChange = Change<RequestEdit>;

export function applyChanges<M extends RequestMessage | ReplyMessage>(
  base: M,
  changes: readonly Change<EditOf<M>>[],
): M {
  return changes.reduce((message, { edits }) => applyEdits(message, edits), base);
}

/** Sets of changes without end: their sizes go from `few` to `many` again and again, and no two change one part. */
export function* inSets(
  changes: Iterator<RequestChange, never>,
  few: number,
  many: number,
): Generator<readonly RequestChange[], never> {
  for (let size = few; ; size = size < many ? size + 1 : few) {
    const byPart = new Map<string, RequestChange>();
    while (byPart.size < size) {
      const { value } = changes.next();
      if (!byPart.has(value.part)) byPart.set(value.part, value);
    }
    yield [...byPart.values()];
  }
}

export function ofDeviation({ clause, guard, part, edits }: RequestDeviation): RequestChange {
  return { clause, refusedAs: clause, guard, part: part.toLowerCase(), edits };
}

/**
 * @param base an opening, by which it is found out what the transform touches
 * @returns null for a transform that changes nothing there
 */
export function ofTransform({ clause, edits }: Transform, base: RequestMessage): RequestChange | null {
  const part = findPart(base, applyEdits(base, edits));
  return part === null ? null : { clause, refusedAs: clause, guard: null, part, edits };
}

/** What two messages differ in: the name of one field, or one part of the start-line; otherwise `several`. */
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
