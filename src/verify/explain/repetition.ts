/** How often something was seen, of so many times that it was looked for. */
export interface Repetition {
  readonly seen: number;
  readonly of: number;
  /** Whether that is every time, but for a rare accident. */
  readonly isSteady: boolean;
}

/** Looks for something once; null where it cannot be looked for, since the subject is gone. */
export type Look = () => Promise<boolean | null>;

/** So many times a fault is looked for at first, and so many times more where it is seen in some of them alone. */
const few = 5;
const more = 15;
/** The part of those in which it has to be seen, so that a rare accident hides no fault and makes none. */
const steady = 0.9;

/**
 * Looks for something again: first several times at once, then, if that does not tell, one by one.
 *
 * @param between what is done before each of the latter, so that none comes right behind another
 */
export async function repeat(shows: Look, between: () => Promise<unknown>): Promise<Repetition> {
  const first = await repeatStrictly(shows);
  if (first.isSteady || first.seen === 0) return first;
  let seen = 0;
  let of = 0;
  for (let nth = 0; nth < more; nth += 1) {
    await between();
    const isShown = await shows();
    if (isShown === null) break;
    of += 1;
    if (isShown) seen += 1;
  }
  return { seen: first.seen + seen, of: first.of + of, isSteady: of > 0 && seen >= steady * of };
}

/** Looks for something so few times that it has to be seen each time, several times at once. */
export async function repeatStrictly(shows: Look): Promise<Repetition> {
  const results = await Promise.all(Array.from({ length: few }, shows));
  const told = results.filter((isShown) => isShown !== null);
  const seen = told.filter((isShown) => isShown).length;
  return { seen, of: told.length, isSteady: seen === told.length };
}

/** Plays something as often as a fault has to be seen that is seen every time, or until what came of it is enough. */
export async function playOften<T>(play: () => Promise<T>, isEnough: (played: T) => boolean): Promise<T> {
  let played = await play();
  for (let nth = 1; nth < few && !isEnough(played); nth += 1) played = await play();
  return played;
}
