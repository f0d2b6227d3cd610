import { patientClock } from '../../clock.ts';

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
  let cancel = () => {};
  const overdue = new Promise<void>((resolve) => {
    cancel = patientClock.after(ms, resolve);
  });
  await Promise.race([what, overdue]).finally(cancel);
}

/** Waits for so many milliseconds, or until the signal is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = patientClock.after(ms, end);
    signal.addEventListener('abort', end);
  });
}
