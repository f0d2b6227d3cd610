/**
 * Lets the event loop turn, so that what peers in this process have sent over loopback has been read.
 *
 * @throws the signal's reason once it is aborted, so that no wait outlives its case
 */
export async function turns(count: number, signal: AbortSignal): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    signal.throwIfAborted();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Waits for something, but no longer than that. */
export async function within(what: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([what, overdue]);
  clearTimeout(timer);
}
