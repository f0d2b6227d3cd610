/** Takes items from one queue, so many at once, until there are none left. */
export async function workOff<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  const takeAll = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, takeAll));
}

/** Gives a function that begins a work once what it was given before has ended, however that has. */
export function oneByOne(): <T>(work: () => Promise<T>) => Promise<T> {
  let latest: Promise<unknown> = Promise.resolve();
  return (work) => {
    const own = latest.then(work);
    latest = own.catch(() => {});
    return own;
  };
}
