import { setMaxListeners } from 'node:events';
import type { Case } from '../judge/case.ts';
import type { Subject } from './subject.ts';

/** Why a run ended that somebody has stopped. */
export const interrupted = 'it was interrupted';

/** Whoever asked for a run has stopped it. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor() {
    super(interrupted);
  }
}

/**
 * Gives what the work gives. What is under way when the signal is aborted is left to itself.
 *
 * @throws Interrupted as soon as the signal is aborted
 */
export function unlessAborted<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  if (!signal) return work();
  if (signal.aborted) return Promise.reject(new Interrupted());
  setMaxListeners(0, signal); // there is one for each case that is under way
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(new Interrupted());
    signal.addEventListener('abort', stop, { once: true });
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Takes a work that was interrupted for one that has given nothing. */
export function leaveInterrupted(error: unknown): null {
  if (error instanceof Interrupted) return null;
  throw error;
}

/** The same subject, which plays nothing any more once the signal is aborted. */
export function stopAtSignal<C extends Case, Exchange>(
  subject: Subject<C, Exchange>,
  signal: AbortSignal | undefined,
): Subject<C, Exchange> {
  if (!signal) return subject;
  return {
    ...subject,
    play: (current, patience) => unlessAborted(signal, () => subject.play(current, patience)),
    isAlive: () => unlessAborted(signal, () => subject.isAlive()),
  };
}
