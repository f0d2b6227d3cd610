/**
 * The known name that a name was probably meant to be: the one that fewest letters have to be added, taken out,
 * replaced or swapped with their neighbour for, whatever their case. Null where more than a third of the letters
 * would have to change.
 */
export function findNearestName(name: string, known: readonly string[]): string | null {
  let nearest: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const each of known) {
    const allowed = Math.max(1, Math.floor(Math.max(name.length, each.length) / 3));
    if (Math.abs(name.length - each.length) > allowed) continue;
    const edits = countEdits(name.toLowerCase(), each.toLowerCase());
    if (edits <= allowed && edits < least) [nearest, least] = [each, edits];
  }
  return nearest;
}

/** Row by row; of the rows the last two are kept. */
function countEdits(from: string, to: string): number {
  let above: readonly number[] = [];
  let row: readonly number[] = [...to, ''].map((_, column) => column);
  for (let at = 1; at <= from.length; at += 1) {
    const next = [at];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[at - 1] === to[column - 1];
      const isSwap = at > 1 && from[at - 1] === to[column - 2] && from[at - 2] === to[column - 1];
      next.push(
        Math.min(
          (next[column - 1] ?? 0) + 1,
          (row[column] ?? 0) + 1,
          (row[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwap ? (above[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [above, row] = [row, next];
  }
  return row[to.length] ?? 0;
}
