/** Edits that a name may be away from what was meant; of a short one fewer. */
const farthest = 4;

/** The known name that is nearest to one that is not known; null where none is near. */
export function findNearest(name: string, known: Iterable<string>): string | null {
  const limit = Math.min(farthest, Math.ceil(name.length * 0.4));
  let best: { readonly name: string; readonly edits: number } | null = null;
  for (const each of known) {
    const edits = countEdits(name.toLowerCase(), each.toLowerCase());
    if (edits <= limit && (best === null || edits < best.edits)) best = { name: each, edits };
  }
  return best?.name ?? null;
}

/** What can follow a sentence on a name that is not known: a question, or nothing where none is near. */
export function askNearest(name: string, known: Iterable<string>): string {
  const nearest = findNearest(name, known);
  return nearest === null ? '' : ` (did you mean ${nearest}?)`;
}

/** How many characters have to be put in, left out or changed to make one text of the other (Levenshtein). */
function countEdits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [place, each] of [...other].entries()) {
      const [above = 0, aslant = 0, left = 0] = [row[place + 1], row[place], next[place]];
      next.push(Math.min(above + 1, left + 1, aslant + (letter === each ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
