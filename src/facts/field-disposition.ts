import type { FieldDisposition } from '../../models/facts/hop.ts';
import { joinLines, parseExtensionList, trimOws } from '../wire/index.ts';

/** How the values of a field are compared: as they are, or as the elements of one list. */
export type FieldKind = 'single' | 'list' | 'caselessList' | 'extensionList';

/** What became of a field, told by the values of its lines before a hop and behind it. */
export function readDisposition(
  kind: FieldKind,
  before: readonly string[],
  behind: readonly string[],
): FieldDisposition {
  if (before.length === 0) return behind.length === 0 ? 'absent' : 'added';
  if (behind.length === 0) return 'dropped';
  const compared = kind === 'single' ? [before, behind] : [before, behind].map(readElements[kind]);
  const [were = [], are = []] = compared;
  if (isSame(were, are) && (kind === 'single' || before.length === behind.length)) return 'kept';
  if (isSame(splitValues(before), splitValues(behind)) || isSame(were, are))
    return resizedFate(before, behind);
  const isRepeated = are.length > were.length && isSame([...new Set(were)].sort(), [...new Set(are)].sort());
  return isRepeated ? 'doubled' : 'changed';
}

/** The disposition of values that are the same in another number of lines; in as many lines, white space has changed. */
function resizedFate(before: readonly string[], behind: readonly string[]): FieldDisposition {
  if (before.length === behind.length) return 'changed';
  return before.length > behind.length ? 'merged' : 'split';
}

/** The elements of a list over several lines; empty ones count for nothing (RFC 9110 §5.6.1.2). */
export function splitValues(values: readonly string[]): readonly string[] {
  const elements = joinLines(values).split(',');
  return elements.map((element) => trimOws(element)).filter((element) => element !== '');
}

const readElements = {
  list: splitValues,
  caselessList: (values: readonly string[]) => splitValues(values).map((element) => element.toLowerCase()),
  /** White space and quotes that make no difference are left out (RFC 6455 §9.1). */
  extensionList(values: readonly string[]) {
    const parsed = parseExtensionList(joinLines(values));
    return parsed.ok ? parsed.value.map((extension) => JSON.stringify(extension)) : splitValues(values);
  },
};

export function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((value, index) => value === others[index]);
}
