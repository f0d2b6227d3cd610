/**
 * Makes a message as small as it can be while it still shows the same: leaves out what is not needed, and puts the
 * parts of a known-good message in the place of odd ones.
 *
 * @param reductions what is tried in turn, each on the smallest message so far; null where there is nothing to try
 * @param shows plays a message and says whether it shows the same
 */
export async function shrinkMessage<M>(
  message: M,
  reductions: Iterable<(message: M) => M | null>,
  shows: (message: M) => Promise<boolean>,
): Promise<M> {
  let smallest = message;
  for (const reduce of reductions) {
    const smaller = reduce(smallest);
    if (smaller === null || JSON.stringify(smaller) === JSON.stringify(smallest)) continue;
    if (await shows(smaller)) smallest = smaller;
  }
  return smallest;
}
